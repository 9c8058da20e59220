"""Signs of life."""

from django.db import models


class Heartbeat(models.Model):
    """When a part of the service last gave a sign, so that an outage can be told."""

    part = models.CharField(max_length=100, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.part
