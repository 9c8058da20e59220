"""Deals and the actions that make them."""

from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.contrib.postgres.expressions import ArraySubquery
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Exists, ExpressionWrapper, F, OuterRef, Q
from django.db.models.functions import Now
from django.db.models.lookups import LessThanOrEqual

from deploy.rights import Person
from games.engine import Outcome
from games.models.numbers import PlaceField, SeatNumberField
from games.models.of_club import OfClub
from games.models.table import Seat, Table, Watched
from games.models.terms import MOST_DELAY_SECONDS
from games.seat_numbers import SeatNumber

_IS_IN_VAIN = Q(is_counted=True) & (Q(voided_at__isnull=False) | Q(is_stale=True))


class DealQuerySet(Watched["Deal"]):
    to_table = "table__"

    def settled(self) -> "DealQuerySet":
        return self.exclude(settled_at=None)

    def standing(self) -> "DealQuerySet":
        """Those that were not taken back."""
        return self.filter(voided_at=None)

    def counted(self) -> "DealQuerySet":
        """Those that were settled, and not taken back."""
        return self.settled().standing()

    def won(self) -> "DealQuerySet":
        """Those that somebody won, and the pool with them."""
        return self.exclude(outcome_json=None).exclude(outcome_json__winners=[])

    def numbers_dealt_in(self) -> set[SeatNumber]:
        """The numbers of all seats at a table that were ever dealt in."""
        dealt = self.filter(voided_at=None).order_by().values_list("seat_numbers", flat=True)
        return {number for numbers in dealt.distinct() for number in numbers}

    def with_texts(self) -> "DealQuerySet":
        """Each with the `texts` of its actions so far, in order."""
        actions = Action.objects.filter(deal=OuterRef("pk")).order_by("sequence")
        named = {"texts": ArraySubquery(actions.values("text"))}
        return self.annotate(**named)

    def uncounted(self) -> "DealQuerySet":
        """Those that spectators know of, whose results nobody has written down (games.records)."""
        return self.counted().filter(_is_told("settled_at", Now()), is_counted=False)

    def counted_in_vain(self) -> "DealQuerySet":
        """Those that were taken back or put right after their results had been written down."""
        return self.filter(_IS_IN_VAIN)

    def dealt_for(
        self, player: AbstractBaseUser | AnonymousUser | Person, *, at: datetime | Now
    ) -> "DealQuerySet":
        """Those of tables that they may watch, once they are told that they were dealt."""
        return self.visible_to(player)._told("dealt_at", player, at)

    def over_for(
        self, player: AbstractBaseUser | AnonymousUser | Person, *, at: datetime | Now
    ) -> "DealQuerySet":
        """Those of tables that they may watch, once they are told that they are over."""
        return self.visible_to(player).over_to(player, at=at)

    def over_to(
        self, player: AbstractBaseUser | AnonymousUser | Person, *, at: datetime | Now
    ) -> "DealQuerySet":
        """Of deals that somebody sees, those of which they are told that they are over."""
        return self.exclude(ended_at=None)._told("ended_at", player, at)

    def going_on_to(
        self, player: AbstractBaseUser | AnonymousUser | Person, *, at: datetime | Now
    ) -> "DealQuerySet":
        """The others. What ended longer ago than anybody is told late is not looked at."""
        longest = timedelta(seconds=MOST_DELAY_SECONDS)
        is_told_late = Q(ended_at__gt=Now() - longest) & ~_is_known("ended_at", player, at)
        return self.filter(Q(ended_at=None) | is_told_late)

    def _told(
        self, moment: str, player: AbstractBaseUser | AnonymousUser | Person, at: datetime | Now
    ) -> "DealQuerySet":
        return self.filter(_is_known(moment, player, at))


def _is_known(
    moment: str, player: AbstractBaseUser | AnonymousUser | Person, at: datetime | Now
) -> Q:
    """Whether a moment is known to somebody (games.sight.delay), who may be a spectator."""
    saw_it = Q(cashed_chips=None) | Q(stack__closed_at__gte=OuterRef(moment))
    seats = Seat.objects.filter(saw_it, table=OuterRef("table"), player=player.pk)
    return _is_told(moment, at) | Q(Exists(seats))


def _is_told(moment: str, at: datetime | Now) -> Q:
    """Whether spectators know of a moment of a deal."""
    delay = F("table__spectator_delay_seconds") * timedelta(seconds=1)
    told_at = ExpressionWrapper(F(moment) + delay, models.DateTimeField())
    return Q(table__spectator_delay_seconds=0) | Q(LessThanOrEqual(told_at, at))


class DealManager(models.Manager.from_queryset(DealQuerySet)):  # type: ignore[misc]
    """Leaves the seed where it is, unless somebody asks for it by name."""

    def get_queryset(self) -> DealQuerySet:
        deals: DealQuerySet = super().get_queryset().defer("sealed_seed")
        return deals


class Deal(OfClub):
    """One deal: the seed of its pack, and the actions that were taken. The rest is folded."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="deals")
    number = models.PositiveIntegerField(help_text="Counts the deals of the table from 1.")
    seat_numbers = ArrayField(SeatNumberField(), help_text="Who is dealt in, clockwise.")
    dealer = PlaceField(help_text="The place in seat_numbers that deals.")
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
    contributions = ArrayField(
        models.PositiveIntegerField(),
        default=list,
        blank=True,
        help_text="With real cards: what each place put in, as its result stands now.",
    )
    gains = ArrayField(
        models.IntegerField(),
        default=list,
        blank=True,
        help_text="With real cards: what each place gained at its end, as its result stands now.",
    )
    is_counted = models.BooleanField(default=False, help_text="Its results are written down.")
    is_stale = models.BooleanField(
        default=False, help_text="It was put right after its results had been written down."
    )
    dealt_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)
    voided_at = models.DateTimeField(null=True, blank=True, help_text="When it was taken back.")
    voided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    void_reason = models.CharField(max_length=200, blank=True)

    objects = DealManager()

    texts: list[str]
    """Of its actions so far, where `with_texts` reads them."""

    class Meta:
        base_manager_name = "objects"
        indexes = [
            models.Index(
                name="games_deal_uncounted",
                fields=["settled_at"],
                condition=Q(is_counted=False, voided_at=None),
            ),
            models.Index(
                name="games_deal_counted_in_vain",
                fields=["settled_at"],
                condition=_IS_IN_VAIN,
            ),
            models.Index(name="games_deal_ended", fields=["ended_at"]),
            models.Index(name="games_deal_of_club", fields=["club_book", "-id"]),
            models.Index(name="games_deal_public", fields=["-id"], condition=Q(is_public=True)),
            models.Index(
                name="games_deal_of_club_by_time", fields=["club_book", "-ended_at", "-id"]
            ),
            models.Index(
                name="games_deal_public_by_time",
                fields=["-ended_at", "-id"],
                condition=Q(is_public=True),
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


class Action(models.Model):
    """Something a seat did; rows are only added."""

    class By(models.TextChoices):
        PLAYER = "player", "the player"
        BOT = "bot", "a bot"
        CLOCK = "clock", "the clock"

    deal = models.ForeignKey(Deal, models.PROTECT, related_name="actions")
    sequence = models.PositiveSmallIntegerField(help_text="Counts all actions from 0.")
    ply = models.PositiveSmallIntegerField(help_text="Public actions before this one.")
    place = PlaceField(help_text="The place in the deal's seat_numbers.")
    text = models.CharField(max_length=10)
    is_public = models.BooleanField()
    by = models.CharField(max_length=6, choices=By)
    at = models.DateTimeField()

    class Meta:
        db_table_comment = "Rows are only added."  # Thus no service may change or delete one.
        constraints = [
            models.UniqueConstraint(name="games_action_sequence", fields=["deal", "sequence"]),
        ]

    told: str
    """What one player knows of it, where `games.sight.deals.told_actions` says so."""

    def __str__(self) -> str:
        return self.text if self.is_public else "a silent decision"
