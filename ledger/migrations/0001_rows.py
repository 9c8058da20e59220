import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Book",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=100)),
                ("opened_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Account",
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
                            ("bank", "Bank"),
                            ("purse", "Purse"),
                            ("stack", "Stack"),
                            ("pool", "Pool"),
                            ("fund", "Fund"),
                            ("correction", "Correction"),
                        ],
                        max_length=10,
                    ),
                ),
                ("name", models.CharField(max_length=100)),
                ("balance", models.BigIntegerField(default=0, editable=False)),
                ("version", models.BigIntegerField(default=0, editable=False)),
                (
                    "min_balance",
                    models.BigIntegerField(
                        blank=True,
                        help_text="The floor; below 0 it is a credit line, empty is none.",
                        null=True,
                    ),
                ),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "holder",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="accounts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "book",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="accounts",
                        to="ledger.book",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Receipt",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=200)),
                ("path", models.CharField(max_length=500)),
                (
                    "digest",
                    models.CharField(
                        help_text="SHA-256 of the body, in hexadecimal.", max_length=64
                    ),
                ),
                ("status", models.PositiveSmallIntegerField()),
                ("answer", models.JSONField(null=True)),
                (
                    "stored_at",
                    models.DateTimeField(db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "actor",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Transfer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("issue", "Issue"),
                            ("redeem", "Redeem"),
                            ("buy_in", "Buy in"),
                            ("cash_out", "Cash out"),
                            ("stake", "Stake"),
                            ("top_up", "Top up"),
                            ("pool_won", "Pool won"),
                            ("jink", "Jink"),
                            ("pool_shared", "Pool shared"),
                            ("entry_fee", "Entry fee"),
                            ("prize", "Prize"),
                            ("adjustment", "Adjustment"),
                            ("reversal", "Reversal"),
                        ],
                        max_length=20,
                    ),
                ),
                (
                    "key",
                    models.CharField(
                        help_text="From the domain, such as deal:812:stakes.", max_length=200
                    ),
                ),
                ("digest", models.BinaryField(help_text="SHA-256 of the reason and the legs.")),
                ("memo", models.CharField(blank=True, max_length=500)),
                ("effective_at", models.DateTimeField(help_text="When it happened.")),
                (
                    "recorded_at",
                    models.DateTimeField(editable=False, help_text="When it was written down."),
                ),
                (
                    "xact",
                    models.BigIntegerField(
                        editable=False, help_text="The transaction that wrote it."
                    ),
                ),
                (
                    "actor",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "book",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="transfers",
                        to="ledger.book",
                    ),
                ),
                (
                    "reverses",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reversed_by",
                        to="ledger.transfer",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "seq",
                    models.BigIntegerField(help_text="Counts the entries of the account from 1."),
                ),
                ("chips", models.BigIntegerField()),
                ("balance_after", models.BigIntegerField()),
                (
                    "account",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="ledger.account",
                    ),
                ),
                (
                    "transfer",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="ledger.transfer",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "entries",
            },
        ),
        migrations.AddConstraint(
            model_name="account",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("holder__isnull", True),
                        ("kind__in", ["bank", "correction"]),
                        ("min_balance__isnull", True),
                    ),
                    models.Q(
                        ("kind", "purse"), ("min_balance__isnull", False), ("min_balance__lte", 0)
                    ),
                    models.Q(
                        ("holder__isnull", False),
                        ("kind", "stack"),
                        ("min_balance", 0),
                        ("min_balance__isnull", False),
                    ),
                    models.Q(
                        ("holder__isnull", True),
                        ("kind__in", ["pool", "fund"]),
                        ("min_balance", 0),
                        ("min_balance__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="ledger_account_kind",
            ),
        ),
        migrations.AddConstraint(
            model_name="account",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("min_balance", None),
                    ("balance__gte", models.F("min_balance")),
                    _connector="OR",
                ),
                name="ledger_account_floor",
            ),
        ),
        migrations.AddConstraint(
            model_name="account",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("closed_at", None),
                    models.Q(
                        ("balance", 0),
                        models.Q(("kind__in", ["bank", "correction"]), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="ledger_account_closed_empty",
            ),
        ),
        migrations.AddConstraint(
            model_name="account",
            constraint=models.UniqueConstraint(
                condition=models.Q(("kind", "bank")),
                fields=("book",),
                name="ledger_account_one_bank",
            ),
        ),
        migrations.AddConstraint(
            model_name="account",
            constraint=models.UniqueConstraint(
                condition=models.Q(("kind", "correction")),
                fields=("book",),
                name="ledger_account_one_correction",
            ),
        ),
        migrations.AddConstraint(
            model_name="receipt",
            constraint=models.UniqueConstraint(fields=("actor", "key"), name="ledger_receipt_key"),
        ),
        migrations.AddConstraint(
            model_name="transfer",
            constraint=models.UniqueConstraint(fields=("book", "key"), name="ledger_transfer_key"),
        ),
        migrations.AddConstraint(
            model_name="transfer",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "reason__in",
                        [
                            "issue",
                            "redeem",
                            "buy_in",
                            "cash_out",
                            "stake",
                            "top_up",
                            "pool_won",
                            "jink",
                            "pool_shared",
                            "entry_fee",
                            "prize",
                            "adjustment",
                            "reversal",
                        ],
                    )
                ),
                name="ledger_transfer_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="transfer",
            constraint=models.CheckConstraint(
                condition=models.Q(("key", ""), _negated=True), name="ledger_transfer_has_key"
            ),
        ),
        migrations.AddConstraint(
            model_name="transfer",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("reason__in", ["adjustment", "reversal"]), _negated=True),
                    models.Q(("actor__isnull", False), models.Q(("memo", ""), _negated=True)),
                    _connector="OR",
                ),
                name="ledger_transfer_by_hand",
            ),
        ),
        migrations.AddConstraint(
            model_name="transfer",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("reason", "reversal"), ("reverses__isnull", False)),
                    models.Q(
                        models.Q(("reason", "reversal"), _negated=True), ("reverses__isnull", True)
                    ),
                    _connector="OR",
                ),
                name="ledger_transfer_reverses",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(fields=("account", "seq"), name="ledger_entry_seq"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                fields=("transfer", "account"), name="ledger_entry_leg"
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(("chips", 0), _negated=True), name="ledger_entry_moves"
            ),
        ),
    ]
