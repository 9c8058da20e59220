import datetime

import django.contrib.postgres.fields
import django.core.validators
import django.db.models.constraints
import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

import clubs.models.club
import clubs.models.token


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0001_player"),
        ("games", "0002_triggers"),
    ]

    operations = [
        migrations.CreateModel(
            name="SignInCount",
            fields=[
                ("digest", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("failures", models.PositiveIntegerField(default=0)),
                ("since", models.DateTimeField(help_text="When the first of them was.")),
                ("tried_at", models.DateTimeField(db_index=True)),
                (
                    "known_at",
                    models.DateTimeField(
                        help_text="When that name last signed in from that address.", null=True
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Club",
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
                ("name", models.CharField(max_length=100)),
                ("slug", models.SlugField(unique=True)),
                (
                    "time_zone",
                    models.CharField(
                        default="Europe/Dublin",
                        max_length=50,
                        validators=[clubs.models.club.check_time_zone],
                    ),
                ),
                (
                    "opening_chips",
                    models.PositiveIntegerField(
                        help_text="What a new member is given.",
                        validators=[django.core.validators.MaxValueValidator(1000000)],
                    ),
                ),
                (
                    "allows_gifts",
                    models.BooleanField(
                        default=False, help_text="Whether members may give each other chips."
                    ),
                ),
                (
                    "hosts_seat_bots",
                    models.BooleanField(
                        default=True,
                        help_text="Members may fill the free tables that they open with the club's bots.",
                    ),
                ),
                (
                    "bot_buy_in_chips",
                    models.PositiveIntegerField(
                        default=20,
                        help_text="What a bot brings to a free table, out of the house purse.",
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(1000000),
                        ],
                    ),
                ),
                (
                    "bot_rebuys",
                    models.PositiveSmallIntegerField(
                        default=0,
                        help_text="How often all bots of one free table together may buy in again.",
                        validators=[django.core.validators.MaxValueValidator(100)],
                    ),
                ),
                (
                    "bot_stake_limit",
                    models.PositiveIntegerField(
                        blank=True,
                        help_text="The highest stake at a table with bots; empty means the club's stake.",
                        null=True,
                        validators=[django.core.validators.MaxValueValidator(1000000)],
                    ),
                ),
                (
                    "bot_extra_limit",
                    models.PositiveIntegerField(
                        blank=True,
                        help_text="The most a dealer adds at a table with bots; empty means the club's extra.",
                        null=True,
                        validators=[django.core.validators.MaxValueValidator(1000000)],
                    ),
                ),
                (
                    "bot_jink_limit",
                    models.PositiveIntegerField(
                        blank=True,
                        help_text="The most a jink costs each at a table with bots; empty means the club's rule.",
                        null=True,
                        validators=[django.core.validators.MaxValueValidator(1000000)],
                    ),
                ),
                (
                    "bot_loss_limit",
                    models.PositiveIntegerField(
                        blank=True,
                        help_text="What bots may lose at one host's tables in a week; empty for ten buy-ins.",
                        null=True,
                        validators=[django.core.validators.MaxValueValidator(1000000)],
                    ),
                ),
                (
                    "book",
                    models.OneToOneField(
                        editable=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="club",
                        to="ledger.book",
                    ),
                ),
                (
                    "house_purse",
                    models.OneToOneField(
                        editable=False,
                        help_text="What the club's bots play with; organisers fill it.",
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="house_of",
                        to="ledger.account",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="HouseBot",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="bots",
                        to="clubs.club",
                    ),
                ),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Mail",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(help_text="Its template.", max_length=100)),
                (
                    "address",
                    models.TextField(
                        blank=True,
                        help_text="To whom; empty once it was sent, kept where it was given up.",
                    ),
                ),
                (
                    "sealed",
                    models.TextField(
                        blank=True,
                        help_text="The whole mail, sealed; empty once it was sent or given up.",
                    ),
                ),
                (
                    "written_at",
                    models.DateTimeField(db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "next_try_at",
                    models.DateTimeField(
                        help_text="The next try; empty where there is none.", null=True
                    ),
                ),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("sent_at", models.DateTimeField(null=True)),
                ("given_up_at", models.DateTimeField(null=True)),
                (
                    "fault",
                    models.CharField(
                        blank=True, help_text="Why the last try failed.", max_length=200
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("next_try_at__isnull", False)),
                        fields=["next_try_at"],
                        name="clubs_mail_due",
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("given_up_at", None),
                                ("next_try_at__isnull", False),
                                ("sent_at", None),
                            ),
                            models.Q(
                                ("address", ""),
                                ("given_up_at", None),
                                ("next_try_at", None),
                                ("sealed", ""),
                                ("sent_at__isnull", False),
                            ),
                            models.Q(
                                ("given_up_at__isnull", False),
                                ("next_try_at", None),
                                ("sealed", ""),
                                ("sent_at", None),
                            ),
                            _connector="OR",
                        ),
                        name="clubs_mail_emptied",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Member",
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
                    "role",
                    models.CharField(
                        choices=[
                            ("owner", "owner"),
                            ("organiser", "organiser"),
                            ("scorer", "scorer"),
                            ("member", "member"),
                            ("guest", "guest"),
                            ("visitor", "visitor"),
                        ],
                        default="member",
                        max_length=10,
                    ),
                ),
                ("joined_at", models.DateTimeField()),
                ("left_at", models.DateTimeField(blank=True, null=True)),
                (
                    "turned_away_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="When they were turned away; they see nothing of the club.",
                        null=True,
                    ),
                ),
                ("turned_away_reason", models.CharField(blank=True, max_length=300)),
                (
                    "note",
                    models.CharField(
                        blank=True,
                        default="",
                        help_text="For organisers at the door, such as: pays next week.",
                        max_length=200,
                    ),
                ),
                (
                    "claimed_by",
                    models.ForeignKey(
                        blank=True,
                        help_text="The member whose row this was; they have its purse and history now.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="claims",
                        to="clubs.member",
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="members",
                        to="clubs.club",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "purse",
                    models.OneToOneField(
                        editable=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="member",
                        to="ledger.account",
                    ),
                ),
                (
                    "turned_away_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("owner", "owner"),
                            ("organiser", "organiser"),
                            ("scorer", "scorer"),
                            ("member", "member"),
                            ("guest", "guest"),
                        ],
                        default="member",
                        max_length=10,
                    ),
                ),
                ("digest", models.BinaryField(max_length=32, unique=True)),
                ("created_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("accepted_at", models.DateTimeField(blank=True, null=True)),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                (
                    "accepted_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="invitations",
                        to="clubs.club",
                    ),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        blank=True,
                        help_text="Whose row and purse become the player's: somebody who has never logged in.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="invitations",
                        to="clubs.member",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Night",
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
                    "starts_at",
                    models.DateTimeField(
                        validators=[
                            django.core.validators.MinValueValidator(
                                datetime.datetime(2000, 1, 1, 0, 0, tzinfo=datetime.UTC),
                                "Choose a time between the years 2000 and 2099.",
                            ),
                            django.core.validators.MaxValueValidator(
                                datetime.datetime(2100, 1, 1, 0, 0, tzinfo=datetime.UTC),
                                "Choose a time between the years 2000 and 2099.",
                            ),
                        ]
                    ),
                ),
                ("venue", models.CharField(blank=True, max_length=100)),
                (
                    "capacity",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="How many people can come; empty: there is room for everybody.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(2),
                            django.core.validators.MaxValueValidator(10000),
                        ],
                    ),
                ),
                (
                    "table_size",
                    models.PositiveSmallIntegerField(
                        default=5,
                        help_text="The best number at a table; sizes differ by at most one.",
                        validators=[
                            django.core.validators.MinValueValidator(2),
                            django.core.validators.MaxValueValidator(10),
                        ],
                    ),
                ),
                (
                    "mode",
                    models.CharField(
                        choices=[
                            ("online", "played online"),
                            ("recorded", "played with real cards, results recorded"),
                        ],
                        default="recorded",
                        max_length=8,
                    ),
                ),
                (
                    "deals_limit",
                    models.PositiveIntegerField(
                        blank=True,
                        help_text="Deals at each table; empty for as long as it is open.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(1000),
                        ],
                    ),
                ),
                (
                    "buy_in_chips",
                    models.PositiveIntegerField(
                        blank=True,
                        help_text="What each brings to the table; empty for a whole purse.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(1000000000),
                        ],
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("planned", "planned"),
                            ("open", "open for check-in"),
                            ("seated", "seated"),
                            ("playing", "playing"),
                            ("closed", "closed"),
                        ],
                        default="planned",
                        max_length=8,
                    ),
                ),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "is_cancelled",
                    models.BooleanField(
                        default=False,
                        editable=False,
                        help_text="It ended by being cancelled, or was closed before any of its rounds was played.",
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="nights",
                        to="clubs.club",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Attendance",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "answer",
                    models.CharField(
                        choices=[
                            ("going", "going"),
                            ("maybe", "maybe"),
                            ("no", "not coming"),
                            ("waiting", "waiting for a place"),
                        ],
                        default="going",
                        max_length=8,
                    ),
                ),
                ("answered_at", models.DateTimeField(blank=True, null=True)),
                ("checked_in_at", models.DateTimeField(blank=True, null=True)),
                (
                    "needs_partner",
                    models.BooleanField(
                        default=False, help_text="Whether they look for a partner on this night."
                    ),
                ),
                (
                    "bot_level",
                    models.CharField(
                        blank=True,
                        help_text="The bot that plays for them at an online table; empty: they play themselves.",
                        max_length=10,
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="attendances",
                        to="clubs.member",
                    ),
                ),
                (
                    "night",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="attendances",
                        to="clubs.night",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="NightLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "purpose",
                    models.CharField(
                        choices=[
                            ("scorer", "enters results"),
                            ("door", "checks people in"),
                            ("hall", "shows the night to the hall"),
                        ],
                        max_length=6,
                    ),
                ),
                (
                    "table_number",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="The only table of a scorer, in every round; empty: all tables.",
                        null=True,
                    ),
                ),
                (
                    "most_welcomes",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="Of a door link: how many people it welcomes at most, where the night has no capacity.",
                        null=True,
                    ),
                ),
                (
                    "digest",
                    models.BinaryField(
                        help_text="SHA-256 of the secret.", max_length=32, unique=True
                    ),
                ),
                ("made_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "giver",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "night",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="links",
                        to="clubs.night",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="NightDeed",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "number",
                    models.PositiveIntegerField(help_text="Counts the deeds of the night from 1."),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("plan", "planned the night"),
                            ("change_plan", "changed the plan"),
                            ("rules", "changed the house rules"),
                            ("open", "opened the night"),
                            ("answer", "answered"),
                            ("check_in", "checked people in"),
                            ("welcome", "welcomed somebody new"),
                            ("check_out", "took back a check-in"),
                            ("wish", "stated a wish"),
                            ("drop_wish", "dropped a wish"),
                            ("partners", "formed partnerships"),
                            ("cut", "cut for partners"),
                            ("end_partners", "ended a partnership"),
                            ("want_partner", "asked for a partner"),
                            ("answer_partner", "became a partner"),
                            ("draw", "drew rounds"),
                            ("repair", "repaired rounds"),
                            ("swap", "let two people trade places"),
                            ("place", "moved somebody by hand"),
                            ("lock", "locked or unlocked a table"),
                            ("seating", "seated people by hand"),
                            ("open_tables", "opened tables"),
                            ("join", "seated late comers"),
                            ("another_table", "opened another table"),
                            ("leave", "let people leave a table"),
                            ("move", "moved somebody"),
                            ("bring", "brought chips to a table"),
                            ("break_up", "broke up a table"),
                            ("result", "entered a result"),
                            ("correction", "put results right"),
                            ("totals", "entered totals"),
                            ("hand_out", "handed out chips"),
                            ("take_back", "took back chips"),
                            ("end_round", "ended a round"),
                            ("next_round", "began the next round"),
                            ("close", "closed the night"),
                            ("cancel", "cancelled the night"),
                            ("give_link", "gave a link"),
                            ("revoke_link", "revoked a link"),
                            ("undo", "undid a deed"),
                        ],
                        max_length=16,
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "told",
                    models.JSONField(blank=True, default=dict, help_text="Facts for its sentence."),
                ),
                (
                    "before",
                    models.JSONField(blank=True, default=dict, help_text="What undoing it needs."),
                ),
                (
                    "keys",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=40),
                        blank=True,
                        default=list,
                        help_text="What it touched, such as `table:55`.",
                        size=None,
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        help_text="Who did it; empty for the program itself.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "night",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="deeds",
                        to="clubs.night",
                    ),
                ),
                (
                    "undoes",
                    models.OneToOneField(
                        blank=True,
                        help_text="The deed that it undoes, which may be an undo.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="undone",
                        to="clubs.nightdeed",
                    ),
                ),
                (
                    "link",
                    models.ForeignKey(
                        blank=True,
                        help_text="The link by which it was done; then its giver did it.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="deeds",
                        to="clubs.nightlink",
                    ),
                ),
            ],
            options={
                "db_table_comment": "Rows are only added.",
            },
        ),
        migrations.CreateModel(
            name="NightRound",
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
                        help_text="Counts the rounds of the night from 1."
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("drafted", "drawn"),
                            ("playing", "playing"),
                            ("finished", "finished"),
                            ("taken_back", "taken back"),
                        ],
                        default="drafted",
                        max_length=10,
                    ),
                ),
                (
                    "seed",
                    models.PositiveBigIntegerField(
                        blank=True,
                        help_text="What it was drawn with; the same seed draws the same.",
                        null=True,
                    ),
                ),
                (
                    "repeat_meetings",
                    models.PositiveIntegerField(
                        blank=True,
                        help_text="How often two who met before were drawn together; empty: not counted.",
                        null=True,
                    ),
                ),
                (
                    "least_repeats",
                    models.PositiveIntegerField(
                        blank=True, help_text="Any draw has at least this many.", null=True
                    ),
                ),
                (
                    "meets_again",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="Pairs of attendances who met before, and how often.",
                    ),
                ),
                (
                    "is_by_hand",
                    models.BooleanField(
                        default=False,
                        help_text="Somebody has chosen the sizes of its tables; they stand until somebody goes.",
                    ),
                ),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                (
                    "night",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rounds",
                        to="clubs.night",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="NightTable",
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
                        help_text="From 1, as it is called in the hall."
                    ),
                ),
                (
                    "is_locked",
                    models.BooleanField(
                        default=False,
                        help_text="Drawing again and repairing leave its people where they are.",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tables",
                        to="clubs.nightround",
                    ),
                ),
                (
                    "table",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="night_table",
                        to="games.table",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="NightPlace",
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
                        blank=True,
                        help_text="Counts from 0, clockwise, as drawn; empty once the table is open.",
                        null=True,
                    ),
                ),
                (
                    "left_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="When they went from the table; empty if they stayed.",
                        null=True,
                    ),
                ),
                (
                    "attendance",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="places",
                        to="clubs.attendance",
                    ),
                ),
                (
                    "seat",
                    models.OneToOneField(
                        blank=True,
                        help_text="Empty until the table opens.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="night_place",
                        to="games.seat",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        help_text="That of the table; the database compares the two.",
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="places",
                        to="clubs.nightround",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="places",
                        to="clubs.nighttable",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="NightWish",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("together", "at one table"),
                            ("apart", "at different tables"),
                            ("table", "at a fixed table"),
                            ("seat", "on a fixed seat"),
                        ],
                        max_length=8,
                    ),
                ),
                (
                    "table_number",
                    models.PositiveSmallIntegerField(
                        blank=True, help_text="From 1, as it is called in the hall.", null=True
                    ),
                ),
                (
                    "seat_number",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="Counts from 0, clockwise; at whatever table.",
                        null=True,
                    ),
                ),
                (
                    "night",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="wishes",
                        to="clubs.night",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Partnership",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "from_on",
                    models.DateField(
                        blank=True, help_text="The first day of its season.", null=True
                    ),
                ),
                (
                    "until_on",
                    models.DateField(
                        blank=True, help_text="The last day of its season.", null=True
                    ),
                ),
                (
                    "formed_by",
                    models.CharField(
                        choices=[
                            ("agreement", "agreement"),
                            ("answer", "an answer to somebody who needs a partner"),
                            ("cut", "cutting"),
                            ("hall", "cutting in the hall"),
                        ],
                        max_length=9,
                    ),
                ),
                ("formed_at", models.DateTimeField()),
                (
                    "seed",
                    models.PositiveBigIntegerField(
                        blank=True,
                        help_text="Of the cut that formed it: the same seed cuts the same.",
                        null=True,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="partnerships",
                        to="clubs.club",
                    ),
                ),
                (
                    "night",
                    models.ForeignKey(
                        blank=True,
                        help_text="Empty: it is for a season.",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="partnerships",
                        to="clubs.night",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Partner",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "cards",
                    models.CharField(
                        blank=True,
                        help_text="What they cut; after a tie, what they drew then.",
                        max_length=100,
                    ),
                ),
                (
                    "left_at",
                    models.DateTimeField(
                        blank=True, help_text="When the partnership was ended.", null=True
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="partnerships",
                        to="clubs.member",
                    ),
                ),
                (
                    "night",
                    models.ForeignKey(
                        blank=True,
                        help_text="That of the partnership; the database compares the two.",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="clubs.night",
                    ),
                ),
                (
                    "partnership",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="partners",
                        to="clubs.partnership",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RulesRevision",
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
                        help_text="Counts the revisions of the club from 1."
                    ),
                ),
                (
                    "made_for",
                    models.CharField(
                        choices=[
                            ("club", "the club"),
                            ("night", "a night"),
                            ("tournament", "a tournament"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "name",
                    models.CharField(
                        blank=True,
                        help_text="What the club calls them, to choose them again; empty: they have no name.",
                        max_length=60,
                    ),
                ),
                ("preset", models.CharField(help_text="What they started from.", max_length=40)),
                (
                    "changes",
                    models.JSONField(
                        default=dict, help_text="The options that differ from the preset."
                    ),
                ),
                (
                    "options",
                    models.JSONField(
                        help_text="Every option of play with its value, and the version of this form."
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        help_text="Who made them; empty: they were there before revisions were.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rules_revisions",
                        to="clubs.club",
                    ),
                ),
            ],
            options={
                "db_table_comment": "Rows are only added.",
            },
        ),
        migrations.CreateModel(
            name="RulesRemoval",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("is_removed", models.BooleanField(help_text="False: the name is kept again.")),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "revision",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="removals",
                        to="clubs.rulesrevision",
                    ),
                ),
            ],
            options={
                "db_table_comment": "Rows are only added.",
            },
        ),
        migrations.AddField(
            model_name="night",
            name="house_rules",
            field=models.ForeignKey(
                blank=True,
                editable=False,
                help_text="Its own, or the club's as they were when people were seated; empty: it follows the club's.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="clubs.rulesrevision",
            ),
        ),
        migrations.AddField(
            model_name="club",
            name="house_rules",
            field=models.ForeignKey(
                editable=False,
                help_text="What it plays by now.",
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="clubs.rulesrevision",
            ),
        ),
        migrations.CreateModel(
            name="Token",
            fields=[
                ("digest", models.CharField(max_length=128, primary_key=True, serialize=False)),
                ("token_key", models.CharField(db_index=True, max_length=25)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("expiry", models.DateTimeField(blank=True, null=True)),
                ("name", models.CharField(blank=True, max_length=100)),
                (
                    "scopes",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(
                            choices=[
                                ("read", "read"),
                                ("play", "play"),
                                ("organise", "organise"),
                                ("treasurer", "treasurer"),
                            ],
                            max_length=20,
                        ),
                        default=clubs.models.token.usual_scopes,
                        help_text="What it may be used for.",
                        size=None,
                    ),
                ),
                (
                    "last_used_at",
                    models.DateTimeField(
                        blank=True,
                        editable=False,
                        help_text="Within an hour: it is written once an hour at most.",
                        null=True,
                    ),
                ),
                ("password_digest", models.CharField(editable=False, max_length=64)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="auth_token_set",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="WishPerson",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="wishes",
                        to="clubs.member",
                    ),
                ),
                (
                    "wish",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="people",
                        to="clubs.nightwish",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="FreeTable",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "access",
                    models.CharField(
                        choices=[
                            ("open", "open to everybody"),
                            ("members", "for members of the club"),
                            ("invitation", "by invitation"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "code",
                    models.CharField(
                        blank=True,
                        editable=False,
                        help_text="The code of a table by invitation.",
                        max_length=16,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="free_tables",
                        to="clubs.club",
                    ),
                ),
                (
                    "host",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "rematch_of",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rematch",
                        to="clubs.freetable",
                    ),
                ),
                (
                    "table",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="free_table",
                        to="games.table",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["club", "-id"], name="clubs_free_table_of_club")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("access__in", ["open", "members", "invitation"])),
                        name="clubs_free_table_access",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("access", "invitation"), models.Q(("code", ""), _negated=True)
                            ),
                            models.Q(
                                models.Q(("access", "invitation"), _negated=True), ("code", "")
                            ),
                            _connector="OR",
                        ),
                        name="clubs_free_table_code",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("code", ""), _negated=True),
                        fields=("code",),
                        name="clubs_free_table_one_a_code",
                    ),
                ],
            },
        ),
        migrations.AddIndex(
            model_name="member",
            index=models.Index(fields=["updated_at"], name="clubs_member_updated"),
        ),
        migrations.AddIndex(
            model_name="member",
            index=models.Index(fields=["club", "updated_at"], name="clubs_member_updated_of_club"),
        ),
        migrations.AddConstraint(
            model_name="member",
            constraint=models.UniqueConstraint(fields=("club", "player"), name="clubs_member_once"),
        ),
        migrations.AddConstraint(
            model_name="member",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("role__in", ["owner", "organiser", "scorer", "member", "guest", "visitor"])
                ),
                name="clubs_member_role",
            ),
        ),
        migrations.AddConstraint(
            model_name="member",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("turned_away_at", None),
                        ("turned_away_by", None),
                        ("turned_away_reason", ""),
                    ),
                    models.Q(
                        ("turned_away_at__isnull", False),
                        ("turned_away_by__isnull", False),
                        models.Q(("turned_away_reason", ""), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="clubs_member_turned_away",
            ),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("role__in", ["owner", "organiser", "scorer", "member", "guest"])
                ),
                name="clubs_invitation_role",
            ),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("accepted_at", None), ("accepted_by", None)),
                    models.Q(
                        ("accepted_at__isnull", False),
                        ("accepted_by__isnull", False),
                        ("withdrawn_at", None),
                    ),
                    _connector="OR",
                ),
                name="clubs_invitation_accepted",
            ),
        ),
        migrations.AddConstraint(
            model_name="attendance",
            constraint=models.UniqueConstraint(
                fields=("night", "member"), name="clubs_attendance_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="attendance",
            constraint=models.CheckConstraint(
                condition=models.Q(("answer__in", ["going", "maybe", "no", "waiting"])),
                name="clubs_attendance_answer",
            ),
        ),
        migrations.AddConstraint(
            model_name="nightlink",
            constraint=models.CheckConstraint(
                condition=models.Q(("purpose__in", ["scorer", "door", "hall"])),
                name="clubs_link_purpose",
            ),
        ),
        migrations.AddConstraint(
            model_name="nightlink",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("table_number", None),
                    models.Q(("purpose", "scorer"), ("table_number__gte", 1)),
                    _connector="OR",
                ),
                name="clubs_link_table",
            ),
        ),
        migrations.AddConstraint(
            model_name="nightlink",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("most_welcomes__isnull", False),
                        ("most_welcomes__range", (1, 1000)),
                        ("purpose", "door"),
                    ),
                    models.Q(models.Q(("purpose", "door"), _negated=True), ("most_welcomes", None)),
                    _connector="OR",
                ),
                name="clubs_link_welcomes",
            ),
        ),
        migrations.AddConstraint(
            model_name="nightlink",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("expires_at__gt", models.F("made_at")),
                    models.Q(
                        ("revoked_at", None),
                        ("revoked_at__gte", models.F("made_at")),
                        _connector="OR",
                    ),
                ),
                name="clubs_link_order",
            ),
        ),
        migrations.AddConstraint(
            model_name="nightlink",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("made_at", None),
                        (
                            "made_at__range",
                            (
                                datetime.datetime(2000, 1, 1, 0, 0, tzinfo=datetime.UTC),
                                datetime.datetime(2100, 1, 1, 0, 0, tzinfo=datetime.UTC),
                            ),
                        ),
                        _connector="OR",
                    ),
                    models.Q(
                        ("expires_at", None),
                        (
                            "expires_at__range",
                            (
                                datetime.datetime(2000, 1, 1, 0, 0, tzinfo=datetime.UTC),
                                datetime.datetime(2100, 1, 1, 0, 0, tzinfo=datetime.UTC),
                            ),
                        ),
                        _connector="OR",
                    ),
                    models.Q(
                        ("revoked_at", None),
                        (
                            "revoked_at__range",
                            (
                                datetime.datetime(2000, 1, 1, 0, 0, tzinfo=datetime.UTC),
                                datetime.datetime(2100, 1, 1, 0, 0, tzinfo=datetime.UTC),
                            ),
                        ),
                        _connector="OR",
                    ),
                ),
                name="clubs_link_moments",
            ),
        ),
        migrations.AddConstraint(
            model_name="nightdeed",
            constraint=models.UniqueConstraint(
                fields=("night", "number"), name="clubs_deed_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="nightdeed",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1)), name="clubs_deed_from_one"
            ),
        ),
        migrations.AddConstraint(
            model_name="nightdeed",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        [
                            "plan",
                            "change_plan",
                            "rules",
                            "open",
                            "answer",
                            "check_in",
                            "welcome",
                            "check_out",
                            "wish",
                            "drop_wish",
                            "partners",
                            "cut",
                            "end_partners",
                            "want_partner",
                            "answer_partner",
                            "draw",
                            "repair",
                            "swap",
                            "place",
                            "lock",
                            "seating",
                            "open_tables",
                            "join",
                            "another_table",
                            "leave",
                            "move",
                            "bring",
                            "break_up",
                            "result",
                            "correction",
                            "totals",
                            "hand_out",
                            "take_back",
                            "end_round",
                            "next_round",
                            "close",
                            "cancel",
                            "give_link",
                            "revoke_link",
                            "undo",
                        ],
                    )
                ),
                name="clubs_deed_kind",
            ),
        ),
        migrations.AddConstraint(
            model_name="nightdeed",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "undo"), ("undoes__isnull", False)),
                    models.Q(models.Q(("kind", "undo"), _negated=True), ("undoes", None)),
                    _connector="OR",
                ),
                name="clubs_deed_undo",
            ),
        ),
        migrations.AddConstraint(
            model_name="nightdeed",
            constraint=models.CheckConstraint(
                condition=models.Q(("link", None), ("by__isnull", False), _connector="OR"),
                name="clubs_deed_link",
            ),
        ),
        migrations.AddConstraint(
            model_name="nightround",
            constraint=models.UniqueConstraint(
                condition=models.Q(("status", "taken_back"), _negated=True),
                fields=("night", "number"),
                name="clubs_round_number",
            ),
        ),
        migrations.AddConstraint(
            model_name="nightround",
            constraint=models.UniqueConstraint(
                condition=models.Q(("status", "playing")),
                fields=("night",),
                name="clubs_round_one_playing",
            ),
        ),
        migrations.AddConstraint(
            model_name="nightround",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1)), name="clubs_round_from_one"
            ),
        ),
        migrations.AddConstraint(
            model_name="nightround",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("status__in", ["drafted", "playing", "finished", "taken_back"])
                ),
                name="clubs_round_status",
            ),
        ),
        migrations.AddConstraint(
            model_name="nightround",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("finished_at__isnull", False), ("status", "finished")),
                    models.Q(
                        models.Q(("status", "finished"), _negated=True), ("finished_at", None)
                    ),
                    _connector="OR",
                ),
                name="clubs_round_finished_at",
            ),
        ),
        migrations.AddConstraint(
            model_name="nightround",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("finished_at", None),
                    (
                        "finished_at__range",
                        (
                            datetime.datetime(2000, 1, 1, 0, 0, tzinfo=datetime.UTC),
                            datetime.datetime(2100, 1, 1, 0, 0, tzinfo=datetime.UTC),
                        ),
                    ),
                    _connector="OR",
                ),
                name="clubs_round_moments",
            ),
        ),
        migrations.AddConstraint(
            model_name="nighttable",
            constraint=models.UniqueConstraint(
                fields=("round", "number"), name="clubs_night_table_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="nighttable",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1)), name="clubs_night_table_from_one"
            ),
        ),
        migrations.AddConstraint(
            model_name="nightplace",
            constraint=models.UniqueConstraint(
                condition=models.Q(("left_at", None)),
                fields=("round", "attendance"),
                name="clubs_place_one_table_a_round",
            ),
        ),
        migrations.AddConstraint(
            model_name="nightplace",
            constraint=models.UniqueConstraint(
                deferrable=django.db.models.constraints.Deferrable["DEFERRED"],
                fields=("table", "place"),
                name="clubs_place_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="nightplace",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("place__isnull", False), ("seat", None)),
                    models.Q(("place__isnull", True), ("seat__isnull", False)),
                    _connector="OR",
                ),
                name="clubs_place_drawn_or_taken",
            ),
        ),
        migrations.AddConstraint(
            model_name="nightplace",
            constraint=models.CheckConstraint(
                condition=models.Q(("left_at", None), ("seat__isnull", False), _connector="OR"),
                name="clubs_place_left_a_seat",
            ),
        ),
        migrations.AddConstraint(
            model_name="nightplace",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("left_at", None),
                    (
                        "left_at__range",
                        (
                            datetime.datetime(2000, 1, 1, 0, 0, tzinfo=datetime.UTC),
                            datetime.datetime(2100, 1, 1, 0, 0, tzinfo=datetime.UTC),
                        ),
                    ),
                    _connector="OR",
                ),
                name="clubs_place_moments",
            ),
        ),
        migrations.AddConstraint(
            model_name="nightwish",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("kind__in", ["together", "apart"]),
                        ("seat_number", None),
                        ("table_number", None),
                    ),
                    models.Q(("kind", "table"), ("seat_number", None), ("table_number__gte", 1)),
                    models.Q(
                        ("kind", "seat"), ("seat_number__range", (0, 9)), ("table_number", None)
                    ),
                    _connector="OR",
                ),
                name="clubs_wish_kind",
            ),
        ),
        migrations.AddConstraint(
            model_name="partnership",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("from_on", None), ("night__isnull", False), ("until_on", None)),
                    models.Q(
                        ("from_on__isnull", False),
                        ("night", None),
                        ("until_on__gte", models.F("from_on")),
                    ),
                    _connector="OR",
                ),
                name="clubs_partnership_night_or_season",
            ),
        ),
        migrations.AddConstraint(
            model_name="partnership",
            constraint=models.CheckConstraint(
                condition=models.Q(("formed_by__in", ["agreement", "answer", "cut", "hall"])),
                name="clubs_partnership_formed_by",
            ),
        ),
        migrations.AddConstraint(
            model_name="partnership",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("formed_at", None),
                    (
                        "formed_at__range",
                        (
                            datetime.datetime(2000, 1, 1, 0, 0, tzinfo=datetime.UTC),
                            datetime.datetime(2100, 1, 1, 0, 0, tzinfo=datetime.UTC),
                        ),
                    ),
                    _connector="OR",
                ),
                name="clubs_partnership_moments",
            ),
        ),
        migrations.AddConstraint(
            model_name="partner",
            constraint=models.UniqueConstraint(
                fields=("partnership", "member"), name="clubs_partner_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="partner",
            constraint=models.UniqueConstraint(
                condition=models.Q(("left_at", None), ("night__isnull", False)),
                fields=("night", "member"),
                name="clubs_partner_one_a_night",
            ),
        ),
        migrations.AddConstraint(
            model_name="partner",
            constraint=models.UniqueConstraint(
                condition=models.Q(("left_at", None), ("night", None)),
                fields=("member",),
                name="clubs_partner_one_a_season",
            ),
        ),
        migrations.AddConstraint(
            model_name="partner",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("left_at", None),
                    (
                        "left_at__range",
                        (
                            datetime.datetime(2000, 1, 1, 0, 0, tzinfo=datetime.UTC),
                            datetime.datetime(2100, 1, 1, 0, 0, tzinfo=datetime.UTC),
                        ),
                    ),
                    _connector="OR",
                ),
                name="clubs_partner_moments",
            ),
        ),
        migrations.AddConstraint(
            model_name="rulesrevision",
            constraint=models.UniqueConstraint(
                fields=("club", "number"), name="clubs_rules_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="rulesrevision",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1)), name="clubs_rules_from_one"
            ),
        ),
        migrations.AddConstraint(
            model_name="rulesrevision",
            constraint=models.CheckConstraint(
                condition=models.Q(("made_for__in", ["club", "night", "tournament"])),
                name="clubs_rules_made_for",
            ),
        ),
        migrations.AddIndex(
            model_name="night",
            index=models.Index(
                condition=models.Q(("status", "closed"), _negated=True),
                fields=["starts_at"],
                name="clubs_night_living",
            ),
        ),
        migrations.AddIndex(
            model_name="night",
            index=models.Index(fields=["club", "-starts_at", "-id"], name="clubs_night_of_club"),
        ),
        migrations.AddIndex(
            model_name="night",
            index=models.Index(fields=["updated_at"], name="clubs_night_updated"),
        ),
        migrations.AddIndex(
            model_name="night",
            index=models.Index(fields=["club", "updated_at"], name="clubs_night_updated_of_club"),
        ),
        migrations.AddConstraint(
            model_name="night",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("pause_seconds__lte", 60),
                    ("spectator_delay_seconds__lte", 3600),
                    ("time_bank_seconds__lte", 3600),
                    ("turn_seconds__range", (1, 86400)),
                ),
                name="clubs_night_clocks",
            ),
        ),
        migrations.AddConstraint(
            model_name="night",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("closed_at__isnull", False), ("status", "closed")),
                    models.Q(models.Q(("status", "closed"), _negated=True), ("closed_at", None)),
                    _connector="OR",
                ),
                name="clubs_night_closed_at",
            ),
        ),
        migrations.AddConstraint(
            model_name="night",
            constraint=models.CheckConstraint(
                condition=models.Q(("is_cancelled", False), ("status", "closed"), _connector="OR"),
                name="clubs_night_cancelled_is_closed",
            ),
        ),
        migrations.AddConstraint(
            model_name="night",
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
                        ("closed_at", None),
                        (
                            "closed_at__range",
                            (
                                datetime.datetime(2000, 1, 1, 0, 0, tzinfo=datetime.UTC),
                                datetime.datetime(2100, 1, 1, 0, 0, tzinfo=datetime.UTC),
                            ),
                        ),
                        _connector="OR",
                    ),
                ),
                name="clubs_night_moments",
            ),
        ),
        migrations.AddConstraint(
            model_name="night",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("status__in", ["planned", "open", "seated", "playing", "closed"])
                ),
                name="clubs_night_status",
            ),
        ),
        migrations.AddConstraint(
            model_name="night",
            constraint=models.CheckConstraint(
                condition=models.Q(("mode__in", ["online", "recorded"])), name="clubs_night_mode"
            ),
        ),
        migrations.AddConstraint(
            model_name="night",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("table_size__range", (2, 10)),
                    models.Q(("capacity", None), ("capacity__gte", 2), _connector="OR"),
                    models.Q(("deals_limit", None), ("deals_limit__gte", 1), _connector="OR"),
                    models.Q(("buy_in_chips", None), ("buy_in_chips__gte", 1), _connector="OR"),
                ),
                name="clubs_night_sizes",
            ),
        ),
        migrations.AddConstraint(
            model_name="club",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("bot_buy_in_chips__range", (1, 1000000)),
                    ("bot_rebuys__lte", 100),
                    models.Q(
                        ("bot_stake_limit", None),
                        ("bot_stake_limit__lte", 1000000),
                        _connector="OR",
                    ),
                    models.Q(
                        ("bot_extra_limit", None),
                        ("bot_extra_limit__lte", 1000000),
                        _connector="OR",
                    ),
                    models.Q(
                        ("bot_jink_limit", None), ("bot_jink_limit__lte", 1000000), _connector="OR"
                    ),
                    models.Q(
                        ("bot_loss_limit", None), ("bot_loss_limit__lte", 1000000), _connector="OR"
                    ),
                ),
                name="clubs_club_bots",
            ),
        ),
        migrations.AddConstraint(
            model_name="wishperson",
            constraint=models.UniqueConstraint(fields=("wish", "member"), name="clubs_wish_once"),
        ),
    ]
