"""Free tables: people of a club, or strangers, sit down there when they like."""

from django.db import models
from django.db.models import Count, Q

from clubs.models.club import Club
from clubs.models.player import Player
from clubs.rights import SEE_FREE_TABLE, SEE_OPEN_TABLE
from deploy.rights import SIGNED_IN, books_as
from deploy.rows import Branched
from games.models import Seat, Table


class Access(models.TextChoices):
    OPEN = "open", "open to everybody"
    MEMBERS = "members", "for members of the club"
    INVITATION = "invitation", "by invitation"


class FreeTableQuerySet(Branched["FreeTable"]):
    def visible_to(self, player: Player) -> "FreeTableQuerySet":
        """Those of a player's clubs, those open to everybody, and where they sit themselves."""
        sat = Seat.objects.taken().order_by().filter(player=player).values("table")
        seen = self.for_reasons(
            Q(access=Access.OPEN),
            Q(table__in=sat),
            *(Q(club=club) for club in player.clubs_as(SEE_FREE_TABLE.sees)),
        )
        if player.has_everywhere(SEE_FREE_TABLE.sees):
            return self
        return seen.exclude(club__book__in=books_as(player, SIGNED_IN - SEE_OPEN_TABLE.may))

    def open_to_everybody(self, player: Player | None) -> "FreeTableQuerySet":
        """Those that stand open to everybody now, with their people counted, by club.

        Args:
            player: Who asks, if they are signed in: a club that turned them away shows them none.
        """
        seen = self if player is None else self.visible_to(player)
        tables = seen.filter(access=Access.OPEN, table__closed_at=None)
        taken = Count("table__seats", filter=Q(table__seats__cashed_chips=None))
        counted = tables.annotate(taken=taken).select_related("club", "table")
        return counted.order_by("club__name", "table__name", "pk")


class FreeTable(models.Model):
    """A free table of a club; the games' table stands below it."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="free_tables", db_index=False)
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
        indexes = [models.Index(name="clubs_free_table_of_club", fields=["club", "-id"])]
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
