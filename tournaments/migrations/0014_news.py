"""News of a tournament, for those who follow it."""

import django.db.models.deletion
from django.db import migrations, models

KINDS = [
    ("status", "where it stands"),
    ("entries", "who is in"),
    ("draw", "a round is drawn"),
    ("results", "a round is counted"),
    ("standings", "who stands where"),
]


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0013_schedule")]

    operations = [
        migrations.CreateModel(
            "News",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "number",
                    models.PositiveIntegerField(
                        help_text="Counts the news of a tournament from 1."
                    ),
                ),
                ("kind", models.CharField(choices=KINDS, max_length=9)),
                (
                    "round_number",
                    models.PositiveSmallIntegerField(
                        blank=True, help_text="Of a draw and of results.", null=True
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="news",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "number"), name="tournaments_news_number"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(kind__in=[kind for kind, _ in KINDS]),
                        name="tournaments_news_kind",
                    ),
                ],
            },
        ),
    ]
