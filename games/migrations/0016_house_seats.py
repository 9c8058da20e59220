from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0015_signs_of_processes"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="is_house",
            field=models.BooleanField(
                default=False,
                help_text="A bot that plays with the house's chips: nobody owns its purse.",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("is_house", False), models.Q(("bot_level", ""), _negated=True), _connector="OR"
                ),
                name="games_seat_house_is_bot",
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="bot_level",
            field=models.CharField(blank=True, help_text="Who plays for them.", max_length=10),
        ),
    ]
