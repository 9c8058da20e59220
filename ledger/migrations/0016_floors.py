from django.db import migrations, models

from ledger.migrations._sql import run_sql


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0015_posting"),
    ]

    operations = [
        run_sql("0016_floors"),
        migrations.AlterField(
            model_name="account",
            name="min_balance",
            field=models.BigIntegerField(
                blank=True, help_text="The floor, 0; empty is none.", null=True
            ),
        ),
    ]
