"""What the site knows of accounts beside Django's own tables."""

from __future__ import annotations

from django.conf import settings
from django.db import models

LONGEST_LIKENESS = 300


class AccountName(models.Model):
    """The name of an account as it looks, so that no two look alike.

    :ivar likeness: see :func:`tracker.web.names.likeness`
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="+")
    likeness = models.CharField(max_length=LONGEST_LIKENESS, unique=True)

    def __str__(self) -> str:
        return self.likeness
