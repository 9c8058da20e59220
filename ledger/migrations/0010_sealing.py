from django.db import migrations

from ledger.migrations._sql import run_sql


class Migration(migrations.Migration):
    dependencies = [("ledger", "0009_seals")]

    operations = [run_sql("0010_sealing")]
