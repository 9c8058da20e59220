from django.db import migrations

from ledger.migrations._sql import run_sql


class Migration(migrations.Migration):
    dependencies = [("ledger", "0003_append_only")]

    operations = [run_sql("0004_guard_transfers")]
