"""No two user names that differ only by capitals: people take them for one."""

from typing import Any

from django.db import migrations, models
from django.db.models import Count
from django.db.models.functions import Lower

MOST_NAMED = 20


def check_user_names(apps: Any, _schema_editor: Any) -> None:
    """Somebody has to say whose the name is: a migration cannot."""
    players = apps.get_model("clubs", "Player").objects
    twice = players.values(lower=Lower("username")).annotate(count=Count("pk")).filter(count__gt=1)
    names = list(twice.order_by("lower").values_list("lower", flat=True)[:MOST_NAMED])
    if names:
        raise ValueError(
            f"Several players have one of these user names, but for capitals: {', '.join(names)}. "
            "Change them in the admin of the version that ran before, then migrate again."
        )


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0015_invitations"),
    ]

    operations = [
        migrations.RunPython(check_user_names, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(
                Lower("username"),
                name="clubs_player_username",
                violation_error_message="Another player has this user name, in other letters.",
            ),
        ),
    ]
