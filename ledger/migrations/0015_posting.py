from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models

from ledger.migrations._sql import run_sql


def _is_moment(name: str, column: str) -> models.CheckConstraint:
    condition = models.Func(column, function="ledger_is_moment", output_field=models.BooleanField())
    return models.CheckConstraint(name=name, condition=condition)


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0014_small_checks"),
    ]

    # What is there already stays, and the audit names it: an upgrade does not fail for it.
    operations = [
        run_sql("0015_posting"),
        AddConstraintNotValid(
            model_name="transfer",
            constraint=_is_moment("ledger_transfer_moment", "effective_at"),
        ),
        AddConstraintNotValid(
            model_name="book",
            constraint=_is_moment("ledger_book_moment", "opened_at"),
        ),
    ]
