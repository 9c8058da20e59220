"""Tables of real cards whose results are put right, and what somebody says of them."""

from typing import Any

from games.evening.result import Result
from games.evening.slots import Correction
from games.models import Table
from games.play.corrections import Corrected, correct_results
from games.seat_numbers import SeatNumber
from games.tables.closing import close_tables
from ledger.models import Account
from ledger.posting import Posting, post_transfer
from ledger.reasons import ISSUE, REDEEM
from tests.clubs.factories import PlayerFactory
from tests.games.factories import (
    AT,
    again,
    later,
    outcome_of,
    rules,
)
from tests.games.test_by_hand import hall_table, record

REASON = "Read from the paper of the hall"
AINE, BRID, CON, DAN, ENA = map(SeatNumber, range(5))


def fix(deal: int, kind: Any = None, *, version: int = 1, **told: Any) -> Correction:
    """What is to count for a deal; without a kind it is struck."""
    extra = {name: told.pop(name) for name in ("seats", "is_forgotten") if name in told}
    result = None if kind is None else Result(kind=kind, **told)
    return Correction(deal=deal, version=version, result=result, **extra)


def forgotten(before: int, kind: Any, *, version: int = 1, **told: Any) -> Correction:
    return fix(before, kind, version=version, is_forgotten=True, **told)


def put_right(table: Table, *corrections: Correction, **options: Any) -> Corrected:
    actor = PlayerFactory.create()
    given: dict[str, Any] = {"actor_id": actor.pk, "reason": REASON, "at": AT} | options
    return correct_results(table, corrections, **given)


def kinds(table: Table) -> list[str]:
    return [outcome_of(deal).kind for deal in table.deals.standing().order_by("number")]


def closed_after(*told: dict[str, Any], chips: int = 20, **options: Any) -> Table:
    """A table of three that has closed after these deals, of which Aine dealt the first."""
    table = hall_table(chips, chips, chips, house=rules(**options))
    for number, one in enumerate(told, start=1):
        record(table, number, **one)
    close_tables([table], at=later(60))
    return again(table)


def spend(purse: Account, chips: int, key: str = "spent") -> None:
    """Chips of the purse go back to the bank; where negative, the bank hands out more."""
    bank = Account.objects.get(book=purse.book_id, kind="bank")
    legs = {purse.pk: -chips, bank.pk: chips}
    reason = REDEEM if chips > 0 else ISSUE
    spent = Posting(book_id=purse.book_id, reason=reason, key=f"{key}:{purse.pk}", legs=legs)
    post_transfer(spent, at=later(70))


def corrections_of(table: Table) -> int:
    """What stands in the corrections of the book; negative while they lend."""
    return Account.objects.get(book=table.book_id, kind="correction").balance
