"""Draws of rounds, each kept with all that it follows from."""

from collections.abc import Iterable
from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.draw_documents import Laid, move_from, moved, situation_from
from tournaments.draw_documents.moves import ByHand
from tournaments.formats.protocol import Situation
from tournaments.models.stage import Stage
from tournaments.models.tournament import Tournament, TournamentStatus


class DrawStatus(models.TextChoices):
    DRAFT = "draft", "a draft"
    PUBLISHED = "published", "published"
    REPLACED = "replaced", "replaced by another draw"
    UNDONE = "undone", "undone"


class RoundDrawQuerySet(models.QuerySet["RoundDraw"]):
    def drafts(self) -> "RoundDrawQuerySet":
        return self.filter(status=DrawStatus.DRAFT)

    def published(self) -> "RoundDrawQuerySet":
        return self.filter(status=DrawStatus.PUBLISHED)

    def due(self, at: datetime) -> "RoundDrawQuerySet":
        """Drafts that nobody has confirmed in the time that was stated."""
        return self.drafts().filter(
            publishes_at__lte=at,
            tournament__status=TournamentStatus.RUNNING,
            tournament__paused_at=None,
        )


class RoundDraw(models.Model):
    """A draw of a round: a draft until it is published, and kept whatever becomes of it."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="draws")
    stage = models.ForeignKey(Stage, models.PROTECT, related_name="draws")
    round_number = models.PositiveSmallIntegerField(help_text="Of which round, as rounds count.")
    number = models.PositiveSmallIntegerField(help_text="Counts the draws of this round from 1.")
    status = models.CharField(max_length=10, choices=DrawStatus, default=DrawStatus.DRAFT)
    seed = models.BigIntegerField()
    planner = models.PositiveSmallIntegerField(help_text="The version of the planner that drew it.")
    inputs = models.JSONField(help_text="All that it follows from.")
    drawn_json = models.JSONField(help_text="Who sits where, as it was drawn.")
    moves_json = models.JSONField(default=list, help_text="The moves by hand, in their order.")
    repeat_meetings = models.PositiveIntegerField(help_text="After the moves by hand.")
    least_repeats = models.PositiveIntegerField(help_text="Any draw has at least this many.")
    drawn_at = models.DateTimeField()
    drawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        help_text="Empty if the program drew it by itself.",
    )
    publishes_at = models.DateTimeField(
        null=True,
        help_text="When it is published by itself; empty if it waits until somebody confirms it.",
    )
    published_at = models.DateTimeField(null=True)
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        help_text="Empty if nobody had to confirm it.",
    )

    objects = RoundDrawQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="tournaments_rounddraw_number", fields=["tournament", "round_number", "number"]
            ),
            models.UniqueConstraint(
                name="tournaments_rounddraw_one_draft",
                fields=["tournament"],
                condition=Q(status=DrawStatus.DRAFT),
            ),
            models.UniqueConstraint(
                name="tournaments_rounddraw_one_published",
                fields=["tournament", "round_number"],
                condition=Q(status=DrawStatus.PUBLISHED),
            ),
            models.CheckConstraint(
                name="tournaments_rounddraw_published_at",
                condition=~Q(status=DrawStatus.PUBLISHED) | Q(published_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"draw {self.number} of round {self.round_number} of {self.tournament}"

    @property
    def situation(self) -> Situation:
        """What it follows from."""
        return situation_from(self.inputs)

    @property
    def drawn(self) -> Laid:
        """Who sits where, as it was drawn."""
        return Laid.from_json(self.drawn_json)

    @property
    def moves(self) -> list[ByHand]:
        return [move_from(one) for one in self.moves_json]

    @property
    def laid(self) -> Laid:
        """Who sits where, after the moves by hand."""
        return self.laid_after(self.moves)

    def laid_after(self, moves: Iterable[ByHand]) -> Laid:
        """Who would sit where after these moves by hand.

        Raises:
            NotInDraw, MoveImpossible: as in `tournaments.draw_documents.moved`.
        """
        return moved(self.drawn, moves, allowed=self.situation.entrants_a_table)
