import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0016_user_names"),
    ]

    operations = [
        migrations.AlterField(
            model_name="club",
            name="bot_buy_in_chips",
            field=models.PositiveIntegerField(
                default=20,
                help_text="What a bot brings to a free table, out of the house purse.",
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(1000000),
                ],
            ),
        ),
        migrations.AlterField(
            model_name="club",
            name="bot_extra_limit",
            field=models.PositiveIntegerField(
                blank=True,
                help_text="The most a dealer adds at a table with bots; empty for the club's own extra.",
                null=True,
                validators=[django.core.validators.MaxValueValidator(1000000)],
            ),
        ),
        migrations.AlterField(
            model_name="club",
            name="bot_jink_limit",
            field=models.PositiveIntegerField(
                blank=True,
                help_text="What a jink may cost each at a table with bots; empty for the club's own rule.",
                null=True,
                validators=[django.core.validators.MaxValueValidator(1000000)],
            ),
        ),
        migrations.AlterField(
            model_name="club",
            name="bot_loss_limit",
            field=models.PositiveIntegerField(
                blank=True,
                help_text="What bots may lose at one host's tables in a week; empty for ten buy-ins.",
                null=True,
                validators=[django.core.validators.MaxValueValidator(1000000)],
            ),
        ),
        migrations.AlterField(
            model_name="club",
            name="bot_stake_limit",
            field=models.PositiveIntegerField(
                blank=True,
                help_text="The highest stake at a table with bots; empty for the club's own.",
                null=True,
                validators=[django.core.validators.MaxValueValidator(1000000)],
            ),
        ),
        migrations.AlterField(
            model_name="club",
            name="opening_chips",
            field=models.PositiveIntegerField(
                help_text="What a new member is given.",
                validators=[django.core.validators.MaxValueValidator(1000000)],
            ),
        ),
        migrations.AlterField(
            model_name="night",
            name="buy_in_chips",
            field=models.PositiveIntegerField(
                blank=True,
                help_text="What each brings to the table; empty for a whole purse.",
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(1000000000),
                ],
            ),
        ),
        migrations.AlterField(
            model_name="night",
            name="capacity",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="The most that can come; empty where there is room for everybody.",
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(2),
                    django.core.validators.MaxValueValidator(10000),
                ],
            ),
        ),
        migrations.AlterField(
            model_name="night",
            name="deals_limit",
            field=models.PositiveIntegerField(
                blank=True,
                help_text="Deals at each table; empty for as long as it is open.",
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(1000),
                ],
            ),
        ),
    ]
