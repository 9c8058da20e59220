"""The admin shows the books, finds rows, and lets nobody change one."""

import pytest
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from ledger.books import close_accounts, open_account
from ledger.kinds import AccountKind
from ledger.models import Account, Book, Entry, Transfer
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


def test_a_book_shows_where_its_chips_are(book: Book, admin_client: Client) -> None:
    page = admin_client.get(reverse("admin:ledger_book_change", args=[book.pk])).content.decode()

    assert "<tr><th>Bank</th><td>-20</td></tr><tr><th>Purse</th><td>+20</td></tr>" in page
    assert "nothing is sealed yet" in page


def test_a_statement_is_fetched_from_the_account(book: Book, admin_client: Client) -> None:
    sean = book.accounts.get(name="Seán's purse")
    address = reverse("admin:ledger_account_statement", args=[sean.pk])

    page = admin_client.get(reverse("admin:ledger_account_change", args=[sean.pk]))
    answer = admin_client.get(address)

    assert f'href="{address}"' in page.content.decode()
    assert answer.getvalue().decode().splitlines()[2].endswith(",Sat down with 3,3,3")


def test_a_statement_is_for_those_who_may_look(book: Book, client: Client) -> None:
    sean = book.accounts.get(name="Seán's purse")
    stranger = HolderFactory.create(is_staff=True)
    client.force_login(stranger)

    assert client.get(reverse("admin:ledger_account_statement", args=[sean.pk])).status_code == 403
