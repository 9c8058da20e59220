"""Guards are known by what they do: whatever was altered under an old name is found."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import LiteralString

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from ledger.audit import audit_books, check_books, doubt
from ledger.guards import KNOWN, broken_guards, read_guards, written
from ledger.models import Book, Entry, Sealing
from ledger.posting import post_transfer
from ledger.seals import Head
from ledger.tasks import sweep_ledger
from tests.ledger.factories import AT, BookFactory, gift, purse

pytestmark = pytest.mark.django_db
ALTERED = "is switched off or altered"
Change = Callable[[LiteralString], None]


@pytest.fixture
def book() -> Book:
    book = BookFactory.create()
    post_transfer(gift(purse(book, chips=20), purse(book, chips=7), 5), at=AT)
    return book


@pytest.fixture
def change(book: Book, as_owner: None) -> Change:
    """What a superuser can do; it is taken back with the test's transaction."""

    def execute(statement: LiteralString) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute(statement)

    return execute


def test_the_digests_are_those_of_the_migrations() -> None:
    """After a change of the ledger's schema run this test once with REFRESH=1 and look at them."""
    today = written(read_guards())
    if os.environ.get("REFRESH"):
        KNOWN.write_text(today)

    assert KNOWN.read_text() == today


def test_the_settings_of_who_asks_are_as_before(book: Book) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL TimeZone = 'Asia/Tokyo'")
        cursor.execute("SET LOCAL quote_all_identifiers = on")
        assert list(broken_guards()) == []
        cursor.execute("SHOW TimeZone")
        assert cursor.fetchall() == [("Asia/Tokyo",)]
        cursor.execute("SHOW search_path")
        assert cursor.fetchall() == [('"$user", public',)]


NO_OP = "LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$"
TAMPERINGS: list[tuple[LiteralString, str]] = [
    # A CHECK, a key, a reference under the old name
    (
        """ALTER TABLE ledger_account DROP CONSTRAINT ledger_account_floor;
        ALTER TABLE ledger_account ADD CONSTRAINT ledger_account_floor CHECK (true)""",
        f"constraint ledger_account_floor {ALTERED}",
    ),
    (
        """ALTER TABLE ledger_transfer DROP CONSTRAINT ledger_transfer_moment;
        ALTER TABLE ledger_transfer ADD CONSTRAINT ledger_transfer_moment
            CHECK (ledger_is_moment(recorded_at)) NOT VALID""",
        f"constraint ledger_transfer_moment {ALTERED}",
    ),
    (
        "ALTER TABLE ledger_transfer DROP CONSTRAINT ledger_transfer_key",
        "constraint ledger_transfer_key is missing",
    ),
    (
        """ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_seq;
        ALTER TABLE ledger_entry ADD CONSTRAINT ledger_entry_seq UNIQUE (account_id, seq, id)""",
        f"constraint ledger_entry_seq {ALTERED}",
    ),
    (
        """ALTER TABLE ledger_account
            DROP CONSTRAINT ledger_account_book_id_3573a6fa_fk_ledger_book_id""",
        "constraint ledger_account_book_id_3573a6fa_fk_ledger_book_id is missing",
    ),
    (
        "ALTER TABLE ledger_seal DISABLE TRIGGER ALL",
        "foreign key ledger_seal_book_id_e11ce131_fk_ledger_book_id is not ours",
    ),
    ("DROP INDEX ledger_account_one_bank", "index ledger_account_one_bank is missing"),
    (
        """DROP INDEX ledger_account_one_bank;
        CREATE UNIQUE INDEX ledger_account_one_bank ON ledger_account (book_id)
            WHERE kind = 'bank' AND id < 0""",
        f"index ledger_account_one_bank {ALTERED}",
    ),
    ("ALTER TABLE ledger_entry ALTER chips DROP NOT NULL", f"column ledger_entry.chips {ALTERED}"),
    # Functions and triggers
    (
        f"CREATE OR REPLACE FUNCTION ledger_guard_append_only() RETURNS trigger {NO_OP}",
        f"function ledger_guard_append_only() {ALTERED}",
    ),
    (
        """CREATE OR REPLACE FUNCTION ledger_fits_reason(
            reason text, actor_id bigint, memo text, reverses_id bigint
        ) RETURNS boolean LANGUAGE sql IMMUTABLE RETURN true""",
        "function ledger_fits_reason("
        f"reason text, actor_id bigint, memo text, reverses_id bigint) {ALTERED}",
    ),
    (
        "ALTER FUNCTION ledger_guard_entries RESET search_path",
        f"function ledger_guard_entries() {ALTERED}",
    ),
    (
        "ALTER FUNCTION ledger_guard_entries SECURITY DEFINER",
        f"function ledger_guard_entries() {ALTERED}",
    ),
    (
        f"CREATE FUNCTION ledger_mint() RETURNS void {NO_OP}".replace("NULL", ""),
        "function ledger_mint() is not ours",
    ),
    (
        "ALTER TABLE ledger_entry DISABLE TRIGGER ledger_entry_guard",
        f"trigger ledger_entry_guard {ALTERED}",
    ),
    (
        "ALTER TABLE ledger_entry ENABLE REPLICA TRIGGER ledger_entry_guard",
        f"trigger ledger_entry_guard {ALTERED}",
    ),
    (
        """DROP TRIGGER ledger_entry_append_only ON ledger_entry;
        CREATE TRIGGER ledger_entry_append_only BEFORE TRUNCATE ON ledger_entry
            FOR EACH STATEMENT EXECUTE FUNCTION ledger_guard_append_only()""",
        f"trigger ledger_entry_append_only {ALTERED}",
    ),
    (
        """DROP TRIGGER ledger_transfer_doubt ON ledger_transfer;
        CREATE TRIGGER ledger_transfer_doubt AFTER INSERT ON ledger_transfer FOR EACH ROW
            WHEN (NEW.reason = 'prize') EXECUTE FUNCTION ledger_guard_doubt()""",
        f"trigger ledger_transfer_doubt {ALTERED}",
    ),
    (
        """CREATE TRIGGER ledger_entry_more BEFORE INSERT ON ledger_entry FOR EACH ROW
            EXECUTE FUNCTION suppress_redundant_updates_trigger()""",
        "trigger ledger_entry_more is not ours",
    ),
    (
        "CREATE RULE quiet AS ON DELETE TO ledger_seal DO INSTEAD NOTHING",
        "rule quiet of ledger_seal is not ours",
    ),
    # Tables
    ("ALTER TABLE ledger_receipt SET UNLOGGED", f"table ledger_receipt {ALTERED}"),
    ("ALTER TABLE ledger_entry ENABLE ROW LEVEL SECURITY", f"table ledger_entry {ALTERED}"),
    (
        "CREATE POLICY few ON ledger_entry USING (chips > 0)",
        "policy few of ledger_entry is not ours",
    ),
    (
        "CREATE TABLE more_legs () INHERITS (ledger_entry)",
        "child public.more_legs of ledger_entry is not ours",
    ),
    (
        """ALTER TABLE ledger_audit RENAME TO hidden;
        CREATE VIEW ledger_audit AS SELECT * FROM hidden WHERE fault = ''""",
        f"table ledger_audit {ALTERED}",
    ),
    # Grants, roles, owners
    (
        "GRANT INSERT ON ledger_entry TO spoil_five_app",
        "grant INSERT on ledger_entry to spoil_five_app is not ours",
    ),
    (
        "GRANT UPDATE (min_balance) ON ledger_account TO spoil_five_app",
        "grant UPDATE on ledger_account.min_balance to spoil_five_app is not ours",
    ),
    (
        "GRANT DELETE ON ledger_seal TO PUBLIC",
        "grant DELETE on ledger_seal to PUBLIC is not ours",
    ),
    (
        "GRANT SELECT ON ledger_transfer TO spoil_five_app WITH GRANT OPTION",
        "grant SELECT with grant option on ledger_transfer to spoil_five_app is not ours",
    ),
    (
        "CREATE ROLE mallory; GRANT UPDATE ON SEQUENCE ledger_transfer_id_seq TO mallory",
        "grant UPDATE on ledger_transfer_id_seq to mallory is not ours",
    ),
    (
        "GRANT EXECUTE ON FUNCTION ledger_post TO PUBLIC",
        "grant EXECUTE on ledger_post(postings jsonb, happened_at timestamp with time zone)"
        " to PUBLIC is not ours",
    ),
    (
        "ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO spoil_five_app",
        "grant INSERT on tables, functions and sequences to come to spoil_five_app is not ours",
    ),
    (
        "GRANT CREATE ON SCHEMA public TO spoil_five_app",
        "grant CREATE on schema public to spoil_five_app is not ours",
    ),
    (
        "GRANT SET ON PARAMETER session_replication_role TO spoil_five_app",
        "grant SET on session_replication_role to spoil_five_app is not ours",
    ),
    (
        "GRANT pg_write_all_data TO spoil_five_app",
        "grant pg_write_all_data to spoil_five_app is not ours",
    ),
    (
        """CREATE ROLE mallory; GRANT spoil_five_app TO mallory;
        GRANT pg_write_all_data TO mallory""",
        "grant pg_write_all_data to mallory is not ours",
    ),
    (
        "CREATE ROLE mallory; GRANT spoil_five_app, spoil_five TO mallory",
        "grant spoil_five to mallory is not ours",
    ),
    (
        "ALTER ROLE spoil_five_app BYPASSRLS",
        "role spoil_five_app is not ours",
    ),
    (
        "ALTER ROLE spoil_five_app SET session_replication_role = replica",
        "setting spoil_five_app is not ours",
    ),
    ("SET LOCAL session_replication_role = replica", "setting this session is not ours"),
    (
        "CREATE ROLE mallory; ALTER TABLE ledger_seal OWNER TO mallory",
        "owner mallory is not ours",
    ),
    (
        """DO $$ DECLARE one text; BEGIN
            FOR one IN SELECT relname FROM pg_class WHERE relname ~ '^ledger_' AND relkind = 'r'
                OR relname = 'django_migrations'
            LOOP EXECUTE format('ALTER TABLE %I OWNER TO spoil_five_app', one); END LOOP;
        END $$""",
        "owner spoil_five_app is not ours",
    ),
]


@pytest.mark.parametrize(("statement", "finding"), TAMPERINGS, ids=[one for one, _ in TAMPERINGS])
def test_what_was_altered_is_found(change: Change, statement: LiteralString, finding: str) -> None:
    change(statement)

    assert finding in [f"{name} {fault}" for name, fault in broken_guards()]


def test_somebody_who_serves_as_the_guide_says_is_not_found(change: Change) -> None:
    """Members of the application's role, a member of the owner, and one who reads everything."""
    change(
        """CREATE ROLE keeper; CREATE ROLE web LOGIN; GRANT spoil_five_app TO web;
        CREATE ROLE migrate LOGIN; GRANT spoil_five TO migrate;
        CREATE ROLE backup LOGIN; GRANT pg_read_all_data TO backup"""
    )

    assert list(broken_guards()) == []


def test_a_trigger_that_a_dump_wrote_again_is_the_same(change: Change) -> None:
    """PostgreSQL adds parentheses as it tells a trigger, and reads them as another nesting."""
    change(
        """DO $$ DECLARE trigger record; BEGIN
            FOR trigger IN SELECT tgname, pg_get_triggerdef(oid) AS told FROM pg_trigger
                WHERE tgrelid = 'ledger_account'::regclass AND NOT tgisinternal
            LOOP
                EXECUTE format('DROP TRIGGER %I ON ledger_account', trigger.tgname);
                EXECUTE trigger.told;
            END LOOP;
        END $$"""
    )

    assert list(broken_guards()) == []


def test_lowered_floors_are_found(change: Change) -> None:
    account = Entry.objects.latest("pk").account
    change("ALTER TABLE ledger_account DROP CONSTRAINT ledger_account_kind")
    change("UPDATE ledger_account SET min_balance = -1000 WHERE kind = 'purse'")

    assert f"account {account.pk} has the floor -1000, not 0" in told()


def test_a_floor_of_the_bank_is_found(change: Change) -> None:
    change("ALTER TABLE ledger_account DROP CONSTRAINT ledger_account_kind")
    change("UPDATE ledger_account SET min_balance = -1000 WHERE kind = 'bank'")

    assert [one for one in told() if one.endswith("has the floor -1000, not none")]


COLUMNS: list[tuple[LiteralString, str]] = [
    (
        """ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_moves;
        ALTER TABLE ledger_entry ALTER chips TYPE text""",
        "ledger_entry.chips",
    ),
    ("ALTER TABLE ledger_seal ALTER hash TYPE text", "ledger_seal.hash"),
    ("ALTER TABLE ledger_seal RENAME number TO numero", "ledger_seal.number"),
    (
        """ALTER TABLE ledger_transfer DROP CONSTRAINT ledger_transfer_moment;
        ALTER TABLE ledger_transfer ALTER effective_at TYPE text""",
        "ledger_transfer.effective_at",
    ),
    ("ALTER TABLE ledger_transfer DROP recorded_at", "ledger_transfer.recorded_at"),
    (
        """ALTER TABLE ledger_account DROP CONSTRAINT ledger_account_floor;
        ALTER TABLE ledger_account DROP CONSTRAINT ledger_account_closed_empty;
        ALTER TABLE ledger_account ALTER balance TYPE json USING '1'""",
        "ledger_account.balance",
    ),
    ("DROP TABLE ledger_seal", "ledger_seal.hash"),
]


@pytest.mark.parametrize(("statement", "column"), COLUMNS, ids=[one for _, one in COLUMNS])
def test_a_column_turned_into_something_else_gives_words(
    change: Change, tmp_path: Path, statement: LiteralString, column: str
) -> None:
    known = tmp_path / "heads.txt"
    known.write_text(f"{Head(1, 1, b'hash', 1)}\n")
    change(statement)

    faults = [str(one) for one in check_books()]
    assert any(fault.startswith(f"guard column {column} is ") for fault in faults)
    with pytest.raises(CommandError, match="The books do not balance: guard "):
        call_command("check_books", known=known)
    assert audit_books().fault.startswith("guard ")


def test_rows_that_cannot_be_read_are_told_with_the_words_of_the_database(change: Change) -> None:
    change("ALTER TABLE ledger_entry RENAME balance_after TO left_over")

    assert 'table ledger_entry cannot be read: column "balance_after" does not exist' in told()


def test_the_sweep_audits_where_nothing_can_be_sealed(change: Change) -> None:
    """There is something to seal: a transfer of a transaction that is over."""
    change("SET LOCAL session_replication_role = replica")
    change("UPDATE ledger_transfer SET xact = 3")
    change("SET LOCAL session_replication_role = origin")
    change("ALTER TABLE ledger_seal RENAME number TO numero")
    change("SET LOCAL ROLE spoil_five_app")

    sweep_ledger()

    assert "nothing can be sealed: " in Sealing.objects.get().obstacle
    assert "number" in doubt()


def told() -> list[str]:
    return [str(one) for one in check_books() if not one.row.startswith("guard")]
