from django.db import migrations

from ledger.migrations._sql import run_sql


class Migration(migrations.Migration):
    dependencies = [("ledger", "0001_rows")]

    operations = [run_sql("0002_post")]
