"""Signing up costs the same work whether the address has a login or not: no time tells which."""

import re
from typing import Any, NamedTuple

import pytest
from django.contrib.auth.hashers import get_hasher
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from clubs.models import Player
from deploy.rest.throttles import cache
from tests.clubs.logins import ADDRESS, PASSWORD, add_address

TABLE = re.compile(r'(?:FROM|INTO|UPDATE) "(\w+)"')


class Work(NamedTuple):
    """What a sign-up came to: hashes of passwords, statements by their verb and table, mails."""

    status: int
    hashes: int
    statements: list[str]
    mails: int


@pytest.fixture(autouse=True)
def nora(own_database: str, settings: Any) -> Player:
    settings.SENDS_MAIL, settings.SIGN_UP, settings.PROGRAMS_SIGN_UP = True, "open", True
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    cache.clear()
    player = Player.objects.create_user("nora", password=PASSWORD, name="Nora Daly")
    add_address(player)
    return player


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A sign for each password that is hashed."""
    hasher, seen = type(get_hasher()), list[str]()
    encode = hasher.encode

    def counted(self: Any, *given: Any, **more: Any) -> str:
        seen.append("hashed")
        text: str = encode(self, *given, **more)
        return text

    monkeypatch.setattr(hasher, "encode", counted)
    return seen


def by_page(email: str) -> int:
    sent = {"name": "Con Sheehan", "email": email, "password1": "a long password"}
    return Client().post("/accounts/sign-up/", sent).status_code


def by_api(email: str) -> int:
    sent = {"name": "Con Sheehan", "email": email, "password": "a long password"}
    return APIClient().post("/api/v1/players", sent).status_code


def work_of(way: Any, email: str, hashed: list[str]) -> Work:
    del hashed[:], mail.outbox[:]
    with CaptureQueriesContext(connection) as queries:
        status = way(email)
    statements = sorted(named(one["sql"]) for one in queries)
    return Work(status, len(hashed), statements, len(mail.outbox))


def named(sql: str) -> str:
    """Its verb and its table; what was done is kept or taken back at the same price."""
    verb, table = sql.split(maxsplit=1)[0].strip(";"), TABLE.search(sql)
    return f"{verb.replace('ROLLBACK', 'COMMIT')} {table[1] if table else ''}"


@pytest.mark.parametrize("way", [by_page, by_api])
def test_a_taken_address_costs_what_a_new_one_costs(way: Any, hashed: list[str]) -> None:
    way("first@example.org")  # What is read once a process is read.

    new = work_of(way, "con@example.org", hashed)
    taken = work_of(way, ADDRESS, hashed)

    assert taken == new
    assert (new.hashes, new.mails) == (1, 1)
    assert "INSERT clubs_player" in new.statements
    assert not Player.objects.filter(email=ADDRESS).exists()
    assert Player.objects.filter(email="con@example.org").count() == 1


def test_the_owner_reads_that_they_have_a_login(hashed: list[str]) -> None:
    work_of(by_page, ADDRESS, hashed)

    assert mail.outbox[0].to == [ADDRESS]
    assert "login" in str(mail.outbox[0].body)
    assert "confirm" not in str(mail.outbox[0].subject).lower()
