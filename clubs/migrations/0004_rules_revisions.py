from pathlib import Path
from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models.functions import Now

import deploy.names
from games.engine import HouseRules, Ruleset
from games.engine.versions import VERSION
from ledger.migrations._sql import run_sql

SEATED = ("seated", "playing", "closed")


def begin_histories(apps: Any, schema_editor: Any) -> None:
    """The first revision of every club, and one for each night that was given other rules."""
    Club = apps.get_model("clubs", "Club")
    for club in Club.objects.order_by("pk"):
        club.house_rules = add_revision(apps, club, 1, "club", club.rules_json)
        club.save(update_fields=["house_rules"])
        number = 1
        for night in club.nights.order_by("pk"):
            if night.rules_json != club.rules_json:
                number += 1
                night.house_rules = add_revision(apps, club, number, "night", night.rules_json)
            elif night.status in SEATED:
                night.house_rules = club.house_rules
            night.save(update_fields=["house_rules"])
    schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # The tables are altered next.


def add_revision(
    apps: Any, club: Any, number: int, made_for: str, rules_json: dict[str, Any]
) -> Any:
    """The preset that is nearest, with what differs, so that exactly the same is played."""
    rules = Ruleset.of(HouseRules.from_json(rules_json))
    options, changes = rules.options(), dict(rules.changes)
    for mapping in (options, changes):
        mapping.pop("opening_chips", None)  # A fact of the club, in a column of its own.
    return apps.get_model("clubs", "RulesRevision").objects.create(
        club=club,
        number=number,
        made_for=made_for,
        preset=rules.preset,
        changes=changes,
        options={"version": VERSION, **options},
        at=Now(),
    )


def write_rules_back(apps: Any, schema_editor: Any) -> None:
    for club in apps.get_model("clubs", "Club").objects.select_related("house_rules"):
        club.rules_json = options_of(club, club.house_rules)
        club.save(update_fields=["rules_json"])
        for night in club.nights.select_related("house_rules"):
            night.rules_json = options_of(club, night.house_rules or club.house_rules)
            night.save(update_fields=["rules_json"])
    schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def options_of(club: Any, revision: Any) -> dict[str, Any]:
    options = {**revision.options, "opening_chips": club.opening_chips}
    return {name: value for name, value in options.items() if name != "version"}


class Migration(migrations.Migration):
    dependencies = [("clubs", "0003_versions")]

    operations = [
        migrations.CreateModel(
            name="RulesRevision",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "number",
                    models.PositiveIntegerField(
                        help_text="Counts the revisions of the club from 1."
                    ),
                ),
                (
                    "made_for",
                    models.CharField(
                        choices=[
                            ("club", "the club"),
                            ("night", "a night"),
                            ("tournament", "a tournament"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "name",
                    deploy.names.NameField(
                        blank=True,
                        help_text="What the club calls them, to choose them again; empty: they "
                        "have no name.",
                        max_length=60,
                    ),
                ),
                (
                    "preset",
                    models.CharField(help_text="What they started from.", max_length=40),
                ),
                (
                    "changes",
                    models.JSONField(
                        default=dict, help_text="The options that differ from the preset."
                    ),
                ),
                (
                    "options",
                    models.JSONField(
                        help_text="Every option of play with its value, and the version of this "
                        "form."
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        help_text="Who made them; empty: they were there before revisions were.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rules_revisions",
                        to="clubs.club",
                    ),
                ),
            ],
            options={
                "db_table_comment": "Rows are only added.",
                "constraints": [
                    models.UniqueConstraint(fields=("club", "number"), name="clubs_rules_number"),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)), name="clubs_rules_from_one"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("made_for__in", ["club", "night", "tournament"])),
                        name="clubs_rules_made_for",
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="club",
            name="house_rules",
            field=models.ForeignKey(
                editable=False,
                help_text="What it plays by now.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="clubs.rulesrevision",
            ),
        ),
        migrations.AddField(
            model_name="night",
            name="house_rules",
            field=models.ForeignKey(
                blank=True,
                editable=False,
                help_text="Its own, or the club's as they were when people were seated; empty: it "
                "follows the club's.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="clubs.rulesrevision",
            ),
        ),
        # So that these columns can come back, before they are filled, when this is undone.
        migrations.AlterField("club", "rules_json", models.JSONField(null=True)),
        migrations.AlterField("night", "rules_json", models.JSONField(null=True)),
        migrations.RunPython(begin_histories, write_rules_back),
        migrations.AlterField(
            model_name="club",
            name="house_rules",
            field=models.ForeignKey(
                editable=False,
                help_text="What it plays by now.",
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="clubs.rulesrevision",
            ),
        ),
        migrations.RemoveField("club", "rules_json"),
        migrations.RemoveField("night", "rules_json"),
        run_sql("versions_without_rules", folder=Path(__file__).parent / "sql"),
    ]
