from django.db import migrations, models

from ledger.migrations._sql import run_sql


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0016_floors"),
    ]

    operations = [
        migrations.AddField(
            model_name="seal",
            name="version",
            field=models.SmallIntegerField(
                default=1, help_text="Of what is sealed: from 2 on whose the accounts are, too."
            ),
            preserve_default=False,
        ),
        run_sql("0017_sealed_accounts"),
    ]
