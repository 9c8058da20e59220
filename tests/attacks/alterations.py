"""What the owner of the database can do to the guards of the ledger, and what undoes it."""

import re
from dataclasses import dataclass
from typing import Any

import psycopg

NO_OP = """
BEGIN
    IF tg_level = 'ROW' AND tg_when = 'BEFORE' THEN RETURN NEW; END IF;
    RETURN NULL;
END
"""


@dataclass(frozen=True)
class Change:
    """What is done to the database, and what undoes it."""

    words: str
    do: str
    undo: str


def _constraints(owner: psycopg.Connection, kinds: str) -> list[tuple[str, str, str]]:
    rows = rows_of(
        owner,
        f"""SELECT conrelid::regclass::text, quote_ident(conname), pg_get_constraintdef(oid)
        FROM pg_constraint WHERE conrelid::regclass::text LIKE 'ledger\\_%'
        AND contype::text IN ({kinds}) AND conrelid::regclass::text <> 'ledger_receipt'
        ORDER BY 1, 2""",
    )
    return [(table, name, text) for table, name, text in rows]


def checks(owner: psycopg.Connection) -> list[Change]:
    instead = "ALTER TABLE {0} DROP CONSTRAINT {1}, ADD CONSTRAINT {1} {2}"
    return [
        Change(
            f"CHECK (true) as {name}",
            instead.format(table, name, "CHECK (true)"),
            instead.format(table, name, text),
        )
        for table, name, text in _constraints(owner, "'c'")
    ]


def keys(owner: psycopg.Connection) -> list[Change]:
    changes = [
        Change(
            f"{name} dropped",
            f"ALTER TABLE {table} DROP CONSTRAINT {name}",
            f"ALTER TABLE {table} ADD CONSTRAINT {name} {text}",
        )
        for table, name, text in _constraints(owner, "'u', 'f'")
    ]
    indexes = rows_of(
        owner,
        """SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index
        WHERE indrelid::regclass::text LIKE 'ledger\\_%' AND indisunique
        AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
        AND indrelid::regclass::text <> 'ledger_receipt'""",
    )
    return changes + [
        Change(f"{name} dropped", f"DROP INDEX {name}", text) for name, text in indexes
    ]


def functions(owner: psycopg.Connection) -> list[Change]:
    """Those of triggers with an idle body, the others with one more statement."""
    rows = rows_of(
        owner,
        """SELECT oid::regprocedure::text, prorettype = 'trigger'::regtype, prosrc,
        pg_get_functiondef(oid) FROM pg_proc WHERE proname LIKE 'ledger\\_%'
        AND prolang = (SELECT oid FROM pg_language WHERE lanname = 'plpgsql') ORDER BY 1""",
    )
    return [
        Change(
            f"another {name}",
            text.replace(body, NO_OP if is_trigger else body.replace("BEGIN", "BEGIN NULL;", 1)),
            text,
        )
        for name, is_trigger, body, text in rows
    ]


def triggers(owner: psycopg.Connection) -> list[Change]:
    rows = rows_of(
        owner,
        """SELECT tgname, tgrelid::regclass::text, pg_get_triggerdef(oid) FROM pg_trigger
        WHERE NOT tgisinternal AND tgrelid::regclass::text LIKE 'ledger\\_%' ORDER BY 1""",
    )
    changes = []
    for name, table, text in rows:
        never = re.sub(r"(WHEN \(.*\) )?EXECUTE FUNCTION", "WHEN (false) EXECUTE FUNCTION", text)
        alter = f"ALTER TABLE {table} {{0}} TRIGGER {{1}}"
        rename = f"ALTER TRIGGER {{0}} ON {table} RENAME TO {{1}}"
        off, on = alter.format("DISABLE", name), alter.format("ENABLE", name)
        aside = f"{off}; {rename.format(name, 'aside')}; {never}"
        back = f"DROP TRIGGER {name} ON {table}; {rename.format('aside', name)}; {on}"
        if "CONSTRAINT TRIGGER" in text:  # Its constraint would keep the name.
            drop = f"DROP TRIGGER {name} ON {table};"
            aside, back = f"{drop} {never}", f"{drop} {text}"
        changes += [
            Change(f"{name} switched off", off, on),
            Change(f"{name} that never fires", aside, back),
        ]
    return changes


def screens() -> list[Change]:
    rule = "CREATE RULE aside AS ON INSERT TO ledger_audit DO INSTEAD NOTHING"
    hidden = "ALTER TABLE ledger_transfer {0} ROW LEVEL SECURITY"
    undo = "CREATE FUNCTION aside() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'"
    more = (
        "CREATE TRIGGER aside BEFORE INSERT ON ledger_entry FOR EACH ROW EXECUTE FUNCTION aside()"
    )
    return [
        Change("a rule on ledger_audit", rule, "DROP RULE aside ON ledger_audit"),
        Change("row security", hidden.format("ENABLE"), hidden.format("DISABLE")),
        Change("one more trigger", f"{undo}; {more}", "DROP FUNCTION aside CASCADE"),
    ]


def grants(name: str) -> list[Change]:
    app = "spoil_five_app"
    granted = [
        *(("UPDATE ON ledger_account", who) for who in (app, "PUBLIC", name)),
        ("UPDATE (balance) ON ledger_account", app),
        ("INSERT ON ledger_entry", app),
        ("TRIGGER ON ledger_transfer", app),
        ("DELETE ON ledger_seal", app),
        ("DELETE ON ledger_audit", app),
        ("EXECUTE ON FUNCTION ledger_post", "PUBLIC"),
        ("UPDATE ON SEQUENCE ledger_transfer_id_seq", app),
    ]
    alter = f"ALTER ROLE {app} {{0}}SUPERUSER"
    return [
        Change("a superuser among the services", alter.format(""), alter.format("NO")),
        *(
            Change(f"GRANT {what} TO {who}", f"GRANT {what} TO {who}", f"REVOKE {what} FROM {who}")
            for what, who in granted
        ),
    ]


def rows_of(owner: psycopg.Connection, query: str) -> list[tuple[Any, ...]]:
    return owner.execute(query).fetchall()
