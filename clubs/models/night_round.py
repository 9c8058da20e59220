"""Rounds of a night: its tables, and who sat where. They are the history of who met whom."""

from django.db import models
from django.db.models import Case, F, OuterRef, Q, Subquery, When

from clubs.models.club import Member
from clubs.models.night import PLAYED, Attendance, Night, RoundStatus
from deploy.rest.moments import within
from games.models import Seat, Table
from games.seat_numbers import SeatNumber, TablePlace


class NightRoundQuerySet(models.QuerySet["NightRound"]):
    def drafted(self) -> "NightRoundQuerySet":
        """Those that are drawn and not played yet, the next one first."""
        return self.filter(status=RoundStatus.DRAFTED).order_by("number")

    def playing(self) -> "NightRoundQuerySet":
        return self.filter(status=RoundStatus.PLAYING)

    def played(self) -> "NightRoundQuerySet":
        """Those whose tables were opened, and stand."""
        return self.filter(status__in=PLAYED)

    def standing(self) -> "NightRoundQuerySet":
        """All but those whose opening was undone."""
        return self.exclude(status=RoundStatus.TAKEN_BACK)

    def tables(self) -> models.QuerySet["NightTable"]:
        return NightTable.objects.filter(round__in=self)


class NightRound(models.Model):
    """One seating of a night: drawn ahead, then played, then finished.

    One whose opening was undone is taken back: it keeps what happened, and its number is free.
    """

    night = models.ForeignKey(Night, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(help_text="Counts the rounds of the night from 1.")
    status = models.CharField(max_length=10, choices=RoundStatus, default=RoundStatus.DRAFTED)
    seed = models.PositiveBigIntegerField(
        null=True, blank=True, help_text="What it was drawn with; the same seed draws the same."
    )
    repeat_meetings = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="How often two who met before were drawn together; empty: not counted.",
    )
    least_repeats = models.PositiveIntegerField(
        null=True, blank=True, help_text="Any draw has at least this many."
    )
    meets_again = models.JSONField(
        default=list, blank=True, help_text="Pairs of attendances who met before, and how often."
    )
    is_by_hand = models.BooleanField(
        default=False,
        help_text="Somebody has chosen the sizes of its tables; they stand until somebody goes.",
    )
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = NightRoundQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="clubs_round_number",
                fields=["night", "number"],
                condition=~Q(status=RoundStatus.TAKEN_BACK),
            ),
            models.UniqueConstraint(
                name="clubs_round_one_playing",
                fields=["night"],
                condition=Q(status=RoundStatus.PLAYING),
            ),
            models.CheckConstraint(name="clubs_round_from_one", condition=Q(number__gte=1)),
            models.CheckConstraint(
                name="clubs_round_status", condition=Q(status__in=list(RoundStatus))
            ),
            models.CheckConstraint(
                name="clubs_round_finished_at",
                condition=Q(status=RoundStatus.FINISHED, finished_at__isnull=False)
                | (~Q(status=RoundStatus.FINISHED) & Q(finished_at=None)),
            ),
            models.CheckConstraint(name="clubs_round_moments", condition=within("finished_at")),
        ]

    def __str__(self) -> str:
        return f"Round {self.number}, {self.night}"


def current_round() -> Subquery:
    """Of a night the round that is played; else the next one drawn, else the last."""
    rank = Case(
        When(status=RoundStatus.PLAYING, then=0),
        When(status=RoundStatus.DRAFTED, then=1),
        default=2,
    )
    turn = Case(
        When(status=RoundStatus.FINISHED, then=-F("number")),
        default=F("number"),
        output_field=models.IntegerField(),
    )
    rounds = NightRound.objects.standing().filter(night=OuterRef("pk")).order_by(rank, turn)
    return Subquery(rounds.values("pk")[:1])


class NightTable(models.Model):
    """A table of a round; the games' table stands once it is opened."""

    round = models.ForeignKey(NightRound, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField(help_text="From 1, as it is called in the hall.")
    table = models.OneToOneField(
        Table, models.PROTECT, null=True, blank=True, related_name="night_table"
    )
    is_locked = models.BooleanField(
        default=False, help_text="Drawing again and repairing leave its people where they are."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(name="clubs_night_table_number", fields=["round", "number"]),
            models.CheckConstraint(name="clubs_night_table_from_one", condition=Q(number__gte=1)),
        ]

    def __str__(self) -> str:
        return f"Table {self.number}"


class NightPlaceQuerySet(models.QuerySet["NightPlace"]):
    def taken(self) -> "NightPlaceQuerySet":
        """Those whose people have not gone from the table before it closed."""
        return self.filter(left_at=None)

    def opened(self) -> "NightPlaceQuerySet":
        """Those at which somebody plays, or played."""
        return self.filter(seat__isnull=False)

    def sitting(self, night: Night, member: Member) -> "NightPlaceQuerySet":
        """Where somebody has a seat in the round that is played, until their chips have gone."""
        playing = self.filter(round__night=night, round__status=RoundStatus.PLAYING)
        seats = playing.filter(attendance__member=member, seat__cashed_chips=None)
        return seats.select_related("table__table", "seat", "attendance__member")

    def at_play(self, night: Night, member: Member) -> "NightPlaceQuerySet":
        """As `sitting`, unless they are on their way from there."""
        return self.sitting(night, member).taken()

    def round_the_tables(self) -> "NightPlaceQuerySet":
        """Table by table, clockwise."""
        return self.order_by("round__number", "table__number", "seat__place", "place", "pk")

    def told(self) -> "NightPlaceQuerySet":
        """With names and seats."""
        return self.select_related("table", "seat", "attendance__member__player")


class NightPlace(models.Model):
    """Somebody's place at a table of a round.

    It is drawn; once the table opens, a seat of the games is the place, and knows where it is and
    what became of its chips.
    """

    round = models.ForeignKey(
        NightRound,
        models.CASCADE,
        related_name="places",
        help_text="That of the table; the database compares the two.",
    )
    table = models.ForeignKey(NightTable, models.CASCADE, related_name="places")
    attendance = models.ForeignKey(Attendance, models.RESTRICT, related_name="places")
    place = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text="Counts from 0, clockwise, as drawn; empty once the table is open.",
    )
    seat = models.OneToOneField(
        Seat,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="night_place",
        help_text="Empty until the table opens.",
    )
    left_at = models.DateTimeField(
        null=True, blank=True, help_text="When they went from the table; empty if they stayed."
    )

    objects = NightPlaceQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="clubs_place_one_table_a_round",
                fields=["round", "attendance"],
                condition=Q(left_at=None),
            ),
            models.UniqueConstraint(
                name="clubs_place_once",
                fields=["table", "place"],
                deferrable=models.Deferrable.DEFERRED,
            ),
            models.CheckConstraint(
                name="clubs_place_drawn_or_taken",
                condition=Q(seat=None, place__isnull=False)
                | Q(seat__isnull=False, place__isnull=True),
            ),
            models.CheckConstraint(
                name="clubs_place_left_a_seat",
                condition=Q(left_at=None) | Q(seat__isnull=False),
            ),
            models.CheckConstraint(name="clubs_place_moments", condition=within("left_at")),
        ]

    def __str__(self) -> str:
        return f"{self.attendance} at {self.table}"

    @property
    def number(self) -> SeatNumber:
        """The number of the seat; until the table opens, the one that it will get."""
        return SeatNumber(self.table_place) if self.seat is None else self.seat.number

    @property
    def table_place(self) -> TablePlace:
        """Where they sit round the table."""
        place = self.place if self.seat is None else self.seat.place
        assert place is not None, "drawn or taken"
        return TablePlace(place)

    @property
    def result(self) -> int | None:
        """Chips that they won or lost at this table; None until they have taken them home."""
        if self.seat is None or self.seat.cashed_chips is None:
            return None
        return self.seat.cashed_chips - self.seat.bought_chips
