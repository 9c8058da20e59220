"""Tables and those who sit at them."""

from collections.abc import Iterable
from datetime import datetime
from functools import cached_property
from itertools import pairwise
from typing import Any, Final, Literal, Self

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db import models, transaction
from django.db.models import Exists, ExpressionWrapper, Func, OuterRef, Q, Value

from deploy.rights import Person
from deploy.rows import Branched, Row, few_of
from games.circle import Circle
from games.engine import HouseRules
from games.models.clockwork import Clockwork
from games.models.numbers import SeatNumberField, TablePlaceField
from games.models.of_club import OfClub
from games.models.policy_columns import PolicyColumns
from games.models.terms import OnlineTerms
from games.policies import WhenAway, WhenSideBroken, WhenTooFew
from games.rights import WATCH, Eyes
from ledger.models import Account, Book

LONGEST_PRESET: Final = 40
"""How many letters the name of a preset of the house rules may have."""


class Mode(models.TextChoices):
    ONLINE = "online", "played online"
    RECORDED = "recorded", "played with real cards, results recorded"


class EntropyPhase(models.TextChoices):
    """How far a round of strings from the seats has come (docs/fairness.md)."""

    COMMITTING = "committing", "takes commitments"
    OPENING = "opening", "takes the strings that were committed to"
    SETTLED = "settled", "no round is under way"


class Watched(Branched[Row]):
    """Rows of tables that somebody may watch (`games.rights`); each has its table's `club_book`."""

    to_table = ""
    """The path from a row to its table."""

    def visible_to(self, player: AbstractBaseUser | AnonymousUser | Person) -> Self:
        """Those of tables that somebody may watch.

        The player tells what they are in the clubs of which books. A link tells its tables, and
        sees no others, not even those that everybody sees. Reasons come in this order: those that
        everybody sees, others at which they sat, and club by club.
        """
        if not isinstance(player, Person):
            return self.none()
        if (lent := player.tables_lent(WATCH.may)) is not None:
            return self.filter(self._at("pk__in", lent))
        eyes = Eyes.of(player)
        if eyes.see_all:
            return self
        sat = Seat.objects.filter(player=player.pk, is_public=False).elsewhere(eyes.books)
        seen = self.for_reasons(
            Q(is_public=True),
            self._at("pk__in", few_of(sat, "table")),
            *(Q(club_book=book) for book in sorted(eyes.books)),
        )
        return seen.exclude(club_book__in=eyes.barred) if eyes.barred else seen

    def _at(self, name: str, value: Any) -> Q:
        return Q(**{f"{self.to_table}{name}": value})


class TableQuerySet(Watched["Table"]):
    def open(self) -> "TableQuerySet":
        return self.filter(closed_at=None)

    def due(self, at: datetime) -> "TableQuerySet":
        """Tables that are due by now, longest waiting first."""
        return self.open().filter(due_at__lte=at, paused_at=None).order_by("due_at")

    def of_bots_alone(self) -> "TableQuerySet":
        """Tables at which no person sits."""
        return self.exclude(_has_people())

    def with_people(self) -> "TableQuerySet":
        return self.filter(_has_people())

    def waiting(self, at: datetime, *, most: int | None = None) -> list[int]:
        """Tables due at which nobody is at work just now, longest waiting first.

        Args:
            most: How many at most; None for all.
        """
        with transaction.atomic():
            due = self.due(at).select_for_update(skip_locked=True, no_key=True)
            return list(due.values_list("pk", flat=True)[:most])

    def falling_due(self, since: datetime, until: datetime) -> list[tuple[datetime, bool]]:
        """When tables fall due after the one time and by the other, in order; who has people."""
        due = self.due(until).filter(due_at__gt=since).values_list("due_at", _has_people())
        return [(due_at, has_people) for due_at, has_people in due if due_at is not None]

    def with_seats(self) -> "TableQuerySet":
        """With their pools, all their seats, and the players and stacks of these."""
        seats = models.Prefetch("seats", Seat.objects.named())
        return self.select_related("pool").prefetch_related(seats)

    def reading(self, at: datetime | Func) -> "TableQuerySet":
        """Each with `read_at`: this moment, or what a clock says as they are read."""
        named = {"read_at": at if isinstance(at, Func) else Value(at)}
        return self.annotate(**named)


def _has_people() -> Exists:
    """Whether a person sits at a table, be they away or not."""
    return Exists(Seat.objects.filter(table=OuterRef("pk"), cashed_chips=None, bot_level=""))


class TableManager(models.Manager.from_queryset(TableQuerySet)):  # type: ignore[misc]
    """Leaves what opens the seeds where it is, unless somebody asks for it by name."""

    def get_queryset(self) -> TableQuerySet:
        tables: TableQuerySet = super().get_queryset().defer("sealed_tail")
        return tables


class Table(OnlineTerms, Clockwork, PolicyColumns):
    """A table and its pool; its host has a row that points down to it."""

    book = models.ForeignKey(Book, models.PROTECT, related_name="tables")
    pool = models.ForeignKey(
        Account,
        models.PROTECT,
        related_name="tables",
        help_text="A pool nobody won may go on to another table (RULES.md 7.7).",
    )
    name = models.CharField(max_length=100)
    mode = models.CharField(max_length=8, choices=Mode)
    rules_json = models.JSONField(help_text="The house rules, as they were when it was opened.")
    preset = models.CharField(
        max_length=LONGEST_PRESET,
        blank=True,
        help_text="The preset that the house rules started from; empty where nobody noted it.",
    )
    deals_limit = models.PositiveIntegerField(null=True, blank=True)
    bot_seconds = models.FloatField(default=0)
    bot_rebuys = models.PositiveSmallIntegerField(
        default=0,
        help_text="How often all bots of the house together may buy in again.",
    )
    anchor = models.BinaryField(help_text="The hash that commits to the seeds of all deals.")
    sealed_tail = models.BinaryField(editable=False)  # Opens every deal: never shown.
    seeds_count = models.PositiveIntegerField()
    entropy_round = models.PositiveSmallIntegerField(
        default=0, help_text="The last round of strings from the seats; 0 before the first."
    )
    entropy_phase = models.CharField(
        max_length=10, choices=EntropyPhase, default=EntropyPhase.SETTLED
    )
    seats_limit = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text="How many people fit at a free table; empty if its host has seated them.",
    )
    club_book = models.ForeignKey(
        Book,
        models.PROTECT,
        related_name="+",
        db_index=False,
        help_text="The book of its club, whose people watch it and look after it.",
    )
    opened_at = models.DateTimeField()
    latest_at = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="When something happened last that is kept in the order of time.",
    )
    closed_at = models.DateTimeField(null=True, blank=True)
    reopened_count = models.PositiveIntegerField(
        default=0, help_text="How often its closing was undone."
    )
    is_taken_back = models.BooleanField(
        default=False, help_text="Its opening was undone: it closed without having been played."
    )
    is_pool_split = models.BooleanField(
        default=False,
        help_text="Its pool was shared out at its end, whatever the house rules say.",
    )

    objects = TableManager()

    read_at: datetime
    """When it was read, where `reading` says so."""

    class Meta:
        base_manager_name = "objects"
        indexes = [
            models.Index(name="games_table_of_club", fields=["club_book", "-id"]),
            models.Index(name="games_table_public", fields=["-id"], condition=Q(is_public=True)),
        ]
        constraints = [
            models.UniqueConstraint(
                name="games_table_one_open_per_pool", fields=["pool"], condition=Q(closed_at=None)
            ),
            models.CheckConstraint(
                name="games_table_closed_is_not_due",
                condition=Q(closed_at=None) | Q(due_at=None),
            ),
            models.CheckConstraint(
                name="games_table_taken_back_is_closed",
                condition=Q(is_taken_back=False) | Q(closed_at__isnull=False),
            ),
            models.CheckConstraint(
                name="games_table_policies",
                condition=Q(when_away__in=list(WhenAway), when_too_few__in=list(WhenTooFew))
                & Q(when_side_broken__in=list(WhenSideBroken))
                & (Q(may_come_and_go=False) | Q(is_played_to_end=False, seats_limit__isnull=False)),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def status(self) -> Literal["open", "closed"]:
        return "open" if self.closed_at is None else "closed"

    @cached_property
    def rules(self) -> HouseRules:
        return HouseRules.from_json(self.rules_json)


_IS_EXPECTED = Q(moved_from__isnull=False, moved_from__cashed_chips=None)
_IS_READY = Q(cashed_chips=None, is_sitting_out=False) & ~_IS_EXPECTED
_READINESS = {"is_ready": ExpressionWrapper(_IS_READY, models.BooleanField())}


class SeatQuerySet(Watched["Seat"]):
    to_table = "table__"

    def elsewhere(self, books: Iterable[int]) -> list["SeatQuerySet"]:
        """Those at tables of other clubs than those with these books, by the gaps between them."""
        known = sorted(books)
        if not known:
            return [self]
        gaps = (self.filter(club_book__gt=low, club_book__lt=high) for low, high in pairwise(known))
        return [self.filter(club_book__lt=known[0]), *gaps, self.filter(club_book__gt=known[-1])]

    def taken(self) -> "SeatQuerySet":
        """Those whose players have not got up, round the table."""
        return self.filter(cashed_chips=None).order_by("place")

    def ready(self) -> "SeatQuerySet":
        """Those that can be dealt in: neither sitting out nor still in a deal elsewhere."""
        return self.taken().filter(_IS_READY)

    def round_the_table(self) -> "SeatQuerySet":
        """Each with its stack, and whether it can be dealt in (`ready`)."""
        return self.select_related("stack").annotate(**_READINESS).order_by("place")

    def leaving_for_another(self) -> "SeatQuerySet":
        """Those that wait for the end of their deal, to go to another table."""
        goes_on = Q(moved_to__isnull=False, moved_to__cashed_chips=None)
        return self.taken().filter(goes_on, is_leaving=True)

    def named(self) -> "SeatQuerySet":
        """With names and stacks, round the table."""
        return self.select_related("player", "stack").order_by("place")

    def circle(self) -> Circle:
        """The order of these seats, which are all that a table ever had."""
        return Circle(tuple(self.order_by("place").values_list("number", flat=True)))


class Seat(OfClub):
    """One sitting at a table, and the chips that lie there.

    Nobody sits in another's number, so the numbers of a deal always name the same people. Where
    they sit round the table is their place. Somebody may sit down between two others: then those
    who sit after them move up by one, and nobody changes the order of others.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    number = SeatNumberField(help_text="Counts from 0 as people sit down.")
    place = TablePlaceField(
        help_text="Round the table, clockwise from 0; those who went home keep theirs."
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="seats", db_index=False
    )
    stack = models.OneToOneField(Account, models.PROTECT, related_name="seat")
    purse = models.ForeignKey(Account, models.PROTECT, related_name="+")
    side = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text="Those with the same number are partners; empty where everybody plays alone, or "
        "until they have a partner.",
    )
    bot_level = models.CharField(max_length=10, blank=True, help_text="Who plays for them.")
    is_house = models.BooleanField(
        default=False, help_text="A bot that plays with the house's chips: nobody owns its purse."
    )
    is_away = models.BooleanField(
        default=False, help_text="Their time ran out, and they have not acted since."
    )
    came_at = models.DateTimeField(
        null=True, blank=True, help_text="When they sat down; empty if the table opened with them."
    )
    returned_at = models.DateTimeField(
        null=True, blank=True, help_text="When it was undone, last, that they had gone home."
    )
    moved_from = models.OneToOneField(
        "self",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="moved_to",
        help_text="Their seat at the table from which an organiser moved them here.",
    )
    bank_seconds = models.FloatField(default=0, help_text="What is left of their time bank.")
    bought_chips = models.PositiveBigIntegerField(default=0)
    buy_ins_count = models.PositiveIntegerField(default=1)
    more_chips = models.PositiveBigIntegerField(
        default=0, help_text="Chips that they add to their stack after the deal."
    )
    is_sitting_out = models.BooleanField(default=False, help_text="They asked not to be dealt in.")
    is_leaving = models.BooleanField(default=False, help_text="Gets up when the deal is over.")
    is_sent_away = models.BooleanField(
        default=False, help_text="An organiser sent them away: they cannot sit down here again."
    )
    cashed_chips = models.PositiveBigIntegerField(
        null=True, blank=True, help_text="What they took home; empty while they sit here."
    )

    objects = SeatQuerySet.as_manager()

    is_ready: bool
    """Whether it can be dealt in, where `round_the_table` says so."""

    class Meta:
        verbose_name_plural = "people at tables"
        indexes = [
            models.Index(name="games_seat_of_club", fields=["club_book", "player"]),
            models.Index(name="games_seat_elsewhere", fields=["player", "club_book", "table"]),
            models.Index(
                name="games_seat_there",
                fields=["club_book", "table"],
                condition=Q(cashed_chips=None) | Q(is_sent_away=True),
            ),
            models.Index(name="games_seat_house", fields=["club_book"], condition=Q(is_house=True)),
            models.Index(name="games_seat_public", fields=["player"], condition=Q(is_public=True)),
        ]
        constraints = [
            models.UniqueConstraint(name="games_seat_number", fields=["table", "number"]),
            models.UniqueConstraint(
                name="games_seat_place",
                fields=["table", "place"],
                deferrable=models.Deferrable.DEFERRED,  # Others move up when somebody sits down.
            ),
            models.UniqueConstraint(
                name="games_seat_player", fields=["table", "player"], condition=Q(cashed_chips=None)
            ),
            models.CheckConstraint(
                name="games_seat_house_is_bot", condition=Q(is_house=False) | ~Q(bot_level="")
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.number + 1} of {self.table}"
