"""Refusals and conflicts as answers: 422 with reason code and rule, 409 with what changed meanwhile."""

from __future__ import annotations

from typing import Any

import msgspec
from rest_framework.exceptions import APIException
from rest_framework.response import Response
from rest_framework.views import exception_handler

from rules.kernel import LuckNeeded, PackInvalid, Refused
from tracker.timelines.deciding import Behind


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    """What every view of the API answers to an exception of the services."""
    if isinstance(error, LuckNeeded):
        return Response({**error.as_data(), "ask": msgspec.to_builtins(error.ask)}, status=422)
    if isinstance(error, Refused):
        return Response(error.as_data(), status=422)
    if isinstance(error, Behind):
        return Response(_conflict(error), status=409)
    if isinstance(error, PackInvalid):
        return Response({"code": "pack_invalid", "problems": [str(problem) for problem in error.problems]}, status=422)
    return exception_handler(error, context)


def _conflict(error: Behind) -> dict[str, Any]:
    since = [
        {"id": str(row.id), "name": row.name, "alias": row.alias, "first_version": row.first_version,
         "last_version": row.last_version}
        for row in error.since
    ]  # fmt: skip
    return {
        "code": "conflict",
        "sentence": "The timeline went on since the version that you decided on.",
        "expected_version": error.expected,
        "version": error.version,
        "since": since,
    }


class BadParameter(APIException):
    """A parameter of the address that is not what it should be; says which one, and what it should be."""

    status_code = 400
    default_code = "bad_parameter"
