"""The rows of the games: tables, seats, deals and the actions that make them."""

from datetime import datetime
from functools import cached_property
from typing import Literal

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.contrib.postgres.fields import ArrayField
from django.db import models, transaction
from django.db.models import Exists, F, OuterRef, Q

from games.engine import HouseRules, Outcome
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

    def visible_to(self, player: AbstractBaseUser | AnonymousUser) -> "TableQuerySet":
        """The tables where he sits or sat, and those of books in which he has an account."""
        if not player.is_authenticated:
            return self.none()
        if getattr(player, "is_superuser", False):
            return self
        accounts = Account.objects.open().filter(holder=player.pk, book=OuterRef("book"))
        seats = Seat.objects.filter(player=player.pk, table=OuterRef("pk"))
        return self.filter(Q(is_public=True) | Exists(accounts) | Exists(seats))


class TableManager(models.Manager.from_queryset(TableQuerySet)):  # type: ignore[misc]
    """Leaves what opens the seeds where it is, unless somebody asks for it by name."""

    def get_queryset(self) -> TableQuerySet:
        tables: TableQuerySet = super().get_queryset().defer("sealed_tail")
        return tables


class Table(models.Model):
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
    turn_seconds = models.PositiveIntegerField(default=60)
    time_bank_seconds = models.PositiveIntegerField(
        default=0, help_text="What each seat has beyond its turns, once for the whole table."
    )
    bot_seconds = models.FloatField(default=0)
    anchor = models.BinaryField(help_text="The hash that commits to the seeds of all deals.")
    sealed_tail = models.BinaryField(editable=False)  # Opens every deal: never shown.
    seeds_count = models.PositiveIntegerField()
    reveals_each_deal = models.BooleanField(
        default=False, help_text="Seeds are revealed deal by deal, not when the table closes."
    )
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
    idle_since = models.DateTimeField(
        null=True, blank=True, help_text="Since when a free table has nobody to deal to."
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

    def shown(self) -> "SeatQuerySet":
        """Who sits at an open table, or ever sat at one that has closed; with names and stacks."""
        seats = self.filter(Q(cashed_chips=None) | Q(table__closed_at__isnull=False))
        return seats.select_related("player", "stack").order_by("number")


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
        return f"seat {self.number} of {self.table}"


class DealQuerySet(models.QuerySet["Deal"]):
    def settled(self) -> "DealQuerySet":
        return self.exclude(settled_at=None)

    def counted(self) -> "DealQuerySet":
        """Those that were settled, and not taken back."""
        return self.settled().filter(voided_at=None)

    def uncounted(self) -> "DealQuerySet":
        """Those whose results nobody has written down yet (games.records)."""
        return self.counted().filter(is_counted=False)

    def visible_to(self, player: AbstractBaseUser | AnonymousUser) -> "DealQuerySet":
        return self.filter(table__in=Table.objects.visible_to(player))


class DealManager(models.Manager.from_queryset(DealQuerySet)):  # type: ignore[misc]
    """Leaves the seed where it is, unless somebody asks for it by name."""

    def get_queryset(self) -> DealQuerySet:
        deals: DealQuerySet = super().get_queryset().defer("sealed_seed")
        return deals


class Deal(models.Model):
    """One deal: the seed of its pack, and the actions that were taken. The rest is folded."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="deals")
    number = models.PositiveIntegerField(help_text="Counts the deals of the table from 1.")
    seat_numbers = ArrayField(
        models.PositiveSmallIntegerField(), help_text="Who is dealt in, clockwise from seat 0."
    )
    dealer = models.PositiveSmallIntegerField(help_text="The place in seat_numbers that deals.")
    sealed_seed = models.BinaryField(null=True, editable=False)
    commitment = models.BinaryField(null=True, help_text="SHA-256 of the seed of the pack.")
    entropy_round = models.PositiveSmallIntegerField(
        default=0, help_text="The round of strings that its seed is mixed with; 0 for none."
    )
    cards_root = models.BinaryField(
        null=True, help_text="Commits to every single card of the pack (docs/fairness.md)."
    )
    is_new_pool = models.BooleanField()
    scores = ArrayField(models.PositiveSmallIntegerField(), default=list, blank=True)
    outcome_json = models.JSONField(null=True, blank=True)
    is_dealt_again = models.BooleanField(
        default=False, help_text="After a misdeal the dealer pays and deals again (RULES.md 1.6)."
    )
    is_counted = models.BooleanField(default=False, help_text="Its results are written down.")
    dealt_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)
    voided_at = models.DateTimeField(null=True, blank=True, help_text="When it was taken back.")
    voided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    void_reason = models.CharField(max_length=200, blank=True)

    objects = DealManager()

    class Meta:
        base_manager_name = "objects"
        indexes = [
            models.Index(
                name="games_deal_uncounted", fields=["settled_at"], condition=Q(is_counted=False)
            ),
        ]
        constraints = [
            models.UniqueConstraint(name="games_deal_number", fields=["table", "number"]),
            models.UniqueConstraint(
                name="games_deal_one_in_play", fields=["table"], condition=Q(settled_at=None)
            ),
            models.CheckConstraint(
                name="games_deal_settled_after_end",
                condition=Q(settled_at=None) | Q(ended_at__lte=F("settled_at")),
            ),
            models.CheckConstraint(
                name="games_deal_ended_has_outcome",
                condition=Q(ended_at=None, outcome_json=None)
                | Q(ended_at__isnull=False, outcome_json__isnull=False)
                | Q(ended_at__isnull=False, voided_at__isnull=False),
            ),
            models.CheckConstraint(
                name="games_deal_void_by_somebody",
                condition=Q(voided_at=None, voided_by=None, void_reason="")
                | (
                    Q(voided_at__isnull=False, voided_by__isnull=False, settled_at__isnull=False)
                    & ~Q(void_reason="")
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"deal {self.number} of {self.table}"

    @property
    def is_recorded(self) -> bool:
        """Played with real cards: there is no seed, and there are no actions."""
        return self.commitment is None

    @property
    def outcome(self) -> Outcome | None:
        return Outcome.from_json(self.outcome_json) if self.outcome_json else None


class DealResult(models.Model):
    """What a deal came to for one who was dealt in."""

    deal = models.ForeignKey(Deal, models.CASCADE, related_name="results")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="results", db_index=False
    )
    place = models.PositiveSmallIntegerField(help_text="The place in the deal's seat_numbers.")
    preset = models.CharField(max_length=20, help_text="The preset nearest to the house rules.")
    kind = models.CharField(max_length=12, help_text="How the deal ended.")
    is_winner = models.BooleanField()
    chips = models.IntegerField(help_text="Won less what was put in; negative for a loss.")

    class Meta:
        indexes = [models.Index(name="games_result_record", fields=["player", "preset"])]
        constraints = [
            models.UniqueConstraint(name="games_result_place", fields=["deal", "place"]),
        ]

    def __str__(self) -> str:
        return f"{self.kind}, {self.chips:+} chips"


class Rating(models.Model):
    """How strong a player is at one preset of the rules."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings", db_index=False
    )
    preset = models.CharField(max_length=20)
    mu = models.FloatField(help_text="The mean of what is believed of him.")
    sigma = models.FloatField(help_text="How far off that may be.")
    points = models.FloatField(default=0, help_text="Three sigma below the mean: for lists.")
    deals_count = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="games_rating_player", fields=["player", "preset"]),
        ]

    def __str__(self) -> str:
        return f"{self.points:.1f} at {self.preset}"


class EntropyString(models.Model):
    """What a player gave to the chance of his table: first its hash, then the string itself."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="entropy_strings")
    round = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField(help_text="The number of his seat then.")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    commitment = models.BinaryField(help_text="SHA-256 of the text.")
    text = models.CharField(max_length=64, blank=True, help_text="Empty until it is opened.")
    committed_at = models.DateTimeField()
    opened_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="games_entropystring_one_a_round", fields=["table", "round", "player"]
            ),
            models.CheckConstraint(
                name="games_entropystring_opened_has_text",
                condition=Q(opened_at=None, text="") | (Q(opened_at__isnull=False) & ~Q(text="")),
            ),
        ]

    def __str__(self) -> str:
        return f"string of seat {self.seat} in round {self.round} of {self.table}"


class Action(models.Model):
    """Something a seat did; rows are only added."""

    class By(models.TextChoices):
        PLAYER = "player", "the player"
        BOT = "bot", "a bot"
        CLOCK = "clock", "the clock"

    deal = models.ForeignKey(Deal, models.CASCADE, related_name="actions")
    sequence = models.PositiveSmallIntegerField(help_text="Counts all actions from 0.")
    ply = models.PositiveSmallIntegerField(help_text="Public actions before this one.")
    seat = models.PositiveSmallIntegerField(help_text="The place in the deal's seat_numbers.")
    text = models.CharField(max_length=10)
    is_public = models.BooleanField()
    by = models.CharField(max_length=6, choices=By)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="games_action_sequence", fields=["deal", "sequence"]),
        ]

    told: str
    """What one player knows of it, where `games.deals.told_actions` says so."""

    def __str__(self) -> str:
        return self.text if self.is_public else "a silent decision"


class Heartbeat(models.Model):
    """When a part of the service last gave a sign, so that an outage can be told."""

    part = models.CharField(max_length=10, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.part
