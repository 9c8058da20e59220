"""The rows of tournaments: entrants, rounds with their draws, seats and prizes."""

from datetime import datetime

from django.contrib.postgres.fields import ArrayField
from django.core.validators import BaseValidator, MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Count, Exists, OuterRef, Q

from clubs.models import Club, Member, Player, RulesRevision
from deploy.names import NameField
from deploy.rest.moments import BOUNDS, within
from deploy.rest.versions import Versioned
from games.engine import MOST_CHIPS, Ruleset
from games.models import OnlineTerms, Table
from games.models.numbers import SeatNumberField
from ledger.models import Account, Book
from tournaments.formats import FIRST_FORMAT, FORMATS, format_choices
from tournaments.formats.protocol import Format
from tournaments.formats.settings import (
    COMMON,
    DEALS,
    ROUNDS,
    STACK,
    TABLE_SIZE,
    Plan,
    Setting,
    defaults_of,
)
from tournaments.rights import SEE


def _bounds(setting: Setting) -> list[BaseValidator]:
    return [MinValueValidator(setting.least), MaxValueValidator(setting.most)]


class TournamentStatus(models.TextChoices):
    OPEN = "open", "open for entries"
    RUNNING = "running", "running"
    FINISHED = "finished", "finished"
    CANCELLED = "cancelled", "cancelled"


class TournamentQuerySet(models.QuerySet["Tournament"]):
    def visible_to(self, player: Player) -> "TournamentQuerySet":
        return self.filter(club__in=Club.objects.of(player, SEE.sees))

    def whole(self) -> "TournamentQuerySet":
        """With everything that its chips move between."""
        return self.select_related("club__book", "book", "fund")

    def with_counts(self) -> "TournamentQuerySet":
        """Each with `entrants_count`, those who are in, and `rounds_begun`."""
        return self.annotate(
            entrants_count=Count("entrants", filter=Q(entrants__withdrawn_at=None), distinct=True),
            rounds_begun=Count("rounds", distinct=True),
        )

    def with_turned_away(self) -> "TournamentQuerySet":
        """Those that are not over, in which somebody plays whom the club has turned away."""
        barred = Entrant.objects.turned_away().filter(tournament=OuterRef("pk"))
        going = [TournamentStatus.OPEN, TournamentStatus.RUNNING]
        return self.filter(Exists(barred), status__in=going)

    def to_start(self, at: datetime) -> "TournamentQuerySet":
        """Those whose time has come and who have somebody to play."""
        due = self.filter(status=TournamentStatus.OPEN, starts_at__lte=at)
        entered = Count("entrants", filter=Q(entrants__withdrawn_at=None))
        return due.annotate(entered=entered).filter(entered__gte=2)


class Tournament(OnlineTerms, Versioned):
    """Several rounds of play for a common prize fund, run by workers from start to end.

    Entry fees are chips of the club and wait in the fund; what is played for at the tables are
    chips of the tournament's own book, of which every entrant is given the same stack.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="tournaments")
    name = NameField(max_length=100)
    house_rules = models.ForeignKey(
        RulesRevision,
        models.PROTECT,
        related_name="+",
        editable=False,
        help_text="Its own, or the club's as they were when it was announced.",
    )
    entry_chips = models.PositiveIntegerField(default=0, validators=[MaxValueValidator(MOST_CHIPS)])
    format = models.CharField(max_length=30, default=FIRST_FORMAT, choices=format_choices)
    format_settings = models.JSONField(
        default=dict, blank=True, help_text="What only this format lets the organiser set."
    )
    starting_stack = models.PositiveIntegerField(validators=_bounds(STACK))
    rounds_count = models.PositiveSmallIntegerField(validators=_bounds(ROUNDS))
    deals_a_round = models.PositiveSmallIntegerField(validators=_bounds(DEALS))
    table_size = models.PositiveSmallIntegerField(
        default=TABLE_SIZE.default, validators=_bounds(TABLE_SIZE)
    )
    prize_percents = ArrayField(
        models.PositiveSmallIntegerField(),
        help_text="The share of each rank, from the first, in percent; together 100.",
    )
    starts_at = models.DateTimeField(
        null=True,
        blank=True,
        validators=BOUNDS,
        help_text="When it starts by itself; empty: an organiser starts it.",
    )
    status = models.CharField(max_length=9, choices=TournamentStatus, default=TournamentStatus.OPEN)
    book = models.OneToOneField(Book, models.PROTECT, related_name="tournament")
    fund = models.OneToOneField(Account, models.PROTECT, related_name="tournament")

    objects = TournamentQuerySet.as_manager()

    class Meta:
        constraints = [
            *OnlineTerms.Meta.constraints,
            models.CheckConstraint(
                name="tournaments_tournament_moments", condition=within("starts_at")
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> Ruleset:
        return self.club.completed(self.house_rules.ruleset)

    @property
    def played_as(self) -> Format:
        return FORMATS[self.format]

    @property
    def plan(self) -> Plan:
        """Every setting by its key; what was not set has its default."""
        common = {setting.key: getattr(self, setting.key) for setting in COMMON}
        return {**defaults_of(self.played_as.settings), **self.format_settings, **common}


class EntrantQuerySet(models.QuerySet["Entrant"]):
    def playing(self) -> "EntrantQuerySet":
        return self.filter(withdrawn_at=None)

    def turned_away(self) -> "EntrantQuerySet":
        """Who is in, though the club has turned them away since."""
        return self.playing().exclude(member__turned_away_at=None)

    def ranked(self) -> "EntrantQuerySet":
        """Who is in, and who played before they left."""
        played = RoundSeat.objects.filter(entrant=OuterRef("pk"))
        return self.filter(Q(withdrawn_at=None) | Exists(played))


class Entrant(models.Model):
    """A member who plays in a tournament, with a purse of its chips."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="entrants")
    member = models.ForeignKey(Member, models.PROTECT, related_name="entries")
    purse = models.OneToOneField(Account, models.PROTECT, related_name="entrant")
    bot_level = models.CharField(
        max_length=10,
        blank=True,
        help_text="The bot that plays for them; empty: they play themselves.",
    )
    entered_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    objects = EntrantQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="tournaments_entrant_once",
                fields=["tournament", "member"],
                condition=Q(withdrawn_at=None),
            ),
        ]

    def __str__(self) -> str:
        return str(self.member)


class RoundQuerySet(models.QuerySet["Round"]):
    def played_out(self) -> "RoundQuerySet":
        """Rounds in play whose tables have all closed."""
        return self.filter(finished_at=None).exclude(tables__table__closed_at=None)


class Round(models.Model):
    """A round and its draw: the seed makes the draw again, the figures say how good it is."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField(help_text="From 1.")
    seed = models.BigIntegerField()
    repeat_meetings = models.PositiveIntegerField()
    least_repeats = models.PositiveIntegerField(help_text="The fewest that any draw can have.")
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = RoundQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="tournaments_round_number", fields=["tournament", "number"]
            ),
            models.UniqueConstraint(
                name="tournaments_round_one_in_play",
                fields=["tournament"],
                condition=Q(finished_at=None),
            ),
        ]

    def __str__(self) -> str:
        return f"round {self.number} of {self.tournament}"


class RoundTable(models.Model):
    """A table of a round."""

    round = models.ForeignKey(Round, models.PROTECT, related_name="tables")
    number = models.PositiveSmallIntegerField(help_text="From 1.")
    table = models.OneToOneField(Table, models.PROTECT, related_name="round_table")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="tournaments_round_table_number", fields=["round", "number"]
            ),
        ]

    def __str__(self) -> str:
        return f"table {self.number}"


class RoundSeat(models.Model):
    """An entrant's seat in a round, and the chips that they won or lost."""

    round_table = models.ForeignKey(RoundTable, models.PROTECT, related_name="seats")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="seats")
    seat = SeatNumberField(help_text="Counts from 0, clockwise.")
    chips = models.IntegerField(null=True, blank=True, help_text="Won or lost, once it is over.")
    deals_won = models.PositiveSmallIntegerField(null=True, blank=True)
    tricks = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="tournaments_roundseat_seat", fields=["round_table", "seat"]
            ),
            models.UniqueConstraint(
                name="tournaments_roundseat_once", fields=["round_table", "entrant"]
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entrant} at {self.round_table}"


class Prize(models.Model):
    """What an entrant won of the fund."""

    entrant = models.OneToOneField(Entrant, models.PROTECT, related_name="prize")
    rank = models.PositiveSmallIntegerField()
    chips = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.chips} chips for {self.entrant}"
