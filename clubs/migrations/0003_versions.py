from pathlib import Path

from django.db import migrations, models

from ledger.migrations._sql import run_sql


class Migration(migrations.Migration):
    dependencies = [("clubs", "0002_clubs_and_nights"), ("ledger", "0002_guards")]

    operations = [
        *(
            migrations.AddField(
                model_name=model,
                name="version",
                field=models.PositiveIntegerField(
                    db_default=1,
                    default=1,
                    editable=False,
                    help_text="Goes up by one with every change. Send it as If-Match when you "
                    "change the row.",
                ),
            )
            for model in ("club", "member", "night", "player")
        ),
        run_sql("versions", folder=Path(__file__).parent / "sql"),
    ]
