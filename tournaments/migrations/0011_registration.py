"""Who may enter a tournament: approval, a capacity with a waiting list, and conditions."""

from pathlib import Path

import django.core.validators
from django.db import migrations, models

from ledger.migrations._sql import run_sql

SQL = Path(__file__).parent / "sql"


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0017_what_lives"),
        ("ledger", "0005_accounts_newest"),
        ("tournaments", "0010_prizes"),
    ]

    operations = [
        migrations.AddField(
            model_name="entrant",
            name="admission",
            field=models.CharField(
                choices=[
                    ("in", "is in"),
                    ("asked", "has asked to be let in"),
                    ("waiting", "waits for a place"),
                ],
                default="in",
                max_length=7,
            ),
        ),
        migrations.AddField(
            model_name="entrant",
            name="refusal",
            field=models.CharField(
                blank=True,
                default="",
                help_text="Why an organiser did not let them in; empty where nobody refused them.",
                max_length=300,
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="capacity",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="How many entrants have a place; whoever enters later waits for one. Empty: there is no limit.",
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(2),
                    django.core.validators.MaxValueValidator(32767),
                ],
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="invitation_code",
            field=models.CharField(
                blank=True,
                default="",
                help_text="Whoever enters by themselves gives this code. Empty: nobody needs one.",
                max_length=40,
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="is_members_only",
            field=models.BooleanField(
                default=False,
                help_text="Guests do not enter by themselves.",
                verbose_name="for members only",
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="least_rating",
            field=models.SmallIntegerField(
                blank=True,
                help_text="Whoever enters by themselves has at least these points of rating.",
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(-1000),
                    django.core.validators.MaxValueValidator(1000),
                ],
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="most_rating",
            field=models.SmallIntegerField(
                blank=True,
                help_text="Whoever enters by themselves has at most these points of rating.",
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(-1000),
                    django.core.validators.MaxValueValidator(1000),
                ],
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="needs_approval",
            field=models.BooleanField(
                default=False, help_text="An organiser approves everybody who enters by themselves."
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="starts_when_full",
            field=models.BooleanField(
                default=False, help_text="It starts by itself as soon as the capacity is reached."
            ),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.CheckConstraint(
                condition=models.Q(("admission__in", ["in", "asked", "waiting"])),
                name="tournaments_entrant_admission",
            ),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("refusal", ""), ("withdrawn_at__isnull", False), _connector="OR"
                ),
                name="tournaments_entrant_refused",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("capacity", None), ("starts_when_full", False)),
                    models.Q(("capacity__isnull", False), ("capacity__range", (2, 32767))),
                    _connector="OR",
                ),
                name="tournaments_tournament_capacity",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("least_rating", None),
                        ("least_rating__range", (-1000, 1000)),
                        _connector="OR",
                    ),
                    models.Q(
                        ("most_rating", None),
                        ("most_rating__range", (-1000, 1000)),
                        _connector="OR",
                    ),
                    models.Q(
                        ("least_rating", None),
                        ("most_rating", None),
                        ("least_rating__lte", models.F("most_rating")),
                        _connector="OR",
                    ),
                ),
                name="tournaments_tournament_ratings",
            ),
        ),
        run_sql("versions_with_registration", folder=SQL),
    ]
