from django.db import migrations

from ledger.migrations._sql import run_sql


class Migration(migrations.Migration):
    dependencies = [("ledger", "0007_doors")]

    operations = [run_sql("0008_as_of")]
