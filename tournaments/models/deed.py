"""The log of a tournament: what was done to its draws and results, by whom, and why."""

from django.conf import settings
from django.db import models

from tournaments.models.entrant import Entrant
from tournaments.models.tournament import Tournament

LONGEST_REASON = 200


class TournamentDeedKind(models.TextChoices):
    DREW_AGAIN = "drew_again", "drew the round again"
    MOVED = "moved", "changed the draw by hand"
    CONFIRMED = "confirmed", "confirmed the draw"
    UNDID_DRAW = "undid_draw", "undid the draw"
    CORRECTED = "corrected", "put a result right"
    REPLAYED = "replayed", "had a table played again"
    PENALISED = "penalised", "gave a penalty"
    LIFTED = "lifted", "lifted a penalty"
    LET_GO = "let_go", "let go who had not checked in"
    ENDED = "ended", "ended the tournament after the round"
    SHORTENED = "shortened", "shortened the tournament"
    CANCELLED = "cancelled", "cancelled the tournament"
    PAID_RIGHT = "paid_right", "put the prizes right"


class TournamentDeed(models.Model):
    """A line of the log; `before` and `after` say what changed, by what it is called in the API."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="deeds")
    kind = models.CharField(max_length=12, choices=TournamentDeedKind)
    at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        help_text="Empty if it was done by the program itself.",
    )
    reason = models.CharField(max_length=LONGEST_REASON, blank=True)
    round_number = models.PositiveSmallIntegerField(null=True)
    table_number = models.PositiveSmallIntegerField(null=True)
    entrants = models.ManyToManyField(
        Entrant,
        related_name="deeds",
        help_text="Whom it concerns; empty if it concerns everybody who plays.",
    )
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"{self.get_kind_display()} of {self.tournament}"
