"""C14 and C15: postings by SQL after which a book cannot be sealed, or is in doubt for good."""

import json
import re
from collections.abc import Callable, Iterator

import psycopg
from django.utils.module_loading import import_string  # Ours are loaded once Django is set up.

from tests.attacks.books import recount
from tests.attacks.callers import Obstructed
from tests.attacks.catalogue import DATABASE, attack
from tests.attacks.stage import Stage, connect
from tests.ledger.attacks import ATTACKS

ROLES = ("", "spoil_five_app")  # The owner of the tables, and the services.
MOMENTS = ("infinity", "-infinity", "0001-01-01Z", "1970-01-01Z", "9999-12-31Z", "4713-01-01Z BC")
SPELLINGS: list[Callable[[int], str]] = [
    "0{}".format,
    " {}".format,
    "{} ".format,
    "+{}".format,
    hex,
    bin,
    oct,
    "00_{}".format,
]


@attack("C14", needs=(DATABASE,))
def dates_that_end_sealing(stage: Stage) -> Iterator[str]:
    """The owner and the services post transfers and open books at infinity and in far years;
    nothing is committed."""
    purse, bank, book = _accounts(stage)
    legs = {str(bank): -1, str(purse): 1}
    for role in ROLES:
        for moment in MOMENTS:
            if not _refusal(stage, role, *_post(book, json.dumps(legs), moment)):
                yield f"a transfer at {moment} by {role or 'the owner'}"
            if not _refusal(stage, role, "SELECT ledger_open_book('Attacked', %s)", moment):
                yield f"a book opened at {moment} by {role or 'the owner'}"


@attack(
    "C14",
    harms="a transfer at infinity is written past the guards, and deleted after the sweep.",
    needs=(DATABASE,),
)
def a_row_that_nobody_can_seal(stage: Stage) -> Iterator[str]:
    """A superuser writes a transfer at infinity past the guards: the sweep has to seal those that
    come after it, and the audit has to name it."""
    purse, bank, book = _accounts(stage)
    with stage.owner() as owner:
        number, checks = _write_at_infinity(owner, book, bank, purse)
        try:
            stage.club.owner.post("members", {"club": stage.club.id, "name": "Later"})
            with_words = _sweep()
            if with_words:
                yield with_words
            unsealed = owner.execute(
                """SELECT count(*) FROM ledger_transfer AS transfer WHERE id > %s AND NOT EXISTS
                (SELECT FROM ledger_seal WHERE transfer_id = transfer.id)""",
                [number],
            ).fetchone()
            if unsealed != (0,):
                yield f"{unsealed and unsealed[0]} later transfers are not sealed"
            if str(number) not in (words := _words()):
                yield f"the audit does not name transfer {number}: {words}"
        finally:
            _delete(owner, number, checks)
    if words := recount():
        yield f"it was not put back: {words}"


@attack("C15", needs=(DATABASE,))
def an_account_that_is_named_twice(stage: Stage) -> Iterator[str]:
    """The owner and the services post with one account under several spellings of its number;
    nothing is committed."""
    purse, bank, book = _accounts(stage)
    for role in ROLES:
        for spell in SPELLINGS:
            legs = json.dumps({str(purse): -5, spell(purse): 5, str(bank): 5, spell(bank): -5})
            if not _refusal(stage, role, *_post(book, legs, "now")):
                yield f"{legs} by {role or 'the owner'}"


@attack("C13", needs=(DATABASE,))
def statements_past_python(stage: Stage) -> Iterator[str]:
    """Every statement of tests/ledger/attacks.py, as the owner and as the services, on accounts
    of the instance; nothing is committed."""
    names = {name for one in ATTACKS for name in re.findall(r"%\((\w+)\)s", one.sql)}
    ids = _world(stage)
    if missing := names - ids.keys():
        raise Obstructed(f"the statements name {missing}")
    for role in ROLES:
        for one in ATTACKS:
            if not _refusal(stage, role, one.sql, named=ids):
                yield f"{one.name} by {role or 'the owner'}"


def _accounts(stage: Stage) -> tuple[int, int, int]:
    """A purse and the bank of a club where nobody plays, and their book."""
    purse = stage.rival.purse(stage.rival.owner)["id"]
    with stage.owner() as owner:
        row = owner.execute("SELECT book_id FROM ledger_account WHERE id = %s", [purse]).fetchone()
    return purse, stage.rival.account("bank")["id"], row[0] if row else 0


def _post(book: int, legs: str, moment: str, *, key: str = "attacked") -> tuple[str, str, str]:
    """A call of the posting function; legs as text, in which a name may stand twice."""
    posting = f"""[{{"book": {book}, "reason": "issue", "key": "{key}", "memo": "",
        "legs": {legs}}}]"""
    return "SELECT * FROM ledger_post(%s::jsonb, %s)", posting, moment


def _refusal(
    stage: Stage, role: str, sql: str, *given: object, named: dict[str, int] | None = None
) -> str:
    """The words with which PostgreSQL refuses it; all is taken back either way."""
    with (
        connect(stage.database, autocommit=False) as line,
        line.transaction(force_rollback=True),
    ):
        if role:
            line.execute(f"SET LOCAL ROLE {role}")
        try:
            with line.transaction(), psycopg.ClientCursor(line) as cursor:
                cursor.execute(sql, named or list(given))
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        except psycopg.OperationalError as error:  # A time-out or a deadlock is no refusal.
            raise Obstructed(f"{sql}: {error}") from error
        except psycopg.Error as error:
            return str(error)
    return ""


def _world(stage: Stage) -> dict[str, int]:
    """The rows that the statements name: a book of its own, as in tests/ledger/conftest.py."""
    stranger, _, elsewhere = _accounts(stage)
    holder = stage.rival.owner.id
    with stage.owner() as owner:

        def one(sql: str, *given: object) -> int:
            row = owner.execute(sql, given).fetchone()
            assert row
            return int(row[0])

        def opened(kind: str = "purse") -> int:
            return one("SELECT id FROM ledger_open(%s, %s, 'Attacked', NULL, 0)", book, kind)

        def posted(key: str, legs: dict[int, int], **fields: object) -> int:
            order = {"book": book, "reason": "issue", "key": key, "memo": "", "legs": legs}
            text = json.dumps([order | fields])
            return one("SELECT id FROM ledger_post(%s::jsonb, now())", text)

        book = one("SELECT id FROM ledger_open_book(%s, now())", f"Attacked {stage.run}")
        bank = one("SELECT id FROM ledger_account WHERE book_id = %s AND kind = 'bank'", book)
        maire, sean, nora, closed, pool = opened(), opened(), opened(), opened(), opened("pool")
        posted("opening", {bank: -25, maire: 20, sean: 5})
        past = posted("past", {maire: -5, sean: 5}, reason="gift")
        back = {"reason": "reversal", "memo": "Back", "actor": holder, "reverses": past}
        posted("back", {maire: 5, sean: -5}, **back)
        owner.execute("SELECT ledger_close(ARRAY[%s::bigint], now())", [closed])
        foreign = one("SELECT id FROM ledger_transfer WHERE book_id = %s LIMIT 1", elsewhere)
    return {
        "book": book,
        "bank": bank,
        "maire": maire,
        "sean": sean,
        "nora": nora,
        "closed": closed,
        "pool": pool,
        "past": past,
        "elsewhere": elsewhere,
        "stranger": stranger,
        "foreign": foreign,
        "holder": holder,
    }


def _write_at_infinity(
    owner: psycopg.Connection, book: int, bank: int, purse: int
) -> tuple[int, list[tuple[str, str]]]:
    """A whole transfer but for its date; no CHECK stands in its way. Also the CHECKs."""
    checks = owner.execute(
        """SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint
        WHERE conrelid = 'ledger_transfer'::regclass AND contype = 'c'"""
    ).fetchall()
    with owner.transaction():
        for name, _ in checks:
            owner.execute(f"ALTER TABLE ledger_transfer DROP CONSTRAINT {name}")
        sql, posting, _ = _post(book, json.dumps({bank: -1, purse: 1}), "", key="infinity")
        row = owner.execute(sql.replace("*", "id"), [posting, "now"]).fetchone()
        assert row
        owner.execute("SET CONSTRAINTS ALL IMMEDIATE")
        owner.execute("SET LOCAL session_replication_role = replica")
        owner.execute("UPDATE ledger_transfer SET effective_at = 'infinity' WHERE id = %s", row)
        for name, text in checks:
            later = f"{text.removesuffix(' NOT VALID')} NOT VALID"
            owner.execute(f"ALTER TABLE ledger_transfer ADD CONSTRAINT {name} {later}")
    return int(row[0]), [(name, text) for name, text in checks]


def _delete(owner: psycopg.Connection, number: int, checks: list[tuple[str, str]]) -> None:
    """The row at infinity, whose legs are the newest of their accounts."""
    with owner.transaction():
        owner.execute("SET LOCAL session_replication_role = replica")
        owner.execute(
            """UPDATE ledger_account SET balance = balance - chips, version = version - 1
            FROM ledger_entry AS leg WHERE leg.account_id = ledger_account.id
            AND leg.transfer_id = %s""",
            [number],
        )
        for where in ("ledger_seal WHERE transfer_id", "ledger_entry WHERE transfer_id"):
            owner.execute(f"DELETE FROM {where} = %s", [number])
        owner.execute("DELETE FROM ledger_transfer WHERE id = %s", [number])
    for name, text in checks:
        owner.execute(
            f"""ALTER TABLE ledger_transfer DROP CONSTRAINT {name},
            ADD CONSTRAINT {name} {text}"""
        )


def _sweep() -> str:
    """What the sweep of the ledger dies of, if it does."""
    try:
        import_string("ledger.seals.seal_transfers")()
    except Exception as error:  # Of any kind: it is told.
        return f"sealing ended with {type(error).__name__}"
    return ""


def _words() -> str:
    try:
        return "; ".join(map(str, import_string("ledger.audit.check_books")()))
    except Exception as error:  # A traceback, where words should be.
        return f"{type(error).__name__}"
