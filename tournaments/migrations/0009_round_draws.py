"""Draws are kept, with all that they follow from, and can wait for somebody to confirm them."""

from pathlib import Path

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from ledger.migrations._sql import run_sql

SQL = Path(__file__).parent / "sql"


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0008_life"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="draw_minutes",
            field=models.PositiveSmallIntegerField(
                default=0,
                help_text="How long a draw waits for somebody to look at it; then its tables open.",
                validators=[django.core.validators.MaxValueValidator(10080)],
            ),
        ),
        migrations.CreateModel(
            name="RoundDraw",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "round_number",
                    models.PositiveSmallIntegerField(help_text="Of which round, as rounds count."),
                ),
                (
                    "number",
                    models.PositiveSmallIntegerField(
                        help_text="Counts the draws of this round from 1."
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("draft", "a draft"),
                            ("published", "published"),
                            ("replaced", "replaced by another draw"),
                        ],
                        default="draft",
                        max_length=10,
                    ),
                ),
                ("seed", models.BigIntegerField()),
                (
                    "planner",
                    models.PositiveSmallIntegerField(
                        help_text="The version of the planner that drew it."
                    ),
                ),
                ("inputs", models.JSONField(help_text="All that it follows from.")),
                ("drawn_json", models.JSONField(help_text="Who sits where, as it was drawn.")),
                (
                    "moves_json",
                    models.JSONField(default=list, help_text="The moves by hand, in their order."),
                ),
                (
                    "repeat_meetings",
                    models.PositiveIntegerField(help_text="After the moves by hand."),
                ),
                (
                    "least_repeats",
                    models.PositiveIntegerField(help_text="The fewest that any draw can have."),
                ),
                ("drawn_at", models.DateTimeField()),
                (
                    "publishes_at",
                    models.DateTimeField(
                        help_text="When it is published by itself; empty: when somebody confirms it.",
                        null=True,
                    ),
                ),
                ("published_at", models.DateTimeField(null=True)),
                (
                    "drawn_by",
                    models.ForeignKey(
                        help_text="Empty: it was drawn by itself.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "published_by",
                    models.ForeignKey(
                        help_text="Empty: nobody had to confirm it.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="draws",
                        to="tournaments.stage",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="draws",
                        to="tournaments.tournament",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="round",
            name="draw",
            field=models.OneToOneField(
                help_text="What it was laid out by; empty where it was played before draws were kept.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="round",
                to="tournaments.rounddraw",
            ),
        ),
        migrations.AddConstraint(
            model_name="rounddraw",
            constraint=models.UniqueConstraint(
                fields=("tournament", "round_number", "number"), name="tournaments_rounddraw_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="rounddraw",
            constraint=models.UniqueConstraint(
                condition=models.Q(("status", "draft")),
                fields=("tournament",),
                name="tournaments_rounddraw_one_draft",
            ),
        ),
        migrations.AddConstraint(
            model_name="rounddraw",
            constraint=models.UniqueConstraint(
                condition=models.Q(("status", "published")),
                fields=("tournament", "round_number"),
                name="tournaments_rounddraw_one_published",
            ),
        ),
        migrations.AddConstraint(
            model_name="rounddraw",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("status", "published"), _negated=True),
                    ("published_at__isnull", False),
                    _connector="OR",
                ),
                name="tournaments_rounddraw_published_at",
            ),
        ),
        run_sql("versions_with_draws", folder=SQL),
    ]
