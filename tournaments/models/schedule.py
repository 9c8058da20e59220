"""When a tournament rests, and where its schedule stands."""

from typing import Final, TypedDict

from django.db import models
from django.db.models import Q

MOST_BREAKS: Final = 100
MOST_BREAK_MINUTES: Final = 10_080
"""A week."""


class Break(TypedDict):
    """A rest after a round: its number in the tournament, and how many minutes."""

    after_round: int
    minutes: int


class Schedule(models.Model):
    """A row that is played by the clock: it has breaks, and can be paused."""

    breaks = models.JSONField(
        default=list,
        blank=True,
        help_text="After which rounds there is a break, and for how many minutes.",
    )
    break_until = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="When the break ends that is on now."
    )
    paused_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="Since when it is paused."
    )

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(
                name="%(app_label)s_%(class)s_rests",
                condition=Q(paused_at=None, break_until=None) | Q(status="running"),
            ),
        ]

    def break_minutes_after(self, round_number: int) -> int:
        """How long the break after a round is; 0 where there is none."""
        breaks: list[Break] = self.breaks
        return next((one["minutes"] for one in breaks if one["after_round"] == round_number), 0)
