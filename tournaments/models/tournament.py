"""Tournaments, and those whom a sweep looks for."""

from datetime import datetime, timedelta

from django.contrib.postgres.fields import ArrayField
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Count, ExpressionWrapper, F, Q

from clubs.models import Club, Player, RulesRevision
from deploy.names import NameField
from deploy.rest.moments import BOUNDS, within
from deploy.rest.updates import Updated
from deploy.rest.versions import Versioned
from deploy.rows import Branched
from games.engine import MOST_CHIPS, Ruleset
from games.models import OnlineTerms
from ledger.models import Account, Book
from tournaments.formats.settings import MEMBERS
from tournaments.models.entry_terms import EntryTerms
from tournaments.models.schedule import Schedule
from tournaments.prizes import ODD_CHIPS, TIES, OddChips, Ties
from tournaments.rights import LOOK_AFTER, SEE

MOST_MEMBERS = MEMBERS.most
MOST_MINUTES = 10_080
"""A week."""
MOST_GRACE_MINUTES = 60
USUAL_GRACE_MINUTES = 5
MINUTE = timedelta(minutes=1)


class TournamentStatus(models.TextChoices):
    DRAFT = "draft", "a draft"
    ANNOUNCED = "announced", "announced"
    REGISTRATION = "registration", "open for entries"
    CHECK_IN = "check_in", "open for check-in"
    RUNNING = "running", "running"
    FINISHED = "finished", "finished"
    PAID = "paid", "paid out"
    CANCELLED = "cancelled", "cancelled"


BEFORE_START = (
    TournamentStatus.DRAFT,
    TournamentStatus.ANNOUNCED,
    TournamentStatus.REGISTRATION,
    TournamentStatus.CHECK_IN,
)
GOING = (TournamentStatus.REGISTRATION, TournamentStatus.CHECK_IN, TournamentStatus.RUNNING)
"""Members can be in it, and it is not over."""
TAKING_ENTRIES = (TournamentStatus.REGISTRATION, TournamentStatus.CHECK_IN)
NOT_OVER = (*BEFORE_START, TournamentStatus.RUNNING, TournamentStatus.FINISHED)


IS_DRAFT = Q(status=TournamentStatus.DRAFT)


class TournamentQuerySet(Branched["Tournament"]):
    def visible_to(self, player: Player) -> "TournamentQuerySet":
        if player.has_everywhere(SEE.sees):
            return self
        organises = set(player.clubs_as(LOOK_AFTER.may))
        return self.for_reasons(
            *(
                Q(club=club) if club in organises else Q(club=club) & ~IS_DRAFT
                for club in player.clubs_as(SEE.sees)
            )
        )

    def whole(self) -> "TournamentQuerySet":
        """With everything that its chips move between."""
        return self.select_related("club__book", "book", "fund")

    def with_turned_away(self) -> "TournamentQuerySet":
        """Those that are not over, in which somebody plays whom the club has turned away."""
        barred = self.filter(
            status__in=GOING,
            entrants__withdrawn_at=None,
            entrants__members__left_at=None,
            entrants__members__member__turned_away_at__isnull=False,
        )
        return barred.distinct()

    def to_start(self, at: datetime) -> "TournamentQuerySet":
        """Those whose time has come, or that are full, and who have somebody to play.

        With a check-in all who have a place are here, or at least half when the grace is over.
        """
        is_here = Q(status=TournamentStatus.REGISTRATION) | Q(entrants__checked_in_at__isnull=False)
        is_in = Q(entrants__withdrawn_at=None, entrants__admission="in")
        due = self._with_grace().annotate(
            here=Count("entrants", filter=is_here & is_in), entered=Count("entrants", filter=is_in)
        )
        is_full = Q(starts_when_full=True, here__gte=F("capacity"))
        has_bots = Q(here=1, bots_limit__gte=F("members_count"))
        are_enough = Q(here=F("entered")) | Q(
            grace_ends__lte=at, here__gte=F("entered") - F("here")
        )
        return due.filter(is_full | Q(starts_at__lte=at) & are_enough).filter(
            Q(here__gte=2) | has_bots
        )

    def to_tell_wait(self, at: datetime) -> "TournamentQuerySet":
        """Those that wait since their start, or since their grace is over, as nobody was told."""
        begins = Q(wait_told_at=None) | Q(wait_told_at__lt=F("starts_at"))
        ends = Q(
            status=TournamentStatus.CHECK_IN,
            grace_ends__lte=at,
            wait_told_at__lt=F("grace_ends"),
        )
        return self._with_grace().filter(starts_at__lte=at).filter(begins | ends)

    def _with_grace(self) -> "TournamentQuerySet":
        """Those that take entries, with the end of the grace after their start."""
        ends = F("starts_at") + F("check_in_grace_minutes") * MINUTE
        return self.filter(status__in=TAKING_ENTRIES).annotate(
            grace_ends=ExpressionWrapper(ends, models.DateTimeField())
        )

    def to_open(self, at: datetime) -> "TournamentQuerySet":
        """Those that take entries from now on."""
        return self.filter(status=TournamentStatus.ANNOUNCED, opens_at__lte=at)

    def to_check_in(self, at: datetime) -> "TournamentQuerySet":
        """Those that are near enough to their start for check-in to begin."""
        begins = F("starts_at") - F("check_in_minutes") * MINUTE
        due = self.filter(status=TournamentStatus.REGISTRATION, check_in_minutes__isnull=False)
        return due.annotate(check_in_at=ExpressionWrapper(begins, models.DateTimeField())).filter(
            check_in_at__lte=at
        )

    def to_go_on(self, at: datetime) -> "TournamentQuerySet":
        """Those whose break is over."""
        return self.filter(status=TournamentStatus.RUNNING, paused_at=None, break_until__lte=at)

    def to_pay(self, at: datetime) -> "TournamentQuerySet":
        """Those whose prizes nobody has confirmed in the time that was stated."""
        due = ExpressionWrapper(
            F("finished_at") + F("payout_minutes") * MINUTE, models.DateTimeField()
        )
        return self.filter(status=TournamentStatus.FINISHED).annotate(due=due).filter(due__lte=at)


class Tournament(OnlineTerms, EntryTerms, Schedule, Versioned, Updated):
    """Several rounds of play for a common prize fund, run by workers from start to end.

    Entry fees are chips of the club and wait in the fund; what is played for at the tables are
    chips of the tournament's own book, of which every entrant is given the same stack.
    How it is drawn and ranked, its stages say.
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
    members_count = models.PositiveSmallIntegerField(
        default=1,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_MEMBERS)],
        help_text="How many play together as one entrant: 1, or 2 for pairs, or 3 for threes.",
    )
    prize_percents = ArrayField(
        models.PositiveSmallIntegerField(),
        default=list,
        blank=True,
        help_text="The share of each rank, from the first, in percent of what fixed prizes leave; "
        "together 100, with those of the categories.",
    )
    fixed_prizes = ArrayField(
        models.PositiveIntegerField(),
        default=list,
        blank=True,
        help_text="Fixed chips for each rank, from the first; they are paid before all shares.",
    )
    prize_categories = models.JSONField(
        default=list,
        blank=True,
        help_text="Prizes for the best at something: the most jinks, the best guest.",
    )
    prize_ties = models.CharField(
        max_length=5,
        choices=[(ties.value, words) for ties, words in TIES.items()],
        default=Ties.SHARE,
        help_text="What entrants get if they share a place.",
    )
    odd_chips = models.CharField(
        max_length=5,
        choices=[(odd.value, words) for odd, words in ODD_CHIPS.items()],
        default=OddChips.ENTRY,
        help_text="Who gets the odd chips of a prize that is shared.",
    )
    prizes_for_who_left = models.BooleanField(
        default=False,
        help_text="Whoever left before the end, or never came, keeps the prize of their rank. Else "
        "prizes pass them over.",
    )
    starts_at = models.DateTimeField(
        null=True,
        blank=True,
        validators=BOUNDS,
        help_text="When it starts by itself. If it is empty, an organiser starts it.",
    )
    is_public = models.BooleanField(
        "board open to everybody",
        default=False,
        help_text="Whether people who have not signed in read its board: who sits where, and the "
        "standings.",
    )
    opens_at = models.DateTimeField(
        null=True,
        blank=True,
        validators=BOUNDS,
        help_text="When members can enter. If it is empty, they can as soon as it is announced.",
    )
    check_in_minutes = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=[MaxValueValidator(MOST_MINUTES)],
        help_text="How many minutes before the start the check-in begins; whoever does not check "
        "in is not drawn. If it is empty, no check-in begins by itself.",
    )
    check_in_grace_minutes = models.PositiveSmallIntegerField(
        default=USUAL_GRACE_MINUTES,
        validators=[MaxValueValidator(MOST_GRACE_MINUTES)],
        help_text="How many minutes after the start it waits for those who have not checked in. "
        "Then it starts without them, if at least half are here.",
    )
    payout_minutes = models.PositiveSmallIntegerField(
        default=0,
        validators=[MaxValueValidator(MOST_MINUTES)],
        help_text="How long the prizes wait for somebody to confirm them; then they are paid.",
    )
    draw_minutes = models.PositiveSmallIntegerField(
        default=0,
        validators=[MaxValueValidator(MOST_MINUTES)],
        help_text="How long a draw waits for somebody to look at it; then its tables open.",
    )
    status = models.CharField(
        max_length=12, choices=TournamentStatus, default=TournamentStatus.REGISTRATION
    )
    ends_early = models.BooleanField(
        default=False,
        editable=False,
        help_text="Whether nothing more is drawn, and the round in play is the last one.",
    )
    finished_at = models.DateTimeField(null=True, blank=True, editable=False)
    wait_told_at = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="When followers were last told that it waits after its start.",
    )
    stages_changes = models.PositiveIntegerField(
        default=0, editable=False, help_text="How often its stages were changed."
    )
    book = models.OneToOneField(Book, models.PROTECT, related_name="tournament")
    fund = models.OneToOneField(Account, models.PROTECT, related_name="tournament")

    objects = TournamentQuerySet.as_manager()

    class Meta:
        constraints = [
            *OnlineTerms.Meta.constraints,
            *EntryTerms.Meta.constraints,
            *Schedule.Meta.constraints,
            models.CheckConstraint(
                name="tournaments_tournament_moments",
                condition=within("starts_at") & within("opens_at"),
            ),
            models.CheckConstraint(
                name="tournaments_tournament_grace",
                condition=Q(check_in_grace_minutes__lte=MOST_GRACE_MINUTES),
            ),
            models.CheckConstraint(
                name="tournaments_tournament_members",
                condition=Q(members_count__range=(1, MOST_MEMBERS)),
            ),
            models.CheckConstraint(
                name="tournaments_tournament_prizes",
                condition=Q(prize_ties__in=list(Ties), odd_chips__in=list(OddChips)),
            ),
        ]
        indexes = [
            models.Index(
                name="tournaments_not_over",
                fields=["status"],
                condition=Q(status__in=NOT_OVER),
            ),
            models.Index(name="tournaments_updated", fields=["updated_at"]),
            models.Index(name="tournaments_updated_of_club", fields=["club", "updated_at"]),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_hidden(self) -> bool:
        """Whether only those read its board who see it in the club: of a draft, its organisers."""
        return not self.is_public or self.status == TournamentStatus.DRAFT

    @property
    def grace_ends_at(self) -> datetime | None:
        """Until when it waits after its start for those who have not checked in."""
        if self.starts_at is None:
            return None
        return self.starts_at + self.check_in_grace_minutes * MINUTE

    @property
    def rules(self) -> Ruleset:
        return self.club.completed(self.house_rules.ruleset)
