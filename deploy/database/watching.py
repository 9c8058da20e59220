"""Whether the roles of the services are as `make_roles` left them, and copies are in place.

What only a superuser may read is told by functions in a schema of their own, which no service can
change: of passwords nothing but whether they are another's.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import psycopg
from psycopg.sql import SQL, Identifier

Ask = Callable[[str, list[Any]], list[Any]]

SCHEMA: Final = "spoil_five_watch"
# The server keeps a salted verifier; the table has its digest, from which nobody learns it.
MADE: Final = f"""
    CREATE SCHEMA IF NOT EXISTS {SCHEMA};
    CREATE TABLE IF NOT EXISTS {SCHEMA}.password (role text PRIMARY KEY, digest bytea);
    CREATE OR REPLACE FUNCTION {SCHEMA}.changed_passwords() RETURNS SETOF text
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
        SELECT kept.role FROM {SCHEMA}.password AS kept
        LEFT JOIN pg_authid ON rolname = kept.role
        WHERE kept.digest IS DISTINCT FROM sha256(rolpassword::bytea)
    $$;
    CREATE OR REPLACE FUNCTION {SCHEMA}.synchronous_copies() RETURNS bigint
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
        SELECT count(*) FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')
    $$;
    REVOKE ALL ON FUNCTION {SCHEMA}.changed_passwords, {SCHEMA}.synchronous_copies FROM PUBLIC;
"""
FORGOTTEN: Final = f"DELETE FROM {SCHEMA}.password WHERE role = ANY(%s)"
REMEMBERED: Final = f"""
    INSERT INTO {SCHEMA}.password
    SELECT rolname, sha256(rolpassword::bytea) FROM pg_authid WHERE rolname = ANY(%s)
    ON CONFLICT (role) DO NOTHING
"""
HAD_NONE: Final = f"""
    SELECT role FROM {SCHEMA}.password WHERE digest IS NULL
        AND role IN (SELECT {SCHEMA}.changed_passwords())
"""
IS_WATCHED: Final = f"SELECT to_regprocedure('{SCHEMA}.changed_passwords()') IS NOT NULL"
CHANGED: Final = f"SELECT {SCHEMA}.changed_passwords()"
COPIES: Final = f"SELECT {SCHEMA}.synchronous_copies()"
MAY_COUNT: Final = f"""
    SELECT coalesce(has_schema_privilege(to_regnamespace('{SCHEMA}'), 'USAGE')
        AND has_function_privilege(
            to_regprocedure('{SCHEMA}.synchronous_copies()'), 'EXECUTE'), false)
"""
SETTINGS: Final = """
    SELECT rolname, coalesce(datname, ''), setting FROM pg_db_role_setting
    JOIN pg_roles ON pg_roles.oid = setrole
    LEFT JOIN pg_database ON pg_database.oid = setdatabase, unnest(setconfig) AS setting
    WHERE rolname = ANY(%s) AND (setdatabase = 0 OR datname = current_database())
"""


def copies_query(cursor: Any) -> str | None:
    """What asks how many synchronous copies there are; None where this role may not."""
    cursor.execute(MAY_COUNT)
    [may] = cursor.fetchone() or (False,)
    return COPIES if may else None


def set_watch(line: psycopg.Connection, *, for_roles: Sequence[str]) -> None:
    """Make the functions, as a superuser, and let these roles call them."""
    line.execute(MADE)
    for role in for_roles:
        for words in (
            f"GRANT USAGE ON SCHEMA {SCHEMA} TO {{}}",
            f"GRANT EXECUTE ON FUNCTION {SCHEMA}.changed_passwords TO {{}}",
            f"GRANT EXECUTE ON FUNCTION {SCHEMA}.synchronous_copies TO {{}}",
        ):
            line.execute(SQL(words).format(Identifier(role)))


def remember(line: psycopg.Connection, roles: Sequence[str], *, given: Sequence[str]) -> None:
    """Take the passwords that were given just now for the right ones, and all that are new.

    Another one than before is nobody's reason to take it for right; where there was none before,
    there is none again.
    """
    line.execute(FORGOTTEN, [list(given)])
    line.execute(REMEMBERED, [list(roles)])
    for (role,) in line.execute(HAD_NONE).fetchall():
        line.execute(SQL("ALTER ROLE {} PASSWORD NULL").format(Identifier(role)))


def faults_of_roles(right: Mapping[str, Mapping[str, str]], *, ask: Ask) -> Iterator[str]:
    """What somebody changed of the roles after `make_roles`, a sentence each.

    Args:
        right: By role its settings, as they should be.
        ask: Answers a query with its rows.
    """
    found: dict[str, dict[str, str]] = {role: {} for role in right}
    for role, database, setting in ask(SETTINGS, [list(right)]):
        name, _, value = setting.partition("=")
        found[role][f"{name} in {database}" if database else name] = value
    for role, settings in right.items():
        for name in sorted(settings.keys() | found[role].keys()):
            was, now = settings.get(name), found[role].get(name)
            if now != was:
                yield f"{role}: {name} is {now or 'not set'}, not {was or 'unset'}"
    [(is_watched,)] = ask(IS_WATCHED, [])
    for (role,) in ask(CHANGED, []) if is_watched else []:
        yield f"{role}: its password is not the one that make_roles gave it"
