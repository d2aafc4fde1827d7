"""The account forms in the words of the site."""

from __future__ import annotations

from typing import Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.forms import LoginForm as AllauthLoginForm
from allauth.account.forms import SignupForm as AllauthSignupForm
from django.core.validators import MaxLengthValidator


class Adapter(DefaultAccountAdapter):
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
