from django.db import migrations

from ledger.migrations._sql import run_sql


class Migration(migrations.Migration):
    dependencies = [("ledger", "0002_post")]

    operations = [run_sql("0003_append_only")]
