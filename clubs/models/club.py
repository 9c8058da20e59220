"""Clubs and who belongs to them."""

from datetime import date, datetime
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from clubs.models.player import Player
from clubs.models.rules import OPENING_CHIPS, RulesRevision
from clubs.rights import LOOK_AFTER_MEMBER, OF_OFFICERS, SEE_CLUB
from deploy import rights
from deploy.names import NameField
from deploy.rest.updates import Updated
from deploy.rest.versions import Versioned
from deploy.rows import Branched
from games.engine import MOST_CHIPS, Dues, Ruleset, highest_dues
from ledger.models import Account, Book

LONGEST_NOTE: Final = 200
ANY_TABLE: Final = 2
"""A number of players for what is the same at every table, such as the stakes."""

MOST_REBUYS: Final = 100


def _at_most(name: str) -> models.Q:
    """Nothing was set there, or a number of chips within the bounds."""
    return models.Q(**{name: None}) | models.Q(**{f"{name}__lte": MOST_CHIPS})


def check_time_zone(name: str) -> None:
    if name not in available_timezones():
        raise ValidationError(f"{name!r} is no time zone; write one such as Europe/Dublin.")


class ClubQuerySet(models.QuerySet["Club"]):
    def visible_to(self, player: Player) -> "ClubQuerySet":
        """The clubs that a player belongs to; all of them for an operator."""
        return self.of(player, SEE_CLUB.sees)

    def of(self, player: Player, roles: rights.Roles) -> "ClubQuerySet":
        """The clubs in which a player has one of these roles."""
        if player.has_everywhere(roles):
            return self
        return self.filter(
            members__in=Member.objects.filter(player=player).having(player.held_for(roles))
        )


class Club(Versioned, Updated):
    """A club, its house rules and its book of chips."""

    name = NameField(max_length=100)
    slug = models.SlugField(unique=True)
    book = models.OneToOneField(Book, models.PROTECT, related_name="club", editable=False)
    house_rules = models.ForeignKey(
        RulesRevision,
        models.PROTECT,
        related_name="+",
        editable=False,
        help_text="What it plays by now.",
    )
    time_zone = models.CharField(
        max_length=50, default="Europe/Dublin", validators=[check_time_zone]
    )
    opening_chips = models.PositiveIntegerField(
        validators=[MaxValueValidator(MOST_CHIPS)], help_text="What a new member is given."
    )
    allows_gifts = models.BooleanField(
        default=False, help_text="Whether members may give each other chips."
    )
    hosts_seat_bots = models.BooleanField(
        default=True,
        help_text="Members may fill the free tables that they open with the club's bots.",
    )
    house_purse = models.OneToOneField(
        Account,
        models.PROTECT,
        related_name="house_of",
        editable=False,
        help_text="What the club's bots play with; organisers fill it.",
    )
    bot_buy_in_chips = models.PositiveIntegerField(
        default=20,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_CHIPS)],
        help_text="What a bot brings to a free table, out of the house purse.",
    )
    bot_rebuys = models.PositiveSmallIntegerField(
        default=0,
        validators=[MaxValueValidator(MOST_REBUYS)],
        help_text="How often all bots of one free table together may buy in again.",
    )
    bot_stake_limit = models.PositiveIntegerField(
        null=True,
        blank=True,
        validators=[MaxValueValidator(MOST_CHIPS)],
        help_text="The highest stake at a table with bots; empty means the club's stake.",
    )
    bot_extra_limit = models.PositiveIntegerField(
        null=True,
        blank=True,
        validators=[MaxValueValidator(MOST_CHIPS)],
        help_text="The most a dealer adds at a table with bots; empty means the club's extra.",
    )
    bot_jink_limit = models.PositiveIntegerField(
        null=True,
        blank=True,
        validators=[MaxValueValidator(MOST_CHIPS)],
        help_text="The most a jink costs each at a table with bots; empty means the club's rule.",
    )
    bot_loss_limit = models.PositiveIntegerField(
        null=True,
        blank=True,
        validators=[MaxValueValidator(MOST_CHIPS)],
        help_text="What bots may lose at one host's tables in a week; empty for ten buy-ins.",
    )

    objects = ClubQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="clubs_club_bots",
                condition=models.Q(bot_buy_in_chips__range=(1, MOST_CHIPS))
                & models.Q(bot_rebuys__lte=MOST_REBUYS)
                & _at_most("bot_stake_limit")
                & _at_most("bot_extra_limit")
                & _at_most("bot_jink_limit")
                & _at_most("bot_loss_limit"),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> Ruleset:
        return self.completed(self.house_rules.ruleset)

    def completed(self, rules: Ruleset) -> Ruleset:
        """These rules with what the club gives a new member, which no revision says (7.8)."""
        return rules.changed({OPENING_CHIPS: self.opening_chips})

    def day_of(self, moment: datetime) -> date:
        """The day that it is in the club's hall."""
        return moment.astimezone(ZoneInfo(self.time_zone)).date()

    @property
    def bot_limits(self) -> Dues:
        """The most that a deal may cost at a table with bots: the club's own rules, unless set."""
        own = highest_dues(self.rules.at(ANY_TABLE))
        stake, extra, jink = self.bot_stake_limit, self.bot_extra_limit, self.bot_jink_limit
        return Dues(
            stake=own.stake if stake is None else stake,
            dealer_extra=own.dealer_extra if extra is None else extra,
            jink=own.jink if jink is None else jink,
        )


class HouseBot(models.Model):
    """One of a club's own bots: no member and without a purse, it plays with the house's chips."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="bots")
    player = models.OneToOneField(Player, models.PROTECT, related_name="+")

    def __str__(self) -> str:
        return str(self.player)


class Role(models.TextChoices):
    OWNER = "owner", "owner"
    ORGANISER = "organiser", "organiser"
    SCORER = "scorer", "scorer"
    MEMBER = "member", "member"
    GUEST = "guest", "guest"
    VISITOR = "visitor", "visitor"


ORGANISING: Final = tuple(role for role in Role if rights.Role(role.value) in rights.ORGANISERS)
ADDED: Final = tuple(role for role in Role if role not in (*ORGANISING, Role.VISITOR))
"""What somebody can be added as; an owner can give them another role later."""


class MemberQuerySet(Branched["Member"]):
    def active(self) -> "MemberQuerySet":
        return self.filter(left_at=None, turned_away_at=None)

    def belonging(self) -> "MemberQuerySet":
        """To whom the club is open: a visitor sees their own table and themselves."""
        return self.having(SEE_CLUB.sees)

    def having(self, roles: rights.Roles) -> "MemberQuerySet":
        """Those who have one of these roles in the matrix of rights."""
        offices = [role for role in Role if rights.Role(role.value) in roles]
        having = models.Q(left_at=None, turned_away_at=None, role__in=offices)
        if rights.Role.LEFT in roles:
            having |= models.Q(left_at__isnull=False, turned_away_at=None)
        if rights.Role.TURNED_AWAY in roles:
            having |= models.Q(turned_away_at__isnull=False)
        return self.filter(having)

    def people(self) -> "MemberQuerySet":
        """Who may come to nights and tournaments (`clubs.members.check_person`)."""
        return self.belonging().filter(player__is_bot=False)

    def told_to(self, player: Player) -> "MemberQuerySet":
        """With what tells each: the player, the club, and whether the caller runs it."""
        run = Club.objects.of(player, LOOK_AFTER_MEMBER.may).filter(pk=models.OuterRef("club"))
        rows = self.annotate(is_run_by_caller=models.Exists(run))
        return rows.select_related("player", "club")


class Member(Versioned, Updated):
    """A player in a club, with a purse in its book."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="members")
    player = models.ForeignKey(Player, models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role, default=Role.MEMBER)
    purse = models.OneToOneField(Account, models.PROTECT, related_name="member", editable=False)
    joined_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)
    turned_away_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When they were turned away; they see nothing of the club.",
    )
    turned_away_by = models.ForeignKey(
        Player, models.PROTECT, null=True, blank=True, related_name="+"
    )
    turned_away_reason = models.CharField(max_length=300, blank=True)
    note = models.CharField(
        max_length=LONGEST_NOTE,
        blank=True,
        default="",
        help_text="For organisers at the door, such as: pays next week.",
    )
    claimed_by = models.ForeignKey(
        "self",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="claims",
        help_text="The member whose row this was; they have its purse and history now.",
    )

    objects = MemberQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(name="clubs_member_updated", fields=["updated_at"]),
            models.Index(name="clubs_member_updated_of_club", fields=["club", "updated_at"]),
        ]
        constraints = [
            models.UniqueConstraint(name="clubs_member_once", fields=["club", "player"]),
            models.CheckConstraint(
                name="clubs_member_role", condition=models.Q(role__in=list(Role))
            ),
            models.CheckConstraint(
                name="clubs_member_turned_away",
                condition=models.Q(turned_away_at=None, turned_away_by=None, turned_away_reason="")
                | models.Q(turned_away_at__isnull=False, turned_away_by__isnull=False)
                & ~models.Q(turned_away_reason=""),
            ),
        ]

    def __str__(self) -> str:
        return self.player.name

    @property
    def right(self) -> rights.Role:
        """What they are in the matrix of rights."""
        if self.turned_away_at is not None:
            return rights.Role.TURNED_AWAY
        return rights.Role(self.role) if self.left_at is None else rights.Role.LEFT

    def deed_on(self, deed: rights.Deed) -> rights.Deed:
        """What this deed is where it is done to them."""
        return OF_OFFICERS.get(deed, deed) if self.role in ORGANISING else deed
