"""The guards of the rows, and the functions through which chips move."""

from django.db import migrations

from ledger.migrations._sql import RunFile


class Migration(migrations.Migration):
    dependencies = [("ledger", "0002_rows")]

    operations = [
        RunFile("ledger", "append_only"),
        RunFile("ledger", "guard_transfers"),
        RunFile("ledger", "guard_entries"),
        RunFile("ledger", "guard_accounts"),
        RunFile("ledger", "posting"),
        RunFile("ledger", "doors"),
        RunFile("ledger", "as_of"),
        RunFile("ledger", "transfers_before"),
        RunFile("ledger", "sealing"),
        RunFile("ledger", "doubt"),
    ]
