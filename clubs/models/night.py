"""Nights of play: what is planned, who means to come and who is here."""

from datetime import date, datetime, timedelta
from typing import Final

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Case, Exists, OuterRef, Q, When

from clubs.models.club import Club, Member
from clubs.models.link_user import LinkUser
from clubs.models.player import Player
from clubs.models.rules import MadeFor, RulesRevision
from clubs.rights import SEE_NIGHT
from deploy.names import NameField
from deploy.rest.moments import BOUNDS, within
from deploy.rest.updates import Updated
from deploy.rest.versions import Versioned
from deploy.rights import sees
from deploy.rows import Branched, count_of
from games.engine import Ruleset
from games.models import Mode, OnlineTerms, Table
from ledger.chips import ChipsColumn


class NightStatus(models.TextChoices):
    PLANNED = "planned", "planned"
    OPEN = "open", "open for check-in"
    SEATED = "seated", "seated"
    PLAYING = "playing", "playing"
    CLOSED = "closed", "closed"


class RoundStatus(models.TextChoices):
    DRAFTED = "drafted", "drawn"
    PLAYING = "playing", "playing"
    FINISHED = "finished", "finished"
    TAKEN_BACK = "taken_back", "taken back"


PLAYED: Final = (RoundStatus.PLAYING, RoundStatus.FINISHED)
"""Of rounds whose tables were opened, and stand."""


class Answer(models.TextChoices):
    GOING = "going", "going"
    MAYBE = "maybe", "maybe"
    NO = "no", "not coming"
    WAITING = "waiting", "waiting for a place"


OVERDUE_AFTER = timedelta(hours=12)


NOT_CLOSED: Final = ~Q(status=NightStatus.CLOSED)
"""As the index has it of the nights that live."""


class NightQuerySet(Branched["Night"]):
    def visible_to(self, player: Player | LinkUser) -> "NightQuerySet":
        if isinstance(player, LinkUser):
            seen = self if sees([player.role], SEE_NIGHT) else self.none()
            return seen.filter(pk=player.night_id)
        if player.has_everywhere(SEE_NIGHT.sees):
            return self
        return self.for_reasons(*(Q(club=club) for club in player.clubs_as(SEE_NIGHT.sees)))

    def with_here_count(self) -> "NightQuerySet":
        """Each with `here_count`, how many have checked in."""
        came = Attendance.objects.filter(night=OuterRef("pk"), checked_in_at__isnull=False)
        return self.annotate(here_count=count_of(came, "night"))

    def took_place(self) -> "NightQuerySet":
        """Those that are over, and of which a round was played; cancelled ones among them."""
        played = Night.objects.filter(pk=OuterRef("pk"), rounds__status__in=PLAYED).order_by()
        return self.filter(Exists(played), status=NightStatus.CLOSED)

    def to_come(self) -> "NightQuerySet":
        """Those that are not over, those that people came to first, then by their start."""
        is_on = Case(When(status=NightStatus.PLANNED, then=1), default=0)
        return self.filter(NOT_CLOSED).order_by(is_on, "starts_at", "pk")

    def overdue(self, at: datetime) -> "NightQuerySet":
        """Nights to close: every table has closed by itself, or they began long ago.

        Where another round is drawn, the organiser has yet to open it.
        """
        open_tables = Table.objects.open().filter(night_table__round__night=OuterRef("pk"))
        is_played_out = (
            Q(status=NightStatus.PLAYING)
            & ~Exists(open_tables)
            & ~Q(rounds__status=RoundStatus.DRAFTED)
        )
        is_long_over = Q(starts_at__lt=at - OVERDUE_AFTER)
        return self.filter(NOT_CLOSED).filter(is_played_out | is_long_over).order_by("pk")


class Night(OnlineTerms, Versioned, Updated):
    """One evening of play: planned, open for check-in, seated, playing, closed."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="nights", db_index=False)
    starts_at = models.DateTimeField(validators=BOUNDS)
    venue = NameField(max_length=100, blank=True)
    capacity = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=[MinValueValidator(2), MaxValueValidator(10_000)],
        help_text="How many people can come; empty: there is room for everybody.",
    )
    table_size = models.PositiveSmallIntegerField(
        default=5,
        validators=[MinValueValidator(2), MaxValueValidator(10)],
        help_text="The best number at a table; sizes differ by at most one.",
    )
    mode = models.CharField(max_length=8, choices=Mode, default=Mode.RECORDED)
    house_rules = models.ForeignKey(
        RulesRevision,
        models.PROTECT,
        null=True,
        blank=True,
        editable=False,
        related_name="+",
        help_text="Its own, or the club's as they were when people were seated; empty: it follows "
        "the club's.",
    )
    deals_limit = models.PositiveIntegerField(
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(1000)],
        help_text="Deals at each table; empty for as long as it is open.",
    )
    buy_in_chips = ChipsColumn(
        null=True,
        blank=True,
        help_text="What each brings to the table; empty for a whole purse.",
    )
    status = models.CharField(max_length=8, choices=NightStatus, default=NightStatus.PLANNED)
    closed_at = models.DateTimeField(null=True, blank=True)
    is_cancelled = models.BooleanField(
        default=False,
        editable=False,
        help_text="It ended by being cancelled, or was closed before any of its rounds was played.",
    )

    objects = NightQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(name="clubs_night_living", fields=["starts_at"], condition=NOT_CLOSED),
            models.Index(name="clubs_night_of_club", fields=["club", "-starts_at", "-id"]),
            models.Index(name="clubs_night_updated", fields=["updated_at"]),
            models.Index(name="clubs_night_updated_of_club", fields=["club", "updated_at"]),
        ]
        constraints = [
            *OnlineTerms.Meta.constraints,
            models.CheckConstraint(
                name="clubs_night_closed_at",
                condition=Q(status=NightStatus.CLOSED, closed_at__isnull=False)
                | (~Q(status=NightStatus.CLOSED) & Q(closed_at=None)),
            ),
            models.CheckConstraint(
                name="clubs_night_cancelled_is_closed",
                condition=Q(is_cancelled=False) | Q(status=NightStatus.CLOSED),
            ),
            models.CheckConstraint(
                name="clubs_night_moments", condition=within("starts_at", "closed_at")
            ),
            models.CheckConstraint(
                name="clubs_night_status", condition=Q(status__in=list(NightStatus))
            ),
            models.CheckConstraint(name="clubs_night_mode", condition=Q(mode__in=list(Mode))),
            models.CheckConstraint(
                name="clubs_night_sizes",
                condition=Q(table_size__range=(2, 10))
                & (Q(capacity=None) | Q(capacity__gte=2))
                & (Q(deals_limit=None) | Q(deals_limit__gte=1))
                & (Q(buy_in_chips=None) | Q(buy_in_chips__gte=1)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club}, {self.day.day} {self.day:%B %Y}"

    def is_visible_to(self, player: Player | LinkUser) -> bool:
        """Whether somebody sees it; `NightQuerySet.visible_to` asks the same of the rows."""
        if isinstance(player, LinkUser):
            return sees([player.role], SEE_NIGHT) and player.night_id == self.pk
        is_theirs = self.club_id in player.clubs_as(SEE_NIGHT.sees)
        return is_theirs or player.has_everywhere(SEE_NIGHT.sees)

    @property
    def day(self) -> date:
        """The day on which it begins in the club's hall."""
        return self.club.day_of(self.starts_at)

    @property
    def rules_in_force(self) -> RulesRevision:
        return self.house_rules or self.club.house_rules

    @property
    def has_own_rules(self) -> bool:
        return self.house_rules is not None and self.house_rules.made_for == MadeFor.NIGHT

    @property
    def rules(self) -> Ruleset:
        return self.club.completed(self.rules_in_force.ruleset)


class AttendanceQuerySet(models.QuerySet["Attendance"]):
    def here(self) -> "AttendanceQuerySet":
        return self.exclude(checked_in_at=None)


class Attendance(models.Model):
    """A member and a night: whether they mean to come, and whether they are here.

    Where they sit in each round is a row of its own (`clubs.models.night_round`).
    """

    night = models.ForeignKey(Night, models.CASCADE, related_name="attendances")
    member = models.ForeignKey(Member, models.PROTECT, related_name="attendances")
    answer = models.CharField(max_length=8, choices=Answer, default=Answer.GOING)
    answered_at = models.DateTimeField(null=True, blank=True)
    checked_in_at = models.DateTimeField(null=True, blank=True)
    needs_partner = models.BooleanField(
        default=False, help_text="Whether they look for a partner on this night."
    )
    bot_level = models.CharField(
        max_length=10,
        blank=True,
        help_text="The bot that plays for them at an online table; empty: they play themselves.",
    )

    objects = AttendanceQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="clubs_attendance_once", fields=["night", "member"]),
            models.CheckConstraint(
                name="clubs_attendance_answer", condition=Q(answer__in=list(Answer))
            ),
        ]

    def __str__(self) -> str:
        return str(self.member)
