"""Prizes: what the fund paid to whom, and for what."""

from django.db import models
from django.db.models import Q

from tournaments.models.entrant import Entrant
from tournaments.prizes import PLACE


class Prize(models.Model):
    """Chips of the fund that an entrant won for one thing: a place, or a category."""

    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="prizes")
    rank = models.PositiveSmallIntegerField()
    category = models.CharField(
        max_length=60, default=PLACE, help_text="For what, as a code of the prizes announced."
    )
    category_name = models.CharField(max_length=60, blank=True, help_text="Empty for a place.")
    place = models.PositiveSmallIntegerField(
        null=True, help_text="Among those who take prizes; empty for a category."
    )
    chips = models.PositiveIntegerField()
    reason = models.TextField(blank=True, help_text="Why they got it, in words.")

    class Meta:
        constraints = [
            models.UniqueConstraint(name="tournaments_prize_once", fields=["entrant", "category"]),
            models.CheckConstraint(
                name="tournaments_prize_place",
                condition=Q(category=PLACE, place__gte=1) | ~Q(category=PLACE) & Q(place=None),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.chips} chips for {self.entrant}"
