"""The log of a tournament: everything that happened in it, numbered; by whom, and why."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from games.models import Deal
from tournaments.models.tournament import Tournament

LONGEST_REASON = 200


class TournamentDeedKind(models.TextChoices):
    ENTERED = "entered", "entered"
    CAME_BACK = "came_back", "entered again"
    WITHDREW = "withdrew", "withdrew"
    LET_GO = "let_go", "was let go"
    APPROVED = "approved", "let somebody in"
    REFUSED = "refused", "did not let somebody in"
    MOVED_UP = "moved_up", "got a place"
    CHECKED_IN = "checked_in", "checked in"
    SUBSTITUTED = "substituted", "let somebody else play on"
    STARTED = "started", "started the tournament"
    STAGE_BEGAN = "stage_began", "began a stage"
    DREW = "drew", "drew the round"
    DREW_AGAIN = "drew_again", "drew the round again"
    MOVED = "moved", "changed the draw by hand"
    CONFIRMED = "confirmed", "confirmed the draw"
    ROUND_BEGAN = "round_began", "began the round"
    UNDID_DRAW = "undid_draw", "undid the draw"
    COUNTED = "counted", "counted the round"
    BREAK_BEGAN = "break_began", "began a break"
    BREAK_ENDED = "break_ended", "ended the break"
    PAUSED = "paused", "paused the tournament"
    RESUMED = "resumed", "let the tournament go on"
    DEAL_TAKEN_BACK = "deal_taken_back", "took a deal back"
    CORRECTED = "corrected", "put a result right"
    REPLAYED = "replayed", "had a table played again"
    PENALISED = "penalised", "gave a penalty"
    LIFTED = "lifted", "lifted a penalty"
    ENDED = "ended", "ended the tournament after the round"
    SHORTENED = "shortened", "shortened the tournament"
    PRIZES_CHANGED = "prizes_changed", "changed who takes prizes"
    FINISHED = "finished", "counted the last round"
    CANCELLED = "cancelled", "cancelled the tournament"
    PAID = "paid", "paid the prizes"
    PAID_RIGHT = "paid_right", "put the prizes right"


class TournamentDeed(models.Model):
    """A line of the log; `before` and `after` say what changed, by what it is called in the API.

    Rows are only added: a trigger refuses anything else, whoever asks.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="deeds")
    number = models.PositiveIntegerField(help_text="Counts the lines of the tournament from 1.")
    kind = models.CharField(max_length=16, choices=TournamentDeedKind)
    at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        help_text="Empty if it was done by the program itself.",
    )
    reason = models.TextField(blank=True)
    round_number = models.PositiveSmallIntegerField(null=True)
    table_number = models.PositiveSmallIntegerField(null=True)
    entrants = ArrayField(
        models.BigIntegerField(),
        default=list,
        blank=True,
        help_text="Whom it concerns, by their keys; empty if it concerns everybody who plays.",
    )
    deal = models.OneToOneField(
        Deal,
        models.PROTECT,
        null=True,
        related_name="tournament_deed",
        help_text="The deal that was taken back.",
    )
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)

    class Meta:
        db_table_comment = "Rows are only added."  # Thus no service may change or delete one.
        constraints = [
            models.UniqueConstraint(
                name="tournaments_deed_number", fields=["tournament", "number"]
            ),
            models.CheckConstraint(name="tournaments_deed_from_one", condition=Q(number__gte=1)),
            models.CheckConstraint(
                name="tournaments_deed_kind", condition=Q(kind__in=list(TournamentDeedKind))
            ),
            models.CheckConstraint(
                name="tournaments_deed_deal",
                condition=Q(kind=TournamentDeedKind.DEAL_TAKEN_BACK, deal__isnull=False)
                | (~Q(kind=TournamentDeedKind.DEAL_TAKEN_BACK) & Q(deal=None)),
            ),
        ]

    def __str__(self) -> str:
        return f"Line {self.number} of {self.tournament}"
