"""Clubs and who belongs to them."""

from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.db import models

from clubs.models.player import Player
from games.engine import HouseRules
from ledger.models import Account, Book


def check_time_zone(name: str) -> None:
    if name not in available_timezones():
        raise ValidationError(f"{name!r} is no time zone; write one such as Europe/Dublin.")


class ClubQuerySet(models.QuerySet["Club"]):
    def visible_to(self, player: Player) -> "ClubQuerySet":
        """The clubs that he belongs to; all of them for whoever runs the service."""
        if player.is_superuser:
            return self
        return self.filter(members__in=Member.objects.active().filter(player=player))

    def run_by(self, player: Player) -> "ClubQuerySet":
        """The clubs whose nights he runs."""
        if player.is_superuser:
            return self
        return self.filter(members__in=Member.objects.organisers().filter(player=player))


class Club(models.Model):
    """A club, its house rules and its book of chips."""

    name = models.CharField(max_length=100)
    slug = models.SlugField(unique=True)
    book = models.OneToOneField(Book, models.PROTECT, related_name="club", editable=False)
    rules_json = models.JSONField(help_text="The house rules of its nights.")
    time_zone = models.CharField(
        max_length=50, default="Europe/Dublin", validators=[check_time_zone]
    )
    opening_chips = models.PositiveIntegerField(help_text="What a new member is given.")
    allows_gifts = models.BooleanField(
        default=False, help_text="Whether members may give each other chips."
    )
    hosts_seat_bots = models.BooleanField(
        default=True,
        help_text="Who opens a free table may fill it with bots, whose chips the bank issues.",
    )

    objects = ClubQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> HouseRules:
        return HouseRules.from_json(self.rules_json)


class Role(models.TextChoices):
    OWNER = "owner", "owner"
    ORGANISER = "organiser", "organiser"
    SCORER = "scorer", "scorer"
    MEMBER = "member", "member"
    GUEST = "guest", "guest"


ORGANISING = (Role.OWNER, Role.ORGANISER)


class MemberQuerySet(models.QuerySet["Member"]):
    def active(self) -> "MemberQuerySet":
        return self.filter(left_at=None)

    def people(self) -> "MemberQuerySet":
        """Who may come to nights and tournaments (`clubs.members.check_person`)."""
        return self.active().filter(player__is_bot=False)

    def organisers(self) -> "MemberQuerySet":
        return self.active().filter(role__in=ORGANISING)


class Member(models.Model):
    """A player in a club, with a purse in its book."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="members")
    player = models.ForeignKey(Player, models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role, default=Role.MEMBER)
    purse = models.OneToOneField(Account, models.PROTECT, related_name="member", editable=False)
    joined_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)

    objects = MemberQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="clubs_member_once", fields=["club", "player"]),
            models.CheckConstraint(
                name="clubs_member_role", condition=models.Q(role__in=list(Role))
            ),
        ]

    def __str__(self) -> str:
        return self.player.name
