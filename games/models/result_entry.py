"""What somebody entered for a deal with real cards, again and again if it was put right."""

from typing import Any

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from games.evening.result import Result
from games.models.deal import Deal
from games.models.numbers import SeatNumberField


class ResultEntryQuerySet(models.QuerySet["ResultEntry"]):
    def newest(self) -> "ResultEntryQuerySet":
        """Those that count: the last of each deal."""
        return self.order_by("deal", "-version").distinct("deal")


class ResultEntry(models.Model):
    """A result, or that there was no such deal; rows are only added, the newest counts."""

    deal = models.ForeignKey(Deal, models.PROTECT, related_name="entries")
    version = models.PositiveIntegerField(help_text="Counts the entries of the deal from 1.")
    seat_numbers = ArrayField(
        SeatNumberField(), default=list, blank=True, help_text="Who was dealt in."
    )
    result_json = models.JSONField(
        null=True, blank=True, help_text="By the numbers of the seats; empty: the deal was struck."
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="Who entered it; empty where nobody noted it.",
    )
    link_id = models.PositiveBigIntegerField(
        null=True,
        blank=True,
        help_text="The number of the link by which it was entered; empty: its player signed in.",
    )
    at = models.DateTimeField()
    dealt_at = models.DateTimeField(
        help_text="When the deal it tells of was dealt; a struck number may be dealt again."
    )
    reason = models.CharField(max_length=200, blank=True, help_text="Why it was put right.")
    restores = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="The entry that counts again by this one, 0 for none; empty if it says something "
        "new.",
    )

    objects = ResultEntryQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "result entries"
        db_table_comment = "Rows are only added."  # Thus no service may change or delete one.
        constraints = [
            models.UniqueConstraint(name="games_result_entry", fields=["deal", "version"]),
            models.CheckConstraint(name="games_result_entry_version", condition=Q(version__gte=1)),
        ]

    def __str__(self) -> str:
        return f"{self.deal}, entry {self.version}"

    @property
    def result(self) -> Result | None:
        told: dict[str, Any] | None = self.result_json
        return None if told is None else Result.from_json(told)
