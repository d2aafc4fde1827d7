"""Answers to what goes wrong anywhere on the site: pages for people, JSON under ``/api/`` for programs."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views import defaults

from tracker.eventstore.troubles import trouble

RETRY_SECONDS = 10


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Nothing is at this address."""
    if _by_a_program(request):
        return JsonResponse({"code": "not_found", "detail": "There is nothing at this address."}, status=404)
    return defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """A fault: 503 with what is wrong where it is the database's, 500 where it is ours. Asks the database nothing."""
    error = sys.exc_info()[1]
    words = trouble(error) if error else None
    if words:
        return database_unavailable(request, words)
    if _by_a_program(request):
        return JsonResponse({"code": "fault", "detail": "Something broke on our side."}, status=500)
    return defaults.server_error(request)


def database_unavailable(request: HttpRequest, words: str) -> HttpResponse:
    """The database does not do what it should.

    :param words: what is wrong with it
    """
    said = f"{words} What was decided before is safe; what you just sent was not carried out."
    headers: dict[str, Any] = {"Retry-After": str(RETRY_SECONDS), "Cache-Control": "no-store"}
    if _by_a_program(request):
        return JsonResponse({"code": "database_unavailable", "detail": said}, status=503, headers=headers)
    page = render(None, "503.html", {"said": said}, status=503)
    for name, value in headers.items():
        page.headers[name] = value
    return page


def readable_addresses(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: an address with the character NUL in it is answered here. Nothing that is stored holds one, and not
    every database can be asked for it."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if "\0" not in unquote(request.get_full_path()):
            return get_response(request)
        said = "The address holds a character that no text has. Nothing was changed."
        if _by_a_program(request):
            return JsonResponse({"code": "malformed", "detail": said}, status=400)
        return render(request, "400.html", {"reason": said}, status=400)

    return middleware


def _by_a_program(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")
