from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0001_tables")]

    operations = [
        migrations.AlterField(
            model_name="dealresult",
            name="preset",
            field=models.CharField(
                help_text="The preset that the house rules started from.", max_length=40
            ),
        ),
        migrations.AlterField(
            model_name="rating",
            name="preset",
            field=models.CharField(
                help_text="Some presets are rated together (RATED_AS).", max_length=40
            ),
        ),
    ]
