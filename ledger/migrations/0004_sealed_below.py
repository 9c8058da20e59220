"""From where the next look for transfers without a seal goes on."""

from django.db import migrations, models

from ledger.migrations._sql import run_sql


class Migration(migrations.Migration):
    dependencies = [("ledger", "0003_what_lives")]

    operations = [
        migrations.AddIndex(
            model_name="transfer",
            index=models.Index(fields=["xact"], name="ledger_transfer_xact"),
        ),
        migrations.AddField(
            model_name="sealing",
            name="sealed_below",
            field=models.BigIntegerField(
                db_default=0,
                help_text="Transfers of older transactions have their seals; 0 where nobody knows.",
            ),
        ),
        migrations.AddField(
            model_name="sealing",
            name="cluster",
            field=models.BigIntegerField(
                db_default=0,
                help_text="The cluster of PostgreSQL that counts these transactions.",
            ),
        ),
        run_sql("sealing_onwards"),
    ]
