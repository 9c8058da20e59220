import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0004_moments"),
    ]

    operations = [
        migrations.AlterField(
            model_name="tournament",
            name="deals_a_round",
            field=models.PositiveSmallIntegerField(
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(1000),
                ]
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="entry_chips",
            field=models.PositiveIntegerField(
                default=0, validators=[django.core.validators.MaxValueValidator(1000000)]
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="rounds_count",
            field=models.PositiveSmallIntegerField(
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(100),
                ]
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="starting_stack",
            field=models.PositiveIntegerField(
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(1000000),
                ]
            ),
        ),
    ]
