"""Files on their way out or in, for as long as somebody may want them."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models


class ArchiveFile(models.Model):
    """An archive that was made, or one that was brought.

    :ivar campaign_id: the campaign that it was made of; ``None`` for one that was brought
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    campaign_id = models.UUIDField(null=True)
    name = models.CharField(max_length=200)
    data = models.BinaryField()
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = "archive file"

    def __str__(self) -> str:
        return self.name
