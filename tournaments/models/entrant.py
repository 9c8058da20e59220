"""Entrants: who plays in a tournament, alone or together."""

from collections.abc import Sequence
from typing import Final

from django.db import models
from django.db.models import Exists, OuterRef, Q

from clubs.models import HouseBot, Member, Player
from ledger.models import Account
from tournaments.models.tournament import Tournament
from tournaments.rights import LOOK_AFTER

LONGEST_REFUSAL: Final = 300
PLAYERS: Final = ("member__player", "bot__player")
"""Who plays, from the row of an entrant's member."""


class Admission(models.TextChoices):
    """Whether an entrant has a place."""

    IN = "in", "is in"
    ASKED = "asked", "has asked to be let in"
    WAITING = "waiting", "waits for a place"


class LetGo(models.TextChoices):
    """Why an entrant was let go."""

    NOT_CHECKED_IN = "not_checked_in", "had not checked in"
    NO_PLACE = "no_place", "had no place"
    TURNED_AWAY = "turned_away", "was turned away by the club"
    NO_SHOW = "no_show", "never came to a table"


class EntrantQuerySet(models.QuerySet["Entrant"]):
    def entered(self) -> "EntrantQuerySet":
        """Who has entered and not left, with a place or without; all of them have paid."""
        return self.filter(withdrawn_at=None)

    def playing(self) -> "EntrantQuerySet":
        return self.entered().filter(admission=Admission.IN)

    def refused_to(self, player: Player) -> "EntrantQuerySet":
        """Who was refused, as far as somebody may read it: organisers all, others of themselves."""
        refused = self.exclude(refusal="")
        if player.has_everywhere(LOOK_AFTER.may):
            return refused
        own = EntrantMember.objects.filter(entrant=OuterRef("pk"), member__player=player)
        organised = Q(tournament__club__in=player.clubs_as(LOOK_AFTER.may))
        return refused.filter(organised | Exists(own))

    def listed_for(self, player: Player) -> "EntrantQuerySet":
        """All whom somebody may see: who was not let in is seen by organisers and themselves."""
        return self.filter(Q(refusal="") | Q(pk__in=self.refused_to(player).values("pk")))

    def with_substitutes(self) -> "EntrantQuerySet":
        """Entrants one of whom somebody else plays for, or has played for."""
        gone = EntrantMember.objects.filter(entrant=OuterRef("pk"), left_at__isnull=False)
        replaced = gone.filter(
            Exists(
                EntrantMember.objects.filter(
                    entrant=OuterRef("entrant"), number=OuterRef("number"), pk__gt=OuterRef("pk")
                ).exclude(member=OuterRef("member"))
            )
        )
        return self.filter(Exists(replaced))

    def waiting(self) -> "EntrantQuerySet":
        """The waiting list, first in line first."""
        return self.entered().filter(admission=Admission.WAITING).order_by("entered_at", "pk")

    def turned_away(self) -> "EntrantQuerySet":
        """Who is in, though the club has turned them, or one of them, away since."""
        barred = EntrantMember.objects.playing().filter(member__turned_away_at__isnull=False)
        return self.entered().filter(Exists(barred.filter(entrant=OuterRef("pk"))))

    def ranked(self) -> "EntrantQuerySet":
        """Who is in, and who played or had a bye before they left."""
        is_in = Q(withdrawn_at=None, admission=Admission.IN)
        return self.filter(is_in | Q(seats__isnull=False) | Q(byes__isnull=False)).distinct()

    def named(self) -> "EntrantQuerySet":
        """With their members, whose names they have."""
        members = EntrantMember.objects.select_related(*PLAYERS, "purse").order_by("pk")
        return self.prefetch_related(models.Prefetch("members", members))


class Entrant(models.Model):
    """Who is drawn and ranked as one: a member of the club, or two or three together."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="entrants")
    stage_number = models.PositiveSmallIntegerField(
        default=1, help_text="The last stage that they have come to."
    )
    admission = models.CharField(max_length=7, choices=Admission, default=Admission.IN)
    entered_at = models.DateTimeField()
    checked_in_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    missed_rounds = models.PositiveSmallIntegerField(
        default=0, help_text="How many rounds had begun when they came."
    )
    came_at = models.DateTimeField(
        null=True, blank=True, help_text="When it was noted that they play themselves."
    )
    let_go = models.CharField(
        max_length=14,
        choices=LetGo,
        blank=True,
        default="",
        help_text="Why they were let go; empty if they were not, or have come back.",
    )
    has_left = models.BooleanField(
        default=False,
        help_text="Whether they went, or were let go, while a round was in play or to come for "
        "them. Prizes pass them over.",
    )
    late_points = models.IntegerField(
        default=0, help_text="What they were given for these, in the unit of the format's points."
    )
    refusal = models.CharField(
        max_length=LONGEST_REFUSAL,
        blank=True,
        default="",
        help_text="Why an organiser did not let them in; empty if nobody refused them.",
    )

    objects = EntrantQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="tournaments_entrant_admission", condition=Q(admission__in=list(Admission))
            ),
            models.CheckConstraint(
                name="tournaments_entrant_refused",
                condition=Q(refusal="") | Q(withdrawn_at__isnull=False),
            ),
            models.CheckConstraint(
                name="tournaments_entrant_let_go",
                condition=Q(let_go="")
                | Q(let_go__in=list(LetGo), withdrawn_at__isnull=False)
                & (~Q(let_go=LetGo.NO_SHOW) | Q(came_at=None)),
            ),
            models.CheckConstraint(
                name="tournaments_entrant_left",
                condition=Q(has_left=False) | Q(withdrawn_at__isnull=False),
            ),
            models.CheckConstraint(
                name="tournaments_entrant_late",
                condition=Q(late_points=0) | Q(missed_rounds__gt=0),
            ),
        ]

    def __str__(self) -> str:
        *others, last = [str(one) for one in self.company]
        return f"{', '.join(others)} and {last}" if others else last

    @property
    def company(self) -> Sequence["EntrantMember"]:
        """Its members of now, or those with whom it withdrew, by their number."""
        every = self.members.all()  # Read before, by `named`.
        now = [one for one in every if one.left_at in (None, self.withdrawn_at)]
        by_number = {one.number: one for one in sorted(now, key=lambda one: one.pk)}
        return [by_number[number] for number in sorted(by_number)]

    @property
    def is_bot(self) -> bool:
        """Whether the club's bots play as it."""
        return all(one.bot_id is not None for one in self.company)


class EntrantMemberQuerySet(models.QuerySet["EntrantMember"]):
    def playing(self) -> "EntrantMemberQuerySet":
        return self.filter(left_at=None)


class EntrantMember(models.Model):
    """A member of the club who plays as an entrant or a part of one, with a purse of its own.

    Or one of the club's own bots. A substitute has the number of whom they replace.
    """

    tournament = models.ForeignKey(
        Tournament,
        models.PROTECT,
        related_name="+",
        help_text="That of the entrant: nobody plays in it twice.",
    )
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="members")
    number = models.PositiveSmallIntegerField(help_text="Within the entrant, from 0.")
    member = models.ForeignKey(
        Member, models.PROTECT, null=True, blank=True, related_name="entries"
    )
    bot = models.ForeignKey(HouseBot, models.PROTECT, null=True, blank=True, related_name="+")
    purse = models.OneToOneField(Account, models.PROTECT, related_name="entrant_member")
    bot_level = models.CharField(
        max_length=10,
        blank=True,
        help_text="The bot that plays for them; empty if they play themselves.",
    )
    joined_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)

    objects = EntrantMemberQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="tournaments_entrantmember_who",
                condition=Q(member__isnull=False, bot=None)
                | Q(member=None, bot__isnull=False) & ~Q(bot_level=""),
            ),
            models.UniqueConstraint(
                name="tournaments_entrantmember_bot_once",
                fields=["tournament", "bot"],
                condition=Q(left_at=None),
            ),
            models.UniqueConstraint(
                name="tournaments_entrantmember_once",
                fields=["tournament", "member"],
                condition=Q(left_at=None),
            ),
            models.UniqueConstraint(
                name="tournaments_entrantmember_number",
                fields=["entrant", "number"],
                condition=Q(left_at=None),
            ),
        ]

    def __str__(self) -> str:
        return str(self.bot or self.member)

    @property
    def player(self) -> Player:
        """Who sits down."""
        playing = self.bot or self.person
        return playing.player

    @property
    def person(self) -> Member:
        """The member who plays, where no bot of the club does."""
        assert self.member is not None, f"{self} is a bot of the club"
        return self.member
