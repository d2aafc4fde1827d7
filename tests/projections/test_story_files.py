"""What stands at the head of the documents: the game, and with which content of which edition it was played."""

from __future__ import annotations

import pytest

from projections.story_files import story_file
from tests.tracker.timelines.tables import Table, other_pack
from tracker.packs.models import PackVersion
from tracker.timelines.campaigns import change_pack

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.pitfall("BL-038")
@pytest.mark.parametrize("kind", ["md", "html"])
def test_a_document_names_the_edition_that_is_played(table: Table, kind: str) -> None:
    first = table.timeline.packs[0][1]
    PackVersion.objects.filter(hash=first).update(name="The wood", edition="Second printing")
    change_pack(table.timeline, table.actor, other_pack(), expected=table.version)
    since = table.timeline.packs[-1][0]
    written = story_file(table.timeline, kind).content
    assert f"The wood (Second printing), {first[:10]}." in written
    assert f"Another wood, {other_pack()[:10]}, from version {since}." in written


def test_content_that_is_gone_is_said_to_be(table: Table) -> None:
    PackVersion.objects.filter(hash=table.timeline.packs[0][1]).delete()
    assert "Content that is gone" in str(story_file(table.timeline, "md").content)
