"""Versions and times of change of tournaments, whose purses are whose, and a log only added to."""

from django.db import migrations

from ledger.migrations._sql import RunFile


class Migration(migrations.Migration):
    dependencies = [("clubs", "0003_triggers"), ("tournaments", "0001_rows")]

    operations = [
        RunFile("tournaments", "versions"),
        RunFile("tournaments", "updates"),
        RunFile("tournaments", "log"),
        RunFile("tournaments", "purses"),
    ]
