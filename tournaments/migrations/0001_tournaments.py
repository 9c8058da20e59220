import datetime

import django.contrib.postgres.fields
import django.core.validators
import django.db.models.deletion
from django.db import migrations, models

import tournaments.formats


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("clubs", "0002_clubs_and_nights"),
        ("games", "0001_tables"),
        ("ledger", "0002_guards"),
    ]

    operations = [
        migrations.CreateModel(
            name="Round",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(help_text="From 1.")),
                ("seed", models.BigIntegerField()),
                ("repeat_meetings", models.PositiveIntegerField()),
                (
                    "least_repeats",
                    models.PositiveIntegerField(help_text="The fewest that any draw can have."),
                ),
                ("started_at", models.DateTimeField()),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Entrant",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "bot_level",
                    models.CharField(
                        blank=True,
                        help_text="The bot that plays for them; empty: they play themselves.",
                        max_length=10,
                    ),
                ),
                ("entered_at", models.DateTimeField()),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="clubs.member",
                    ),
                ),
                (
                    "purse",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entrant",
                        to="ledger.account",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Prize",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("rank", models.PositiveSmallIntegerField()),
                ("chips", models.PositiveIntegerField()),
                (
                    "entrant",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="prize",
                        to="tournaments.entrant",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RoundTable",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(help_text="From 1.")),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tables",
                        to="tournaments.round",
                    ),
                ),
                (
                    "table",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="round_table",
                        to="games.table",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RoundSeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField(help_text="Counts from 0, clockwise.")),
                (
                    "chips",
                    models.IntegerField(
                        blank=True, help_text="Won or lost, once it is over.", null=True
                    ),
                ),
                ("deals_won", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("tricks", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="tournaments.entrant",
                    ),
                ),
                (
                    "round_table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="tournaments.roundtable",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Tournament",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "turn_seconds",
                    models.PositiveIntegerField(
                        default=60,
                        help_text="What a player has for each turn.",
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(86400),
                        ],
                    ),
                ),
                (
                    "time_bank_seconds",
                    models.PositiveIntegerField(
                        default=0,
                        help_text="What each seat has beyond its turns, once for the whole table.",
                        validators=[django.core.validators.MaxValueValidator(3600)],
                    ),
                ),
                (
                    "reveals_each_deal",
                    models.BooleanField(
                        default=False,
                        help_text="Every card is open when its deal is over, not when its table closes.",
                    ),
                ),
                (
                    "spectator_delay_seconds",
                    models.PositiveIntegerField(
                        default=0,
                        help_text="How much later spectators see what happens.",
                        validators=[django.core.validators.MaxValueValidator(3600)],
                    ),
                ),
                ("name", models.CharField(max_length=100)),
                ("rules_json", models.JSONField(help_text="The house rules at every table.")),
                (
                    "entry_chips",
                    models.PositiveIntegerField(
                        default=0, validators=[django.core.validators.MaxValueValidator(1000000)]
                    ),
                ),
                (
                    "format",
                    models.CharField(
                        choices=tournaments.formats.format_choices,
                        default="random_rotation",
                        max_length=30,
                    ),
                ),
                (
                    "format_settings",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        help_text="What only this format lets the organiser set.",
                    ),
                ),
                (
                    "starting_stack",
                    models.PositiveIntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(1000000),
                        ]
                    ),
                ),
                (
                    "rounds_count",
                    models.PositiveSmallIntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(100),
                        ]
                    ),
                ),
                (
                    "deals_a_round",
                    models.PositiveSmallIntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(1000),
                        ]
                    ),
                ),
                (
                    "table_size",
                    models.PositiveSmallIntegerField(
                        default=5,
                        validators=[
                            django.core.validators.MinValueValidator(2),
                            django.core.validators.MaxValueValidator(10),
                        ],
                    ),
                ),
                (
                    "prize_percents",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.PositiveSmallIntegerField(),
                        help_text="The share of each rank, from the first, in percent; together 100.",
                        size=None,
                    ),
                ),
                (
                    "starts_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="When it starts by itself; empty: an organiser starts it.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(
                                datetime.datetime(2000, 1, 1, 0, 0, tzinfo=datetime.UTC),
                                "Choose a time between the years 2000 and 2099.",
                            ),
                            django.core.validators.MaxValueValidator(
                                datetime.datetime(2100, 1, 1, 0, 0, tzinfo=datetime.UTC),
                                "Choose a time between the years 2000 and 2099.",
                            ),
                        ],
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "open for entries"),
                            ("running", "running"),
                            ("finished", "finished"),
                            ("cancelled", "cancelled"),
                        ],
                        default="open",
                        max_length=9,
                    ),
                ),
                (
                    "book",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tournament",
                        to="ledger.book",
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tournaments",
                        to="clubs.club",
                    ),
                ),
                (
                    "fund",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tournament",
                        to="ledger.account",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="round",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="rounds",
                to="tournaments.tournament",
            ),
        ),
        migrations.AddField(
            model_name="entrant",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="entrants",
                to="tournaments.tournament",
            ),
        ),
        migrations.AddConstraint(
            model_name="roundtable",
            constraint=models.UniqueConstraint(
                fields=("round", "number"), name="tournaments_round_table_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="roundseat",
            constraint=models.UniqueConstraint(
                fields=("round_table", "seat"), name="tournaments_roundseat_seat"
            ),
        ),
        migrations.AddConstraint(
            model_name="roundseat",
            constraint=models.UniqueConstraint(
                fields=("round_table", "entrant"), name="tournaments_roundseat_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("spectator_delay_seconds__lte", 3600),
                    ("time_bank_seconds__lte", 3600),
                    ("turn_seconds__range", (1, 86400)),
                ),
                name="tournaments_tournament_clocks",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("starts_at", None),
                    (
                        "starts_at__range",
                        (
                            datetime.datetime(2000, 1, 1, 0, 0, tzinfo=datetime.UTC),
                            datetime.datetime(2100, 1, 1, 0, 0, tzinfo=datetime.UTC),
                        ),
                    ),
                    _connector="OR",
                ),
                name="tournaments_tournament_moments",
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(
                fields=("tournament", "number"), name="tournaments_round_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(
                condition=models.Q(("finished_at", None)),
                fields=("tournament",),
                name="tournaments_round_one_in_play",
            ),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.UniqueConstraint(
                condition=models.Q(("withdrawn_at", None)),
                fields=("tournament", "member"),
                name="tournaments_entrant_once",
            ),
        ),
    ]
