import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_table_preset"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="deal",
            name="contributions",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.PositiveIntegerField(),
                blank=True,
                default=list,
                help_text="With real cards: what each place put in, as its result stands now.",
                size=None,
            ),
        ),
        migrations.AddField(
            model_name="deal",
            name="gains",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.IntegerField(),
                blank=True,
                default=list,
                help_text="With real cards: what each place gained at its end, as its result stands now.",
                size=None,
            ),
        ),
        migrations.CreateModel(
            name="ResultEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "version",
                    models.PositiveIntegerField(help_text="Counts the entries of the deal from 1."),
                ),
                (
                    "seat_numbers",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.PositiveSmallIntegerField(),
                        blank=True,
                        default=list,
                        help_text="Who was dealt in.",
                        size=None,
                    ),
                ),
                (
                    "result_json",
                    models.JSONField(
                        blank=True,
                        help_text="By the numbers of the seats; empty: the deal was struck.",
                        null=True,
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "reason",
                    models.CharField(blank=True, help_text="Why it was put right.", max_length=200),
                ),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        help_text="Who entered it; empty where nobody noted it.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "deal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="games.deal",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "result entries",
                "db_table_comment": "Rows are only added.",
                "constraints": [
                    models.UniqueConstraint(fields=("deal", "version"), name="games_result_entry"),
                    models.CheckConstraint(
                        condition=models.Q(("version__gte", 1)), name="games_result_entry_version"
                    ),
                ],
            },
        ),
    ]
