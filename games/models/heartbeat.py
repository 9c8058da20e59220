"""Signs of life."""

from django.db import models


class Heartbeat(models.Model):
    """When a part of the service last gave a sign, so that an outage can be told."""

    part = models.CharField(max_length=100, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.part


class Sign(models.Model):
    """What a part of the service last said of itself; `/readyz` judges how old that is.

    A sign is no heartbeat: people's clocks run on where one is missing.
    """

    part = models.CharField(max_length=100, primary_key=True)
    at = models.DateTimeField()
    fault = models.TextField(blank=True, help_text="What is wrong there; empty where it is well.")
    counts = models.JSONField(default=dict, help_text="Numbers and ages, by name.")

    def __str__(self) -> str:
        return self.part
