"""A statement opens in any spreadsheet program, and nothing in it is a formula."""

import csv
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from ledger.posting import post_transfer
from ledger.sheets import BYTE_ORDER_MARK, sheet
from ledger.statements import statement
from tests.ledger.factories import AT, BookFactory, gift, purse

DUBLIN = ZoneInfo("Europe/Dublin")
BEGINNING, END = datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 1, 1, tzinfo=UTC)

pytestmark = pytest.mark.django_db


def rows(name: str = "Máire") -> list[list[str]]:
    book = BookFactory.create()
    maire, sean = purse(book, chips=20, name=name), purse(book)
    post_transfer(gift(maire, sean, 3), at=AT)
    first, *rest = sheet(statement(maire, since=BEGINNING, until=END, zone=DUBLIN))
    assert first.startswith(BYTE_ORDER_MARK)  # By which Excel knows that it is UTF-8.
    return list(csv.reader([first.removeprefix(BYTE_ORDER_MARK), *rest]))


def test_a_sheet_opens_moves_and_closes() -> None:
    assert rows() == [
        ["when (Europe/Dublin)", "what", "chips", "balance"],
        ["", "Máire: opening balance", "", "0"],
        ["2026-11-20 20:00", "Received 20 from the club", "20", "20"],
        ["2026-11-20 20:00", "Brought 3 to a table", "-3", "17"],
        ["", "Closing balance", "", "17"],
    ]


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "\r"])
def test_no_name_becomes_a_formula(sign: str) -> None:
    [_, opening, *_] = rows(name=f"{sign}HYPERLINK(1)")

    assert opening[1] == f"'{sign}HYPERLINK(1): opening balance"


def test_commas_and_quotes_stay_in_their_cell() -> None:
    [_, opening, *_] = rows(name='Máire "Moll", Ned\'s')

    assert opening[1] == 'Máire "Moll", Ned\'s: opening balance'
