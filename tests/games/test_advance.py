"""Tables that are advanced: dealt, played, settled and closed."""

from datetime import UTC, datetime

import pytest

from clubs.models import Player
from games.advance import advance_table
from games.bots import FIRST_BOT
from games.engine import HouseRules
from games.models import Table
from games.tables import SeatPlan, open_table
from ledger.books import open_account, open_book
from ledger.kinds import AccountKind, Reason
from ledger.models import Account
from ledger.posting import Posting, post_transfer

AT = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


@pytest.fixture
def table(db: None) -> Table:
    """Five bots with 100 chips each, twelve deals to play."""
    book = open_book("Club", at=AT)
    plans = []
    for number in range(5):
        player = Player.objects.create(username=f"p{number}", name=f"P{number}")
        purse = open_account(book, kind=AccountKind.PURSE, name=player.name, holder_id=player.pk)
        bank = book.accounts.get(kind=AccountKind.BANK)
        post_transfer(
            Posting(
                book_id=book.pk,
                reason=Reason.ISSUE,
                key=f"issue:{number}",
                legs={bank.pk: -100, purse.pk: 100},
            ),
            at=AT,
        )
        plans.append(SeatPlan(player.pk, purse.pk, 100, FIRST_BOT))
    return open_table(
        book,
        rules=HouseRules.preset("standard"),
        seats=plans,
        name="Table 1",
        deals_limit=12,
        at=AT,
    )


def test_bots_play_a_table_to_its_limit(table: Table) -> None:
    while advance_table(table.pk, at=AT):
        pass

    table.refresh_from_db()
    assert table.closed_at == AT
    assert table.deals.settled().count() == 12
    purses = Account.objects.filter(kind=AccountKind.PURSE)
    assert sum(purse.balance for purse in purses) == 500
    assert {seat.cashed_chips for seat in table.seats.all()} == {purse.balance for purse in purses}
