"""Free tables: people of a club, or strangers, sit down there when they like."""

from django.db import models
from django.db.models import Exists, OuterRef, Q

from clubs.models.club import Club
from clubs.models.player import Player
from clubs.rights import SEE_FREE_TABLE, SEE_OPEN_TABLE
from deploy.rights import SIGNED_IN
from games.models import Seat, Table


class Access(models.TextChoices):
    OPEN = "open", "open to everybody"
    MEMBERS = "members", "for members of the club"
    INVITATION = "invitation", "by invitation"


class FreeTableQuerySet(models.QuerySet["FreeTable"]):
    def visible_to(self, player: Player) -> "FreeTableQuerySet":
        """Those of a player's clubs, those open to everybody, and where they sit themselves."""
        clubs = Club.objects.of(player, SEE_FREE_TABLE.sees).values("pk")
        seats = Seat.objects.taken().filter(player=player, table=OuterRef("table"))
        seen = self.filter(Q(club__in=clubs) | Q(access=Access.OPEN) | Exists(seats))
        if player.has_everywhere(SEE_FREE_TABLE.sees):
            return seen
        return seen.exclude(club__book__in=player.books_as(SIGNED_IN - SEE_OPEN_TABLE.may))


class FreeTable(models.Model):
    """A free table of a club; the games' table stands below it."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="free_tables")
    table = models.OneToOneField(Table, models.PROTECT, related_name="free_table")
    host = models.ForeignKey(Player, models.PROTECT, related_name="+")
    access = models.CharField(max_length=10, choices=Access)
    code = models.CharField(
        max_length=16, blank=True, editable=False, help_text="The code of a table by invitation."
    )
    rematch_of = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="rematch"
    )

    objects = FreeTableQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="clubs_free_table_access", condition=Q(access__in=list(Access))
            ),
            models.CheckConstraint(
                name="clubs_free_table_code",
                condition=(Q(access=Access.INVITATION) & ~Q(code=""))
                | (~Q(access=Access.INVITATION) & Q(code="")),
            ),
            models.UniqueConstraint(
                name="clubs_free_table_one_a_code", fields=["code"], condition=~Q(code="")
            ),
        ]

    def __str__(self) -> str:
        return str(self.table)
