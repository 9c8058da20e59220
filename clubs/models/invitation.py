"""Invitations to a club: a code of which only the digest is kept."""

from datetime import datetime

from django.db import models
from django.db.models import Q

from clubs.models.club import Club, Member, Role
from clubs.models.player import Player

INVITED = [role for role in Role if role != Role.VISITOR]


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def open(self, at: datetime) -> "InvitationQuerySet":
        """Those that somebody may still accept."""
        return self.filter(accepted_at=None, withdrawn_at=None, expires_at__gt=at)


class Invitation(models.Model):
    """A way into a club by a code that works once: with a role, or to claim somebody's row."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="invitations")
    role = models.CharField(
        max_length=10, choices=[(role.value, role.label) for role in INVITED], default=Role.MEMBER
    )
    member = models.ForeignKey(
        Member,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="invitations",
        help_text="Whose row and purse become the player's: somebody who has never logged in.",
    )
    digest = models.BinaryField(max_length=32, unique=True, editable=False)
    created_at = models.DateTimeField()
    created_by = models.ForeignKey(Player, models.PROTECT, related_name="+")
    expires_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True, blank=True)
    accepted_by = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="+")
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(name="clubs_invitation_role", condition=Q(role__in=INVITED)),
            models.CheckConstraint(
                name="clubs_invitation_accepted",
                condition=Q(accepted_at=None, accepted_by=None)
                | Q(accepted_at__isnull=False, accepted_by__isnull=False, withdrawn_at=None),
            ),
        ]

    def __str__(self) -> str:
        return f"invitation to {self.club}"
