"""Links to a night: what one opens is lent by the organiser who gave it."""

from datetime import datetime
from typing import Final

from django.db import models
from django.db.models import F, Q

from clubs.models.link_user import LinkUser
from clubs.models.night import Night, NightStatus
from clubs.models.player import Player
from deploy.rest.moments import within
from deploy.rights import Role

MOST_WELCOMES: Final = 1000


class LinkPurpose(models.TextChoices):
    SCORER = "scorer", "enters results"
    DOOR = "door", "checks people in"
    HALL = "hall", "shows the night to the hall"

    @property
    def lends(self) -> Role:
        """The role in the matrix of rights."""
        return Role(f"{self.value}_link")


class NightLinkQuerySet(models.QuerySet["NightLink"]):
    def standing(self, at: datetime) -> "NightLinkQuerySet":
        """Those that are neither revoked nor too old, and whose night is not over.

        A hall screen goes on: it shows how the night ended. An undone closing brings all back.
        Whether the giver may still give one is asked of them (`clubs.links`).
        """
        given = self.filter(revoked_at=None, expires_at__gt=at, giver__is_active=True)
        return given.exclude(~Q(purpose=LinkPurpose.HALL), night__status=NightStatus.CLOSED)


class NightLink(models.Model):
    """A way into one night for somebody without a login, by a secret that is kept nowhere."""

    night = models.ForeignKey(Night, models.PROTECT, related_name="links")
    purpose = models.CharField(max_length=6, choices=LinkPurpose)
    table_number = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text="The only table of a scorer, in every round; empty: all tables.",
    )
    most_welcomes = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text="Of a door link: how many people it welcomes at most, where the night has no "
        "capacity.",
    )
    digest = models.BinaryField(
        max_length=32, unique=True, editable=False, help_text="SHA-256 of the secret."
    )
    giver = models.ForeignKey(Player, models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = NightLinkQuerySet.as_manager()

    welcomes_left: int | None = None
    """The number of people whom a door link may still welcome; `clubs.links` counts them."""

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="clubs_link_purpose", condition=Q(purpose__in=list(LinkPurpose))
            ),
            models.CheckConstraint(
                name="clubs_link_table",
                condition=Q(table_number=None) | Q(purpose=LinkPurpose.SCORER, table_number__gte=1),
            ),
            models.CheckConstraint(
                name="clubs_link_welcomes",
                condition=Q(
                    purpose=LinkPurpose.DOOR,
                    most_welcomes__isnull=False,
                    most_welcomes__range=(1, MOST_WELCOMES),
                )
                | (~Q(purpose=LinkPurpose.DOOR) & Q(most_welcomes=None)),
            ),
            models.CheckConstraint(
                name="clubs_link_order",
                condition=Q(expires_at__gt=F("made_at"))
                & (Q(revoked_at=None) | Q(revoked_at__gte=F("made_at"))),
            ),
            models.CheckConstraint(
                name="clubs_link_moments", condition=within("made_at", "expires_at", "revoked_at")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_purpose_display()}, {self.night}"

    @property
    def user(self) -> LinkUser:
        """Who comes by it."""
        return LinkUser(
            link_id=self.pk,
            player_id=self.giver_id,
            night_id=self.night_id,
            role=LinkPurpose(self.purpose).lends,
            table_number=self.table_number,
        )
