"""What was announced of a tournament's play becomes its first stage, and can be carried back."""

from pathlib import Path
from typing import Any

import django.core.validators
import django.db.models.deletion
from django.db import migrations, models

import tournaments.formats
from ledger.migrations._sql import run_sql

SQL = Path(__file__).parent / "sql"
OVER = ("finished", "cancelled")
PLAN = (
    *("format", "format_settings", "starting_stack", "rounds_count", "deals_a_round"),
    "table_size",
)


def make_stages(apps: Any, schema_editor: Any) -> None:
    rows = apps.get_model("tournaments", "Tournament").objects
    stages, rounds = (apps.get_model("tournaments", name).objects for name in ("Stage", "Round"))
    for tournament in rows.order_by("pk"):
        drawn = rounds.filter(tournament=tournament).order_by("number")
        first, last = drawn.first(), drawn.last()
        stage = stages.create(
            tournament=tournament,
            number=1,
            seed=first and first.seed,
            started_at=first and first.started_at,
            finished_at=last and last.finished_at if tournament.status in OVER else None,
            **{name: getattr(tournament, name) for name in PLAN},
        )
        drawn.update(stage=stage)
    schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # The tables are altered next.


def write_back(apps: Any, schema_editor: Any) -> None:
    """The first stage is what the release before knows; later ones are dropped."""
    for stage in apps.get_model("tournaments", "Stage").objects.filter(number=1):
        plan = {name: getattr(stage, name) for name in PLAN}
        plan["rounds_count"] = plan["rounds_count"] or 1  # What ends by itself has none.
        apps.get_model("tournaments", "Tournament").objects.filter(pk=stage.tournament_id).update(
            **plan
        )
    apps.get_model("tournaments", "Round").objects.update(stage=None)
    apps.get_model("tournaments", "Stage").objects.all().delete()
    schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def within(setting: tuple[int, int]) -> list[Any]:
    least, most = setting
    return [
        django.core.validators.MinValueValidator(least),
        django.core.validators.MaxValueValidator(most),
    ]


def format_field() -> Any:
    return models.CharField(
        choices=tournaments.formats.format_choices, default="random_rotation", max_length=30
    )


def settings_field() -> Any:
    return models.JSONField(
        blank=True, default=dict, help_text="What only this format lets the organiser set."
    )


def table_size_field() -> Any:
    return models.PositiveSmallIntegerField(default=5, validators=within((2, 10)))


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0004_what_lives")]

    operations = [
        migrations.CreateModel(
            name="Stage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(help_text="From 1.")),
                ("format", format_field()),
                ("format_settings", settings_field()),
                (
                    "rounds_count",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="Empty where the format ends by itself.",
                        null=True,
                        validators=within((1, 100)),
                    ),
                ),
                ("deals_a_round", models.PositiveSmallIntegerField(validators=within((1, 1000)))),
                ("starting_stack", models.PositiveIntegerField(validators=within((1, 1000000)))),
                ("table_size", table_size_field()),
                (
                    "carries",
                    models.CharField(
                        choices=[
                            ("none", "everybody starts from nothing"),
                            ("half", "half of it, rounded down"),
                            ("all", "all of it"),
                        ],
                        default="none",
                        help_text="How much of what was scored in the stages before counts in this one.",
                        max_length=4,
                    ),
                ),
                (
                    "cut",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="How many of the stage before go on to this one; empty: all of them.",
                        null=True,
                        validators=[django.core.validators.MinValueValidator(2)],
                    ),
                ),
                (
                    "cut_ties",
                    models.CharField(
                        choices=[
                            ("all", "all of them go on"),
                            ("next", "the other measures decide, then the lot"),
                            ("lot", "the lot decides"),
                        ],
                        default="next",
                        help_text="Who goes on of those who have as many points where the table is cut.",
                        max_length=4,
                    ),
                ),
                (
                    "seed",
                    models.BigIntegerField(
                        blank=True,
                        help_text="The seed of its lots, once it has begun.",
                        null=True,
                    ),
                ),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="stages",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "number"), name="tournaments_stage_number"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("number__gt", 1),
                            models.Q(("carries", "none"), ("cut", None), ("number", 1)),
                            _connector="OR",
                        ),
                        name="tournaments_stage_first",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("carries__in", ["none", "half", "all"]),
                            ("cut_ties__in", ["all", "lot", "next"]),
                        ),
                        name="tournaments_stage_choices",
                    ),
                ],
            },
        ),
        migrations.AddField(
            "round",
            "stage",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="rounds",
                to="tournaments.stage",
            ),
        ),
        migrations.AlterField(
            "round",
            "number",
            models.PositiveSmallIntegerField(
                help_text="Counts the rounds of the whole tournament from 1."
            ),
        ),
        migrations.AddField(
            "entrant",
            "stage_number",
            models.PositiveSmallIntegerField(
                default=1, help_text="The last stage that they have come to."
            ),
        ),
        migrations.AddField(
            "tournament",
            "stages_changes",
            models.PositiveIntegerField(
                default=0, editable=False, help_text="How often its stages were changed."
            ),
        ),
        *(
            migrations.AddField(
                "roundseat",
                name,
                models.PositiveSmallIntegerField(blank=True, help_text=words, null=True),
            )
            for name, words in (
                ("deals", "How many deals they played."),
                ("jinks", "How many deals they won with all five tricks."),
            )
        ),
        migrations.CreateModel(
            name="Bye",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "points",
                    models.IntegerField(help_text="In the unit of the format's points."),
                ),
                (
                    "reason",
                    models.CharField(help_text="Why they have it, in words.", max_length=200),
                ),
                *(
                    (
                        name,
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="byes",
                            to=f"tournaments.{name}",
                        ),
                    )
                    for name in ("entrant", "round")
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("round", "entrant"), name="tournaments_bye_once"
                    ),
                ],
            },
        ),
        # So that these columns can come back, before they are filled, when this is undone.
        migrations.AlterField(
            "tournament", "starting_stack", models.PositiveIntegerField(null=True)
        ),
        migrations.AlterField(
            "tournament", "rounds_count", models.PositiveSmallIntegerField(null=True)
        ),
        migrations.AlterField(
            "tournament", "deals_a_round", models.PositiveSmallIntegerField(null=True)
        ),
        migrations.RunPython(make_stages, write_back),
        migrations.AlterField(
            "round",
            "stage",
            models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="rounds",
                to="tournaments.stage",
            ),
        ),
        *(migrations.RemoveField("tournament", name) for name in PLAN),
        run_sql("versions_with_stages", folder=SQL),
    ]
