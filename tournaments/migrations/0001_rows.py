import datetime

import django.contrib.postgres.fields
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

import tournaments.formats
import tournaments.prizes.plan
import tournaments.standings.cuts


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0003_triggers"),
    ]

    operations = [
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
                    "stage_number",
                    models.PositiveSmallIntegerField(
                        default=1, help_text="The last stage that they have come to."
                    ),
                ),
                (
                    "admission",
                    models.CharField(
                        choices=[
                            ("in", "is in"),
                            ("asked", "has asked to be let in"),
                            ("waiting", "waits for a place"),
                        ],
                        default="in",
                        max_length=7,
                    ),
                ),
                ("entered_at", models.DateTimeField()),
                ("checked_in_at", models.DateTimeField(blank=True, null=True)),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                (
                    "missed_rounds",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="How many rounds had begun when they came."
                    ),
                ),
                (
                    "came_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="When it was noted that they play themselves.",
                        null=True,
                    ),
                ),
                (
                    "let_go",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("not_checked_in", "had not checked in"),
                            ("no_place", "had no place"),
                            ("turned_away", "was turned away by the club"),
                            ("no_show", "never came to a table"),
                        ],
                        default="",
                        help_text="Why they were let go; empty if they were not, or have come back.",
                        max_length=14,
                    ),
                ),
                (
                    "has_left",
                    models.BooleanField(
                        default=False,
                        help_text="Whether they went, or were let go, while a round was in play or to come for them. Prizes pass them over.",
                    ),
                ),
                (
                    "late_points",
                    models.IntegerField(
                        default=0,
                        help_text="What they were given for these, in the unit of the format's points.",
                    ),
                ),
                (
                    "refusal",
                    models.CharField(
                        blank=True,
                        default="",
                        help_text="Why an organiser did not let them in; empty if nobody refused them.",
                        max_length=300,
                    ),
                ),
            ],
        ),
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
                    "rounds_count",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="Empty if the format ends by itself.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(100),
                        ],
                    ),
                ),
                (
                    "planned_rounds",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        editable=False,
                        help_text="For how many rounds its draws are planned, if it was shortened since.",
                        null=True,
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
                    "round_minutes",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="How many minutes a round lasts. Then each table ends the deal in play. If it is empty, no clock ends a round.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(1440),
                        ],
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
                        help_text="How many of the stage before go on to this one. If it is empty, all of them do.",
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
                        default=tournaments.standings.cuts.TiesAtCut["NEXT"],
                        help_text="Who goes on if several people have equal points at the cut.",
                        max_length=4,
                    ),
                ),
                (
                    "seed",
                    models.BigIntegerField(
                        blank=True, help_text="The seed of its lots, once it has begun.", null=True
                    ),
                ),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="EntrantMember",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "number",
                    models.PositiveSmallIntegerField(help_text="Within the entrant, from 0."),
                ),
                (
                    "bot_level",
                    models.CharField(
                        blank=True,
                        help_text="The bot that plays for them; empty if they play themselves.",
                        max_length=10,
                    ),
                ),
                ("joined_at", models.DateTimeField()),
                ("left_at", models.DateTimeField(blank=True, null=True)),
                (
                    "bot",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.housebot",
                    ),
                ),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="members",
                        to="tournaments.entrant",
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="clubs.member",
                    ),
                ),
                (
                    "purse",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entrant_member",
                        to="ledger.account",
                    ),
                ),
            ],
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
                            ("undone", "undone"),
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
                    models.PositiveIntegerField(help_text="Any draw has at least this many."),
                ),
                ("drawn_at", models.DateTimeField()),
                (
                    "publishes_at",
                    models.DateTimeField(
                        help_text="When it is published by itself; empty if it waits until somebody confirms it.",
                        null=True,
                    ),
                ),
                ("published_at", models.DateTimeField(null=True)),
                (
                    "drawn_by",
                    models.ForeignKey(
                        help_text="Empty if the program drew it by itself.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "published_by",
                    models.ForeignKey(
                        help_text="Empty if nobody had to confirm it.",
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
            ],
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "number",
                    models.PositiveSmallIntegerField(
                        help_text="Counts the rounds of the whole tournament from 1."
                    ),
                ),
                ("seed", models.BigIntegerField()),
                ("repeat_meetings", models.PositiveIntegerField()),
                (
                    "least_repeats",
                    models.PositiveIntegerField(help_text="Any draw has at least this many."),
                ),
                ("started_at", models.DateTimeField()),
                (
                    "ends_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="When the clock ends it; the deals in play are the last.",
                        null=True,
                    ),
                ),
                (
                    "called_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="When the clock made the deals in play the last.",
                        null=True,
                    ),
                ),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                (
                    "bye_points",
                    models.IntegerField(
                        blank=True,
                        help_text="What a bye in it is worth, or the round to somebody who came too late for it, in the unit of the format's points; empty until it is over.",
                        null=True,
                    ),
                ),
                (
                    "undone_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="When its draw was undone: it counts for nothing then.",
                        null=True,
                    ),
                ),
                (
                    "draw",
                    models.OneToOneField(
                        help_text="The draw by which it was laid out; empty if it was played before draws were kept.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="round",
                        to="tournaments.rounddraw",
                    ),
                ),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rounds",
                        to="tournaments.stage",
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
                    "are_sides",
                    models.BooleanField(
                        default=False, help_text="The members of an entrant are on one side there."
                    ),
                ),
                (
                    "voided_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="When it was played again, or its draw undone: it counts for nothing then.",
                        null=True,
                    ),
                ),
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
                    "deals",
                    models.PositiveSmallIntegerField(
                        blank=True, help_text="How many deals they played.", null=True
                    ),
                ),
                (
                    "jinks",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="How many deals they won with all five tricks.",
                        null=True,
                    ),
                ),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="tournaments.entrant",
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        help_text="Who of them sits there.",
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="tournaments.entrantmember",
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
            name="SeatingPlan",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "key",
                    models.CharField(
                        help_text="A digest of all that it follows from, the version of the planner included.",
                        max_length=64,
                    ),
                ),
                (
                    "planner",
                    models.PositiveSmallIntegerField(help_text="The version of the planner."),
                ),
                (
                    "rounds",
                    models.JSONField(
                        help_text="At each table of each round the places of entrants in their order, from 0; empty if it is too long.",
                        null=True,
                    ),
                ),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seating_plans",
                        to="tournaments.stage",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Penalty",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "round_number",
                    models.PositiveSmallIntegerField(
                        help_text="After which round they count, as rounds count."
                    ),
                ),
                (
                    "points",
                    models.PositiveIntegerField(help_text="In the unit of the format's points."),
                ),
                ("reason", models.CharField(max_length=200)),
                ("given_at", models.DateTimeField()),
                ("lifted_at", models.DateTimeField(null=True)),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="penalties",
                        to="tournaments.entrant",
                    ),
                ),
                (
                    "given_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="penalties",
                        to="tournaments.stage",
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
                    "version",
                    models.PositiveIntegerField(
                        db_default=1,
                        default=1,
                        editable=False,
                        help_text="Goes up by one with every change. Send it as If-Match when you change the row.",
                    ),
                ),
                (
                    "updated_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(),
                        editable=False,
                        help_text="When it last changed. Ask for `updated_since` a minute before the newest that you have.",
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
                    "pause_seconds",
                    models.PositiveIntegerField(
                        default=4,
                        help_text="What people have to look at a deal before the next one is dealt.",
                        validators=[django.core.validators.MaxValueValidator(60)],
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
                (
                    "capacity",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="How many entrants have a place; whoever enters later waits for one. If it is empty, there is no limit.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(2),
                            django.core.validators.MaxValueValidator(32767),
                        ],
                    ),
                ),
                (
                    "starts_when_full",
                    models.BooleanField(
                        default=False,
                        help_text="It starts by itself as soon as the capacity is reached.",
                    ),
                ),
                (
                    "needs_approval",
                    models.BooleanField(
                        default=False,
                        help_text="An organiser approves everybody who enters by themselves.",
                    ),
                ),
                (
                    "is_members_only",
                    models.BooleanField(
                        default=False,
                        help_text="Guests do not enter by themselves.",
                        verbose_name="for members only",
                    ),
                ),
                (
                    "least_rating",
                    models.SmallIntegerField(
                        blank=True,
                        help_text="The lowest rating with which somebody can enter by themselves.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(-1000),
                            django.core.validators.MaxValueValidator(1000),
                        ],
                    ),
                ),
                (
                    "most_rating",
                    models.SmallIntegerField(
                        blank=True,
                        help_text="The highest rating with which somebody can enter by themselves.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(-1000),
                            django.core.validators.MaxValueValidator(1000),
                        ],
                    ),
                ),
                (
                    "invitation_code",
                    models.CharField(
                        blank=True,
                        default="",
                        help_text="The code that somebody needs to enter by themselves. If it is empty, nobody needs one.",
                        max_length=40,
                    ),
                ),
                (
                    "late_until_round",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="The last round in which somebody can begin who enters after the start. If it is empty, nobody can enter then.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(2),
                            django.core.validators.MaxValueValidator(100),
                        ],
                    ),
                ),
                (
                    "no_show_minutes",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="Somebody who has not come is let go this many minutes after a round began, and a bot plays on. If it is empty, nobody is let go.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(1440),
                        ],
                    ),
                ),
                (
                    "bots_limit",
                    models.PositiveSmallIntegerField(
                        default=0,
                        help_text="How many of the club's bots may fill the tables at the start.",
                        validators=[django.core.validators.MaxValueValidator(100)],
                    ),
                ),
                (
                    "bots_level",
                    models.CharField(
                        choices=[
                            ("thumb", "plays by rules of thumb"),
                            ("strong", "counts cards, thinks ahead and wins more"),
                        ],
                        default="thumb",
                        help_text="How the club's bots play.",
                        max_length=10,
                    ),
                ),
                (
                    "breaks",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="After which rounds there is a break, and for how many minutes.",
                    ),
                ),
                (
                    "break_until",
                    models.DateTimeField(
                        blank=True,
                        editable=False,
                        help_text="When the break ends that is on now.",
                        null=True,
                    ),
                ),
                (
                    "paused_at",
                    models.DateTimeField(
                        blank=True, editable=False, help_text="Since when it is paused.", null=True
                    ),
                ),
                ("name", models.CharField(max_length=100)),
                (
                    "entry_chips",
                    models.PositiveIntegerField(
                        default=0, validators=[django.core.validators.MaxValueValidator(1000000)]
                    ),
                ),
                (
                    "members_count",
                    models.PositiveSmallIntegerField(
                        default=1,
                        help_text="How many play together as one entrant: 1, or 2 for pairs, or 3 for threes.",
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(3),
                        ],
                    ),
                ),
                (
                    "prize_percents",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.PositiveSmallIntegerField(),
                        blank=True,
                        default=list,
                        help_text="The share of each rank, from the first, in percent of what fixed prizes leave; together 100, with those of the categories.",
                        size=None,
                    ),
                ),
                (
                    "fixed_prizes",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.PositiveIntegerField(),
                        blank=True,
                        default=list,
                        help_text="Fixed chips for each rank, from the first; they are paid before all shares.",
                        size=None,
                    ),
                ),
                (
                    "prize_categories",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="Prizes for the best at something: the most jinks, the best guest.",
                    ),
                ),
                (
                    "prize_ties",
                    models.CharField(
                        choices=[
                            ("share", "they share what their places are worth together"),
                            ("lot", "the lot of the standings decides between them"),
                        ],
                        default=tournaments.prizes.plan.Ties["SHARE"],
                        help_text="What entrants get if they share a place.",
                        max_length=5,
                    ),
                ),
                (
                    "odd_chips",
                    models.CharField(
                        choices=[
                            ("entry", "one each, first to whoever entered first"),
                            ("lot", "one each, first to whoever is ahead by lot"),
                        ],
                        default=tournaments.prizes.plan.OddChips["ENTRY"],
                        help_text="Who gets the odd chips of a prize that is shared.",
                        max_length=5,
                    ),
                ),
                (
                    "prizes_for_who_left",
                    models.BooleanField(
                        default=False,
                        help_text="Whoever left before the end, or never came, keeps the prize of their rank. Else prizes pass them over.",
                    ),
                ),
                (
                    "starts_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="When it starts by itself. If it is empty, an organiser starts it.",
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
                    "is_public",
                    models.BooleanField(
                        default=False,
                        help_text="Whether people who have not signed in read its board: who sits where, and the standings.",
                        verbose_name="board open to everybody",
                    ),
                ),
                (
                    "opens_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="When members can enter. If it is empty, they can as soon as it is announced.",
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
                    "check_in_minutes",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="How many minutes before the start the check-in begins; whoever does not check in is not drawn. If it is empty, no check-in begins by itself.",
                        null=True,
                        validators=[django.core.validators.MaxValueValidator(10080)],
                    ),
                ),
                (
                    "check_in_grace_minutes",
                    models.PositiveSmallIntegerField(
                        default=5,
                        help_text="How many minutes after the start it waits for those who have not checked in. Then it starts without them, if at least half are here.",
                        validators=[django.core.validators.MaxValueValidator(60)],
                    ),
                ),
                (
                    "payout_minutes",
                    models.PositiveSmallIntegerField(
                        default=0,
                        help_text="How long the prizes wait for somebody to confirm them; then they are paid.",
                        validators=[django.core.validators.MaxValueValidator(10080)],
                    ),
                ),
                (
                    "draw_minutes",
                    models.PositiveSmallIntegerField(
                        default=0,
                        help_text="How long a draw waits for somebody to look at it; then its tables open.",
                        validators=[django.core.validators.MaxValueValidator(10080)],
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("draft", "a draft"),
                            ("announced", "announced"),
                            ("registration", "open for entries"),
                            ("check_in", "open for check-in"),
                            ("running", "running"),
                            ("finished", "finished"),
                            ("paid", "paid out"),
                            ("cancelled", "cancelled"),
                        ],
                        default="registration",
                        max_length=12,
                    ),
                ),
                (
                    "ends_early",
                    models.BooleanField(
                        default=False,
                        editable=False,
                        help_text="Whether nothing more is drawn, and the round in play is the last one.",
                    ),
                ),
                ("finished_at", models.DateTimeField(blank=True, editable=False, null=True)),
                (
                    "wait_told_at",
                    models.DateTimeField(
                        blank=True,
                        editable=False,
                        help_text="When followers were last told that it waits after its start.",
                        null=True,
                    ),
                ),
                (
                    "stages_changes",
                    models.PositiveIntegerField(
                        default=0, editable=False, help_text="How often its stages were changed."
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
                (
                    "house_rules",
                    models.ForeignKey(
                        editable=False,
                        help_text="Its own, or the club's as they were when it was announced.",
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.rulesrevision",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="stage",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="stages",
                to="tournaments.tournament",
            ),
        ),
        migrations.AddField(
            model_name="rounddraw",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="draws",
                to="tournaments.tournament",
            ),
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
        migrations.CreateModel(
            name="News",
            fields=[
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
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("status", "where it stands"),
                            ("entries", "who is in"),
                            ("draw", "a round is drawn"),
                            ("results", "a round is counted"),
                            ("standings", "who stands where"),
                        ],
                        max_length=9,
                    ),
                ),
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
        ),
        migrations.AddField(
            model_name="entrantmember",
            name="tournament",
            field=models.ForeignKey(
                help_text="That of the entrant: nobody plays in it twice.",
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
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
        migrations.CreateModel(
            name="TournamentDeed",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "number",
                    models.PositiveIntegerField(
                        help_text="Counts the lines of the tournament from 1."
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("entered", "entered"),
                            ("came_back", "entered again"),
                            ("withdrew", "withdrew"),
                            ("let_go", "was let go"),
                            ("approved", "let somebody in"),
                            ("refused", "did not let somebody in"),
                            ("moved_up", "got a place"),
                            ("checked_in", "checked in"),
                            ("substituted", "let somebody else play on"),
                            ("started", "started the tournament"),
                            ("stage_began", "began a stage"),
                            ("drew", "drew the round"),
                            ("drew_again", "drew the round again"),
                            ("moved", "changed the draw by hand"),
                            ("confirmed", "confirmed the draw"),
                            ("round_began", "began the round"),
                            ("undid_draw", "undid the draw"),
                            ("counted", "counted the round"),
                            ("break_began", "began a break"),
                            ("break_ended", "ended the break"),
                            ("paused", "paused the tournament"),
                            ("resumed", "let the tournament go on"),
                            ("deal_taken_back", "took a deal back"),
                            ("corrected", "put a result right"),
                            ("replayed", "had a table played again"),
                            ("penalised", "gave a penalty"),
                            ("lifted", "lifted a penalty"),
                            ("ended", "ended the tournament after the round"),
                            ("shortened", "shortened the tournament"),
                            ("prizes_changed", "changed who takes prizes"),
                            ("finished", "counted the last round"),
                            ("cancelled", "cancelled the tournament"),
                            ("paid", "paid the prizes"),
                            ("paid_right", "put the prizes right"),
                        ],
                        max_length=16,
                    ),
                ),
                ("at", models.DateTimeField()),
                ("reason", models.TextField(blank=True)),
                ("round_number", models.PositiveSmallIntegerField(null=True)),
                ("table_number", models.PositiveSmallIntegerField(null=True)),
                (
                    "entrants",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.BigIntegerField(),
                        blank=True,
                        default=list,
                        help_text="Whom it concerns, by their keys; empty if it concerns everybody who plays.",
                        size=None,
                    ),
                ),
                ("before", models.JSONField(default=dict)),
                ("after", models.JSONField(default=dict)),
                (
                    "by",
                    models.ForeignKey(
                        help_text="Empty if it was done by the program itself.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "deal",
                    models.OneToOneField(
                        help_text="The deal that was taken back.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tournament_deed",
                        to="games.deal",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="deeds",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "db_table_comment": "Rows are only added.",
            },
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
                (
                    "category",
                    models.CharField(
                        default="place",
                        help_text="For what, as a code of the prizes announced.",
                        max_length=60,
                    ),
                ),
                (
                    "category_name",
                    models.CharField(blank=True, help_text="Empty for a place.", max_length=60),
                ),
                (
                    "place",
                    models.PositiveSmallIntegerField(
                        help_text="Among those who take prizes; empty for a category.", null=True
                    ),
                ),
                ("chips", models.PositiveIntegerField()),
                ("reason", models.TextField(blank=True, help_text="Why they got it, in words.")),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="prizes",
                        to="tournaments.entrant",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("entrant", "category"), name="tournaments_prize_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("category", "place"), ("place__gte", 1)),
                            models.Q(
                                models.Q(("category", "place"), _negated=True), ("place", None)
                            ),
                            _connector="OR",
                        ),
                        name="tournaments_prize_place",
                    ),
                ],
            },
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
                    "reason",
                    models.CharField(help_text="Why they have it, in words.", max_length=200),
                ),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="byes",
                        to="tournaments.entrant",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="byes",
                        to="tournaments.round",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("round", "entrant"), name="tournaments_bye_once"
                    )
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="roundtable",
            constraint=models.UniqueConstraint(
                condition=models.Q(("voided_at", None)),
                fields=("round", "number"),
                name="tournaments_round_table_number",
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
                fields=("round_table", "member"), name="tournaments_roundseat_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="seatingplan",
            constraint=models.UniqueConstraint(
                fields=("stage", "key"), name="tournaments_seatingplan_key"
            ),
        ),
        migrations.AddConstraint(
            model_name="penalty",
            constraint=models.CheckConstraint(
                condition=models.Q(("points__gt", 0)), name="tournaments_penalty_points"
            ),
        ),
        migrations.AddConstraint(
            model_name="penalty",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True), name="tournaments_penalty_reason"
            ),
        ),
        migrations.AddIndex(
            model_name="tournament",
            index=models.Index(
                condition=models.Q(
                    (
                        "status__in",
                        ("draft", "announced", "registration", "check_in", "running", "finished"),
                    )
                ),
                fields=["status"],
                name="tournaments_not_over",
            ),
        ),
        migrations.AddIndex(
            model_name="tournament",
            index=models.Index(fields=["updated_at"], name="tournaments_updated"),
        ),
        migrations.AddIndex(
            model_name="tournament",
            index=models.Index(fields=["club", "updated_at"], name="tournaments_updated_of_club"),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("pause_seconds__lte", 60),
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
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
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
                    models.Q(
                        ("opens_at", None),
                        (
                            "opens_at__range",
                            (
                                datetime.datetime(2000, 1, 1, 0, 0, tzinfo=datetime.UTC),
                                datetime.datetime(2100, 1, 1, 0, 0, tzinfo=datetime.UTC),
                            ),
                        ),
                        _connector="OR",
                    ),
                ),
                name="tournaments_tournament_moments",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(("check_in_grace_minutes__lte", 60)),
                name="tournaments_tournament_grace",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(("members_count__range", (1, 3))),
                name="tournaments_tournament_members",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "odd_chips__in",
                        [
                            tournaments.prizes.plan.OddChips["ENTRY"],
                            tournaments.prizes.plan.OddChips["LOT"],
                        ],
                    ),
                    (
                        "prize_ties__in",
                        [
                            tournaments.prizes.plan.Ties["SHARE"],
                            tournaments.prizes.plan.Ties["LOT"],
                        ],
                    ),
                ),
                name="tournaments_tournament_prizes",
            ),
        ),
        migrations.AddConstraint(
            model_name="stage",
            constraint=models.UniqueConstraint(
                fields=("tournament", "number"), name="tournaments_stage_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="stage",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("number__gt", 1),
                    models.Q(("carries", "none"), ("cut", None), ("number", 1)),
                    _connector="OR",
                ),
                name="tournaments_stage_first",
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
            model_name="stage",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("carries__in", ["none", "half", "all"]),
                    (
                        "cut_ties__in",
                        [
                            tournaments.standings.cuts.TiesAtCut["ALL"],
                            tournaments.standings.cuts.TiesAtCut["LOT"],
                            tournaments.standings.cuts.TiesAtCut["NEXT"],
                        ],
                    ),
                ),
                name="tournaments_stage_choices",
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
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(
                condition=models.Q(("undone_at", None)),
                fields=("tournament", "number"),
                name="tournaments_round_number",
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(
                condition=models.Q(("finished_at", None), ("undone_at", None)),
                fields=("tournament",),
                name="tournaments_round_one_in_play",
            ),
        ),
        migrations.AddConstraint(
            model_name="news",
            constraint=models.UniqueConstraint(
                fields=("tournament", "number"), name="tournaments_news_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="news",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("kind__in", ["status", "entries", "draw", "results", "standings"])
                ),
                name="tournaments_news_kind",
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
            model_name="entrantmember",
            constraint=models.UniqueConstraint(
                condition=models.Q(("left_at", None)),
                fields=("tournament", "member"),
                name="tournaments_entrantmember_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="entrantmember",
            constraint=models.UniqueConstraint(
                condition=models.Q(("left_at", None)),
                fields=("entrant", "number"),
                name="tournaments_entrantmember_number",
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
            model_name="entrant",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("let_go", ""),
                    models.Q(
                        ("let_go__in", ["not_checked_in", "no_place", "turned_away", "no_show"]),
                        ("withdrawn_at__isnull", False),
                        models.Q(
                            models.Q(("let_go", "no_show"), _negated=True),
                            ("came_at", None),
                            _connector="OR",
                        ),
                    ),
                    _connector="OR",
                ),
                name="tournaments_entrant_let_go",
            ),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("has_left", False), ("withdrawn_at__isnull", False), _connector="OR"
                ),
                name="tournaments_entrant_left",
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
            model_name="tournamentdeed",
            constraint=models.UniqueConstraint(
                fields=("tournament", "number"), name="tournaments_deed_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="tournamentdeed",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1)), name="tournaments_deed_from_one"
            ),
        ),
        migrations.AddConstraint(
            model_name="tournamentdeed",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        [
                            "entered",
                            "came_back",
                            "withdrew",
                            "let_go",
                            "approved",
                            "refused",
                            "moved_up",
                            "checked_in",
                            "substituted",
                            "started",
                            "stage_began",
                            "drew",
                            "drew_again",
                            "moved",
                            "confirmed",
                            "round_began",
                            "undid_draw",
                            "counted",
                            "break_began",
                            "break_ended",
                            "paused",
                            "resumed",
                            "deal_taken_back",
                            "corrected",
                            "replayed",
                            "penalised",
                            "lifted",
                            "ended",
                            "shortened",
                            "prizes_changed",
                            "finished",
                            "cancelled",
                            "paid",
                            "paid_right",
                        ],
                    )
                ),
                name="tournaments_deed_kind",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournamentdeed",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("deal__isnull", False), ("kind", "deal_taken_back")),
                    models.Q(models.Q(("kind", "deal_taken_back"), _negated=True), ("deal", None)),
                    _connector="OR",
                ),
                name="tournaments_deed_deal",
            ),
        ),
    ]
