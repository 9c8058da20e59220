"""The admin shows the books, finds rows, and lets nobody change one."""

import re
from typing import Any

import pytest
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from ledger.books import close_accounts, open_account
from ledger.kinds import AccountKind
from ledger.models import Account, Audit, Book, Entry, Transfer
from ledger.posting import post_transfer
from tests.ledger.factories import AT, BookFactory, HolderFactory, gift, purse

pytestmark = pytest.mark.django_db
MODELS = ["book", "account", "transfer", "entry"]


@pytest.fixture
def book() -> Book:
    book = BookFactory.create(name="Ballyhaunis")
    maire, sean = purse(book, chips=20, name="Máire's purse"), purse(book, name="Seán's purse")
    post_transfer(gift(maire, sean, 3, key="deal:812:pool"), at=AT)
    return book


@pytest.mark.parametrize("model", MODELS)
def test_a_list_asks_as_often_for_many_rows_as_for_few(
    book: Book, admin_client: Client, model: str
) -> None:
    page = reverse(f"admin:ledger_{model}_changelist")
    admin_client.get(page)
    with CaptureQueriesContext(connection) as few:
        admin_client.get(page)
    for number in range(8):
        other = BookFactory.create()
        post_transfer(gift(purse(other, chips=9), purse(other), number + 1), at=AT)

    with CaptureQueriesContext(connection) as many:
        assert admin_client.get(page).status_code == 200
    assert len(many) == len(few)


@pytest.mark.parametrize("model", MODELS)
def test_nothing_is_added_changed_or_deleted(book: Book, admin_client: Client, model: str) -> None:
    models: dict[str, type[Model]] = {
        "book": Book,
        "account": Account,
        "transfer": Transfer,
        "entry": Entry,
    }
    row = models[model]._default_manager.first()
    assert row is not None

    answers = [
        admin_client.get(reverse(f"admin:ledger_{model}_add")),
        admin_client.post(reverse(f"admin:ledger_{model}_change", args=[row.pk]), {"name": "x"}),
        admin_client.post(reverse(f"admin:ledger_{model}_delete", args=[row.pk]), {"post": "yes"}),
    ]

    assert [answer.status_code for answer in answers] == [403, 403, 403]
    assert (
        admin_client.get(reverse(f"admin:ledger_{model}_change", args=[row.pk])).status_code == 200
    )


@pytest.mark.parametrize(
    ("model", "query", "found"),
    [
        ("book", "?q=bally", ["Ballyhaunis"]),
        ("account", "?q=Se%C3%A1n", ["Seán's purse"]),
        ("account", "?kind__exact=bank", ["Bank"]),
        ("account", "?state=closed", ["Corner table"]),
        ("account", "?state=open&kind__exact=pool", []),
        ("transfer", "?q=deal:812", ["deal:812:pool"]),
        ("transfer", "?reason__exact=buy_in", ["deal:812:pool"]),
        ("entry", "?q=deal:812&account__kind__exact=purse", ["+3", "-3"]),
    ],
)
def test_rows_are_found(
    book: Book, admin_client: Client, model: str, query: str, found: list[str]
) -> None:
    pool = open_account(book, kind=AccountKind.POOL, name="Corner table")
    close_accounts([pool], at=AT)

    page = admin_client.get(reverse(f"admin:ledger_{model}_changelist") + query)

    assert sorted(str(row) for row in page.context["cl"].result_list) == found


def test_an_account_leads_to_its_entries(book: Book, admin_client: Client) -> None:
    bank = book.accounts.get(kind=AccountKind.BANK)

    page = admin_client.get(reverse("admin:ledger_account_change", args=[bank.pk]))

    link = f"{reverse('admin:ledger_entry_changelist')}?account__id__exact={bank.pk}"
    assert f'href="{link}">1 entries' in page.content.decode()
    assert admin_client.get(link).context["cl"].result_count == 1


def test_a_book_shows_issued_chips_against_where_they_are(book: Book, admin_client: Client) -> None:
    pool = open_account(book, kind=AccountKind.POOL, name="Corner table")
    post_transfer(gift(book.accounts.get(name="Seán's purse"), pool, 2, key="stakes"), at=AT)
    page = admin_client.get(reverse("admin:ledger_book_change", args=[book.pk])).content.decode()

    rows = re.findall(r"<th[^>]*>([^<]+)</th><td[^>]*>[^<]*</td>\s*<td[^>]*>(-?\d+)</td>", page)
    assert rows == [
        ("Chips in issue", "20"),
        ("Purses", "18"),
        ("Stacks", "0"),
        ("Pools", "2"),
        ("Funds", "0"),
        ("Corrections, unexplained", "0"),
        ("Together", "20"),
    ]
    assert "the book balances" in page
    assert "nothing is sealed yet" in page


def test_a_book_says_when_it_is_in_doubt(book: Book, admin_client: Client) -> None:
    Audit.objects.create(fault="entry 1 is wrong")
    page = admin_client.get(reverse("admin:ledger_book_change", args=[book.pk])).content.decode()

    assert "The last audit found a bad row, and nobody can buy in: entry 1 is wrong." in page


def stated(client: Client, book: Book, ending: str, query: str = "") -> Any:
    """The answer for the statement of Seán's purse, which its page leads to."""
    sean = book.accounts.get(name="Seán's purse")
    address = reverse("admin:ledger_account_statement", args=[sean.pk, ending])
    page = client.get(reverse("admin:ledger_account_change", args=[sean.pk]))
    assert f'href="{address}"' in page.content.decode()
    return client.get(address + query)


def test_a_statement_as_a_page(book: Book, admin_client: Client) -> None:
    page = stated(admin_client, book, "html").content.decode()

    assert "Sat down with 3" in page
    assert re.findall(r"(Opening|Closing) balance</td><td></td><td[^>]*>(\d+)", page) == [
        ("Opening", "0"),
        ("Closing", "3"),
    ]


@pytest.mark.parametrize(
    ("query", "opening", "shown"),
    [
        ("?until=2020-01-01", "0", False),  # Before anything moved,
        ("?since=2020-01-01", "0", True),  # since then,
        ("?since=9000-01-01", "3", False),  # and when it is long past.
        ("?reason=pool_won", "0", False),
        ("?reason=buy_in", "0", True),
        ("?since=yesterday&reason=rake", "0", True),  # What makes no sense is marked, and ignored.
    ],
)
def test_a_statement_of_some_days_or_one_reason(
    book: Book, admin_client: Client, query: str, opening: str, shown: bool
) -> None:
    page = stated(admin_client, book, "html", query).content.decode()

    assert re.findall(r"Opening balance</td><td></td><td[^>]*>(\d+)", page) == [opening]
    assert ("Sat down with 3" in page) == shown


def test_a_statement_does_not_end_before_it_begins(book: Book, admin_client: Client) -> None:
    crossed = "?since=2027-01-01&until=2020-01-01"

    page = stated(admin_client, book, "html", crossed).content.decode()
    assert "The first day must not be after the last." in page
    assert "statement.svg" in page
    assert "until=2020" not in page  # Page, picture and files tell of the whole time alike.
    for ending in ("csv", "pdf", "svg"):
        refused = stated(admin_client, book, ending, crossed)
        assert refused.status_code == 400
        assert "must not be after" in refused.text


def test_a_statement_as_a_sheet_a_paper_and_a_picture(book: Book, admin_client: Client) -> None:
    lines = stated(admin_client, book, "csv").getvalue().decode().splitlines()
    paper, picture = (stated(admin_client, book, ending) for ending in ("pdf", "svg"))

    assert lines[2].endswith(",Sat down with 3,3,3")
    assert (paper.headers["Content-Type"], paper.content[:5]) == ("application/pdf", b"%PDF-")
    assert picture.headers["Content-Type"] == "image/svg+xml"
    assert b"Se\xc3\xa1n" in picture.content


def test_there_is_no_other_kind_of_statement(book: Book, admin_client: Client) -> None:
    bank = book.accounts.get(kind=AccountKind.BANK)
    address = reverse("admin:ledger_account_statement", args=[bank.pk, "exe"])

    assert admin_client.get(address).status_code == 404


def test_a_statement_too_long_for_paper_is_refused_in_words(
    book: Book, admin_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.papers.LINES_AT_MOST", 0)
    refused = stated(admin_client, book, "pdf")

    assert refused.status_code == 409
    assert "ask for a shorter period, or for CSV" in refused.content.decode()


@pytest.mark.parametrize("ending", ["html", "csv", "pdf", "svg"])
def test_a_statement_is_for_those_who_may_look(book: Book, client: Client, ending: str) -> None:
    sean = book.accounts.get(name="Seán's purse")
    client.force_login(HolderFactory.create())

    address = reverse("admin:ledger_account_statement", args=[sean.pk, ending])
    assert client.get(address).status_code == 302
