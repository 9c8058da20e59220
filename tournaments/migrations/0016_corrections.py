"""Draws are undone, tables played again, results and prizes put right, and all of it is logged."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0016_living_seats"),
        ("tournaments", "0015_no_shows"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Penalty",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "round_number",
                    models.PositiveSmallIntegerField(
                        help_text="After which round they count, as rounds count."
                    ),
                ),
                (
                    "points",
                    models.PositiveIntegerField(help_text="In the unit of the format's points."),
                ),
                ("reason", models.CharField(max_length=200)),
                ("given_at", models.DateTimeField()),
                ("lifted_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="TournamentDeed",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("drew_again", "drew the round again"),
                            ("moved", "changed the draw by hand"),
                            ("confirmed", "confirmed the draw"),
                            ("undid_draw", "undid the draw"),
                            ("corrected", "put a result right"),
                            ("replayed", "had a table played again"),
                            ("penalised", "gave a penalty"),
                            ("lifted", "lifted a penalty"),
                            ("paid_right", "put the prizes right"),
                        ],
                        max_length=12,
                    ),
                ),
                ("at", models.DateTimeField()),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("round_number", models.PositiveSmallIntegerField(null=True)),
                ("table_number", models.PositiveSmallIntegerField(null=True)),
                ("before", models.JSONField(default=dict)),
                ("after", models.JSONField(default=dict)),
            ],
        ),
        migrations.RemoveConstraint(
            model_name="round",
            name="tournaments_round_number",
        ),
        migrations.RemoveConstraint(
            model_name="round",
            name="tournaments_round_one_in_play",
        ),
        migrations.RemoveConstraint(
            model_name="roundtable",
            name="tournaments_round_table_number",
        ),
        migrations.AddField(
            model_name="round",
            name="undone_at",
            field=models.DateTimeField(
                blank=True,
                help_text="When its draw was undone: it counts for nothing then.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="roundtable",
            name="voided_at",
            field=models.DateTimeField(
                blank=True,
                help_text="When it was played again, or its draw undone: it counts for nothing then.",
                null=True,
            ),
        ),
        migrations.AlterField(
            model_name="rounddraw",
            name="status",
            field=models.CharField(
                choices=[
                    ("draft", "a draft"),
                    ("published", "published"),
                    ("replaced", "replaced by another draw"),
                    ("undone", "undone"),
                ],
                default="draft",
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(
                condition=models.Q(("undone_at", None)),
                fields=("tournament", "number"),
                name="tournaments_round_number",
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(
                condition=models.Q(("finished_at", None), ("undone_at", None)),
                fields=("tournament",),
                name="tournaments_round_one_in_play",
            ),
        ),
        migrations.AddConstraint(
            model_name="roundtable",
            constraint=models.UniqueConstraint(
                condition=models.Q(("voided_at", None)),
                fields=("round", "number"),
                name="tournaments_round_table_number",
            ),
        ),
        migrations.AddField(
            model_name="penalty",
            name="entrant",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="penalties",
                to="tournaments.entrant",
            ),
        ),
        migrations.AddField(
            model_name="penalty",
            name="given_by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="penalty",
            name="stage",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="penalties",
                to="tournaments.stage",
            ),
        ),
        migrations.AddField(
            model_name="tournamentdeed",
            name="by",
            field=models.ForeignKey(
                help_text="Empty: it was done by itself.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="tournamentdeed",
            name="entrants",
            field=models.ManyToManyField(
                help_text="Whom it concerns; nobody: all who play.",
                related_name="deeds",
                to="tournaments.entrant",
            ),
        ),
        migrations.AddField(
            model_name="tournamentdeed",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="deeds",
                to="tournaments.tournament",
            ),
        ),
        migrations.AddConstraint(
            model_name="penalty",
            constraint=models.CheckConstraint(
                condition=models.Q(("points__gt", 0)), name="tournaments_penalty_points"
            ),
        ),
        migrations.AddConstraint(
            model_name="penalty",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True), name="tournaments_penalty_reason"
            ),
        ),
    ]
