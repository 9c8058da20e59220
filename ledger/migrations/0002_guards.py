from django.db import migrations

from ledger.migrations._sql import run_sql


class Migration(migrations.Migration):
    dependencies = [("ledger", "0001_books")]

    operations = [
        run_sql("append_only"),
        run_sql("guard_transfers"),
        run_sql("guard_entries"),
        run_sql("guard_accounts"),
        run_sql("posting"),
        run_sql("doors"),
        run_sql("as_of"),
        run_sql("sealing"),
        run_sql("doubt"),
    ]
