"""What holds at a table is said of each table, no longer guessed from its seats and its stakes."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Q


def say_what_held(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    tables = apps.get_model("games", "Table").objects.using(schema_editor.connection.alias)
    tables.filter(seats_limit__isnull=False).update(
        may_come_and_go=True, when_away="sit_out", when_too_few="wait"
    )
    tables.filter(is_all_in=True).update(
        is_played_to_end=True, may_bring_more=False, when_away="play_on", when_too_few="close"
    )


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0017_plain_help"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="may_come_and_go",
            field=models.BooleanField(
                default=False, help_text="People sit down, get up and sit out as they like."
            ),
        ),
        migrations.AddField(
            model_name="table",
            name="is_played_to_end",
            field=models.BooleanField(default=False, help_text="Nobody gets up before it closes."),
        ),
        migrations.AddField(
            model_name="table",
            name="may_bring_more",
            field=models.BooleanField(
                default=True, help_text="People may bring more chips between two deals."
            ),
        ),
        migrations.AddField(
            model_name="table",
            name="when_away",
            field=models.CharField(
                choices=[("sit_out", "sit out"), ("wait", "wait"), ("play_on", "play on")],
                default="wait",
                help_text="Players who are away sit out; or bots play for them, and the table waits or plays on while everybody is away.",
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="table",
            name="when_too_few",
            field=models.CharField(
                choices=[("wait", "wait"), ("rest", "rest"), ("close", "close")],
                default="rest",
                help_text="What it does when nobody can be dealt to.",
                max_length=10,
            ),
        ),
        migrations.RunPython(say_what_held, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.CheckConstraint(
                name="games_table_policies",
                condition=Q(
                    when_away__in=["sit_out", "wait", "play_on"],
                    when_too_few__in=["wait", "rest", "close"],
                )
                & (Q(may_come_and_go=False) | Q(is_played_to_end=False, seats_limit__isnull=False)),
            ),
        ),
    ]
