from django.db import migrations

from ledger.migrations._sql import run_sql


class Migration(migrations.Migration):
    dependencies = [("ledger", "0006_guard_accounts")]

    operations = [run_sql("0007_doors")]
