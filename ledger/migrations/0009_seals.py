import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0008_as_of"),
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
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("book", "number"), name="ledger_seal_number")
                ],
            },
        ),
    ]
