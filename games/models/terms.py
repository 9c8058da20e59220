"""How cards are played online, as the host of a table wishes it."""

from typing import Final, TypedDict

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

LEAST_TURN_SECONDS: Final = 1
MOST_TURN_SECONDS: Final = 86_400
MOST_BANK_SECONDS: Final = 3600
MOST_DELAY_SECONDS: Final = 3600
MOST_PAUSE_SECONDS: Final = 60


class Terms(TypedDict, total=False):
    """What is left out has the default of `OnlineTerms`."""

    turn_seconds: int
    time_bank_seconds: int
    pause_seconds: int
    reveals_each_deal: bool
    spectator_delay_seconds: int


TERMS: Final = tuple(Terms.__annotations__)


class OnlineTerms(models.Model):
    """A row that says how cards are played online: a table, or whatever opens tables."""

    turn_seconds = models.PositiveIntegerField(
        default=60,
        validators=[MinValueValidator(LEAST_TURN_SECONDS), MaxValueValidator(MOST_TURN_SECONDS)],
        help_text="What a player has for each turn.",
    )
    time_bank_seconds = models.PositiveIntegerField(
        default=0,
        validators=[MaxValueValidator(MOST_BANK_SECONDS)],
        help_text="What each seat has beyond its turns, once for the whole table.",
    )
    pause_seconds = models.PositiveIntegerField(
        default=4,
        validators=[MaxValueValidator(MOST_PAUSE_SECONDS)],
        help_text="What people have to look at a deal before the next one is dealt.",
    )
    reveals_each_deal = models.BooleanField(
        default=False,
        help_text="Every card is open when its deal is over, not when its table closes.",
    )
    spectator_delay_seconds = models.PositiveIntegerField(
        default=0,
        validators=[MaxValueValidator(MOST_DELAY_SECONDS)],
        help_text="How much later spectators see what happens.",
    )

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(
                name="%(app_label)s_%(class)s_clocks",
                condition=Q(
                    turn_seconds__range=(LEAST_TURN_SECONDS, MOST_TURN_SECONDS),
                    time_bank_seconds__lte=MOST_BANK_SECONDS,
                    pause_seconds__lte=MOST_PAUSE_SECONDS,
                    spectator_delay_seconds__lte=MOST_DELAY_SECONDS,
                ),
            ),
        ]

    @property
    def terms(self) -> Terms:
        return {
            "turn_seconds": self.turn_seconds,
            "time_bank_seconds": self.time_bank_seconds,
            "pause_seconds": self.pause_seconds,
            "reveals_each_deal": self.reveals_each_deal,
            "spectator_delay_seconds": self.spectator_delay_seconds,
        }
