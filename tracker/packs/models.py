"""Versions of content. A row is never changed: campaigns name the version that they are played with by its hash."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class PackVersion(models.Model):
    """One version of a game's content.

    :ivar hash: its identity, SHA-256 over ``content``
    :ivar content: the canonical form, JSON
    :ivar source: the file as it was uploaded; empty for content that ships with the game
    :ivar shipped: it ships with the game
    """

    hash = models.CharField(max_length=64, primary_key=True)
    game = models.CharField(max_length=50, db_index=True)
    name = models.TextField()
    edition = models.TextField(blank=True)
    content = models.BinaryField()
    source = models.BinaryField(default=b"")
    source_name = models.CharField(max_length=200, blank=True)
    uploaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    shipped = models.BooleanField(default=False)

    class Meta:
        verbose_name = "pack version"
        ordering = ["game", "-shipped", "name", "-created_at"]

    def __str__(self) -> str:
        return f"{self.name} ({self.edition})" if self.edition else self.name


class PackUpload(models.Model):
    """A file on its way to becoming content or a campaign, for as long as that may take.

    :ivar beside: a second file that is read with it, such as the graph of a map beside a workbook
    """

    id = models.UUIDField(primary_key=True, editable=False)
    game = models.CharField(max_length=50)
    name = models.CharField(max_length=200)
    data = models.BinaryField()
    beside = models.BinaryField(default=b"")
    uploaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = "pack upload"

    def __str__(self) -> str:
        return f"{self.name} ({self.game})"
