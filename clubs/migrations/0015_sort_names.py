from pathlib import Path

from django.db import migrations, models

from ledger.migrations._sql import run_sql


class Migration(migrations.Migration):
    dependencies = [("clubs", "0014_links")]

    operations = [
        run_sql("sort_names", folder=Path(__file__).parent / "sql"),
        migrations.AddField(
            model_name="player",
            name="sort_name",
            field=models.GeneratedField(
                db_persist=True,
                expression=models.Func(models.F("name"), function="clubs_sort_name"),
                output_field=models.TextField(db_collation="C"),
            ),
        ),
    ]
