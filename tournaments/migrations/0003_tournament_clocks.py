import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0007_night_delay"),
        ("ledger", "0002_guards"),
        ("tournaments", "0002_time_banks"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="spectator_delay_seconds",
            field=models.PositiveIntegerField(
                default=0,
                help_text="How much later those are told what happens who do not sit there.",
                validators=[django.core.validators.MaxValueValidator(3600)],
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="time_bank_seconds",
            field=models.PositiveIntegerField(
                default=0,
                help_text="What each seat has beyond its turns, once for the whole table.",
                validators=[django.core.validators.MaxValueValidator(3600)],
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="turn_seconds",
            field=models.PositiveIntegerField(
                default=60,
                help_text="What a player has for each turn.",
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(86400),
                ],
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("spectator_delay_seconds__lte", 3600),
                    ("time_bank_seconds__lte", 3600),
                    ("turn_seconds__range", (1, 86400)),
                ),
                name="tournaments_tournament_clocks",
            ),
        ),
    ]
