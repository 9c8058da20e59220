"""Rounds may end by the clock, and a tournament has breaks and can be paused."""

from pathlib import Path

import django.core.validators
import django.db.models.deletion
from django.db import migrations, models

from ledger.migrations._sql import run_sql

SQL = Path(__file__).parent / "sql"


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0018_by_name"),
        ("ledger", "0005_accounts_newest"),
        ("tournaments", "0012_late_entries_and_bots"),
    ]

    operations = [
        migrations.AddField(
            model_name="round",
            name="called_at",
            field=models.DateTimeField(
                blank=True, help_text="When the clock made the deals in play the last.", null=True
            ),
        ),
        migrations.AddField(
            model_name="round",
            name="ends_at",
            field=models.DateTimeField(
                blank=True,
                help_text="When the clock ends it; the deals in play are the last.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="stage",
            name="round_minutes",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="After so many minutes the deals in play are the last. Empty: no clock ends it.",
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(1440),
                ],
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="break_until",
            field=models.DateTimeField(
                blank=True,
                editable=False,
                help_text="When the break ends that is on now.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="breaks",
            field=models.JSONField(
                blank=True,
                default=list,
                help_text="After which rounds there is a break, and for how many minutes.",
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="paused_at",
            field=models.DateTimeField(
                blank=True, editable=False, help_text="Since when it is paused.", null=True
            ),
        ),
        migrations.AddConstraint(
            model_name="stage",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("round_minutes", None), ("round_minutes__range", (1, 1440)), _connector="OR"
                ),
                name="tournaments_stage_clock",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("break_until", None), ("paused_at", None)),
                    ("status", "running"),
                    _connector="OR",
                ),
                name="tournaments_tournament_rests",
            ),
        ),
        run_sql("versions_with_breaks", folder=SQL),
    ]
