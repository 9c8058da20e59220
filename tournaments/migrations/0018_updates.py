"""When tournaments last changed."""

from pathlib import Path

from django.db import migrations, models
from django.db.models.functions import Now

from ledger.migrations._sql import run_sql


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0017_plain_help_texts"), ("clubs", "0021_updates")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="updated_at",
            field=models.DateTimeField(
                db_default=Now(),
                editable=False,
                help_text="When it last changed. Ask for `updated_since` a minute before the "
                "newest that you have.",
            ),
        ),
        migrations.AddIndex(
            model_name="tournament",
            index=models.Index(fields=["updated_at"], name="tournaments_updated"),
        ),
        migrations.AddIndex(
            model_name="tournament",
            index=models.Index(fields=["club", "updated_at"], name="tournaments_updated_of_club"),
        ),
        run_sql("updates", folder=Path(__file__).parent / "sql"),
    ]
