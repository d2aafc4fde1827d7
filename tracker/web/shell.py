"""What surrounds every page: which base it stands on, and the headers that keep it safe and its history true."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.functional import SimpleLazyObject
from django_htmx.http import HttpResponseClientRedirect

from rules.kernel.catalogue import catalogue
from tracker.web.tour import tour_of

SITE_NAME = "Campaign tracker"
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",  # the base stylesheet carries its few control glyphs as data
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)


def is_part(request: HttpRequest) -> bool:
    """Whether only the changed part of a page is wanted. Boosted links and the browser's history want whole pages."""
    htmx: Any = getattr(request, "htmx", None)
    return bool(htmx) and not htmx.boosted and not htmx.history_restore_request


def shell(request: HttpRequest) -> dict[str, Any]:
    """Context of every template: a page says ``{% extends page_base %}`` and serves both the visit and the swap."""
    name, _, password = settings.TRACKER_DEMO_LOGIN.partition(":")
    return {
        "page_base": "base_part.html" if is_part(request) else "base.html",
        "site_name": SITE_NAME,
        "demo_login": {"name": name, "password": password} if name else None,
        "tour": SimpleLazyObject(lambda: tour_of(request)),
    }


def page_headers(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware for HTML answers: the content security policy, and nothing that the browser's history may mistake.

    Page and part share an address, so answers vary on the header that tells them apart; a part is never stored, and a
    page is asked for again before it is shown.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = _leave_for(request, get_response(request))
        if not response.headers.get("Content-Type", "").startswith("text/html"):
            return response
        if not (settings.DEBUG and response.status_code in (404, 500)):  # Django's own debug pages are inline
            response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        patch_vary_headers(response, ("HX-Request", "HX-History-Restore-Request", "HX-Boosted"))
        if is_part(request):
            patch_cache_control(response, private=True, no_store=True)
        elif "Cache-Control" not in response.headers:
            patch_cache_control(response, private=True, no_cache=True)
        return response

    return middleware


def _leave_for(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """A redirect to another page is followed by the browser as a visit, not inside of the swap: another page has
    another frame, bar and address. Back to the same page the swap goes on."""
    if not is_part(request) or response.status_code not in (301, 302, 303, 307, 308):
        return response
    target = response.headers["Location"]
    if urlsplit(target).path == urlsplit(request.htmx.current_url or "").path:  # type: ignore[attr-defined]
        return response
    leaving = HttpResponseClientRedirect(target)
    leaving.cookies = response.cookies
    return leaving


def bad_request(request: HttpRequest, reason: str) -> HttpResponse:
    """The page for what cannot be read, with the reason in words."""
    return render(request, "400.html", {"reason": reason}, status=400)


def mark_version(response: HttpResponse, timeline: object, version: int) -> HttpResponse:
    """Name the version that a page of the present shows, so that an answer that comes late never replaces a newer one.

    :param timeline: anything that tells timelines apart
    """
    response.headers["Tracker-Version"] = f"{timeline}:{version}"
    return response


@cache
def rule_statement(game: str, rule: str) -> str:
    """A rule in our own one sentence, or nothing where the game's catalogue does not hold it."""
    try:
        return catalogue(f"rules.{game}")[rule].rule
    except (ModuleNotFoundError, FileNotFoundError, KeyError):
        return ""
