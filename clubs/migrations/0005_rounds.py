from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import django.db.models.constraints
import django.db.models.deletion
from django.db import migrations, models

from ledger.migrations._sql import run_sql

SQL = Path(__file__).parent / "sql"
CASCADE = django.db.models.deletion.CASCADE
MOMENTS = (datetime(2000, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC))


def key() -> tuple[str, Any]:
    return "id", models.BigAutoField(
        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
    )


class Migration(migrations.Migration):
    """A night has rounds, a round has tables, and a place is who sits where at one of them."""

    dependencies = [("clubs", "0004_rules_revisions"), ("games", "0006_stale_results")]

    operations = [
        migrations.CreateModel(
            name="NightRound",
            fields=[
                key(),
                (
                    "number",
                    models.PositiveSmallIntegerField(
                        help_text="Counts the rounds of the night from 1."
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("drafted", "drawn"),
                            ("playing", "playing"),
                            ("finished", "finished"),
                        ],
                        default="drafted",
                        max_length=8,
                    ),
                ),
                (
                    "seed",
                    models.PositiveBigIntegerField(
                        blank=True,
                        help_text="What it was drawn with; the same seed draws the same.",
                        null=True,
                    ),
                ),
                (
                    "repeat_meetings",
                    models.PositiveIntegerField(
                        blank=True,
                        help_text="How often two who met before were drawn together; empty: not "
                        "counted.",
                        null=True,
                    ),
                ),
                (
                    "least_repeats",
                    models.PositiveIntegerField(
                        blank=True,
                        help_text="Fewer repeat meetings than this are impossible.",
                        null=True,
                    ),
                ),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                (
                    "night",
                    models.ForeignKey(on_delete=CASCADE, related_name="rounds", to="clubs.night"),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("night", "number"), name="clubs_round_number"),
                    models.UniqueConstraint(
                        condition=models.Q(("status", "playing")),
                        fields=("night",),
                        name="clubs_round_one_playing",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)), name="clubs_round_from_one"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ["drafted", "playing", "finished"])),
                        name="clubs_round_status",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("finished_at__isnull", False), ("status", "finished")),
                            models.Q(
                                models.Q(("status", "finished"), _negated=True),
                                ("finished_at", None),
                            ),
                            _connector="OR",
                        ),
                        name="clubs_round_finished_at",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("finished_at", None),
                            ("finished_at__range", MOMENTS),
                            _connector="OR",
                        ),
                        name="clubs_round_moments",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="NightPlace",
            fields=[
                key(),
                (
                    "place",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="Counts from 0, clockwise, as drawn; empty once the table is "
                        "open.",
                        null=True,
                    ),
                ),
                (
                    "left_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="When they went from the table; empty if they stayed.",
                        null=True,
                    ),
                ),
                (
                    "attendance",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="places",
                        to="clubs.attendance",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        help_text="That of the table; the database compares the two.",
                        on_delete=CASCADE,
                        related_name="places",
                        to="clubs.nightround",
                    ),
                ),
                (
                    "seat",
                    models.OneToOneField(
                        blank=True,
                        help_text="Empty until the table opens.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="night_place",
                        to="games.seat",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=CASCADE, related_name="places", to="clubs.nighttable"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("left_at", None)),
                        fields=("round", "attendance"),
                        name="clubs_place_one_table_a_round",
                    ),
                    models.UniqueConstraint(
                        deferrable=django.db.models.constraints.Deferrable["DEFERRED"],
                        fields=("table", "place"),
                        name="clubs_place_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("place__isnull", False), ("seat", None)),
                            models.Q(("place__isnull", True), ("seat__isnull", False)),
                            _connector="OR",
                        ),
                        name="clubs_place_drawn_or_taken",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("left_at", None), ("seat__isnull", False), _connector="OR"
                        ),
                        name="clubs_place_left_a_seat",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("left_at", None), ("left_at__range", MOMENTS), _connector="OR"
                        ),
                        name="clubs_place_moments",
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="nighttable",
            name="round",
            field=models.ForeignKey(
                null=True, on_delete=CASCADE, related_name="tables", to="clubs.nightround"
            ),
        ),
        migrations.RemoveConstraint("nighttable", "clubs_night_table_number"),
        migrations.RemoveConstraint("attendance", "clubs_attendance_seat"),
        migrations.RemoveConstraint("attendance", "clubs_attendance_seated_is_here"),
        # So that this column can come back, before it is filled, when this is undone.
        migrations.AlterField(
            "nighttable",
            "night",
            models.ForeignKey(
                null=True, on_delete=CASCADE, related_name="tables", to="clubs.night"
            ),
        ),
        run_sql("first_rounds", folder=SQL),
        migrations.AlterField(
            "nighttable",
            "round",
            models.ForeignKey(on_delete=CASCADE, related_name="tables", to="clubs.nightround"),
        ),
        migrations.RemoveField("attendance", "night_table"),
        migrations.RemoveField("attendance", "seat"),
        migrations.RemoveField("nighttable", "night"),
        migrations.AddConstraint(
            "nighttable",
            models.UniqueConstraint(fields=("round", "number"), name="clubs_night_table_number"),
        ),
        run_sql("places_of_rounds", folder=SQL),
    ]
