"""The newest transfers of a book."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0005_accounts_newest"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddIndex(
            model_name="transfer",
            index=models.Index(fields=["book", "-id"], name="ledger_transfer_newest"),
        ),
    ]
