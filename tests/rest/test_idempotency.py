"""An order that is sent twice moves chips once."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections
from rest_framework.response import Response
from rest_framework.test import APIClient

from clubs.models import Player
from ledger.models import Account, Book, Receipt, Transfer
from tests.ledger.factories import BookFactory, HolderFactory, purse
from tests.rest.conftest import DOORS

pytestmark = pytest.mark.urls(DOORS)
KEY = {"Idempotency-Key": "b3b1a8c4"}


@pytest.fixture
def book(db: None) -> Book:
    book = BookFactory.create()
    purse(book)
    return book


def balance(book: Book) -> int:
    return book.accounts.get(kind="purse").balance


def test_the_same_order_gets_the_same_answer(member: APIClient, book: Book) -> None:
    first = member.post("/api/v1/orders", {"chips": 5, "memo": "a"}, headers=KEY)
    again = member.post("/api/v1/orders", {"memo": "a", "chips": 5}, headers=KEY)

    assert first.status_code == again.status_code == 201
    assert first.json() == again.json()
    assert "Idempotency-Replayed" not in first.headers
    assert again.headers["Idempotency-Replayed"] == "true"
    assert balance(book) == 5


@pytest.mark.parametrize(
    ("path", "body"),
    [("/api/v1/orders", {"chips": 6}), ("/api/v1/orders/nothing", {"chips": 5})],
)
def test_another_order_under_the_same_key(
    member: APIClient, book: Book, path: str, body: dict[str, int]
) -> None:
    member.post("/api/v1/orders", {"chips": 5}, headers=KEY)

    answer = member.post(path, body, headers=KEY)

    assert answer.status_code == 422
    assert answer.json()["code"] == "idempotency_key_reused"
    assert balance(book) == 5


def test_keys_are_each_callers_own(member: APIClient, book: Book) -> None:
    member.post("/api/v1/orders/nothing", headers=KEY)
    member.force_authenticate(HolderFactory.create())

    answer = member.post("/api/v1/orders", {"chips": 5}, headers=KEY)

    assert answer.status_code == 201


@pytest.mark.parametrize(
    ("key", "code", "told"),
    [
        ("", "idempotency_key_missing", "Send a new Idempotency-Key"),
        (" ", "idempotency_key_missing", "Send a new Idempotency-Key"),
        ("two words", "idempotency_key_malformed", "and no space"),
        ("Seán", "idempotency_key_malformed", "ASCII"),
        ("x" * 201, "idempotency_key_malformed", "this one has 201 characters"),
    ],
)
def test_no_key_no_chips(member: APIClient, book: Book, key: str, code: str, told: str) -> None:
    answer = member.post("/api/v1/orders", {"chips": 5}, headers={"Idempotency-Key": key})

    assert answer.status_code == 400
    assert answer.json()["code"] == code
    assert told in answer.json()["detail"]
    assert balance(book) == 0


def test_a_refusal_is_not_kept(member: APIClient, book: Book) -> None:
    refusal = member.post("/api/v1/orders", {"chips": 0}, headers=KEY)
    answer = member.post("/api/v1/orders", {"chips": 5}, headers=KEY)

    assert refusal.status_code == 400
    assert answer.status_code == 201
    assert balance(book) == 5


def test_a_refusal_that_is_answered_undoes_what_was_done(member: APIClient) -> None:
    answer = member.post("/api/v1/orders/refused", headers=KEY)

    assert answer.status_code == 409
    assert not Player.objects.filter(name="changed").exists()
    assert not Receipt.objects.exists()


def test_an_answer_without_a_body(member: APIClient) -> None:
    member.post("/api/v1/orders/nothing", headers=KEY)

    answer = member.post("/api/v1/orders/nothing", headers=KEY)

    assert answer.status_code == 204
    assert answer.content == b""


def test_two_at_once_move_chips_once(own_database: str) -> None:
    """The second waits for the first one's transaction, and gets its answer."""
    book, holder = BookFactory.create(), HolderFactory.create()
    purse(book)

    def order(number: int) -> Response:
        try:
            client = APIClient()
            client.force_authenticate(holder)
            return client.post("/api/v1/orders", {"chips": 5}, headers=KEY)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(order, range(4)))

    assert [answer.status_code for answer in answers] == [201] * 4
    assert len({answer.content for answer in answers if "Idempotency-Replayed" in answer}) == 1
    assert len([answer for answer in answers if "Idempotency-Replayed" in answer]) == 3
    assert Transfer.objects.count() == 1
    assert Account.objects.get(kind="purse").balance == 5
