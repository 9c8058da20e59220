import datetime

import django.core.validators
from django.db import migrations, models

WITHIN = """
SET CONSTRAINTS ALL IMMEDIATE;
UPDATE clubs_night SET
    starts_at = greatest('2000-01-01Z', least('2100-01-01Z', starts_at)),
    closed_at = CASE WHEN closed_at IS NOT NULL
        THEN greatest('2000-01-01Z', least('2100-01-01Z', closed_at)) END
WHERE starts_at NOT BETWEEN '2000-01-01Z' AND '2100-01-01Z'
    OR closed_at NOT BETWEEN '2000-01-01Z' AND '2100-01-01Z';
"""


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0009_turned_away"),
    ]

    operations = [
        migrations.RunSQL(WITHIN, migrations.RunSQL.noop),
        migrations.AlterField(
            model_name="night",
            name="starts_at",
            field=models.DateTimeField(
                validators=[
                    django.core.validators.MinValueValidator(
                        datetime.datetime(2000, 1, 1, 0, 0, tzinfo=datetime.UTC),
                        "Give a moment from 2000 to 2100.",
                    ),
                    django.core.validators.MaxValueValidator(
                        datetime.datetime(2100, 1, 1, 0, 0, tzinfo=datetime.UTC),
                        "Give a moment from 2000 to 2100.",
                    ),
                ]
            ),
        ),
        migrations.AddConstraint(
            model_name="night",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
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
                    models.Q(
                        ("closed_at", None),
                        (
                            "closed_at__range",
                            (
                                datetime.datetime(2000, 1, 1, 0, 0, tzinfo=datetime.UTC),
                                datetime.datetime(2100, 1, 1, 0, 0, tzinfo=datetime.UTC),
                            ),
                        ),
                        _connector="OR",
                    ),
                ),
                name="clubs_night_moments",
            ),
        ),
    ]
