"""Nights by their club and start, and those that live apart from those that are over."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0016_notes"),
    ]

    operations = [
        migrations.AlterField(
            model_name="night",
            name="club",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="nights",
                to="clubs.club",
            ),
        ),
        migrations.AddIndex(
            model_name="night",
            index=models.Index(
                condition=models.Q(("status", "closed"), _negated=True),
                fields=["starts_at"],
                name="clubs_night_living",
            ),
        ),
        migrations.AddIndex(
            model_name="night",
            index=models.Index(fields=["club", "-starts_at", "-id"], name="clubs_night_of_club"),
        ),
    ]
