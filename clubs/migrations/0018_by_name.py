"""Lists of people by name, and the free tables of a club, read from an index."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("clubs", "0017_what_lives"),
        ("games", "0016_living_seats"),
    ]

    operations = [
        # Without it PostgreSQL takes every part of a name for a rare one.
        migrations.RunSQL(
            "CREATE STATISTICS clubs_player_names ON (upper(name::text)) FROM clubs_player",
            "DROP STATISTICS clubs_player_names",
        ),
        migrations.AlterField(
            model_name="freetable",
            name="club",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="free_tables",
                to="clubs.club",
            ),
        ),
        migrations.AddIndex(
            model_name="freetable",
            index=models.Index(fields=["club", "-id"], name="clubs_free_table_of_club"),
        ),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(fields=["sort_name", "id"], name="clubs_player_by_name"),
        ),
    ]
