import datetime

import django.core.validators
from django.db import migrations, models

WITHIN = """
SET CONSTRAINTS ALL IMMEDIATE;
UPDATE tournaments_tournament SET
    starts_at = CASE WHEN starts_at IS NOT NULL
        THEN greatest('2000-01-01Z', least('2100-01-01Z', starts_at)) END
WHERE starts_at NOT BETWEEN '2000-01-01Z' AND '2100-01-01Z';
"""


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0003_tournament_clocks"),
    ]

    operations = [
        migrations.RunSQL(WITHIN, migrations.RunSQL.noop),
        migrations.AlterField(
            model_name="tournament",
            name="starts_at",
            field=models.DateTimeField(
                blank=True,
                help_text="Empty: it is started.",
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(
                        datetime.datetime(2000, 1, 1, 0, 0, tzinfo=datetime.UTC),
                        "Give a moment from 2000 to 2100.",
                    ),
                    django.core.validators.MaxValueValidator(
                        datetime.datetime(2100, 1, 1, 0, 0, tzinfo=datetime.UTC),
                        "Give a moment from 2000 to 2100.",
                    ),
                ],
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("starts_at", None),
                    (
                        "starts_at__range",
                        (
                            datetime.datetime(2000, 1, 1, 0, 0, tzinfo=datetime.UTC),
                            datetime.datetime(2100, 1, 1, 0, 0, tzinfo=datetime.UTC),
                        ),
                    ),
                    _connector="OR",
                ),
                name="tournaments_tournament_moments",
            ),
        ),
    ]
