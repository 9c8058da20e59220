"""Tables and those who sit at them."""

from datetime import datetime
from functools import cached_property
from typing import Final, Literal

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db import models, transaction
from django.db.models import Exists, OuterRef, Q

from deploy.rights import SIGNED_IN, Person
from games.circle import Circle
from games.engine import HouseRules
from games.models.clockwork import Clockwork
from games.models.numbers import SeatNumberField, TablePlaceField
from games.models.policy_columns import PolicyColumns
from games.models.terms import OnlineTerms
from games.policies import WhenAway, WhenTooFew
from games.rights import WATCH, WATCH_OPEN
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


class TableQuerySet(models.QuerySet["Table"]):
    def open(self) -> "TableQuerySet":
        return self.filter(closed_at=None)

    def due(self, at: datetime) -> "TableQuerySet":
        """Tables that are due by now, longest waiting first."""
        return self.open().filter(due_at__lte=at, paused_at=None).order_by("due_at")

    def waiting(self, at: datetime) -> list[int]:
        """Tables due at which nobody is at work just now."""
        with transaction.atomic():
            due = self.due(at).select_for_update(skip_locked=True, no_key=True)
            return list(due.values_list("pk", flat=True))

    def falling_due(self, since: datetime, until: datetime) -> list[tuple[datetime, int]]:
        """When tables fall due after the one time and by the other, and which, in order."""
        due = self.due(until).filter(due_at__gt=since).values_list("due_at", "pk")
        return [(due_at, table_id) for due_at, table_id in due if due_at is not None]

    def visible_to(self, player: AbstractBaseUser | AnonymousUser) -> "TableQuerySet":
        """The tables that somebody may watch (`games.rights`).

        The player tells what they are in the clubs of which books.
        """
        if not isinstance(player, Person):
            return self.none()
        if player.has_everywhere(WATCH.may):
            return self
        books, barred = map(player.books_as, (WATCH.may, SIGNED_IN - WATCH_OPEN.may))
        seats = Seat.objects.filter(player=player.pk, table=OuterRef("pk"))
        is_seen = Q(is_public=True) | Q(club_book__in=books) | Exists(seats)
        return self.filter(is_seen).exclude(club_book__in=barred)

    def with_seats(self) -> "TableQuerySet":
        """With their pools, all their seats, and the players and stacks of these."""
        seats = models.Prefetch("seats", Seat.objects.named())
        return self.select_related("pool").prefetch_related(seats)

    def told_later_to(self, player: AbstractBaseUser) -> "TableQuerySet":
        """Those at which they are a spectator, and delayed (games.sight.delay)."""
        seats = Seat.objects.taken().filter(player=player.pk, table=OuterRef("pk"))
        return self.filter(spectator_delay_seconds__gt=0).exclude(Exists(seats))


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
        help_text="The book of its club, whose people watch it and look after it.",
    )
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    objects = TableManager()

    class Meta:
        base_manager_name = "objects"
        constraints = [
            models.UniqueConstraint(
                name="games_table_one_open_per_pool", fields=["pool"], condition=Q(closed_at=None)
            ),
            models.CheckConstraint(
                name="games_table_closed_is_not_due",
                condition=Q(closed_at=None) | Q(due_at=None),
            ),
            models.CheckConstraint(
                name="games_table_policies",
                condition=Q(when_away__in=list(WhenAway), when_too_few__in=list(WhenTooFew))
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


class SeatQuerySet(models.QuerySet["Seat"]):
    def taken(self) -> "SeatQuerySet":
        """Those whose players have not got up, round the table."""
        return self.filter(cashed_chips=None).order_by("place")

    def ready(self) -> "SeatQuerySet":
        """Those that can be dealt in: neither sitting out nor still in a deal elsewhere."""
        is_expected = Q(moved_from__isnull=False, moved_from__cashed_chips=None)
        return self.taken().filter(is_sitting_out=False).exclude(is_expected)

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


class Seat(models.Model):
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
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="seats")
    stack = models.OneToOneField(Account, models.PROTECT, related_name="seat")
    purse = models.ForeignKey(Account, models.PROTECT, related_name="+")
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

    class Meta:
        verbose_name_plural = "people at tables"
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
