"""Tokens are for something, and tell when they were used. Those of today are for reading and play."""

import django.contrib.postgres.fields
from django.db import migrations, models

import clubs.models.token


class Migration(migrations.Migration):
    dependencies = [("clubs", "0018_by_name")]

    operations = [
        migrations.AddField(
            "token",
            "last_used_at",
            models.DateTimeField(
                blank=True,
                editable=False,
                help_text="Within an hour: it is written once an hour at most.",
                null=True,
            ),
        ),
        migrations.AddField(
            "token",
            "scopes",
            django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(
                    choices=[
                        ("read", "read"),
                        ("play", "play"),
                        ("organise", "organise"),
                        ("treasurer", "treasurer"),
                    ],
                    max_length=20,
                ),
                default=clubs.models.token.usual_scopes,
                help_text="What it may be used for.",
                size=None,
            ),
        ),
    ]
