"""Seats at which somebody sits, who was sent away, and bots that play with chips of the house."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0015_rows_of_clubs"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("is_house", True)),
                fields=["club_book"],
                name="games_seat_house",
            ),
        ),
    ]
