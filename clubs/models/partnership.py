"""Partnerships: who plays together, for a night or for a season."""

from datetime import date

from django.db import models
from django.db.models import F, Q

from clubs.models.club import Club, Member
from clubs.models.night import Night
from deploy.rest.moments import within


class FormedBy(models.TextChoices):
    AGREEMENT = "agreement", "agreement"
    ANSWER = "answer", "an answer to somebody who needs a partner"
    CUT = "cut", "cutting"
    HALL = "hall", "cutting in the hall"


class PartnershipQuerySet(models.QuerySet["Partnership"]):
    def live(self) -> "PartnershipQuerySet":
        """Those that nobody has ended."""
        return self.filter(partners__left_at=None).distinct()

    def of_season(self, club: Club, day: date) -> "PartnershipQuerySet":
        """Those of a season to which this day belongs."""
        return self.live().filter(club=club, from_on__lte=day, until_on__gte=day)


class Partnership(models.Model):
    """Two or three members who play together, on one night or for a season.

    It is ended by its partners, who all leave it at once.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="partnerships")
    night = models.ForeignKey(
        Night,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="partnerships",
        help_text="Empty: it is for a season.",
    )
    from_on = models.DateField(null=True, blank=True, help_text="The first day of its season.")
    until_on = models.DateField(null=True, blank=True, help_text="The last day of its season.")
    formed_by = models.CharField(max_length=9, choices=FormedBy)
    formed_at = models.DateTimeField()
    seed = models.PositiveBigIntegerField(
        null=True, blank=True, help_text="Of the cut that formed it: the same seed cuts the same."
    )

    objects = PartnershipQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="clubs_partnership_night_or_season",
                condition=Q(night__isnull=False, from_on=None, until_on=None)
                | Q(night=None, from_on__isnull=False, until_on__gte=F("from_on")),
            ),
            models.CheckConstraint(
                name="clubs_partnership_formed_by", condition=Q(formed_by__in=list(FormedBy))
            ),
            models.CheckConstraint(name="clubs_partnership_moments", condition=within("formed_at")),
        ]

    def __str__(self) -> str:
        return f"Partnership {self.pk}"


class Partner(models.Model):
    """Somebody in a partnership, until it is ended."""

    partnership = models.ForeignKey(Partnership, models.CASCADE, related_name="partners")
    night = models.ForeignKey(
        Night,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        help_text="That of the partnership; the database compares the two.",
    )
    member = models.ForeignKey(Member, models.PROTECT, related_name="partnerships")
    cards = models.CharField(
        max_length=100,
        blank=True,
        help_text="What they cut; after a tie, what they drew then.",
    )
    left_at = models.DateTimeField(
        null=True, blank=True, help_text="When the partnership was ended."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(name="clubs_partner_once", fields=["partnership", "member"]),
            models.UniqueConstraint(
                name="clubs_partner_one_a_night",
                fields=["night", "member"],
                condition=Q(left_at=None, night__isnull=False),
            ),
            models.UniqueConstraint(
                name="clubs_partner_one_a_season",
                fields=["member"],
                condition=Q(left_at=None, night=None),
            ),
            models.CheckConstraint(name="clubs_partner_moments", condition=within("left_at")),
        ]

    def __str__(self) -> str:
        return str(self.member)
