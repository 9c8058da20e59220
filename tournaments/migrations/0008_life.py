"""A tournament has more stages of life: those that were open take entries, those that ended are paid."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import django.core.validators
from django.db import migrations, models

from ledger.migrations._sql import run_sql

SQL = Path(__file__).parent / "sql"
A_WEEK = 10080
STATUSES = [
    ("draft", "a draft"),
    ("announced", "announced"),
    ("registration", "open for entries"),
    ("check_in", "open for check-in"),
    ("running", "running"),
    ("finished", "finished"),
    ("paid", "paid out"),
    ("cancelled", "cancelled"),
]
BEFORE = ("draft", "announced", "registration", "check_in")
SPAN = (datetime(2000, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC))
OUTSIDE = "Choose a time between the years 2000 and 2099."


def move_on(apps: Any, schema_editor: Any) -> None:
    tournaments = apps.get_model("tournaments", "Tournament").objects
    tournaments.filter(status="open").update(status="registration")
    ended = apps.get_model("tournaments", "Stage").objects.filter(
        tournament=models.OuterRef("pk"), number=1
    )
    ended = models.Subquery(ended.values("finished_at"))
    tournaments.filter(status="finished").update(status="paid", finished_at=ended)
    schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # The table is altered next.


def move_back(apps: Any, schema_editor: Any) -> None:
    """The release before pays prizes at once: none may wait."""
    tournaments = apps.get_model("tournaments", "Tournament").objects
    if waiting := list(tournaments.filter(status="finished").values_list("name", flat=True)):
        raise RuntimeError(f"Pay the prizes first: {', '.join(waiting)}")
    tournaments.filter(status__in=BEFORE).update(status="open")
    tournaments.filter(status="paid").update(status="finished")
    schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def minutes(words: str, **options: Any) -> Any:
    return models.PositiveSmallIntegerField(
        validators=[django.core.validators.MaxValueValidator(A_WEEK)], help_text=words, **options
    )


def within(field: str) -> models.Q:
    return models.Q((field, None), (f"{field}__range", SPAN), _connector="OR")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0007_public_boards")]

    operations = [
        migrations.AddField(
            "tournament",
            "opens_at",
            models.DateTimeField(
                blank=True,
                help_text="When members can enter; empty: as soon as it is announced.",
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(SPAN[0], OUTSIDE),
                    django.core.validators.MaxValueValidator(SPAN[1], OUTSIDE),
                ],
            ),
        ),
        migrations.AddField(
            "tournament",
            "check_in_minutes",
            minutes(
                "How long before the start the check-in begins; whoever does not check in is not "
                "drawn. Empty: none begins by itself.",
                blank=True,
                null=True,
            ),
        ),
        migrations.AddField(
            "tournament",
            "payout_minutes",
            minutes(
                "How long the prizes wait for somebody to confirm them; then they are paid.",
                default=0,
            ),
        ),
        migrations.AddField(
            "tournament",
            "finished_at",
            models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            "entrant", "checked_in_at", models.DateTimeField(blank=True, null=True)
        ),
        migrations.AddField(
            "prize",
            "reason",
            models.TextField(blank=True, help_text="Why they got it, in words.", default=""),
            preserve_default=False,
        ),
        migrations.RemoveIndex("tournament", "tournaments_not_over"),
        migrations.AlterField(
            "tournament",
            "status",
            models.CharField(choices=STATUSES, default="registration", max_length=12),
        ),
        migrations.RunPython(move_on, move_back),
        migrations.RemoveConstraint("tournament", "tournaments_tournament_moments"),
        migrations.AddConstraint(
            "tournament",
            models.CheckConstraint(
                condition=models.Q(within("starts_at"), within("opens_at")),
                name="tournaments_tournament_moments",
            ),
        ),
        migrations.AddIndex(
            "tournament",
            models.Index(
                condition=models.Q(("status__in", [*BEFORE, "running", "finished"])),
                fields=["status"],
                name="tournaments_not_over",
            ),
        ),
        run_sql("versions_with_life", folder=SQL),
    ]
