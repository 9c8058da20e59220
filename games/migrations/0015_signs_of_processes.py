from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0014_idle_tables"),
    ]

    operations = [
        migrations.AlterField(
            model_name="heartbeat",
            name="part",
            field=models.CharField(max_length=100, primary_key=True, serialize=False),
        ),
    ]
