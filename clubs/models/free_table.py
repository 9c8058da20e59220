"""Free tables: people of a club, or whoever comes, sit down there when they like."""

from django.db import models
from django.db.models import Q

from clubs.models.club import Club
from clubs.models.player import Player
from games.models import Table


class Access(models.TextChoices):
    OPEN = "open", "open to everybody"
    MEMBERS = "members", "for members of the club"
    INVITATION = "invitation", "by invitation"


class FreeTableQuerySet(models.QuerySet["FreeTable"]):
    def visible_to(self, player: Player) -> "FreeTableQuerySet":
        """Those of his clubs, and those open to everybody."""
        clubs = Club.objects.visible_to(player).values("pk")
        return self.filter(Q(club__in=clubs) | Q(access=Access.OPEN))


class FreeTable(models.Model):
    """A free table of a club; the games' table stands below it."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="free_tables")
    table = models.OneToOneField(Table, models.PROTECT, related_name="free_table")
    host = models.ForeignKey(Player, models.PROTECT, related_name="+")
    access = models.CharField(max_length=10, choices=Access)
    code = models.CharField(
        max_length=16, blank=True, editable=False, help_text="The invitation, where it is by one."
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
