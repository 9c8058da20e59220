"""The open accounts of a book, without all the stacks that have closed."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ledger", "0002_guards")]

    operations = [
        migrations.AddIndex(
            model_name="account",
            index=models.Index(
                condition=models.Q(("closed_at", None)),
                fields=["book"],
                name="ledger_account_open",
            ),
        ),
    ]
