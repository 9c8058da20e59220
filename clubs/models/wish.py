"""Wishes of a night: who sits together, who apart, and who has a fixed table or seat."""

from django.db import models
from django.db.models import Q

from clubs.models.club import Member
from clubs.models.night import Night


class WishKind(models.TextChoices):
    TOGETHER = "together", "at one table"
    APART = "apart", "at different tables"
    TABLE = "table", "at a fixed table"
    SEAT = "seat", "on a fixed seat"


class NightWish(models.Model):
    """What every draw of a night keeps to, from when it is stated until it is dropped."""

    night = models.ForeignKey(Night, models.CASCADE, related_name="wishes")
    kind = models.CharField(max_length=8, choices=WishKind)
    table_number = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="From 1, as it is called in the hall."
    )
    seat_number = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Counts from 0, clockwise; at whatever table."
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="clubs_wish_kind",
                condition=Q(
                    kind__in=[WishKind.TOGETHER, WishKind.APART],
                    table_number=None,
                    seat_number=None,
                )
                | Q(kind=WishKind.TABLE, table_number__gte=1, seat_number=None)
                | Q(kind=WishKind.SEAT, table_number=None, seat_number__range=(0, 9)),
            ),
        ]

    def __str__(self) -> str:
        return f"Wish {self.pk}"


class WishPerson(models.Model):
    """Somebody whom a wish is about."""

    wish = models.ForeignKey(NightWish, models.CASCADE, related_name="people")
    member = models.ForeignKey(Member, models.PROTECT, related_name="wishes")

    class Meta:
        constraints = [
            models.UniqueConstraint(name="clubs_wish_once", fields=["wish", "member"]),
        ]

    def __str__(self) -> str:
        return str(self.member)
