"""Boards that people read who have not signed in."""

from pathlib import Path

from django.db import migrations, models

from ledger.migrations._sql import run_sql


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0006_entrant_members")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="is_public",
            field=models.BooleanField(
                "board open to everybody",
                default=False,
                help_text="Whether people who have not signed in read its board: who sits where, "
                "and the standings.",
            ),
        ),
        run_sql("versions_with_boards", folder=Path(__file__).parent / "sql"),
    ]
