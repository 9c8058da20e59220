"""Prizes of fixed chips and for the best at something, and what entrants get who share a place."""

from pathlib import Path

from django.contrib.postgres.fields import ArrayField
from django.db import migrations, models

from ledger.migrations._sql import run_sql

SQL = Path(__file__).parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0009_round_draws")]

    operations = [
        migrations.AddField(
            "tournament",
            "fixed_prizes",
            ArrayField(
                models.PositiveIntegerField(),
                blank=True,
                default=list,
                help_text="Fixed chips for each rank, from the first; they are paid before all "
                "shares.",
            ),
        ),
        migrations.AddField(
            "tournament",
            "prize_categories",
            models.JSONField(
                blank=True,
                default=list,
                help_text="Prizes for the best at something: the most jinks, the best guest.",
            ),
        ),
        migrations.AddField(
            "tournament",
            "prize_ties",
            models.CharField(
                choices=[
                    ("share", "they share what their places are worth together"),
                    ("lot", "the lot of the standings decides between them"),
                ],
                default="share",
                help_text="What entrants get who share a place.",
                max_length=5,
            ),
        ),
        migrations.AddField(
            "tournament",
            "odd_chips",
            models.CharField(
                choices=[
                    ("entry", "one each, first to whoever entered first"),
                    ("lot", "one each, first to whoever is ahead by lot"),
                ],
                default="entry",
                help_text="Who gets the chips that are left where a prize is shared.",
                max_length=5,
            ),
        ),
        migrations.AlterField(
            "tournament",
            "prize_percents",
            ArrayField(
                models.PositiveSmallIntegerField(),
                blank=True,
                default=list,
                help_text="The share of each rank, from the first, in percent of what fixed "
                "prizes leave; together 100, with those of the categories.",
            ),
        ),
        migrations.AddConstraint(
            "tournament",
            models.CheckConstraint(
                condition=models.Q(odd_chips__in=["entry", "lot"], prize_ties__in=["share", "lot"]),
                name="tournaments_tournament_prizes",
            ),
        ),
        run_sql("versions_with_prizes", folder=SQL),
    ]
