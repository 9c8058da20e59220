"""Deals and seats take after their tables."""

from django.db import migrations

from ledger.migrations._sql import RunFile


class Migration(migrations.Migration):
    dependencies = [("games", "0001_rows")]

    operations = [RunFile("games", "rows_of_clubs")]
