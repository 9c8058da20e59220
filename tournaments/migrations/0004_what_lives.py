"""Tournaments that are not over, for the sweep."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0003_rules_revisions")]

    operations = [
        migrations.AddIndex(
            model_name="tournament",
            index=models.Index(
                condition=models.Q(("status__in", ["open", "running"])),
                fields=["status"],
                name="tournaments_not_over",
            ),
        ),
    ]
