"""Transfers of a time are found by their numbers, without an index of times."""

from django.db import migrations

from ledger.migrations._sql import run_sql


class Migration(migrations.Migration):
    dependencies = [("ledger", "0006_transfers_newest")]

    operations = [run_sql("transfers_before")]
