"""What deals and seats carry of their table, and indexes that give the newest of each."""

from pathlib import Path

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from ledger.migrations._sql import run_sql


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0014_what_lives"),
        ("ledger", "0004_sealed_below"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="deal",
            name="club_book",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                default=0,
                editable=False,
                help_text="The book of the table's club.",
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="ledger.book",
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="deal",
            name="is_public",
            field=models.BooleanField(
                default=False, editable=False, help_text="Everybody may watch its table."
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="club_book",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                default=0,
                editable=False,
                help_text="The book of the table's club.",
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="ledger.book",
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="seat",
            name="is_public",
            field=models.BooleanField(
                default=False, editable=False, help_text="Everybody may watch its table."
            ),
        ),
        run_sql("rows_of_clubs", folder=Path(__file__).parent / "sql"),
        migrations.AlterField(
            model_name="seat",
            name="player",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="seats",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="table",
            name="club_book",
            field=models.ForeignKey(
                db_index=False,
                help_text="The book of its club, whose people watch it and look after it.",
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="ledger.book",
            ),
        ),
        migrations.AddIndex(
            model_name="deal",
            index=models.Index(fields=["club_book", "-id"], name="games_deal_of_club"),
        ),
        migrations.AddIndex(
            model_name="deal",
            index=models.Index(
                condition=models.Q(("is_public", True)), fields=["-id"], name="games_deal_public"
            ),
        ),
        migrations.AddIndex(
            model_name="dealresult",
            index=models.Index(fields=["player", "-deal"], name="games_result_newest"),
        ),
        migrations.AddIndex(
            model_name="rating",
            index=models.Index(fields=["preset", "-points", "-id"], name="games_rating_of_preset"),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(fields=["club_book", "player"], name="games_seat_of_club"),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                fields=["player", "club_book", "table"], name="games_seat_elsewhere"
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("is_public", True)), fields=["player"], name="games_seat_public"
            ),
        ),
        migrations.AddIndex(
            model_name="table",
            index=models.Index(fields=["club_book", "-id"], name="games_table_of_club"),
        ),
        migrations.AddIndex(
            model_name="table",
            index=models.Index(
                condition=models.Q(("is_public", True)), fields=["-id"], name="games_table_public"
            ),
        ),
    ]
