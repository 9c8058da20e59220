"""Who enters the admin follows from a role: the tick for it goes."""

from typing import Any

from django.db import migrations
from django.db.models import Q


def tick(apps: Any, _: object) -> None:
    """Give it back to whoever enters by their role."""
    Player = apps.get_model("clubs", "Player")
    offices = Q(memberships__role__in=["owner", "organiser", "scorer"])
    here = Q(memberships__left_at=None, memberships__turned_away_at=None)
    entering = Player.objects.filter(Q(is_superuser=True) | (offices & here))
    Player.objects.filter(pk__in=entering.values("pk")).update(is_staff=True)


class Migration(migrations.Migration):
    dependencies = [("clubs", "0017_bounds")]

    operations = [
        migrations.AlterModelManagers(name="player", managers=[]),
        migrations.RunPython(migrations.RunPython.noop, tick),
        migrations.RemoveField(model_name="player", name="is_staff"),
    ]
