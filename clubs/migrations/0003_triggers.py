"""Versions, times of change, whose purses are whose, and what holds between rows of a night."""

from django.db import migrations

from ledger.migrations._sql import RunFile


class Migration(migrations.Migration):
    dependencies = [("clubs", "0002_rows")]

    operations = [
        RunFile("clubs", "player_names"),
        RunFile("clubs", "versions"),
        RunFile("clubs", "places_of_rounds"),
        RunFile("clubs", "partners_of_night"),
        RunFile("clubs", "purses"),
        RunFile("clubs", "updates"),
    ]
