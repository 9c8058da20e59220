from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0002_longer_presets")]

    operations = [
        migrations.AddField(
            model_name="table",
            name="preset",
            field=models.CharField(
                blank=True,
                default="",
                help_text="The preset that the house rules started from; empty where nobody noted it.",
                max_length=40,
            ),
            preserve_default=False,
        ),
    ]
