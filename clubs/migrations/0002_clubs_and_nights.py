import datetime

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import clubs.models.club


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0001_people"),
        ("games", "0001_tables"),
        ("ledger", "0002_guards"),
    ]

    operations = [
        migrations.CreateModel(
            name="Club",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=100)),
                ("slug", models.SlugField(unique=True)),
                ("rules_json", models.JSONField(help_text="The house rules of its nights.")),
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
            name="Member",
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
                    "rules_json",
                    models.JSONField(help_text="The house rules; the club's, where left alone."),
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
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="nights",
                        to="clubs.club",
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
                    "night",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tables",
                        to="clubs.night",
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
                    "seat",
                    models.PositiveSmallIntegerField(
                        blank=True, help_text="Counts from 0, clockwise.", null=True
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
                (
                    "night_table",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="attendances",
                        to="clubs.nighttable",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="club",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("bot_buy_in_chips__range", (1, 1000000)),
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
            model_name="freetable",
            constraint=models.CheckConstraint(
                condition=models.Q(("access__in", ["open", "members", "invitation"])),
                name="clubs_free_table_access",
            ),
        ),
        migrations.AddConstraint(
            model_name="freetable",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("access", "invitation"), models.Q(("code", ""), _negated=True)),
                    models.Q(models.Q(("access", "invitation"), _negated=True), ("code", "")),
                    _connector="OR",
                ),
                name="clubs_free_table_code",
            ),
        ),
        migrations.AddConstraint(
            model_name="freetable",
            constraint=models.UniqueConstraint(
                condition=models.Q(("code", ""), _negated=True),
                fields=("code",),
                name="clubs_free_table_one_a_code",
            ),
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
            model_name="night",
            constraint=models.CheckConstraint(
                condition=models.Q(
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
            model_name="nighttable",
            constraint=models.UniqueConstraint(
                fields=("night", "number"), name="clubs_night_table_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="nighttable",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1)), name="clubs_night_table_from_one"
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
            constraint=models.UniqueConstraint(
                fields=("night_table", "seat"), name="clubs_attendance_seat"
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
            model_name="attendance",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("night_table", None), ("seat", None)),
                    models.Q(
                        ("checked_in_at__isnull", False),
                        ("night_table__isnull", False),
                        ("seat__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="clubs_attendance_seated_is_here",
            ),
        ),
    ]
