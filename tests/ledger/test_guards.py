"""PostgreSQL keeps the books itself: every attack is refused, and no guard is idle."""

import re
from collections.abc import Iterator

import psycopg
import pytest
from psycopg.sql import SQL, Identifier

from ledger.audit import TRIGGERS
from tests.ledger.attacks import ATTACKS, Attack
from tests.ledger.conftest import World

CONSTRAINTS = {
    "ledger_account_kind": "ledger_account",
    "ledger_account_floor": "ledger_account",
    "ledger_account_closed_empty": "ledger_account",
    "ledger_transfer_key": "ledger_transfer",
    "ledger_transfer_has_key": "ledger_transfer",
    "ledger_transfer_reason": "ledger_transfer",
    "ledger_transfer_by_hand": "ledger_transfer",
    "ledger_transfer_reverses": "ledger_transfer",
    "ledger_transfer_reverses_id_key": "ledger_transfer",
    "ledger_entry_seq": "ledger_entry",
    "ledger_entry_moves": "ledger_entry",
}
INDEXES = ["ledger_account_one_bank", "ledger_account_one_correction"]

DROPS = {
    **{
        name: SQL("DROP TRIGGER {} ON {}").format(Identifier(name), Identifier(table))
        for name in TRIGGERS
        for table in ["_".join(name.split("_")[:2])]
    },
    **{
        name: SQL("ALTER TABLE {} DROP CONSTRAINT {}").format(Identifier(table), Identifier(name))
        for name, table in CONSTRAINTS.items()
    },
    **{name: SQL("DROP INDEX {}").format(Identifier(name)) for name in INDEXES},
}


@pytest.fixture
def owner(world: World) -> Iterator[psycopg.Connection]:
    """The owner of every table, in a transaction that is taken back."""
    with psycopg.connect(world.url) as connection, connection.transaction(force_rollback=True):
        yield connection


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_the_database_refuses(world: World, owner: psycopg.Connection, attack: Attack) -> None:
    words = world.is_refused(owner, attack)

    assert re.search(attack.refusal, words), words or "it succeeded"


@pytest.mark.parametrize("guard", DROPS)
def test_without_a_guard_an_attack_succeeds(
    world: World, owner: psycopg.Connection, guard: str
) -> None:
    owner.execute(DROPS[guard])

    assert [attack.name for attack in ATTACKS if not world.is_refused(owner, attack)]


def test_every_guard_is_known_to_these_tests(owner: psycopg.Connection) -> None:
    triggers = owner.execute("SELECT tgname FROM pg_trigger WHERE tgname LIKE 'ledger%'")
    checks = owner.execute(
        "SELECT conname FROM pg_constraint WHERE contype = 'c' AND conname LIKE 'ledger%'"
        " AND conname NOT LIKE 'ledger_receipt%'"
    )

    assert {name for (name,) in triggers} == set(TRIGGERS)
    assert {name for (name,) in checks} <= CONSTRAINTS.keys()
