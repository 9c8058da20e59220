from django.db import migrations, models

TRICKS_OF_PLACES = """
UPDATE tournaments_place AS place SET tricks = (
    SELECT coalesce(sum((
        deal.outcome_json -> 'tricks' ->> (array_position(deal.seat_numbers, place.seat) - 1)
    )::integer), 0)
    FROM games_deal AS deal
    JOIN tournaments_roundtable AS round_table ON round_table.table_id = deal.table_id
    WHERE round_table.id = place.round_table_id
        AND deal.settled_at IS NOT NULL AND deal.voided_at IS NULL
)
WHERE place.chips IS NOT NULL;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0007_free_tables"),
        ("tournaments", "0006_format"),
    ]

    operations = [
        migrations.AddField(
            model_name="place",
            name="tricks",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.RunSQL(TRICKS_OF_PLACES, migrations.RunSQL.noop),
    ]
