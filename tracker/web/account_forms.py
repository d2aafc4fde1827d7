"""The account forms in the words of the site."""

from __future__ import annotations

from typing import Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.forms import LoginForm as AllauthLoginForm
from allauth.account.forms import SignupForm as AllauthSignupForm
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from tracker.web.names import LOOKS_TAKEN, keep_likeness, looks_taken, readable


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Errors say what to do next."""

    error_messages: ClassVar[dict[str, Any]] = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": "This account is switched off. Ask whoever runs this site.",
        "email_password_mismatch": "E-mail and password do not fit together. Check both, or reset the password.",
        "email_taken": "There is an account with this e-mail address. Sign in, or reset its password.",
        "invalid_password_reset": "This link was used before or is too old. Ask for a new one.",
        "rate_limited": "That was tried too often. Wait a few minutes.",
        "too_many_login_attempts": "That was tried too often. Wait a few minutes, or reset the password.",
        "username_blacklisted": "This name cannot be had. Choose another.",
        "username_password_mismatch": "Name and password do not fit together. Check both, or reset the password.",
        "username_taken": "This name is taken. Choose another, or sign in if it is yours.",
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """A name that can be read and that looks like nobody else's.

        :raises ValidationError: when it does not
        """
        name: str = super().clean_username(readable(username), shallow)
        if not shallow and looks_taken(name):
            raise ValidationError(LOOKS_TAKEN)
        return name


class LoginForm(AllauthLoginForm):  # type: ignore[misc]
    """Signing in by name or e-mail address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = "Name or e-mail"
        self.fields["login"].widget.attrs["autocomplete"] = "username"
        self.fields["login"].validators.append(MaxLengthValidator(254))
        self.fields["remember"].label = "Stay signed in on this device"


class SignupForm(AllauthSignupForm):  # type: ignore[misc]
    """A new account: a name and a password, an e-mail address for those who want one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = "Name"
        self.fields["email"].label = "E-mail (optional)"
        self.fields["password1"].help_text = "At least 8 characters, not a common password, not only digits."
        self.fields["password2"].label = "Password, once more"

    def try_save(self, request: HttpRequest) -> tuple[Any, HttpResponse | None]:
        """Make the account, unless somebody took the name, or one that looks like it, in this very moment."""
        try:
            with transaction.atomic():
                user, response = super().try_save(request)
                if user is not None and not keep_likeness(user):
                    raise IntegrityError(LOOKS_TAKEN)
        except IntegrityError:
            messages.error(request, LOOKS_TAKEN)
            return None, redirect("account_signup")
        return user, response
