"""The columns in which a table keeps its clock."""

from typing import Final

from django.db import models

from games.clock import Clock

COLUMNS: Final = {
    "due_at": "due_at",
    "turn_began_at": "turn_began_at",
    "is_running": "is_clock_running",
    "idle_since": "idle_since",
    "strings_until": "entropy_until",
    "next_deal_at": "next_deal_at",
    "paused_at": "paused_at",
}
"""The column of each attribute of a clock."""


class Clockwork(models.Model):
    """A row with a clock: read its columns, change them as `row.clock = row.clock.pause(at)`."""

    due_at = models.DateTimeField(
        null=True, blank=True, db_index=True, help_text="When a worker is to look."
    )
    turn_began_at = models.DateTimeField(
        null=True, blank=True, help_text="When the others last saw something happen."
    )
    is_clock_running = models.BooleanField(
        default=False, help_text="A person is to act until it is due."
    )
    idle_since = models.DateTimeField(
        null=True, blank=True, help_text="Since when a table has nobody to deal to."
    )
    entropy_until = models.DateTimeField(
        null=True, blank=True, help_text="How long the next deal waits for strings at the most."
    )
    next_deal_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="The next deal is not dealt before: people look at the last one until then.",
    )
    paused_at = models.DateTimeField(
        null=True, blank=True, help_text="When it was paused; empty if it is not."
    )

    class Meta:
        abstract = True

    @property
    def clock(self) -> Clock:
        return Clock(**{name: getattr(self, column) for name, column in COLUMNS.items()})

    @clock.setter
    def clock(self, clock: Clock) -> None:
        for name, column in COLUMNS.items():
            setattr(self, column, getattr(clock, name))
