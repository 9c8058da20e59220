from django.db import migrations, models

import tournaments.formats


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0005_bounds"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="format",
            field=models.CharField(
                choices=tournaments.formats.format_choices,
                default="random_rotation",
                max_length=30,
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="format_settings",
            field=models.JSONField(
                blank=True,
                default=dict,
                help_text="What only this format lets the organiser set.",
            ),
        ),
    ]
