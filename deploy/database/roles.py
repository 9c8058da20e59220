"""The roles under which the services log in, each with its rights and its time-outs.

A role may change its own password and settings, which PostgreSQL cannot forbid: what this module
made of them is looked at by `deploy.database.watching`.

Time-outs are settings of the roles: what a session sets for itself does not live behind a pooler,
and neither does `SET ROLE`. A login inherits the rights of the one role that it belongs to.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import psycopg
from django.db import connection
from psycopg.sql import SQL, Composed, Identifier, Literal

from deploy.database.watching import faults_of_roles, remember, set_watch
from ledger.apps import APPLICATION_ROLE

TIME_OUTS = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
PLANNING = {"random_page_cost": "1.1"}
"""For disks that seek at once: at PostgreSQL's own 4, made for ones that turn, a page of fifty rows
may read a whole table instead of an index."""

SET_RIGHT = (
    "Find out who did it, then run `manage.py make_roles` with the passwords of the services: it"
    " sets them right."
)
OWNER = ""  # Instead of belonging to a role: everything in the database is its own.


@dataclass(frozen=True)
class Login:
    """A role of the cluster under which one kind of process logs in.

    Args:
        service: Its word in DATABASE_LOGIN and DATABASE_PASSWORD_...
        belongs_to: The role whose rights it has, or OWNER.
        time_outs: Of a statement, a lock, a transaction in which nothing happens; "0" is never.
    """

    service: str
    belongs_to: str
    time_outs: tuple[str, str, str]

    @property
    def name(self) -> str:
        return APPLICATION_ROLE.removesuffix("app") + self.service

    @property
    def settings(self) -> dict[str, str]:
        """What its sessions begin with."""
        return dict(zip(TIME_OUTS, self.time_outs, strict=True)) | PLANNING

    @property
    def password_setting(self) -> str:
        return f"DATABASE_PASSWORD_{self.service.upper()}"


LOGINS = {
    login.service: login
    for login in (
        # Nobody waits longer for a page, and a thread holds one of few connections meanwhile.
        Login("web", APPLICATION_ROLE, ("15s", "5s", "15s")),
        # Below Celery's own limit: the database says what took so long.
        Login("worker", APPLICATION_ROLE, ("40s", "10s", "40s")),
        # A rewrite of a big table takes what it takes; what holds a table for long is reported.
        Login("migrate", OWNER, ("0", "1min", "10min")),
        Login("audit", APPLICATION_ROLE, ("2h", "1min", "10min")),
        Login("backup", "pg_read_all_data", ("12h", "1min", "12h")),
    )
}


def make_logins(line: psycopg.Connection, passwords: Mapping[str, str]) -> None:
    """Make the roles, or set them right; again it is harmless.

    Args:
        line: The connection of a superuser, or of a role that may make roles and grant these.
        passwords: By service; a service without one here keeps its own.

    Raises:
        InsufficientPrivilege: the connection may not.
    """
    with line.transaction():
        line.execute("SELECT pg_advisory_xact_lock(hashtext('spoil five: roles'))")
        line.execute("SET LOCAL client_min_messages = warning")
        _make(line, APPLICATION_ROLE)
        for login in LOGINS.values():
            _make(line, login.name)
            _set_right(line, login, passwords.get(login.service, ""))
        names = [login.name for login in LOGINS.values()]
        close_databases(line, to=names)
        if _is_superuser(line):  # Nobody else may read what the server keeps of passwords.
            set_watch(line, for_roles=names)
            given = [login.name for login in LOGINS.values() if passwords.get(login.service)]
            remember(line, names, given=given)


def trouble_with_roles() -> str:
    """What somebody changed of the roles since they were made, and what to do; empty if nothing."""
    right = {login.name: login.settings for login in LOGINS.values()}
    faults = list(faults_of_roles(right, ask=_ask))
    return f"{'; '.join(faults)}. {SET_RIGHT}" if faults else ""


def close_databases(line: psycopg.Connection, *, to: Sequence[str]) -> None:
    """Let only those connect to a database of the server who were given it; the services, to ours.

    PostgreSQL gives CONNECT to everybody when a database is made.
    """
    ours = _database(line)
    for role in to:
        line.execute(_sql("GRANT CONNECT ON DATABASE {} TO {}", ours, Identifier(role)))
    for (name,) in line.execute(OPEN_DATABASES).fetchall():
        try:
            with line.transaction():
                line.execute(_sql("REVOKE CONNECT ON DATABASE {} FROM PUBLIC", Identifier(name)))
        except psycopg.errors.InvalidCatalogName:
            pass  # Somebody has just dropped it.


# Those of which we may say so; a template that lets nobody in need not be closed.
OPEN_DATABASES = """
    SELECT datname FROM pg_database
    WHERE datallowconn AND pg_has_role(datdba, 'USAGE') AND EXISTS (
        SELECT FROM aclexplode(coalesce(datacl, acldefault('d', datdba)))
        WHERE grantee = 0 AND privilege_type = 'CONNECT')
"""


def hand_over(line: psycopg.Connection) -> None:
    """Give the database and everything in it to the role that migrates.

    Raises:
        InsufficientPrivilege: the connection may not.
    """
    owner = LOGINS["migrate"].name
    with line.transaction():
        if not _is_superuser(line):
            line.execute(_sql("GRANT {} TO CURRENT_USER", Identifier(owner)))
        line.execute(_sql("ALTER DATABASE {} OWNER TO {}", _database(line), Identifier(owner)))
        line.execute(_sql("ALTER SCHEMA public OWNER TO {}", Identifier(owner)))
        for (statement,) in line.execute(BELONGINGS, {"owner": owner}).fetchall():
            line.execute(_sql(f"{statement} OWNER TO {{}}", Identifier(owner)))


# What is not the owner's yet. The sequences of columns go with their tables.
BELONGINGS = """
    SELECT format('ALTER TABLE %%s', oid::regclass) FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm')
        AND pg_get_userbyid(relowner) <> %(owner)s
    UNION ALL
    SELECT format('ALTER ROUTINE %%s', oid::regprocedure) FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace AND pg_get_userbyid(proowner) <> %(owner)s
    UNION ALL
    SELECT format('ALTER TYPE %%s', oid::regtype) FROM pg_type AS type
    WHERE typnamespace = 'public'::regnamespace AND pg_get_userbyid(typowner) <> %(owner)s
        AND (typtype IN ('d', 'e') OR EXISTS (
            SELECT FROM pg_class WHERE pg_class.oid = type.typrelid AND relkind = 'c'))
"""


def _make(line: psycopg.Connection, name: str) -> None:
    if not line.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [name]).fetchone():
        line.execute(_sql("CREATE ROLE {} NOLOGIN", Identifier(name)))


def _set_right(line: psycopg.Connection, login: Login, password: str) -> None:
    name = Identifier(login.name)
    nothing_more = "NOCREATEDB NOCREATEROLE"
    if _is_superuser(line):  # Nobody else may as much as say so.
        nothing_more += " NOSUPERUSER NOREPLICATION NOBYPASSRLS"
    line.execute(_sql(f"ALTER ROLE {{}} LOGIN INHERIT {nothing_more}", name))
    if password:  # Made here into what the server keeps, so that no log of it holds a password.
        kept = line.pgconn.encrypt_password(password.encode(), login.name.encode()).decode()
        line.execute(_sql("ALTER ROLE {} PASSWORD {}", name, Literal(kept)))
    for role, by in line.execute(MEMBERSHIPS, [login.name, login.belongs_to]).fetchall():
        revoke = "REVOKE {} FROM {} GRANTED BY {}"
        line.execute(_sql(revoke, Identifier(role), name, Identifier(by)))
    if login.belongs_to != OWNER:
        line.execute(_sql("GRANT {} TO {}", Identifier(login.belongs_to), name))
    line.execute(_sql("ALTER ROLE {} RESET ALL", name))
    for (database,) in line.execute(SET_IN, [login.name]).fetchall():
        line.execute(_sql("ALTER ROLE {} IN DATABASE {} RESET ALL", name, Identifier(database)))
    for setting, value in login.settings.items():
        line.execute(_sql("ALTER ROLE {} SET {} = {}", name, Identifier(setting), Literal(value)))


SET_IN = """
    SELECT datname FROM pg_db_role_setting JOIN pg_database ON pg_database.oid = setdatabase
    WHERE setrole = %s::regrole
"""
MEMBERSHIPS = """
    SELECT role.rolname, grantor.rolname FROM pg_auth_members AS membership
    JOIN pg_roles AS role ON role.oid = roleid
    JOIN pg_roles AS grantor ON grantor.oid = membership.grantor
    JOIN pg_roles AS member ON member.oid = membership.member
    WHERE member.rolname = %s AND role.rolname <> %s
"""


def _ask(query: str, given: list[Any]) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(query, given)
        found: list[Any] = cursor.fetchall()
        return found


def _is_superuser(line: psycopg.Connection) -> bool:
    [is_superuser] = line.execute(
        "SELECT rolsuper FROM pg_roles WHERE rolname = CURRENT_USER"
    ).fetchone() or (False,)
    return bool(is_superuser)


def _database(line: psycopg.Connection) -> Identifier:
    return Identifier(line.info.dbname)


def _sql(text: str, *parts: Identifier | Literal) -> Composed:
    return SQL(text).format(*parts)
