import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def at_most(name: str) -> models.Q:
    return models.Q((name, None), (f"{name}__lte", 1_000_000), _connector="OR")


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0011_sign_ins"),
        ("games", "0016_house_seats"),
        ("ledger", "0002_guards"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="house_purse",
            field=models.OneToOneField(
                editable=False,
                help_text="What the club's bots play with; organisers fill it.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="house_of",
                to="ledger.account",
            ),
        ),
        migrations.AddField(
            model_name="club",
            name="bot_buy_in_chips",
            field=models.PositiveIntegerField(
                default=20, help_text="What a bot brings to a free table, out of the house purse."
            ),
        ),
        migrations.AddField(
            model_name="club",
            name="bot_stake_limit",
            field=models.PositiveIntegerField(
                blank=True,
                help_text="The highest stake at a table with bots; empty for the club's own.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="club",
            name="bot_extra_limit",
            field=models.PositiveIntegerField(
                blank=True,
                help_text=(
                    "The most a dealer adds at a table with bots; empty for the club's own extra."
                ),
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="club",
            name="bot_jink_limit",
            field=models.PositiveIntegerField(
                blank=True,
                help_text=(
                    "What a jink may cost each at a table with bots; empty for the club's own rule."
                ),
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="club",
            name="bot_loss_limit",
            field=models.PositiveIntegerField(
                blank=True,
                help_text="What bots may lose at one host's tables in a week; empty for ten buy-ins.",
                null=True,
            ),
        ),
        migrations.AlterField(
            model_name="club",
            name="hosts_seat_bots",
            field=models.BooleanField(
                default=True,
                help_text="Members may fill the free tables that they open with the club's bots.",
            ),
        ),
        migrations.AddConstraint(
            model_name="club",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("bot_buy_in_chips__range", (1, 1_000_000)),
                    at_most("bot_stake_limit"),
                    at_most("bot_extra_limit"),
                    at_most("bot_jink_limit"),
                    at_most("bot_loss_limit"),
                ),
                name="clubs_club_bots",
            ),
        ),
        migrations.CreateModel(
            name="HouseBot",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="bots",
                        to="clubs.club",
                    ),
                ),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
    ]
