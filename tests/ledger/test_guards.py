"""PostgreSQL keeps the books itself: every attack is refused, and no guard is idle."""

import re
from collections.abc import Iterator

import psycopg
import pytest
from psycopg.sql import SQL, Identifier

from ledger.guards import known_guards
from tests.ledger.attacks import ATTACKS, Attack, post
from tests.ledger.conftest import World

TRIGGERS = [name.removeprefix("trigger ") for name in known_guards() if name.startswith("trigger ")]
CONSTRAINTS = {
    # Through it legs, whose guard looks at their account, and transfers have a book that stays.
    "ledger_account_book_id_3573a6fa_fk_ledger_book_id": "ledger_account",
    "ledger_account_kind": "ledger_account",
    "ledger_account_floor": "ledger_account",
    "ledger_account_closed_empty": "ledger_account",
    "ledger_transfer_key": "ledger_transfer",
    "ledger_transfer_has_key": "ledger_transfer",
    "ledger_transfer_reason": "ledger_transfer",
    "ledger_transfer_moment": "ledger_transfer",
    "ledger_book_moment": "ledger_book",
    "ledger_transfer_reverses_id_key": "ledger_transfer",
    "ledger_entry_seq": "ledger_entry",
    "ledger_entry_moves": "ledger_entry",
}
FUNCTIONS = [
    "ledger_guard_transfer_stamp",
    "ledger_guard_transfer_balanced",
    "ledger_guard_entries",
    "ledger_guard_account_explained",
]
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
    **{
        name: SQL("ALTER FUNCTION {} RESET search_path").format(Identifier(name))
        for name in FUNCTIONS
    },
}


@pytest.fixture
def owner(world: World) -> Iterator[psycopg.Connection]:
    """The owner of every table, in a transaction that is taken back."""
    with psycopg.connect(world.url) as connection, connection.transaction(force_rollback=True):
        yield connection


@pytest.fixture
def application(owner: psycopg.Connection) -> psycopg.Connection:
    """The same connection as the application's role, which the services take on."""
    owner.execute("SET LOCAL ROLE spoil_five_app")
    return owner


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_the_owner_refusal(world: World, owner: psycopg.Connection, attack: Attack) -> None:
    words = world.refusal(owner, attack)

    assert re.search(attack.refusal, words), words or "it succeeded"


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_the_application_refusal(
    world: World, application: psycopg.Connection, attack: Attack
) -> None:
    """It may post, and is then told why not; everything else is not for it."""
    words = world.refusal(application, attack)

    is_door = any(f"{door}(" in attack.sql for door in CALLS)
    refusal = attack.refusal if is_door else "permission denied"
    assert re.search(refusal, words), words or "it succeeded"


@pytest.mark.parametrize(
    "table", ["book", "account", "transfer", "transferreason", "entry", "seal"]
)
def test_the_application_only_looks(application: psycopg.Connection, table: str) -> None:
    rights = application.execute(
        """SELECT array_agg(name) FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE',
        'TRUNCATE', 'REFERENCES', 'TRIGGER', 'MAINTAIN']) AS name
        WHERE has_table_privilege(%s, name) OR
            name NOT IN ('DELETE', 'TRUNCATE', 'TRIGGER', 'MAINTAIN')
            AND has_any_column_privilege(%s, name)""",
        [f"ledger_{table}"] * 2,
    ).fetchone()

    assert rights == (["SELECT"],)


CALLS = {
    "ledger_post": post(maire=-1, sean=1),
    "ledger_open": "SELECT ledger_open(%(book)s, 'purse', 'New', NULL, 0)",
    "ledger_open_book": "SELECT ledger_open_book('New', now())",
    "ledger_close": "SELECT ledger_close(ARRAY[%(nora)s], now())",
    "ledger_seal_transfers": "SELECT ledger_seal_transfers(10)",
}
GRANTS = [
    *(f"EXECUTE ON FUNCTION {name}" for name in CALLS),
    *(
        f"SELECT ON ledger_{table}"
        for table in ("book", "account", "transfer", "transferreason", "entry", "seal")
    ),
    "SELECT ON ledger_audit",
    "INSERT ON ledger_audit",
]


def test_the_application_may_call_the_doors(world: World, application: psycopg.Connection) -> None:
    refusals = {
        name: world.refusal(application, Attack(name, sql, "")) for name, sql in CALLS.items()
    }

    assert refusals == dict.fromkeys(CALLS, "")


@pytest.mark.parametrize("grant", GRANTS)
def test_without_a_grant_the_application_is_refused(
    world: World, owner: psycopg.Connection, grant: str
) -> None:
    """Each grant is needed, and there is no second one that does its work."""
    owner.execute(f"REVOKE {grant} FROM spoil_five_app")
    owner.execute("SET LOCAL ROLE spoil_five_app")
    right, _, what = grant.partition(" ON ")
    use = {
        "SELECT": f"SELECT FROM {what}",
        "INSERT": f"INSERT INTO {what} (fault) VALUES ('')",
        "EXECUTE": CALLS.get(what.removeprefix("FUNCTION "), ""),
    }[right]

    assert "permission denied" in world.refusal(owner, Attack(grant, use, ""))


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_with_every_grant_the_guards_still_refuse(
    world: World, owner: psycopg.Connection, attack: Attack
) -> None:
    """The grants are the outer wall: where they fall the guards hold against the same role."""
    owner.execute("GRANT ALL ON ALL TABLES IN SCHEMA public TO spoil_five_app")
    owner.execute("SET LOCAL ROLE spoil_five_app")

    assert world.refusal(owner, attack)


def test_the_application_cannot_switch_a_guard_off(application: psycopg.Connection) -> None:
    for attempt in (
        "ALTER TABLE ledger_entry DISABLE TRIGGER USER",
        "DROP TRIGGER ledger_entry_guard ON ledger_entry",
        "ALTER FUNCTION ledger_post RESET search_path",
        "CREATE OR REPLACE FUNCTION ledger_guard_entries() RETURNS trigger LANGUAGE sql AS ''",
        "SET session_replication_role = replica",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege), application.transaction():
            application.execute(attempt)


@pytest.mark.parametrize("guard", DROPS)
def test_without_a_guard_an_attack_succeeds(
    world: World, owner: psycopg.Connection, guard: str
) -> None:
    owner.execute(DROPS[guard])

    assert [attack.name for attack in ATTACKS if not world.refusal(owner, attack)]


def test_every_guard_is_known_to_these_tests(owner: psycopg.Connection) -> None:
    triggers = owner.execute("SELECT tgname FROM pg_trigger WHERE tgname LIKE 'ledger%'")
    checks = owner.execute(
        "SELECT conname FROM pg_constraint WHERE contype = 'c' AND conname LIKE 'ledger%'"
        " AND conname NOT LIKE 'ledger_receipt%'"
    )

    deceivable = owner.execute(
        """SELECT proname FROM pg_proc WHERE proname LIKE 'ledger%' AND prosrc LIKE '% ledger@_%'
        ESCAPE '@' AND proconfig IS NULL AND proname NOT IN ('ledger_refuse')"""
    )

    assert not deceivable.fetchall()
    assert {name for (name,) in triggers} == set(TRIGGERS)
    assert {name for (name,) in checks} <= CONSTRAINTS.keys()
