"""Kinds of jobs for tests. What they do is seen in the rows of groups, a table that every database has."""

from __future__ import annotations

import time
from typing import Any

from django.contrib.auth.models import Group
from django.db import OperationalError

from tracker.jobs.jobs import job_kind
from tracker.jobs.running import Running


@job_kind("test.steps")
def steps(job: Running) -> dict[str, int]:
    """Marks its steps, each at most once, slowly."""
    count: int = job.arguments["count"]
    for step in range(count):
        Group.objects.get_or_create(name=f"{job.id}:{step}")
        time.sleep(job.arguments.get("pause", 0))
        job.progress(step + 1, count, f"step {step + 1}")
    return {"steps": count}


@job_kind("test.once")
def once(job: Running) -> None:
    """Cannot be run twice: its mark is unique."""
    Group.objects.create(name=f"{job.id}")
    time.sleep(job.arguments.get("pause", 0))


@job_kind("test.fail")
def fail(job: Running) -> None:
    """Fails in words that no database takes."""
    raise ValueError("no such \0 wood")


@job_kind("test.locked")
def locked(job: Running) -> str:
    """Meets a locked database on its first attempts."""
    if job.attempt < job.arguments["works_at"]:
        raise OperationalError("database is locked")
    return f"attempt {job.attempt}"


@job_kind("test.echo")
def echo(job: Running) -> Any:
    """Gives back what it was given."""
    return job.arguments["value"]


@job_kind("test.unstorable")
def unstorable(job: Running) -> Any:
    """Gives back what cannot be stored."""
    return {"nan": float("nan"), "object": object()}[job.arguments["what"]]
