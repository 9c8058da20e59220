"""Tables and those who sit at them."""

from datetime import datetime
from functools import cached_property
from typing import Any, Literal, cast

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db import models, transaction
from django.db.models import Exists, OuterRef, Q

from games.engine import HouseRules
from games.models.terms import OnlineTerms
from ledger.models import Account, Book


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
        """Tables at which something is to be done by now, longest waiting first."""
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
        """The tables where he sits or sat, and those of whose book or audience he is.

        Players are the clubs' own model: it tells whose books he has left.
        """
        if not player.is_authenticated:
            return self.none()
        if getattr(player, "is_superuser", False):
            return self
        watched = Q(book=OuterRef("book")) | Q(book=OuterRef("audience"))
        left = cast(Any, player).books_left()
        accounts = Account.objects.open().filter(watched, holder=player.pk).exclude(book__in=left)
        seats = Seat.objects.filter(player=player.pk, table=OuterRef("pk"))
        return self.filter(Q(is_public=True) | Exists(accounts) | Exists(seats))

    def told_later_to(self, player: AbstractBaseUser) -> "TableQuerySet":
        """Those at which he is a spectator, and spectators are delayed (games.delay)."""
        seats = Seat.objects.taken().filter(player=player.pk, table=OuterRef("pk"))
        return self.filter(spectator_delay_seconds__gt=0).exclude(Exists(seats))


class TableManager(models.Manager.from_queryset(TableQuerySet)):  # type: ignore[misc]
    """Leaves what opens the seeds where it is, unless somebody asks for it by name."""

    def get_queryset(self) -> TableQuerySet:
        tables: TableQuerySet = super().get_queryset().defer("sealed_tail")
        return tables


class Table(OnlineTerms):
    """A table and its pool; whoever opened it holds a row down to it."""

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
    entropy_until = models.DateTimeField(
        null=True, blank=True, help_text="How long the next deal waits for strings at the most."
    )
    is_all_in = models.BooleanField(
        default=False, help_text="Short stacks play for what they have (RULES.md 7.5)."
    )
    due_at = models.DateTimeField(
        null=True, blank=True, db_index=True, help_text="When a worker is to look."
    )
    turn_began_at = models.DateTimeField(
        null=True, blank=True, help_text="When the others last saw something happen."
    )
    is_clock_running = models.BooleanField(
        default=False, help_text="A person is to act until it is due."
    )
    seats_limit = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text="How many may sit at a free table; empty where its host has seated them.",
    )
    is_public = models.BooleanField(default=False, help_text="Everybody may watch.")
    audience = models.ForeignKey(
        Book,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="Who has an account in this book may watch, too.",
    )
    idle_since = models.DateTimeField(
        null=True, blank=True, help_text="Since when a table has nobody to deal to."
    )
    paused_at = models.DateTimeField(null=True, blank=True, help_text="Since when all clocks rest.")
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
        return self.filter(cashed_chips=None).order_by("number")

    def named(self) -> "SeatQuerySet":
        """With names and stacks, round the table."""
        return self.select_related("player", "stack").order_by("number")


class Seat(models.Model):
    """One sitting at a table, and the chips that lie there.

    Nobody sits in another's number: who sits down later sits to the right of all who came before,
    so the numbers of a deal always name the same people.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField(help_text="From 0, clockwise.")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="seats")
    stack = models.OneToOneField(Account, models.PROTECT, related_name="seat")
    purse = models.ForeignKey(Account, models.PROTECT, related_name="+")
    bot_level = models.CharField(max_length=10, blank=True, help_text="Who plays for him.")
    is_away = models.BooleanField(default=False, help_text="He let the clock run out.")
    bank_seconds = models.FloatField(default=0, help_text="What is left of his time bank.")
    bought_chips = models.PositiveBigIntegerField(default=0)
    buy_ins_count = models.PositiveIntegerField(default=1)
    top_up_chips = models.PositiveBigIntegerField(
        default=0, help_text="What he brings besides as soon as he is in no deal."
    )
    is_sitting_out = models.BooleanField(default=False, help_text="Not dealt in, by his own wish.")
    is_leaving = models.BooleanField(default=False, help_text="Gets up when the deal is over.")
    is_sent_away = models.BooleanField(
        default=False, help_text="An organiser wanted him to go: he does not sit down here again."
    )
    cashed_chips = models.PositiveBigIntegerField(
        null=True, blank=True, help_text="What he took home; empty while he sits here."
    )

    objects = SeatQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "people at tables"
        constraints = [
            models.UniqueConstraint(name="games_seat_number", fields=["table", "number"]),
            models.UniqueConstraint(
                name="games_seat_player", fields=["table", "player"], condition=Q(cashed_chips=None)
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.number + 1} of {self.table}"
