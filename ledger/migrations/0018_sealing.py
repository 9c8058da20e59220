from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0017_sealed_accounts"),
    ]

    operations = [
        migrations.CreateModel(
            name="Sealing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "looked_at",
                    models.DateTimeField(help_text="When the sweep last came to seal."),
                ),
                (
                    "sealed_at",
                    models.DateTimeField(help_text="When it last sealed something.", null=True),
                ),
                (
                    "waiting_since",
                    models.DateTimeField(
                        help_text="When the oldest transfer was recorded that waits for its seal.",
                        null=True,
                    ),
                ),
                (
                    "obstacle",
                    models.TextField(
                        blank=True, help_text="What keeps it waiting, empty where nothing does."
                    ),
                ),
            ],
        ),
    ]
