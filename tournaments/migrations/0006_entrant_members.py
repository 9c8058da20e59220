"""Who plays as an entrant becomes rows of their own, and can be carried back."""

from pathlib import Path
from typing import Any

import django.core.validators
import django.db.models.deletion
from django.db import migrations, models

from ledger.migrations._sql import run_sql

SQL = Path(__file__).parent / "sql"
TAKEN = ("member", "purse", "bot_level")


def make_members(apps: Any, schema_editor: Any) -> None:
    entrants, members = (
        apps.get_model("tournaments", name).objects for name in ("Entrant", "EntrantMember")
    )
    seats = apps.get_model("tournaments", "RoundSeat").objects
    for entrant in entrants.order_by("pk"):
        one = members.create(
            tournament_id=entrant.tournament_id,
            entrant=entrant,
            number=0,
            member_id=entrant.member_id,
            purse_id=entrant.purse_id,
            bot_level=entrant.bot_level,
            joined_at=entrant.entered_at,
            left_at=entrant.withdrawn_at,
        )
        seats.filter(entrant=entrant).update(member=one)
    schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # The tables are altered next.


def write_back(apps: Any, schema_editor: Any) -> None:
    """The release before knows nobody who plays together, and no substitutes."""
    entrants, members = (
        apps.get_model("tournaments", name).objects for name in ("Entrant", "EntrantMember")
    )
    seats = apps.get_model("tournaments", "RoundSeat").objects
    seats.exclude(member__number=0).delete()
    for one in members.filter(number=0).order_by("pk"):  # The last is who plays now.
        taken = {"member_id": one.member_id, "purse_id": one.purse_id, "bot_level": one.bot_level}
        entrants.filter(pk=one.entrant_id).update(**taken)
    seats.update(member=None)
    members.all().delete()
    schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def link(to: str, name: str, **options: Any) -> Any:
    return models.ForeignKey(
        on_delete=django.db.models.deletion.PROTECT, related_name=name, to=to, **options
    )


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0017_what_lives"),
        ("ledger", "0003_what_lives"),
        ("tournaments", "0005_stages"),
    ]

    operations = [
        migrations.AddField(
            "tournament",
            "members_count",
            models.PositiveSmallIntegerField(
                default=1,
                help_text="How many play together as one entrant: 1, or 2 for pairs, or 3 for threes.",
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(3),
                ],
            ),
        ),
        migrations.AddConstraint(
            "tournament",
            models.CheckConstraint(
                condition=models.Q(("members_count__range", (1, 3))),
                name="tournaments_tournament_members",
            ),
        ),
        migrations.AddField(
            "roundtable",
            "are_sides",
            models.BooleanField(
                default=False, help_text="The members of an entrant are on one side there."
            ),
        ),
        migrations.CreateModel(
            name="EntrantMember",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "number",
                    models.PositiveSmallIntegerField(help_text="Within the entrant, from 0."),
                ),
                (
                    "bot_level",
                    models.CharField(
                        blank=True,
                        help_text="The bot that plays for them; empty: they play themselves.",
                        max_length=10,
                    ),
                ),
                ("joined_at", models.DateTimeField()),
                ("left_at", models.DateTimeField(blank=True, null=True)),
                ("entrant", link("tournaments.entrant", "members")),
                ("member", link("clubs.member", "entries")),
                (
                    "purse",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entrant_member",
                        to="ledger.account",
                    ),
                ),
                (
                    "tournament",
                    link(
                        "tournaments.tournament",
                        "+",
                        help_text="That of the entrant: nobody plays in it twice.",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("left_at", None)),
                        fields=("tournament", "member"),
                        name="tournaments_entrantmember_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("left_at", None)),
                        fields=("entrant", "number"),
                        name="tournaments_entrantmember_number",
                    ),
                ],
            },
        ),
        migrations.AddField(
            "roundseat",
            "member",
            link("tournaments.entrantmember", "seats", null=True),
        ),
        migrations.RemoveConstraint("roundseat", "tournaments_roundseat_once"),
        migrations.RemoveConstraint("entrant", "tournaments_entrant_once"),
        # So that these columns can come back, before they are filled, when this is undone.
        migrations.AlterField("entrant", "member", link("clubs.member", "+", null=True)),
        migrations.AlterField(
            "entrant",
            "purse",
            models.OneToOneField(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="ledger.account",
            ),
        ),
        migrations.RunPython(make_members, write_back),
        migrations.AlterField(
            "roundseat",
            "member",
            link("tournaments.entrantmember", "seats", help_text="Who of them sits there."),
        ),
        migrations.AddConstraint(
            "roundseat",
            models.UniqueConstraint(
                fields=("round_table", "member"), name="tournaments_roundseat_once"
            ),
        ),
        *(migrations.RemoveField("entrant", name) for name in TAKEN),
        run_sql("versions_with_members", folder=SQL),
    ]
