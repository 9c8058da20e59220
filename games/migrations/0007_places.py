from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F


def seat_by_number(apps: Apps, _: BaseDatabaseSchemaEditor) -> None:
    """Until now everybody sat down to the right of all who came before."""
    apps.get_model("games", "Seat").objects.update(place=F("number"))


class Migration(migrations.Migration):
    dependencies = [("games", "0006_stale_results")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="place",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.RunPython(seat_by_number, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="seat",
            name="place",
            field=models.PositiveSmallIntegerField(
                help_text="Round the table, clockwise from 0; those who went home keep theirs."
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                deferrable=models.Deferrable.DEFERRED,
                fields=("table", "place"),
                name="games_seat_place",
            ),
        ),
    ]
