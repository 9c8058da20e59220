from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("clubs", "0006_removed_rules")]

    operations = [
        migrations.AddField(
            model_name="nightround",
            name="meets_again",
            field=models.JSONField(
                blank=True,
                default=list,
                help_text="Pairs of attendances who met before, and how often.",
            ),
        ),
    ]
