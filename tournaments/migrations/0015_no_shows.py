"""Whoever does not come to their table is let go after a while."""

from pathlib import Path

import django.core.validators
import django.db.models.deletion
from django.db import migrations, models

from ledger.migrations._sql import run_sql

SQL = Path(__file__).parent / "sql"


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0018_by_name"),
        ("ledger", "0006_transfers_newest"),
        ("tournaments", "0014_news"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="tournament",
            name="tournaments_tournament_late_and_bots",
        ),
        migrations.AddField(
            model_name="entrant",
            name="came_at",
            field=models.DateTimeField(
                blank=True, help_text="When it was noted that they play themselves.", null=True
            ),
        ),
        migrations.AddField(
            model_name="entrant",
            name="no_show_at",
            field=models.DateTimeField(
                blank=True, help_text="When they were let go because they had not come.", null=True
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="no_show_minutes",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="Whoever has not come so many minutes into a round is let go; a bot plays on. Empty: nobody is.",
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(1440),
                ],
            ),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("no_show_at", None),
                    models.Q(("came_at", None), ("withdrawn_at__isnull", False)),
                    _connector="OR",
                ),
                name="tournaments_entrant_no_show",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("bots_level__in", ["thumb", "strong"]),
                    ("bots_limit__lte", 100),
                    models.Q(
                        ("no_show_minutes", None),
                        ("no_show_minutes__range", (1, 1440)),
                        _connector="OR",
                    ),
                    models.Q(
                        ("late_until_round", None),
                        ("late_until_round__range", (2, 100)),
                        _connector="OR",
                    ),
                ),
                name="tournaments_tournament_late_and_bots",
            ),
        ),
        run_sql("versions_with_no_shows", folder=SQL),
    ]
