"""A table names one book whose people watch it: its club's, instead of its own and perhaps another."""

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F


def name_own_book(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    tables = apps.get_model("games", "Table").objects.using(schema_editor.connection.alias)
    tables.filter(club_book=None).update(club_book=F("book"))
    # What was put off is checked now: rows that still wait for it keep the table from changing.
    schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def forget_own_book(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    tables = apps.get_model("games", "Table").objects.using(schema_editor.connection.alias)
    tables.filter(club_book=F("book")).update(club_book=None)
    schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0018_policies"),
        ("ledger", "0002_guards"),
    ]

    operations = [
        migrations.RenameField(model_name="table", old_name="audience", new_name="club_book"),
        migrations.RunPython(name_own_book, forget_own_book),
        migrations.AlterField(
            model_name="table",
            name="club_book",
            field=models.ForeignKey(
                help_text="The book of its club, whose people watch it and look after it.",
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="ledger.book",
            ),
        ),
    ]
