"""Functions that the CHECKs of the rows ask."""

from django.db import migrations

from ledger.migrations._sql import RunFile


class Migration(migrations.Migration):
    dependencies = [("clubs", "0001_player")]

    operations = [RunFile("ledger", "checks")]
