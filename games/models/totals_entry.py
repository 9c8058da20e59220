"""What an evening of real cards came to at one table, where its deals were not kept one by one."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.evening.totals import Totals
from games.models.table import Table


class TotalsEntryQuerySet(models.QuerySet["TotalsEntry"]):
    def newest(self) -> "TotalsEntryQuerySet":
        """Those that count: the last of each table."""
        return self.order_by("table", "-version").distinct("table")

    def standing(self) -> Totals | None:
        """What counts for the table whose entries these are; None where it keeps its deals."""
        entry = self.order_by("version").last()
        return None if entry is None else entry.totals


class TotalsEntry(models.Model):
    """Totals, or that there are none after all; rows are only added, the newest counts."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="totals_entries")
    version = models.PositiveIntegerField(help_text="Counts the entries of the table from 1.")
    totals_json = models.JSONField(
        null=True, blank=True, help_text="By the numbers of the seats; empty: they were taken back."
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", help_text="Who entered it."
    )
    link_id = models.PositiveBigIntegerField(
        null=True,
        blank=True,
        help_text="The number of the link by which it was entered; empty: its player signed in.",
    )
    at = models.DateTimeField()
    counted_at = models.DateTimeField(
        null=True, blank=True, help_text="When the chips were counted; empty if that is `at`."
    )
    reason = models.CharField(max_length=200, blank=True, help_text="Why they were put right.")
    restores = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="The entry that counts again by this one, 0 for none; empty if it says something "
        "new.",
    )

    objects = TotalsEntryQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "totals entries"
        db_table_comment = "Rows are only added."  # Thus no service may change or delete one.
        constraints = [
            models.UniqueConstraint(name="games_totals_entry", fields=["table", "version"]),
            models.CheckConstraint(name="games_totals_entry_version", condition=Q(version__gte=1)),
        ]

    def __str__(self) -> str:
        return f"Totals of {self.table}, entry {self.version}"

    @property
    def totals(self) -> Totals | None:
        told: dict[str, Any] | None = self.totals_json
        return None if told is None else Totals.from_json(told)
