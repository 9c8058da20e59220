from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0012_entries_by_link"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="latest_at",
            field=models.DateTimeField(
                blank=True,
                editable=False,
                help_text="When something happened last that is kept in the order of time.",
                null=True,
            ),
        ),
    ]
