"""Clubs from before there was a house purse get one, and their bots move in."""

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from clubs.models import Club
from clubs.table_kinds import NIGHT
from games.bots import FIRST_BOT
from games.engine import HouseRules
from games.models import Seat
from games.tables.closing import close_tables
from games.tables.opening import SeatPlan, open_table
from ledger.audit import check_books
from ledger.books import open_account, open_book
from ledger.kinds import AccountKind
from ledger.models import Account
from ledger.posting import Posting, post_transfer
from ledger.reasons import ISSUE
from tests.clubs.factories import AT
from tests.clubs.houses import bank_chips, house_chips

BEFORE = "0011_sign_ins"


def test_a_club_from_before_gets_a_house(
    own_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(connection.settings_dict["OPTIONS"], "assume_role")
    call_command("migrate", "clubs", BEFORE, verbosity=0)
    former = MigrationExecutor(connection).loader.project_state([("clubs", BEFORE)]).apps
    book, rules = open_book("Old club", at=AT), HouseRules.preset("standard")
    club = former.get_model("clubs", "Club").objects.create(
        name="Old club", slug="old", book_id=book.pk, rules_json=rules.to_json(), opening_chips=20
    )
    players = former.get_model("clubs", "Player").objects
    bot = players.create(username="old-bot-1", name="Bot 1", is_bot=True)
    somebody = players.create(username="somebody", name="Somebody")
    purse = open_account(book, kind=AccountKind.PURSE, name="Purse of Bot 1", holder_id=bot.pk)
    bank = book.accounts.get(kind=AccountKind.BANK)
    legs = {bank.pk: -50, purse.pk: 50}
    issue = Posting(book_id=book.pk, reason=ISSUE, key="bot", legs=legs)
    post_transfer(issue, at=AT)
    member = former.get_model("clubs", "Member").objects.create(
        club_id=club.pk, player_id=bot.pk, role="guest", purse_id=purse.pk, joined_at=AT
    )
    seats = [SeatPlan(bot.pk, purse.pk, 30, FIRST_BOT), SeatPlan(somebody.pk, purse.pk, 1)]
    table = open_table(
        book, rules=rules, policies=NIGHT.policies, seats=seats, name="Fireside", at=AT
    )

    call_command("migrate", verbosity=0)

    [today] = Club.objects.all()
    assert (house_chips(today), today.bot_buy_in_chips) == (50 * 20, 20)
    assert today.bots.get().player_id == bot.pk
    assert today.members.get(pk=member.pk).left_at is not None
    assert Account.objects.get(pk=purse.pk).balance == 0
    assert bank_chips(today) == -50 * 20 - 31  # What lies on the table is still out.
    close_tables([table], at=AT)
    assert Seat.objects.get(player_id=bot.pk).is_house
    assert house_chips(today) == 50 * 20 + 30
    assert check_books() == []

    call_command("migrate", "clubs", BEFORE, verbosity=0)

    former_member = former.get_model("clubs", "Member").objects.get(pk=member.pk)
    assert former_member.left_at is None
    assert bank_chips(today) == -1  # The purse of whoever sat beside the bot.
    assert check_books() == []
    call_command("migrate", verbosity=0)
