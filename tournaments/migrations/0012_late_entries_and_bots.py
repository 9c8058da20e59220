"""Somebody may enter after the start, and the club's bots may fill the tables."""

from pathlib import Path

import django.core.validators
import django.db.models.deletion
from django.db import migrations, models

from ledger.migrations._sql import run_sql

SQL = Path(__file__).parent / "sql"


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0017_what_lives"),
        ("ledger", "0005_accounts_newest"),
        ("tournaments", "0011_registration"),
    ]

    operations = [
        migrations.AddField(
            model_name="entrant",
            name="late_points",
            field=models.IntegerField(
                default=0,
                help_text="What they were given for these, in the unit of the format's points.",
            ),
        ),
        migrations.AddField(
            model_name="entrant",
            name="missed_rounds",
            field=models.PositiveSmallIntegerField(
                default=0, help_text="How many rounds had begun when they came."
            ),
        ),
        migrations.AddField(
            model_name="entrantmember",
            name="bot",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="clubs.housebot",
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="bots_level",
            field=models.CharField(
                choices=[
                    ("thumb", "plays by rules of thumb"),
                    ("strong", "counts cards, thinks ahead and wins more"),
                ],
                default="thumb",
                help_text="How the club's bots play.",
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="bots_limit",
            field=models.PositiveSmallIntegerField(
                default=0,
                help_text="How many of the club's bots may fill the tables at the start.",
                validators=[django.core.validators.MaxValueValidator(100)],
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="late_until_round",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="The last round in which somebody begins who enters after the start. Empty: nobody enters then.",
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(2),
                    django.core.validators.MaxValueValidator(100),
                ],
            ),
        ),
        migrations.AlterField(
            model_name="entrantmember",
            name="member",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="entries",
                to="clubs.member",
            ),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.CheckConstraint(
                condition=models.Q(("late_points", 0), ("missed_rounds__gt", 0), _connector="OR"),
                name="tournaments_entrant_late",
            ),
        ),
        migrations.AddConstraint(
            model_name="entrantmember",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("bot", None), ("member__isnull", False)),
                    models.Q(
                        ("bot__isnull", False),
                        ("member", None),
                        models.Q(("bot_level", ""), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="tournaments_entrantmember_who",
            ),
        ),
        migrations.AddConstraint(
            model_name="entrantmember",
            constraint=models.UniqueConstraint(
                condition=models.Q(("left_at", None)),
                fields=("tournament", "bot"),
                name="tournaments_entrantmember_bot_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("bots_level__in", ["thumb", "strong"]),
                    ("bots_limit__lte", 100),
                    models.Q(
                        ("late_until_round", None),
                        ("late_until_round__range", (2, 100)),
                        _connector="OR",
                    ),
                ),
                name="tournaments_tournament_late_and_bots",
            ),
        ),
        run_sql("versions_with_late_entries", folder=SQL),
    ]
