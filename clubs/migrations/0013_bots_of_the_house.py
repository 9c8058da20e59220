"""Every club gets a house purse with 50 times its opening chips; its bots play from it.

Bots leave the list of members. What their own purses hold goes back to the bank that issued it,
and a bot that sits at an open table takes its chips home to the house purse.
"""

import json
from typing import Any

from django.db import connection, migrations
from django.db.models.functions import Now

OPENINGS = 50
MEMO = "For the club's bots"


def give_each_club_a_house(apps: Any, _: object) -> None:
    for club in apps.get_model("clubs", "Club").objects.order_by("pk"):
        club.house_purse_id = _open_purse(f"House purse of {club.name}"[:100], club.book_id)
        rules = club.rules_json
        needed = rules.get("stake", 2) + rules.get("dealer_extra", 2)
        club.bot_buy_in_chips = min(max(club.opening_chips, needed, 1), 1_000_000)
        club.save(update_fields=["house_purse_id", "bot_buy_in_chips"])
        key = f"house-purse:{club.house_purse_id}:opening"
        _post(apps, club, club.house_purse_id, OPENINGS * club.opening_chips, key)
        _move_in(apps, club)


def _move_in(apps: Any, club: Any) -> None:
    bots = club.members.filter(player__is_bot=True, left_at=None)
    for member in bots.select_related("purse").order_by("pk"):
        apps.get_model("clubs", "HouseBot").objects.create(club=club, player_id=member.player_id)
        _post(
            apps,
            club,
            member.purse_id,
            -member.purse.balance,
            f"bot:{member.pk}:house:{club.house_purse_id}",
        )
    seats = apps.get_model("games", "Seat").objects.filter(
        purse__in=bots.values("purse"), cashed_chips=None, table__closed_at=None
    )
    seats.exclude(bot_level="").update(purse=club.house_purse_id, is_house=True)
    bots.update(left_at=Now())


def take_the_houses_down(apps: Any, _: object) -> None:
    HouseBot = apps.get_model("clubs", "HouseBot")
    Seat = apps.get_model("games", "Seat")
    for club in apps.get_model("clubs", "Club").objects.select_related("house_purse"):
        players = HouseBot.objects.filter(club=club).values("player")
        members = club.members.filter(player__in=players)
        for member in members:
            seats = Seat.objects.filter(purse=club.house_purse_id, player=member.player_id)
            seats.filter(cashed_chips=None).update(purse=member.purse_id, is_house=False)
        members.update(left_at=None)
        house = club.house_purse
        _post(apps, club, house.pk, -house.balance, f"house-purse:{house.pk}:closing")
        HouseBot.objects.filter(club=club).delete()


def _open_purse(name: str, book_id: int) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM ledger_open(%s, 'purse', %s, NULL, 0)", [book_id, name])
        [[pk]] = cursor.fetchall()
        return int(pk)


def _post(apps: Any, club: Any, purse_id: int, chips: int, key: str) -> None:
    """Chips from the bank into the purse, or back where they are below 0."""
    if not chips:
        return
    bank = apps.get_model("ledger", "Account").objects.get(book=club.book_id, kind="bank")
    posting = {
        "book": club.book_id,
        "reason": "issue" if chips > 0 else "redeem",
        "key": key,
        "legs": {bank.pk: -chips, purse_id: chips},
        "memo": MEMO,
        "actor": None,
        "reverses": None,
    }
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM ledger_post(%s, now())", [json.dumps([posting])])


class Migration(migrations.Migration):
    dependencies = [("clubs", "0012_house_purse")]

    operations = [migrations.RunPython(give_each_club_a_house, take_the_houses_down)]
