"""Files that are imported in the background: the importers of single games read large workbooks, and people see how far
they are."""

from __future__ import annotations

import uuid
from datetime import timedelta
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from django.utils import timezone

from rules.kernel import PackInvalid
from tracker.jobs.jobs import enqueue, job_kind
from tracker.packs import importing
from tracker.packs.models import PackUpload
from tracker.packs.versions import keep

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

    from tracker.jobs.models import Job
    from tracker.jobs.running import Running

KIND = "import_pack"
KEPT_FOR = timedelta(days=1)
"""How long the bytes of an upload are kept for a job that has to begin again."""


def wants_background(name: str, game_key: str) -> bool:
    """Whether a file of this name is read by an importer of the game's own, which takes its time."""
    return PurePath(name).suffix.lower() in importing.importers(game_key)


def keep_file(data: bytes, name: str, game_key: str, user: AbstractBaseUser, beside: bytes = b"") -> PackUpload:
    """Keep a file for a day, for whatever is done with it next.

    :param beside: a second file, as for :func:`tracker.packs.importing.read_file`
    """
    PackUpload.objects.filter(created_at__lt=timezone.now() - KEPT_FOR).delete()
    return PackUpload.objects.create(
        id=uuid.uuid4(),
        game=game_key,
        name=PurePath(name).name[:200],
        data=data,
        beside=beside,
        uploaded_by_id=user.pk,
    )


def kept_file(upload_id: uuid.UUID, game_key: str, user: AbstractBaseUser) -> PackUpload | None:
    """A file that this person brought for this game, as long as it is kept."""
    return PackUpload.objects.filter(id=upload_id, game=game_key, uploaded_by_id=user.pk).first()


def import_later(data: bytes, name: str, game_key: str, user: AbstractBaseUser, beside: bytes = b"") -> Job:
    """Keep a file and have it imported in the background.

    :param beside: a second file that is read with it, such as the graph of a map
    """
    upload = keep_file(data, name, game_key, user, beside)
    return enqueue(KIND, {"upload": str(upload.id), "game": game_key, "name": upload.name}, user=user)


@job_kind(KIND)
def import_upload(job: Running) -> dict[str, Any]:
    """Read a file that was kept and store its content. Begun again it does the same: content is stored by its hash.

    :returns: ``pack`` and ``notes``, or ``problems`` where the file does not do
    """
    upload = PackUpload.objects.select_related("uploaded_by").get(id=job.arguments["upload"])
    job.progress(0, 2, f"Reading {upload.name}")
    job.flush()
    data = bytes(upload.data)
    try:
        imported = importing.read_file(data, upload.name, upload.game, bytes(upload.beside) or None)
    except PackInvalid as error:
        return {"problems": [str(problem) for problem in error.problems]}
    job.check_cancelled()
    job.progress(1, 2, f"Keeping “{imported.pack.name}”")
    user = upload.uploaded_by
    stored = keep(imported.pack, data, user, upload.name)
    job.progress(2, 2, "Done")
    return {"pack": stored.hash, "notes": list(imported.notes)}
