from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_former_results"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="deal",
            name="games_deal_counted_in_vain",
        ),
        migrations.AddField(
            model_name="deal",
            name="is_stale",
            field=models.BooleanField(
                default=False, help_text="It was put right after its results had been written down."
            ),
        ),
        migrations.AddIndex(
            model_name="deal",
            index=models.Index(
                condition=models.Q(
                    ("is_counted", True),
                    models.Q(("voided_at__isnull", False), ("is_stale", True), _connector="OR"),
                ),
                fields=["settled_at"],
                name="games_deal_counted_in_vain",
            ),
        ),
    ]
