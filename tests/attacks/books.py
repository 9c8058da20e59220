"""C13: whoever owns the database changes rows or guards; our own recount has to find it."""

import contextlib
import io
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import psycopg
from django.core.management import CommandError, call_command

from tests.attacks.alterations import (
    Change,
    checks,
    functions,
    grants,
    keys,
    rows_of,
    screens,
    triggers,
)
from tests.attacks.callers import Obstructed
from tests.attacks.catalogue import DATABASE, attack
from tests.attacks.stage import Stage

TRIES = 5
BACK = "everything is put back as it was, one thing after the other."


def recount(known: Path | None = None) -> str:
    """What `manage.py check_books` finds; empty where it says that the books balance.

    Raises:
        Exception: as it fails; it should find words.
    """
    try:
        call_command("check_books", known=known, stdout=io.StringIO())
    except CommandError as error:
        return str(error)
    return ""


@attack("C13", harms=f"guards are made vacuous under their old names; {BACK}", needs=(DATABASE,))
def guards_that_no_longer_guard(stage: Stage) -> Iterator[str]:
    """Each CHECK becomes CHECK (true), each function of a trigger does nothing, each other one is
    rewritten, each trigger is switched off or fires never; a rule and row security hide rows."""
    with stage.owner() as owner:
        yield from _unfound(owner, [*checks(owner), *functions(owner), *triggers(owner)])
        yield from _unfound(owner, screens())


@attack("C13", harms=f"unique and foreign keys are dropped; {BACK}", needs=(DATABASE,))
def keys_that_are_gone(stage: Stage) -> Iterator[str]:
    """Each UNIQUE and each foreign key of the ledger's tables is dropped."""
    with stage.owner() as owner:
        yield from _unfound(owner, keys(owner))


@attack("C13", harms=f"the services' role is granted more; {BACK}", needs=(DATABASE,))
def grants_that_nobody_gave(stage: Stage) -> Iterator[str]:
    """The services' role, everybody, and a role of the attacker's may write to the ledger."""
    name = f"attacker_{stage.run}"
    with stage.owner() as owner:
        owner.execute(f"CREATE ROLE {name} NOLOGIN")
        try:
            yield from _unfound(owner, grants(name))
        finally:
            owner.execute(f"DROP ROLE {name}")


@attack("C13", harms=f"columns of the ledger are turned into others; {BACK}", needs=(DATABASE,))
def columns_that_are_something_else(stage: Stage) -> Iterator[str]:
    """A column is renamed, or has another type: the recount says so in words."""
    rename = "ALTER TABLE {0} RENAME {1} TO {2}"
    changes = [
        Change(
            f"{table}.{column} renamed",
            rename.format(table, column, "other"),
            rename.format(table, "other", column),
        )
        for table, column in (
            ("ledger_entry", "balance_after"),
            ("ledger_account", "name"),
            ("ledger_seal", "number"),
        )
    ]
    hash_as = "ALTER TABLE ledger_seal ALTER hash TYPE {0} USING {1}"
    changes.append(
        Change(
            "ledger_seal.hash as text",
            hash_as.format("text", "encode(hash, 'hex')"),
            hash_as.format("bytea", "decode(hash, 'hex')"),
        )
    )
    with stage.owner() as owner:
        yield from _unfound(owner, changes)


@attack("C13", harms=f"rows of the ledger are rewritten past its guards; {BACK}", needs=(DATABASE,))
def rows_that_were_rewritten(stage: Stage) -> Iterator[str]:
    """Two purses of equal chips swap their holders, a floor is lowered, a seal is moved to another
    transfer, a memo is changed that was sealed."""
    owner = stage.rival.owner
    walk_in = owner.post("members", {"club": stage.rival.id, "name": f"Twin {stage.run}"})
    here, there = owner.id, walk_in["player"]["id"]
    purse, book = stage.rival.purse(owner)["id"], _book(stage)
    swap = f"""UPDATE ledger_account SET holder_id = CASE holder_id WHEN {here} THEN {there}
        ELSE {here} END WHERE book_id = {book} AND kind = 'purse'
        AND holder_id IN ({here}, {there})"""
    memo = f"UPDATE ledger_transfer SET memo = %s WHERE book_id = {book} AND reason = 'issue'"
    floor = f"UPDATE ledger_account SET min_balance = %s WHERE id = {purse}"
    with stage.owner() as line:
        line.execute("SELECT ledger_seal_transfers(1000000)")
        yield from _unfound(
            line,
            [
                Change("holders swapped", swap, swap),
                Change("a floor lowered", floor.replace("%s", "-1000"), floor.replace("%s", "0")),
                Change(
                    "a memo changed",
                    memo.replace("%s", "memo || '!'"),
                    memo.replace("%s", "left(memo, -1)"),
                ),
                _swapped_seals(line, book),
            ],
            past_guards=True,
        )


@attack(
    "C13",
    harms="the newest sealed transfer of a book is deleted, then put back.",
    needs=(DATABASE,),
)
def a_sealed_tail_that_vanishes(stage: Stage) -> Iterator[str]:
    """The newest sealed transfer of a book is deleted and the balances are fixed; its seal is
    left there, or deleted too, which only the heads that were kept can tell."""
    book = _book(stage)
    with stage.owner() as owner, tempfile.TemporaryDirectory() as folder:
        owner.execute("SELECT ledger_seal_transfers(1000000)")
        heads = Path(folder) / "heads"
        call_command("check_books", heads=heads, stdout=io.StringIO())
        for with_seal in (False, True):
            with _without_newest(owner, book, with_seal=with_seal):
                if not recount(heads):
                    yield f"nobody misses it{', nor its seal' if with_seal else ''}"
                if not with_seal and not recount():
                    yield "nobody who keeps no heads misses it"
    if words := recount():
        yield f"it was not put back: {words}"


@contextlib.contextmanager
def _without_newest(owner: psycopg.Connection, book: int, *, with_seal: bool) -> Iterator[None]:
    row = owner.execute(
        "SELECT transfer_id FROM ledger_seal WHERE book_id = %s ORDER BY number DESC LIMIT 1",
        [book],
    ).fetchone()
    if not row:
        raise Obstructed("nothing of that book is sealed")
    newest = f"transfer_id = {row[0]}"
    tables = {"ledger_entry": newest, "ledger_transfer": f"id = {row[0]}", "ledger_seal": newest}
    if not with_seal:
        del tables["ledger_seal"]
    move = """UPDATE ledger_account SET balance = balance {0} chips, version = version {0} 1
        FROM gone_ledger_entry AS gone WHERE ledger_account.id = gone.account_id"""
    for table, where in tables.items():
        owner.execute(f"CREATE TEMPORARY TABLE gone_{table} AS SELECT * FROM {table} WHERE {where}")
    deletes = [f"DELETE FROM {table} WHERE {where}" for table, where in tables.items()]
    _past_guards(owner, [move.format("-"), *deletes])
    try:
        yield
    finally:
        inserts = [f"INSERT INTO {table} SELECT * FROM gone_{table}" for table in tables]
        _past_guards(owner, [*inserts, move.format("+")])
        for table in tables:
            owner.execute(f"DROP TABLE gone_{table}")


def _past_guards(owner: psycopg.Connection, statements: Iterable[str]) -> None:
    with owner.transaction():
        owner.execute("SET LOCAL session_replication_role = replica")
        for statement in statements:
            owner.execute(statement)


def _alter(owner: psycopg.Connection, statement: str) -> None:
    """While the service runs, which may hold what is altered."""
    for _ in range(TRIES):
        try:
            owner.execute(statement)
        except psycopg.errors.DeadlockDetected:
            continue
        return
    raise Obstructed(f"the service stands in the way of {statement}")


def _unfound(
    owner: psycopg.Connection, changes: list[Change], *, past_guards: bool = False
) -> Iterator[str]:
    """The changes after which the recount is content, or has no words."""
    if words := recount():
        raise Obstructed(f"the books do not hold before anything was done: {words}")
    if not changes:
        raise Obstructed("there is nothing to change")

    def execute(statement: str) -> None:
        _past_guards(owner, [statement]) if past_guards else _alter(owner, statement)

    for change in changes:
        try:
            execute(change.do)
        except psycopg.errors.CheckViolation:
            continue  # PostgreSQL refuses even that.
        try:
            if not recount():
                yield f"nobody sees {change.words}"
        except Exception as error:  # A traceback, where words should be.
            yield f"{change.words}: {type(error).__name__}"
        finally:
            execute(change.undo)
    if words := recount():
        yield f"it was not put back: {words}"


def _swapped_seals(owner: psycopg.Connection, book: int) -> Change:
    """The newest two seals of a book stand at each other's transfers."""
    query = f"SELECT number, transfer_id FROM ledger_seal WHERE book_id = {book}"
    newest = rows_of(owner, f"{query} ORDER BY number DESC LIMIT 2")
    if len(newest) < 2:
        raise Obstructed("there are no two seals in that book")
    (last, one), (older, other) = newest
    update = f"UPDATE ledger_seal SET transfer_id = {{1}} WHERE book_id = {book} AND number = {{0}}"

    def put(at_last: int, at_older: int) -> str:
        steps = [(last, -1), (older, at_older), (last, at_last)]
        return "; ".join(update.format(*step) for step in steps)

    return Change("seals swapped", put(other, one), put(one, other))


def _book(stage: Stage) -> int:
    """That of a club where nobody plays."""
    with stage.owner() as owner:
        [[book]] = rows_of(owner, f"SELECT book_id FROM clubs_club WHERE id = {stage.rival.id}")
    return int(book)
