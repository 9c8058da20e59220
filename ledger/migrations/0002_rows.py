import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0001_checks"),
    ]

    operations = [
        migrations.CreateModel(
            name="Audit",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "checked_at",
                    models.DateTimeField(db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "fault",
                    models.TextField(
                        blank=True, help_text="The first bad row, empty where all books hold."
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Sealing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("looked_at", models.DateTimeField(help_text="When the sweep last came to seal.")),
                (
                    "sealed_at",
                    models.DateTimeField(help_text="When it last sealed something.", null=True),
                ),
                (
                    "waiting_since",
                    models.DateTimeField(
                        help_text="When the oldest transfer was recorded that waits for its seal.",
                        null=True,
                    ),
                ),
                (
                    "obstacle",
                    models.TextField(
                        blank=True, help_text="What keeps it waiting, empty where nothing does."
                    ),
                ),
                (
                    "sealed_below",
                    models.BigIntegerField(
                        db_default=0,
                        help_text="Transfers of older transactions have their seals; 0 where nobody knows.",
                    ),
                ),
                (
                    "cluster",
                    models.BigIntegerField(
                        db_default=0,
                        help_text="The cluster of PostgreSQL that counts these transactions.",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="TransferReason",
            fields=[
                ("name", models.CharField(max_length=20, primary_key=True, serialize=False)),
                ("sentence", models.CharField(max_length=200)),
                ("gained", models.CharField(max_length=200)),
                ("gave", models.CharField(max_length=200)),
                ("gained_in_part", models.CharField(blank=True, max_length=200)),
                (
                    "undone_by",
                    models.CharField(blank=True, help_text="Which flow undoes it.", max_length=200),
                ),
                (
                    "is_by_hand",
                    models.BooleanField(default=False, help_text="It is taken back by hand."),
                ),
            ],
        ),
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
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Func(
                            "opened_at",
                            function="ledger_is_moment",
                            output_field=models.BooleanField(),
                        ),
                        name="ledger_book_moment",
                    )
                ],
            },
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
                        blank=True, help_text="The floor, 0; empty is none.", null=True
                    ),
                ),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "holder",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
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
                    models.DateTimeField(editable=False, help_text="When the ledger recorded it."),
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
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "book",
                    models.ForeignKey(
                        db_constraint=False,
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
                (
                    "reason",
                    models.ForeignKey(
                        db_column="reason",
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="transfers",
                        to="ledger.transferreason",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Seal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "number",
                    models.BigIntegerField(help_text="Counts the seals of the book from 1."),
                ),
                (
                    "version",
                    models.SmallIntegerField(
                        help_text="Of what is sealed: from 2 on whose the accounts are, too."
                    ),
                ),
                (
                    "hash",
                    models.BinaryField(help_text="SHA-256 of the hash before it and the transfer."),
                ),
                (
                    "book",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seals",
                        to="ledger.book",
                    ),
                ),
                (
                    "transfer",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seal",
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
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="ledger.account",
                    ),
                ),
                (
                    "transfer",
                    models.ForeignKey(
                        db_constraint=False,
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
        migrations.AddIndex(
            model_name="account",
            index=models.Index(fields=["book", "-id"], name="ledger_account_newest"),
        ),
        migrations.AddIndex(
            model_name="account",
            index=models.Index(
                condition=models.Q(("closed_at", None)),
                fields=["book", "-id"],
                name="ledger_account_newest_open",
            ),
        ),
        migrations.AddIndex(
            model_name="account",
            index=models.Index(fields=["holder", "-id"], name="ledger_account_held"),
        ),
        migrations.AddIndex(
            model_name="account",
            index=models.Index(
                condition=models.Q(("closed_at", None)),
                fields=["holder", "-id"],
                name="ledger_account_held_open",
            ),
        ),
        migrations.AddConstraint(
            model_name="account",
            constraint=models.CheckConstraint(
                condition=models.Func(
                    "kind",
                    "min_balance",
                    "holder",
                    "closed_at",
                    function="ledger_fits_kind",
                    output_field=models.BooleanField(),
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
                condition=models.Q(("closed_at", None), ("balance", 0), _connector="OR"),
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
            model_name="seal",
            constraint=models.UniqueConstraint(
                fields=("book", "number"), name="ledger_seal_number"
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
        migrations.AddIndex(
            model_name="transfer",
            index=models.Index(fields=["xact"], name="ledger_transfer_xact"),
        ),
        migrations.AddIndex(
            model_name="transfer",
            index=models.Index(fields=["book", "-id"], name="ledger_transfer_newest"),
        ),
        migrations.AddIndex(
            model_name="transfer",
            index=models.Index(
                condition=models.Q(("reason__in", ["lent", "paid_back", "adjustment"])),
                fields=["book", "reason"],
                name="ledger_transfer_lending",
            ),
        ),
        migrations.AddConstraint(
            model_name="transfer",
            constraint=models.UniqueConstraint(fields=("book", "key"), name="ledger_transfer_key"),
        ),
        migrations.AddConstraint(
            model_name="transfer",
            constraint=models.CheckConstraint(
                condition=models.Func(
                    "reason",
                    "actor",
                    "memo",
                    "reverses",
                    function="ledger_fits_reason",
                    output_field=models.BooleanField(),
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
                condition=models.Func(
                    "effective_at", function="ledger_is_moment", output_field=models.BooleanField()
                ),
                name="ledger_transfer_moment",
            ),
        ),
    ]
