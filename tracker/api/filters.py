"""Which decisions of a story a request asks for; the same filters as on the story page."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from projections.story import WORDS, Filter
from tracker.api.parsing import whole
from tracker.api.problems import BadParameter

UNDONE = ("yes", "no")
FILTERS = [
    OpenApiParameter("person", str, description="By whom, as an alias."),
    OpenApiParameter("seat", str, description="For which seat."),
    OpenApiParameter(
        "kind", str, description="The decision's name without its game; `table`: what concerns the table."
    ),
    OpenApiParameter("area", str, description="Of which area of the rulebook."),
    OpenApiParameter("session", int, description="Of the session that began at this version."),
    OpenApiParameter("undone", str, enum=UNDONE, description="`yes`: what is set aside; `no`: what is in force."),
    OpenApiParameter("text", str, description="Words of the sentence or the facts."),
]


def wanted_lines(request: Request) -> Filter:
    """Which lines the address asks for.

    :raises BadParameter: when a parameter is not what it should be
    """
    given = {name: request.query_params.get(name, "")[:100] for name in WORDS}
    if given["undone"] not in ("", *UNDONE):
        raise BadParameter(f"“undone” is yes or no, not “{given['undone'][:40]}”.")
    return Filter(**given, session=whole(request, "session", 0, least=1))
