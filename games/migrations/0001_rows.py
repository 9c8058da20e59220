import django.contrib.postgres.fields
import django.core.validators
import django.db.models.constraints
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import games.policies


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0003_guards"),
    ]

    operations = [
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                ("part", models.CharField(max_length=100, primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Sign",
            fields=[
                ("part", models.CharField(max_length=100, primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
                (
                    "fault",
                    models.TextField(
                        blank=True, help_text="What is wrong there; empty where it is well."
                    ),
                ),
                ("counts", models.JSONField(default=dict, help_text="Numbers and ages, by name.")),
            ],
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "is_public",
                    models.BooleanField(
                        default=False, editable=False, help_text="Everybody may watch its table."
                    ),
                ),
                (
                    "number",
                    models.PositiveSmallIntegerField(help_text="Counts from 0 as people sit down."),
                ),
                (
                    "place",
                    models.PositiveSmallIntegerField(
                        help_text="Round the table, clockwise from 0; those who went home keep theirs."
                    ),
                ),
                (
                    "side",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="Those with the same number are partners; empty where everybody plays alone, or until they have a partner.",
                        null=True,
                    ),
                ),
                (
                    "bot_level",
                    models.CharField(blank=True, help_text="Who plays for them.", max_length=10),
                ),
                (
                    "is_house",
                    models.BooleanField(
                        default=False,
                        help_text="A bot that plays with the house's chips: nobody owns its purse.",
                    ),
                ),
                (
                    "is_away",
                    models.BooleanField(
                        default=False,
                        help_text="Their time ran out, and they have not acted since.",
                    ),
                ),
                (
                    "came_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="When they sat down; empty if the table opened with them.",
                        null=True,
                    ),
                ),
                (
                    "returned_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="When it was undone, last, that they had gone home.",
                        null=True,
                    ),
                ),
                (
                    "bank_seconds",
                    models.FloatField(default=0, help_text="What is left of their time bank."),
                ),
                ("bought_chips", models.PositiveBigIntegerField(default=0)),
                ("buy_ins_count", models.PositiveIntegerField(default=1)),
                (
                    "more_chips",
                    models.PositiveBigIntegerField(
                        default=0, help_text="Chips that they add to their stack after the deal."
                    ),
                ),
                (
                    "is_sitting_out",
                    models.BooleanField(default=False, help_text="They asked not to be dealt in."),
                ),
                (
                    "is_leaving",
                    models.BooleanField(default=False, help_text="Gets up when the deal is over."),
                ),
                (
                    "is_sent_away",
                    models.BooleanField(
                        default=False,
                        help_text="An organiser sent them away: they cannot sit down here again.",
                    ),
                ),
                (
                    "cashed_chips",
                    models.PositiveBigIntegerField(
                        blank=True,
                        help_text="What they took home; empty while they sit here.",
                        null=True,
                    ),
                ),
                (
                    "club_book",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        editable=False,
                        help_text="The book of the table's club.",
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.book",
                    ),
                ),
                (
                    "moved_from",
                    models.OneToOneField(
                        blank=True,
                        help_text="Their seat at the table from which an organiser moved them here.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="moved_to",
                        to="games.seat",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "purse",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.account",
                    ),
                ),
                (
                    "stack",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seat",
                        to="ledger.account",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "people at tables",
            },
        ),
        migrations.CreateModel(
            name="FormerStack",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "stack",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="former_stack",
                        to="ledger.account",
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="former_stacks",
                        to="games.seat",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Table",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "due_at",
                    models.DateTimeField(
                        blank=True, db_index=True, help_text="When a worker is to look.", null=True
                    ),
                ),
                (
                    "turn_began_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="When the others last saw something happen.",
                        null=True,
                    ),
                ),
                (
                    "is_clock_running",
                    models.BooleanField(
                        default=False, help_text="A person is to act until it is due."
                    ),
                ),
                (
                    "idle_since",
                    models.DateTimeField(
                        blank=True, help_text="Since when a table has nobody to deal to.", null=True
                    ),
                ),
                (
                    "entropy_until",
                    models.DateTimeField(
                        blank=True,
                        help_text="How long the next deal waits for strings at the most.",
                        null=True,
                    ),
                ),
                (
                    "next_deal_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="The next deal is not dealt before: people look at the last one until then.",
                        null=True,
                    ),
                ),
                (
                    "paused_at",
                    models.DateTimeField(
                        blank=True, help_text="When it was paused; empty if it is not.", null=True
                    ),
                ),
                ("is_public", models.BooleanField(default=False, help_text="Everybody may watch.")),
                (
                    "may_come_and_go",
                    models.BooleanField(
                        default=False, help_text="People sit down, get up and sit out as they like."
                    ),
                ),
                (
                    "is_played_to_end",
                    models.BooleanField(
                        default=False, help_text="Nobody gets up before it closes."
                    ),
                ),
                (
                    "may_bring_more",
                    models.BooleanField(
                        default=True, help_text="People may bring more chips between two deals."
                    ),
                ),
                (
                    "is_all_in",
                    models.BooleanField(
                        default=False,
                        help_text="Short stacks play for what they have (RULES.md 7.5).",
                    ),
                ),
                (
                    "when_away",
                    models.CharField(
                        choices=[("sit_out", "sit out"), ("wait", "wait"), ("play_on", "play on")],
                        default=games.policies.WhenAway["WAIT"],
                        help_text="Players who are away sit out; or bots play for them, and the table waits or plays on while everybody is away.",
                        max_length=10,
                    ),
                ),
                (
                    "when_too_few",
                    models.CharField(
                        choices=[("wait", "wait"), ("rest", "rest"), ("close", "close")],
                        default=games.policies.WhenTooFew["REST"],
                        help_text="What it does when nobody can be dealt to.",
                        max_length=10,
                    ),
                ),
                (
                    "when_side_broken",
                    models.CharField(
                        choices=[("sit_out", "sit out"), ("wait", "wait")],
                        default=games.policies.WhenSideBroken["WAIT"],
                        help_text="What it does when a side is not whole (RULES.md 1.8).",
                        max_length=10,
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
                ("name", models.CharField(max_length=100)),
                (
                    "mode",
                    models.CharField(
                        choices=[
                            ("online", "played online"),
                            ("recorded", "played with real cards, results recorded"),
                        ],
                        max_length=8,
                    ),
                ),
                (
                    "rules_json",
                    models.JSONField(help_text="The house rules, as they were when it was opened."),
                ),
                (
                    "preset",
                    models.CharField(
                        blank=True,
                        help_text="The preset that the house rules started from; empty where nobody noted it.",
                        max_length=40,
                    ),
                ),
                ("deals_limit", models.PositiveIntegerField(blank=True, null=True)),
                ("bot_seconds", models.FloatField(default=0)),
                (
                    "bot_rebuys",
                    models.PositiveSmallIntegerField(
                        default=0,
                        help_text="How often all bots of the house together may buy in again.",
                    ),
                ),
                (
                    "anchor",
                    models.BinaryField(
                        help_text="The hash that commits to the seeds of all deals."
                    ),
                ),
                ("sealed_tail", models.BinaryField()),
                ("seeds_count", models.PositiveIntegerField()),
                (
                    "entropy_round",
                    models.PositiveSmallIntegerField(
                        default=0,
                        help_text="The last round of strings from the seats; 0 before the first.",
                    ),
                ),
                (
                    "entropy_phase",
                    models.CharField(
                        choices=[
                            ("committing", "takes commitments"),
                            ("opening", "takes the strings that were committed to"),
                            ("settled", "no round is under way"),
                        ],
                        default="settled",
                        max_length=10,
                    ),
                ),
                (
                    "seats_limit",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="How many people fit at a free table; empty if its host has seated them.",
                        null=True,
                    ),
                ),
                ("opened_at", models.DateTimeField()),
                (
                    "latest_at",
                    models.DateTimeField(
                        blank=True,
                        editable=False,
                        help_text="When something happened last that is kept in the order of time.",
                        null=True,
                    ),
                ),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "reopened_count",
                    models.PositiveIntegerField(
                        default=0, help_text="How often its closing was undone."
                    ),
                ),
                (
                    "is_taken_back",
                    models.BooleanField(
                        default=False,
                        help_text="Its opening was undone: it closed without having been played.",
                    ),
                ),
                (
                    "is_pool_split",
                    models.BooleanField(
                        default=False,
                        help_text="Its pool was shared out at its end, whatever the house rules say.",
                    ),
                ),
                (
                    "book",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tables",
                        to="ledger.book",
                    ),
                ),
                (
                    "club_book",
                    models.ForeignKey(
                        db_index=False,
                        help_text="The book of its club, whose people watch it and look after it.",
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.book",
                    ),
                ),
                (
                    "pool",
                    models.ForeignKey(
                        help_text="A pool nobody won may go on to another table (RULES.md 7.7).",
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tables",
                        to="ledger.account",
                    ),
                ),
            ],
            options={
                "base_manager_name": "objects",
            },
        ),
        migrations.AddField(
            model_name="seat",
            name="table",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="games.table"
            ),
        ),
        migrations.CreateModel(
            name="EntropyString",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("round", models.PositiveSmallIntegerField()),
                (
                    "seat",
                    models.PositiveSmallIntegerField(help_text="The number of their seat then."),
                ),
                ("commitment", models.BinaryField(help_text="SHA-256 of the text.")),
                (
                    "text",
                    models.CharField(
                        blank=True, help_text="Empty until it is opened.", max_length=64
                    ),
                ),
                ("committed_at", models.DateTimeField()),
                ("opened_at", models.DateTimeField(blank=True, null=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entropy_strings",
                        to="games.table",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Deal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "is_public",
                    models.BooleanField(
                        default=False, editable=False, help_text="Everybody may watch its table."
                    ),
                ),
                (
                    "number",
                    models.PositiveIntegerField(help_text="Counts the deals of the table from 1."),
                ),
                (
                    "seat_numbers",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.PositiveSmallIntegerField(),
                        help_text="Who is dealt in, clockwise.",
                        size=None,
                    ),
                ),
                (
                    "dealer",
                    models.PositiveSmallIntegerField(
                        help_text="The place in seat_numbers that deals."
                    ),
                ),
                ("sealed_seed", models.BinaryField(null=True)),
                (
                    "commitment",
                    models.BinaryField(help_text="SHA-256 of the seed of the pack.", null=True),
                ),
                (
                    "entropy_round",
                    models.PositiveSmallIntegerField(
                        default=0,
                        help_text="The round of strings that its seed is mixed with; 0 for none.",
                    ),
                ),
                (
                    "cards_root",
                    models.BinaryField(
                        help_text="Commits to every single card of the pack (docs/fairness.md).",
                        null=True,
                    ),
                ),
                ("is_new_pool", models.BooleanField()),
                (
                    "scores",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.PositiveSmallIntegerField(),
                        blank=True,
                        default=list,
                        size=None,
                    ),
                ),
                ("outcome_json", models.JSONField(blank=True, null=True)),
                (
                    "is_dealt_again",
                    models.BooleanField(
                        default=False,
                        help_text="After a misdeal the dealer pays and deals again (RULES.md 1.6).",
                    ),
                ),
                (
                    "contributions",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.PositiveIntegerField(),
                        blank=True,
                        default=list,
                        help_text="With real cards: what each place put in, as its result stands now.",
                        size=None,
                    ),
                ),
                (
                    "gains",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.IntegerField(),
                        blank=True,
                        default=list,
                        help_text="With real cards: what each place gained at its end, as its result stands now.",
                        size=None,
                    ),
                ),
                (
                    "is_counted",
                    models.BooleanField(default=False, help_text="Its results are written down."),
                ),
                (
                    "is_stale",
                    models.BooleanField(
                        default=False,
                        help_text="It was put right after its results had been written down.",
                    ),
                ),
                ("dealt_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("settled_at", models.DateTimeField(blank=True, null=True)),
                (
                    "voided_at",
                    models.DateTimeField(
                        blank=True, help_text="When it was taken back.", null=True
                    ),
                ),
                ("void_reason", models.CharField(blank=True, max_length=200)),
                (
                    "club_book",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        editable=False,
                        help_text="The book of the table's club.",
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.book",
                    ),
                ),
                (
                    "voided_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deals",
                        to="games.table",
                    ),
                ),
            ],
            options={
                "base_manager_name": "objects",
            },
        ),
        migrations.CreateModel(
            name="TotalsEntry",
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
                        help_text="Counts the entries of the table from 1."
                    ),
                ),
                (
                    "totals_json",
                    models.JSONField(
                        blank=True,
                        help_text="By the numbers of the seats; empty: they were taken back.",
                        null=True,
                    ),
                ),
                (
                    "link_id",
                    models.PositiveBigIntegerField(
                        blank=True,
                        help_text="The number of the link by which it was entered; empty: its player signed in.",
                        null=True,
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "counted_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="When the chips were counted; empty if that is `at`.",
                        null=True,
                    ),
                ),
                (
                    "reason",
                    models.CharField(
                        blank=True, help_text="Why they were put right.", max_length=200
                    ),
                ),
                (
                    "restores",
                    models.PositiveIntegerField(
                        blank=True,
                        help_text="The entry that counts again by this one, 0 for none; empty if it says something new.",
                        null=True,
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        help_text="Who entered it.",
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="totals_entries",
                        to="games.table",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "totals entries",
                "db_table_comment": "Rows are only added.",
            },
        ),
        migrations.CreateModel(
            name="Action",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "sequence",
                    models.PositiveSmallIntegerField(help_text="Counts all actions from 0."),
                ),
                (
                    "ply",
                    models.PositiveSmallIntegerField(help_text="Public actions before this one."),
                ),
                (
                    "place",
                    models.PositiveSmallIntegerField(
                        help_text="The place in the deal's seat_numbers."
                    ),
                ),
                ("text", models.CharField(max_length=10)),
                ("is_public", models.BooleanField()),
                (
                    "by",
                    models.CharField(
                        choices=[
                            ("player", "the player"),
                            ("bot", "a bot"),
                            ("clock", "the clock"),
                        ],
                        max_length=6,
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "deal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="actions",
                        to="games.deal",
                    ),
                ),
            ],
            options={
                "db_table_comment": "Rows are only added.",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("deal", "sequence"), name="games_action_sequence"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="DealResult",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "place",
                    models.PositiveSmallIntegerField(
                        help_text="The place in the deal's seat_numbers."
                    ),
                ),
                (
                    "preset",
                    models.CharField(
                        help_text="The preset that the house rules started from.", max_length=40
                    ),
                ),
                ("kind", models.CharField(help_text="How the deal ended.", max_length=12)),
                ("is_winner", models.BooleanField()),
                (
                    "chips",
                    models.IntegerField(
                        help_text="Chips won minus chips put in; negative for a loss."
                    ),
                ),
                (
                    "mu_gain",
                    models.FloatField(
                        help_text="What it added to the mean of their rating; empty if it rated nobody.",
                        null=True,
                    ),
                ),
                (
                    "sigma_factor",
                    models.FloatField(
                        help_text="What it multiplied the sigma of their rating by.", null=True
                    ),
                ),
                (
                    "deal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="results",
                        to="games.deal",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="results",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["player", "preset"], name="games_result_record"),
                    models.Index(fields=["player", "-deal"], name="games_result_newest"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("deal", "place"), name="games_result_place"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("mu_gain", None), ("sigma_factor", None)),
                            models.Q(("mu_gain__isnull", False), ("sigma_factor__gt", 0)),
                            _connector="OR",
                        ),
                        name="games_result_moved",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "preset",
                    models.CharField(
                        help_text="Some presets are rated together (RATED_AS).", max_length=40
                    ),
                ),
                ("mu", models.FloatField(help_text="The mean of the rating.")),
                ("sigma", models.FloatField(help_text="The uncertainty of the rating.")),
                (
                    "points",
                    models.FloatField(
                        default=0, help_text="Three sigma below the mean: for lists."
                    ),
                ),
                ("deals_count", models.PositiveIntegerField(default=0)),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ratings",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["-points", "-id"], name="games_rating_order"),
                    models.Index(
                        fields=["preset", "-points", "-id"], name="games_rating_of_preset"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "preset"), name="games_rating_player")
                ],
            },
        ),
        migrations.CreateModel(
            name="ResultEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "version",
                    models.PositiveIntegerField(help_text="Counts the entries of the deal from 1."),
                ),
                (
                    "seat_numbers",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.PositiveSmallIntegerField(),
                        blank=True,
                        default=list,
                        help_text="Who was dealt in.",
                        size=None,
                    ),
                ),
                (
                    "result_json",
                    models.JSONField(
                        blank=True,
                        help_text="By the numbers of the seats; empty: the deal was struck.",
                        null=True,
                    ),
                ),
                (
                    "link_id",
                    models.PositiveBigIntegerField(
                        blank=True,
                        help_text="The number of the link by which it was entered; empty: its player signed in.",
                        null=True,
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "dealt_at",
                    models.DateTimeField(
                        help_text="When the deal it tells of was dealt; a struck number may be dealt again."
                    ),
                ),
                (
                    "reason",
                    models.CharField(blank=True, help_text="Why it was put right.", max_length=200),
                ),
                (
                    "restores",
                    models.PositiveIntegerField(
                        blank=True,
                        help_text="The entry that counts again by this one, 0 for none; empty if it says something new.",
                        null=True,
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        help_text="Who entered it; empty where nobody noted it.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "deal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="games.deal",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "result entries",
                "db_table_comment": "Rows are only added.",
                "constraints": [
                    models.UniqueConstraint(fields=("deal", "version"), name="games_result_entry"),
                    models.CheckConstraint(
                        condition=models.Q(("version__gte", 1)), name="games_result_entry_version"
                    ),
                ],
            },
        ),
        migrations.AddIndex(
            model_name="table",
            index=models.Index(fields=["club_book", "-id"], name="games_table_of_club"),
        ),
        migrations.AddIndex(
            model_name="table",
            index=models.Index(
                condition=models.Q(("is_public", True)), fields=["-id"], name="games_table_public"
            ),
        ),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.UniqueConstraint(
                condition=models.Q(("closed_at", None)),
                fields=("pool",),
                name="games_table_one_open_per_pool",
            ),
        ),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.CheckConstraint(
                condition=models.Q(("closed_at", None), ("due_at", None), _connector="OR"),
                name="games_table_closed_is_not_due",
            ),
        ),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("is_taken_back", False), ("closed_at__isnull", False), _connector="OR"
                ),
                name="games_table_taken_back_is_closed",
            ),
        ),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "when_away__in",
                        [
                            games.policies.WhenAway["SIT_OUT"],
                            games.policies.WhenAway["WAIT"],
                            games.policies.WhenAway["PLAY_ON"],
                        ],
                    ),
                    (
                        "when_too_few__in",
                        [
                            games.policies.WhenTooFew["WAIT"],
                            games.policies.WhenTooFew["REST"],
                            games.policies.WhenTooFew["CLOSE"],
                        ],
                    ),
                    (
                        "when_side_broken__in",
                        [
                            games.policies.WhenSideBroken["SIT_OUT"],
                            games.policies.WhenSideBroken["WAIT"],
                        ],
                    ),
                    models.Q(
                        ("may_come_and_go", False),
                        models.Q(("is_played_to_end", False), ("seats_limit__isnull", False)),
                        _connector="OR",
                    ),
                ),
                name="games_table_policies",
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(fields=["club_book", "player"], name="games_seat_of_club"),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                fields=["player", "club_book", "table"], name="games_seat_elsewhere"
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("cashed_chips", None), ("is_sent_away", True), _connector="OR"),
                fields=["club_book", "table"],
                name="games_seat_there",
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("is_house", True)),
                fields=["club_book"],
                name="games_seat_house",
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("is_public", True)), fields=["player"], name="games_seat_public"
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                fields=("table", "number"), name="games_seat_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                deferrable=django.db.models.constraints.Deferrable["DEFERRED"],
                fields=("table", "place"),
                name="games_seat_place",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                condition=models.Q(("cashed_chips", None)),
                fields=("table", "player"),
                name="games_seat_player",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("is_house", False), models.Q(("bot_level", ""), _negated=True), _connector="OR"
                ),
                name="games_seat_house_is_bot",
            ),
        ),
        migrations.AddConstraint(
            model_name="entropystring",
            constraint=models.UniqueConstraint(
                fields=("table", "round", "player"), name="games_entropystring_one_a_round"
            ),
        ),
        migrations.AddConstraint(
            model_name="entropystring",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("opened_at", None), ("text", "")),
                    models.Q(("opened_at__isnull", False), models.Q(("text", ""), _negated=True)),
                    _connector="OR",
                ),
                name="games_entropystring_opened_has_text",
            ),
        ),
        migrations.AddConstraint(
            model_name="entropystring",
            constraint=models.CheckConstraint(
                condition=models.Q(("seat__lte", 255)), name="games_entropystring_seat_can_be_mixed"
            ),
        ),
        migrations.AddIndex(
            model_name="deal",
            index=models.Index(
                condition=models.Q(("is_counted", False), ("voided_at", None)),
                fields=["settled_at"],
                name="games_deal_uncounted",
            ),
        ),
        migrations.AddIndex(
            model_name="deal",
            index=models.Index(
                condition=models.Q(
                    ("is_counted", True),
                    models.Q(("voided_at__isnull", False), ("is_stale", True), _connector="OR"),
                ),
                fields=["settled_at"],
                name="games_deal_counted_in_vain",
            ),
        ),
        migrations.AddIndex(
            model_name="deal",
            index=models.Index(fields=["ended_at"], name="games_deal_ended"),
        ),
        migrations.AddIndex(
            model_name="deal",
            index=models.Index(fields=["club_book", "-id"], name="games_deal_of_club"),
        ),
        migrations.AddIndex(
            model_name="deal",
            index=models.Index(
                condition=models.Q(("is_public", True)), fields=["-id"], name="games_deal_public"
            ),
        ),
        migrations.AddIndex(
            model_name="deal",
            index=models.Index(
                fields=["club_book", "-ended_at", "-id"], name="games_deal_of_club_by_time"
            ),
        ),
        migrations.AddIndex(
            model_name="deal",
            index=models.Index(
                condition=models.Q(("is_public", True)),
                fields=["-ended_at", "-id"],
                name="games_deal_public_by_time",
            ),
        ),
        migrations.AddConstraint(
            model_name="deal",
            constraint=models.UniqueConstraint(
                fields=("table", "number"), name="games_deal_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="deal",
            constraint=models.UniqueConstraint(
                condition=models.Q(("settled_at", None)),
                fields=("table",),
                name="games_deal_one_in_play",
            ),
        ),
        migrations.AddConstraint(
            model_name="deal",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("settled_at", None), ("ended_at__lte", models.F("settled_at")), _connector="OR"
                ),
                name="games_deal_settled_after_end",
            ),
        ),
        migrations.AddConstraint(
            model_name="deal",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("ended_at", None), ("outcome_json", None)),
                    models.Q(("ended_at__isnull", False), ("outcome_json__isnull", False)),
                    models.Q(("ended_at__isnull", False), ("voided_at__isnull", False)),
                    _connector="OR",
                ),
                name="games_deal_ended_has_outcome",
            ),
        ),
        migrations.AddConstraint(
            model_name="deal",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("void_reason", ""), ("voided_at", None), ("voided_by", None)),
                    models.Q(
                        ("settled_at__isnull", False),
                        ("voided_at__isnull", False),
                        ("voided_by__isnull", False),
                        models.Q(("void_reason", ""), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="games_deal_void_by_somebody",
            ),
        ),
        migrations.AddConstraint(
            model_name="totalsentry",
            constraint=models.UniqueConstraint(
                fields=("table", "version"), name="games_totals_entry"
            ),
        ),
        migrations.AddConstraint(
            model_name="totalsentry",
            constraint=models.CheckConstraint(
                condition=models.Q(("version__gte", 1)), name="games_totals_entry_version"
            ),
        ),
    ]
