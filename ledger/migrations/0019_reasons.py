import django.db.models.deletion
from django.db import migrations, models

from ledger.migrations._sql import run_sql


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0018_sealing"),
    ]

    operations = [
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
        run_sql("0019_reasons"),
        # The column stays as it is: the guard of the transfers looks the reason up.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name="transfer",
                    name="reason",
                    field=models.ForeignKey(
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
    ]
