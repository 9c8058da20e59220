from pathlib import Path
from typing import Any

import django.db.models.deletion
from django.db import migrations, models
from django.db.models.functions import Now

from games.engine import HouseRules, Ruleset
from games.engine.versions import VERSION
from ledger.migrations._sql import run_sql


def point_at_revisions(apps: Any, schema_editor: Any) -> None:
    """A tournament by its club's rules has the club's revision, any other one of its own."""
    for tournament in apps.get_model("tournaments", "Tournament").objects.order_by("pk"):
        tournament.house_rules = revision_of(apps, tournament)
        tournament.save(update_fields=["house_rules"])
    schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # The table is altered next.


def revision_of(apps: Any, tournament: Any) -> Any:
    rules = Ruleset.of(HouseRules.from_json(tournament.rules_json))
    options, changes = rules.options(), dict(rules.changes)
    for mapping in (options, changes):
        mapping.pop("opening_chips", None)  # A fact of the club, in a column of its own.
    options["version"] = VERSION
    revisions = apps.get_model("clubs", "RulesRevision").objects.filter(club=tournament.club_id)
    first, latest = revisions.get(number=1), revisions.latest("number")
    if first.options == options:
        return first
    return revisions.create(
        club_id=tournament.club_id,
        number=latest.number + 1,
        made_for="tournament",
        preset=rules.preset,
        changes=changes,
        options=options,
        at=Now(),
    )


def write_rules_back(apps: Any, schema_editor: Any) -> None:
    tournaments = apps.get_model("tournaments", "Tournament").objects
    for tournament in tournaments.select_related("club", "house_rules"):
        options = dict(tournament.house_rules.options)
        options["opening_chips"] = tournament.club.opening_chips
        del options["version"]
        tournament.rules_json = options
        tournament.save(update_fields=["rules_json"])
    schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0004_rules_revisions"),
        ("tournaments", "0002_versions"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="house_rules",
            field=models.ForeignKey(
                editable=False,
                help_text="Its own, or the club's as they were when it was announced.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="clubs.rulesrevision",
            ),
        ),
        # So that this column can come back, before it is filled, when this is undone.
        migrations.AlterField("tournament", "rules_json", models.JSONField(null=True)),
        migrations.RunPython(point_at_revisions, write_rules_back),
        migrations.AlterField(
            model_name="tournament",
            name="house_rules",
            field=models.ForeignKey(
                editable=False,
                help_text="Its own, or the club's as they were when it was announced.",
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="clubs.rulesrevision",
            ),
        ),
        migrations.RemoveField("tournament", "rules_json"),
        run_sql("versions_without_rules", folder=Path(__file__).parent / "sql"),
    ]
