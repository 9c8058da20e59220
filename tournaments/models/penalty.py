"""Penalties: points that are taken off."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.models.deed import LONGEST_REASON
from tournaments.models.entrant import Entrant
from tournaments.models.stage import Stage


class PenaltyQuerySet(models.QuerySet["Penalty"]):
    def standing(self) -> "PenaltyQuerySet":
        """Those that were not lifted."""
        return self.filter(lifted_at=None)


class Penalty(models.Model):
    """Points of a stage that are taken off an entrant, until it is lifted."""

    stage = models.ForeignKey(Stage, models.PROTECT, related_name="penalties")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="penalties")
    round_number = models.PositiveSmallIntegerField(
        help_text="After which round they count, as rounds count."
    )
    points = models.PositiveIntegerField(help_text="In the unit of the format's points.")
    reason = models.CharField(max_length=LONGEST_REASON)
    given_at = models.DateTimeField()
    given_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    lifted_at = models.DateTimeField(null=True)

    objects = PenaltyQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(name="tournaments_penalty_points", condition=Q(points__gt=0)),
            models.CheckConstraint(name="tournaments_penalty_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        return f"penalty for {self.entrant}"
