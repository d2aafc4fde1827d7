"""Background work in the admin."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.tracker.jobs import kinds  # noqa: F401 (registers the kinds)
from tracker.jobs.jobs import enqueue
from tracker.jobs.models import Job
from tracker.jobs.work import advance

pytestmark = pytest.mark.django_db
PAGE = "/admin/jobs/job/"


def test_jobs_are_listed_with_their_progress(admin_client: Client) -> None:
    enqueue("test.steps", {"count": 3})
    advance()
    page = admin_client.get(PAGE).content.decode()
    assert "3 of 3 (100 %)" in page
    assert "Add job" not in page


def test_a_waiting_job_can_be_stopped_and_none_be_edited(admin_client: Client) -> None:
    job = enqueue("test.steps", {"count": 3})
    admin_client.post(PAGE, {"action": "stop", "_selected_action": [str(job.id)]})
    assert Job.objects.get().state == Job.State.CANCELLED
    assert admin_client.post(f"{PAGE}{job.id}/change/", {"state": "done"}).status_code == 403
    assert admin_client.get(f"{PAGE}add/").status_code == 403
