"""Strings of seats that the protocol cannot mix go: no deal could be dealt with one."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

LAST_SEAT = 255


def forget_late_strings(apps: Apps, _: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("games", "EntropyString").objects.filter(seat__gt=LAST_SEAT).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0011_audience"),
    ]

    operations = [
        migrations.RunPython(forget_late_strings, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="entropystring",
            constraint=models.CheckConstraint(
                condition=models.Q(("seat__lte", LAST_SEAT)),
                name="games_entropystring_seat_can_be_mixed",
            ),
        ),
    ]
