import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0009_taken_back_deals"),
    ]

    operations = [
        migrations.AlterField(
            model_name="table",
            name="reveals_each_deal",
            field=models.BooleanField(
                default=False,
                help_text="Every card is open when its deal is over, not when its table closes.",
            ),
        ),
        migrations.AlterField(
            model_name="table",
            name="spectator_delay_seconds",
            field=models.PositiveIntegerField(
                default=0,
                help_text="How much later those are told what happens who do not sit there.",
                validators=[django.core.validators.MaxValueValidator(3600)],
            ),
        ),
        migrations.AlterField(
            model_name="table",
            name="time_bank_seconds",
            field=models.PositiveIntegerField(
                default=0,
                help_text="What each seat has beyond its turns, once for the whole table.",
                validators=[django.core.validators.MaxValueValidator(3600)],
            ),
        ),
        migrations.AlterField(
            model_name="table",
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
    ]
