"""beancount, which knows nothing of us, agrees with every balance."""

import re
import subprocess
import sys
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from ledger.beancount import journal
from ledger.books import close_accounts, open_account
from ledger.kinds import AccountKind
from ledger.models import Book
from ledger.posting import post_transfer
from ledger.reversals import reverse_transfer
from tests.ledger.factories import AT, BookFactory, HolderFactory, gift, purse

pytestmark = pytest.mark.django_db


@pytest.fixture
def book() -> Book:
    """With every trap for a text format: quotes, a closed account, days out of order."""
    book = BookFactory.create(name='The "Five"\\')
    maire, sean = purse(book, chips=20, name='Máire "Moll"'), purse(book, chips=7)
    pool = open_account(book, kind=AccountKind.POOL, name="Table 1")
    post_transfer(gift(maire, pool, 5, key="stake"), at=AT + timedelta(days=40))
    post_transfer(gift(pool, sean, 5, key="won"), at=AT - timedelta(days=40))
    late = post_transfer(gift(sean, maire, 12, key="late"), at=AT)
    post_transfer(gift(maire, sean, 27, key="spent"), at=AT)
    reverse_transfer(late, actor_id=HolderFactory.create().pk, memo='"No"', at=AT)
    close_accounts([pool], at=AT)
    return book


def test_balances_are_those_of_the_morning_after(book: Book) -> None:
    """A balance is that of the beginning of its day, so the last transfer's own is too early."""
    last, after = ((AT + timedelta(days=days)).date() for days in (40, 41))

    lines = list(journal(book))

    assert any(line.startswith(f"{last} * ") for line in lines)
    assert {line.split()[0] for line in lines if " balance " in line} == {str(after)}


def bean_check(path: Path) -> subprocess.CompletedProcess[str]:
    program = Path(sys.executable).with_name("bean-check")
    return subprocess.run([program, path], capture_output=True, text=True, check=False)


def test_beancount_agrees(book: Book, tmp_path: Path) -> None:
    path = tmp_path / "book.beancount"
    with path.open("w") as file:
        call_command("export_book", book.pk, stdout=file)

    checked = bean_check(path)

    assert (checked.returncode, checked.stdout + checked.stderr) == (0, "")


@pytest.mark.parametrize(
    ("pattern", "instead"),
    [
        (r"balance (Assets:Purses:N\d+)  \d+", r"balance \1  999"),  # Another balance,
        (r"(Assets:Pools:N\d+)  -5 CHIP", r"\1  -4 CHIP"),  # or a leg of other chips.
    ],
)
def test_beancount_would_not_agree_with_less(
    book: Book, tmp_path: Path, pattern: str, instead: str
) -> None:
    path = tmp_path / "book.beancount"
    path.write_text(re.sub(pattern, instead, "\n".join(journal(book)) + "\n", count=1))

    assert bean_check(path).returncode == 1


def test_an_empty_book_is_a_journal_too(tmp_path: Path) -> None:
    path = tmp_path / "book.beancount"
    path.write_text("\n".join(journal(BookFactory.create())) + "\n")

    assert bean_check(path).returncode == 0


def test_a_book_that_is_not_there() -> None:
    with pytest.raises(CommandError, match="There is no book 0"):
        call_command("export_book", 0, stdout=StringIO())
