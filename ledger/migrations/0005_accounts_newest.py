"""The newest accounts of a book and of a holder, and what the corrections lent."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0004_sealed_below"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="account",
            name="ledger_account_open",
        ),
        migrations.AlterField(
            model_name="account",
            name="holder",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="accounts",
                to=settings.AUTH_USER_MODEL,
            ),
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
        migrations.AddIndex(
            model_name="transfer",
            index=models.Index(
                condition=models.Q(("reason__in", ["lent", "paid_back", "adjustment"])),
                fields=["book", "reason"],
                name="ledger_transfer_lending",
            ),
        ),
    ]
