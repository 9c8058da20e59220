"""Prizes: what the fund paid to whom."""

from django.db import models

from tournaments.models.entrant import Entrant


class Prize(models.Model):
    """What an entrant won of the fund."""

    entrant = models.OneToOneField(Entrant, models.PROTECT, related_name="prize")
    rank = models.PositiveSmallIntegerField()
    chips = models.PositiveIntegerField()
    reason = models.TextField(blank=True, help_text="Why they got it, in words.")

    def __str__(self) -> str:
        return f"{self.chips} chips for {self.entrant}"
