"""Rounds with their draws, their tables and seats."""

from datetime import datetime

from django.db import models
from django.db.models import Q

from games.models import Table
from games.models.numbers import SeatNumberField
from tournaments.models.entrant import Entrant, EntrantMember
from tournaments.models.round_draw import RoundDraw
from tournaments.models.stage import Stage
from tournaments.models.tournament import Tournament
from tournaments.standings.measures import signed


class RoundQuerySet(models.QuerySet["Round"]):
    def played_out(self) -> "RoundQuerySet":
        """Rounds in play whose tables have all closed, of tournaments that are not paused."""
        going = self.filter(finished_at=None, tournament__paused_at=None)
        return going.exclude(tables__table__closed_at=None)

    def time_is_up(self, at: datetime) -> "RoundQuerySet":
        """Rounds in play whose time is over, and whose last deals nobody has called."""
        going = self.filter(finished_at=None, called_at=None, tournament__paused_at=None)
        return going.filter(ends_at__lte=at)


class RoundManager(models.Manager.from_queryset(RoundQuerySet)):  # type: ignore[misc]
    """Leaves out rounds whose draw was undone."""

    def get_queryset(self) -> RoundQuerySet:
        rounds: RoundQuerySet = super().get_queryset().filter(undone_at=None)
        return rounds


class Round(models.Model):
    """A round and its draw: the seed makes the draw again, the figures say how good it is."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="rounds")
    stage = models.ForeignKey(Stage, models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField(
        help_text="Counts the rounds of the whole tournament from 1."
    )
    draw = models.OneToOneField(
        RoundDraw,
        models.PROTECT,
        null=True,
        related_name="round",
        help_text="The draw by which it was laid out; empty if it was played before draws were "
        "kept.",
    )
    seed = models.BigIntegerField()
    repeat_meetings = models.PositiveIntegerField()
    least_repeats = models.PositiveIntegerField(help_text="Any draw has at least this many.")
    started_at = models.DateTimeField()
    ends_at = models.DateTimeField(
        null=True, blank=True, help_text="When the clock ends it; the deals in play are the last."
    )
    called_at = models.DateTimeField(
        null=True, blank=True, help_text="When the clock made the deals in play the last."
    )
    finished_at = models.DateTimeField(null=True, blank=True)
    bye_points = models.IntegerField(
        null=True,
        blank=True,
        help_text="What a bye in it is worth, or the round to somebody who came too late for it, "
        "in the unit of the format's points; empty until it is over.",
    )
    undone_at = models.DateTimeField(
        null=True, blank=True, help_text="When its draw was undone: it counts for nothing then."
    )

    objects = RoundManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="tournaments_round_number",
                fields=["tournament", "number"],
                condition=Q(undone_at=None),
            ),
            models.UniqueConstraint(
                name="tournaments_round_one_in_play",
                fields=["tournament"],
                condition=Q(finished_at=None, undone_at=None),
            ),
        ]

    def __str__(self) -> str:
        return f"round {self.number} of {self.tournament}"


class RoundTable(models.Model):
    """A table of a round."""

    round = models.ForeignKey(Round, models.PROTECT, related_name="tables")
    number = models.PositiveSmallIntegerField(help_text="From 1.")
    table = models.OneToOneField(Table, models.PROTECT, related_name="round_table")
    are_sides = models.BooleanField(
        default=False, help_text="The members of an entrant are on one side there."
    )
    voided_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When it was played again, or its draw undone: it counts for nothing then.",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="tournaments_round_table_number",
                fields=["round", "number"],
                condition=Q(voided_at=None),
            ),
        ]

    def __str__(self) -> str:
        return f"table {self.number}"


class RoundSeatQuerySet(models.QuerySet["RoundSeat"]):
    def standing(self) -> "RoundSeatQuerySet":
        """Those that count: neither played again nor undone."""
        return self.filter(round_table__voided_at=None)


class RoundSeat(models.Model):
    """An entrant's seat in a round, and the chips that they won or lost."""

    round_table = models.ForeignKey(RoundTable, models.PROTECT, related_name="seats")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="seats")
    member = models.ForeignKey(
        EntrantMember, models.PROTECT, related_name="seats", help_text="Who of them sits there."
    )
    seat = SeatNumberField(help_text="Counts from 0, clockwise.")
    chips = models.IntegerField(null=True, blank=True, help_text="Won or lost, once it is over.")
    deals_won = models.PositiveSmallIntegerField(null=True, blank=True)
    tricks = models.PositiveSmallIntegerField(null=True, blank=True)
    deals = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="How many deals they played."
    )
    jinks = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="How many deals they won with all five tricks."
    )

    objects = RoundSeatQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="tournaments_roundseat_seat", fields=["round_table", "seat"]
            ),
            models.UniqueConstraint(
                name="tournaments_roundseat_once", fields=["round_table", "member"]
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member} at {self.round_table}"

    @property
    def told_chips(self) -> str:
        """What they won or lost, as people read it; nothing before the round is counted."""
        return "" if self.chips is None else signed(self.chips)


class Bye(models.Model):
    """An entrant without opponents in a round; `Round.bye_points` is what they get for it."""

    round = models.ForeignKey(Round, models.PROTECT, related_name="byes")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="byes")
    reason = models.CharField(max_length=200, help_text="Why they have it, in words.")

    class Meta:
        constraints = [
            models.UniqueConstraint(name="tournaments_bye_once", fields=["round", "entrant"]),
        ]

    def __str__(self) -> str:
        return f"bye for {self.entrant} in {self.round}"
