"""The seats of the people who are there, apart from those of all who ever were."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0016_living_seats"),
        ("ledger", "0005_accounts_newest"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("cashed_chips", None), ("is_sent_away", True), _connector="OR"),
                fields=["club_book", "table"],
                name="games_seat_there",
            ),
        ),
    ]
