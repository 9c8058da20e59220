"""When clubs, members and nights last changed."""

from pathlib import Path

from django.db import migrations, models
from django.db.models.functions import Now

from ledger.migrations._sql import run_sql


class Migration(migrations.Migration):
    dependencies = [("clubs", "0020_cache")]

    operations = [
        *(
            migrations.AddField(
                model_name=model,
                name="updated_at",
                field=models.DateTimeField(
                    db_default=Now(),
                    editable=False,
                    help_text="When it last changed. Ask for `updated_since` a minute before the "
                    "newest that you have.",
                ),
            )
            for model in ("club", "member", "night")
        ),
        *(
            migrations.AddIndex(model_name=model, index=models.Index(fields=fields, name=name))
            for model in ("member", "night")
            for fields, name in (
                (["updated_at"], f"clubs_{model}_updated"),
                (["club", "updated_at"], f"clubs_{model}_updated_of_club"),
            )
        ),
        run_sql("updates", folder=Path(__file__).parent / "sql"),
    ]
