"""What the fields of tournaments mean, in plainer words."""

import datetime

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import tournaments.prizes.plan
import tournaments.standings.cuts


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0016_corrections"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name="entrant",
            name="refusal",
            field=models.CharField(
                blank=True,
                default="",
                help_text="Why an organiser did not let them in; empty if nobody refused them.",
                max_length=300,
            ),
        ),
        migrations.AlterField(
            model_name="entrantmember",
            name="bot_level",
            field=models.CharField(
                blank=True,
                help_text="The bot that plays for them; empty if they play themselves.",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="round",
            name="draw",
            field=models.OneToOneField(
                help_text="The draw by which it was laid out; empty if it was played before draws were kept.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="round",
                to="tournaments.rounddraw",
            ),
        ),
        migrations.AlterField(
            model_name="rounddraw",
            name="drawn_by",
            field=models.ForeignKey(
                help_text="Empty if the program drew it by itself.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="rounddraw",
            name="published_by",
            field=models.ForeignKey(
                help_text="Empty if nobody had to confirm it.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="rounddraw",
            name="publishes_at",
            field=models.DateTimeField(
                help_text="When it is published by itself; empty if it waits until somebody confirms it.",
                null=True,
            ),
        ),
        migrations.AlterField(
            model_name="stage",
            name="cut",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="How many of the stage before go on to this one. If it is empty, all of them do.",
                null=True,
                validators=[django.core.validators.MinValueValidator(2)],
            ),
        ),
        migrations.AlterField(
            model_name="stage",
            name="cut_ties",
            field=models.CharField(
                choices=[
                    ("all", "all of them go on"),
                    ("next", "the other measures decide, then the lot"),
                    ("lot", "the lot decides"),
                ],
                default=tournaments.standings.cuts.TiesAtCut["NEXT"],
                help_text="Who goes on if several people have equal points at the cut.",
                max_length=4,
            ),
        ),
        migrations.AlterField(
            model_name="stage",
            name="round_minutes",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="How many minutes a round lasts. Then each table ends the deal in play. If it is empty, no clock ends a round.",
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(1440),
                ],
            ),
        ),
        migrations.AlterField(
            model_name="stage",
            name="rounds_count",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="Empty if the format ends by itself.",
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(100),
                ],
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="capacity",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="How many entrants have a place; whoever enters later waits for one. If it is empty, there is no limit.",
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(2),
                    django.core.validators.MaxValueValidator(32767),
                ],
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="check_in_minutes",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="How many minutes before the start the check-in begins; whoever does not check in is not drawn. If it is empty, no check-in begins by itself.",
                null=True,
                validators=[django.core.validators.MaxValueValidator(10080)],
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="invitation_code",
            field=models.CharField(
                blank=True,
                default="",
                help_text="The code that somebody needs to enter by themselves. If it is empty, nobody needs one.",
                max_length=40,
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="late_until_round",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="The last round in which somebody can begin who enters after the start. If it is empty, nobody can enter then.",
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(2),
                    django.core.validators.MaxValueValidator(100),
                ],
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="least_rating",
            field=models.SmallIntegerField(
                blank=True,
                help_text="The lowest rating with which somebody can enter by themselves.",
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(-1000),
                    django.core.validators.MaxValueValidator(1000),
                ],
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="most_rating",
            field=models.SmallIntegerField(
                blank=True,
                help_text="The highest rating with which somebody can enter by themselves.",
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(-1000),
                    django.core.validators.MaxValueValidator(1000),
                ],
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="no_show_minutes",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="Somebody who has not come is let go this many minutes after a round began, and a bot plays on. If it is empty, nobody is let go.",
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(1440),
                ],
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="odd_chips",
            field=models.CharField(
                choices=[
                    ("entry", "one each, first to whoever entered first"),
                    ("lot", "one each, first to whoever is ahead by lot"),
                ],
                default=tournaments.prizes.plan.OddChips["ENTRY"],
                help_text="Who gets the odd chips of a prize that is shared.",
                max_length=5,
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="opens_at",
            field=models.DateTimeField(
                blank=True,
                help_text="When members can enter. If it is empty, they can as soon as it is announced.",
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(
                        datetime.datetime(2000, 1, 1, 0, 0, tzinfo=datetime.UTC),
                        "Choose a time between the years 2000 and 2099.",
                    ),
                    django.core.validators.MaxValueValidator(
                        datetime.datetime(2100, 1, 1, 0, 0, tzinfo=datetime.UTC),
                        "Choose a time between the years 2000 and 2099.",
                    ),
                ],
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="prize_ties",
            field=models.CharField(
                choices=[
                    ("share", "they share what their places are worth together"),
                    ("lot", "the lot of the standings decides between them"),
                ],
                default=tournaments.prizes.plan.Ties["SHARE"],
                help_text="What entrants get if they share a place.",
                max_length=5,
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="starts_at",
            field=models.DateTimeField(
                blank=True,
                help_text="When it starts by itself. If it is empty, an organiser starts it.",
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(
                        datetime.datetime(2000, 1, 1, 0, 0, tzinfo=datetime.UTC),
                        "Choose a time between the years 2000 and 2099.",
                    ),
                    django.core.validators.MaxValueValidator(
                        datetime.datetime(2100, 1, 1, 0, 0, tzinfo=datetime.UTC),
                        "Choose a time between the years 2000 and 2099.",
                    ),
                ],
            ),
        ),
        migrations.AlterField(
            model_name="tournamentdeed",
            name="by",
            field=models.ForeignKey(
                help_text="Empty if it was done by the program itself.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="tournamentdeed",
            name="entrants",
            field=models.ManyToManyField(
                help_text="Whom it concerns; empty if it concerns everybody who plays.",
                related_name="deeds",
                to="tournaments.entrant",
            ),
        ),
    ]
