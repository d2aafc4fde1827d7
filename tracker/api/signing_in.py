"""Name and password with each request, for programs."""

from __future__ import annotations

from copy import copy
from typing import Any

from allauth.account.adapter import get_adapter
from django.core.exceptions import ValidationError
from drf_spectacular.authentication import BasicScheme
from rest_framework.authentication import BasicAuthentication
from rest_framework.exceptions import AuthenticationFailed, Throttled


class GuardedBasicAuthentication(BasicAuthentication):
    """Basic authentication under the same limit of wrong passwords as the page where people sign in; otherwise the API
    would be the place to guess them."""

    def authenticate_credentials(self, userid: str, password: str, request: Any = None) -> tuple[Any, None]:
        """The user of a name and a password.

        :raises AuthenticationFailed: they do not fit together, or the account is switched off
        :raises Throttled: too many wrong ones came for this name or from this address
        """
        if "\0" in userid or len(userid) > 254:
            raise AuthenticationFailed("Name and password do not fit together.")
        attempt = copy(request._request)
        attempt.method = "POST"  # the limit does not count what is merely looked at; a password in a GET is a guess too
        try:
            user = get_adapter().authenticate(attempt, username=userid, password=password)
        except ValidationError as error:
            raise Throttled(detail=error.message) from None
        if user is None or not user.is_active:
            raise AuthenticationFailed("Name and password do not fit together.")
        return user, None


class GuardedBasicScheme(BasicScheme):  # type: ignore[no-untyped-call]
    """How the OpenAPI schema describes it: as what it is to those who call."""

    target_class = GuardedBasicAuthentication  # type: ignore[assignment]
