"""The deals of a club that ended in a time."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0017_who_is_there"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddIndex(
            model_name="deal",
            index=models.Index(
                fields=["club_book", "-ended_at", "-id"], name="games_deal_of_club_by_time"
            ),
        ),
        migrations.AddIndex(
            model_name="deal",
            index=models.Index(
                condition=models.Q(("is_public", True)),
                fields=["-ended_at", "-id"],
                name="games_deal_public_by_time",
            ),
        ),
    ]
