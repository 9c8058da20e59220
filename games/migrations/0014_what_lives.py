"""What the living are found by: deals that ended lately, and the strongest players first."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0013_latest_moment")]

    operations = [
        migrations.AddIndex(
            model_name="deal",
            index=models.Index(fields=["ended_at"], name="games_deal_ended"),
        ),
        migrations.AddIndex(
            model_name="rating",
            index=models.Index(fields=["-points", "-id"], name="games_rating_order"),
        ),
    ]
