from django.conf import settings
from django.db import migrations, models

from ledger.migrations._sql import run_sql


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0013_guards_instead_of_foreign_keys"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        run_sql("0014_small_checks"),
        migrations.RemoveConstraint(
            model_name="account",
            name="ledger_account_kind",
        ),
        migrations.RemoveConstraint(
            model_name="account",
            name="ledger_account_closed_empty",
        ),
        migrations.RemoveConstraint(
            model_name="transfer",
            name="ledger_transfer_by_hand",
        ),
        migrations.RemoveConstraint(
            model_name="transfer",
            name="ledger_transfer_reverses",
        ),
        migrations.RemoveConstraint(
            model_name="transfer",
            name="ledger_transfer_reason",
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
                condition=models.Q(("closed_at", None), ("balance", 0), _connector="OR"),
                name="ledger_account_closed_empty",
            ),
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
    ]
