import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0007_places")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="came_at",
            field=models.DateTimeField(
                blank=True,
                help_text="When they sat down; empty if the table opened with them.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="moved_from",
            field=models.OneToOneField(
                blank=True,
                help_text="Their seat at the table from which an organiser moved them here.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="moved_to",
                to="games.seat",
            ),
        ),
    ]
