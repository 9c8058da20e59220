"""The table of the cache, which has no model."""

from django.db import migrations

from ledger.migrations._sql import RunFile


class Migration(migrations.Migration):
    dependencies = [("clubs", "0003_triggers")]

    operations = [RunFile("clubs", "cache")]
