"""What a backup says of itself: where it comes from, and what it holds."""

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from psycopg.sql import SQL, Identifier, Literal

from deploy.backups.clients import server_version
from deploy.backups.errors import Damaged, NothingToBackUp
from deploy.paths import PROJECT_DIR
from ledger.seals import Head, heads

LONGEST_NAME = 63
MOST = 2**63 - 1  # PostgreSQL's bigint.
MIGRATION = re.compile(r"\w{1,100}\.\w{1,200}")
FORMAT = 1  # A reader refuses a newer one.
MUST_HAVE = {"clubs_player", "django_migrations", "ledger_book", "ledger_seal", "ledger_transfer"}

# Who was given something in the schema: a restore gives it again, so they must be there.
GRANTEES = """
    WITH privilege AS (
        SELECT relowner AS owner, acl.grantee FROM pg_class, aclexplode(relacl) AS acl
        WHERE relnamespace = 'public'::regnamespace
        UNION ALL
        SELECT relowner, acl.grantee FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid,
            aclexplode(attacl) AS acl
        WHERE relnamespace = 'public'::regnamespace
        UNION ALL
        SELECT proowner, acl.grantee FROM pg_proc, aclexplode(proacl) AS acl
        WHERE pronamespace = 'public'::regnamespace
        UNION ALL
        SELECT typowner, acl.grantee FROM pg_type, aclexplode(typacl) AS acl
        WHERE typnamespace = 'public'::regnamespace
    )
    SELECT DISTINCT rolname::text FROM privilege JOIN pg_roles ON pg_roles.oid = grantee
    WHERE grantee <> owner ORDER BY 1
"""


@dataclass(frozen=True)
class BookKept:
    """A book as the backup holds it.

    Attributes:
        seal: The newest one, as `manage.py check_books --heads` writes it; empty without any.
    """

    book: int
    transfers: int
    seal: str

    @property
    def head(self) -> Head | None:
        return Head.parse(self.seal) if self.seal else None


@dataclass(frozen=True)
class Manifest:
    """
    Attributes:
        made_at: By the database's clock.
        version: Of Spoil Five.
        postgresql, client: The major versions of the server and of the pg_dump.
        migrations: All that were applied, as `app.name`.
        roles: To whom something of the schema was granted.
        tables: How many rows each table has.
        has_keys: Whether the keys are in the file.
    """

    made_at: datetime
    version: str
    postgresql: int
    client: int
    migrations: Sequence[str]
    roles: Sequence[str]
    tables: Mapping[str, int]
    books: Sequence[BookKept]
    has_keys: bool

    def to_json(self) -> str:
        told = asdict(self) | {"format": FORMAT, "made_at": self.made_at.isoformat()}
        return json.dumps(told, indent=1)

    @classmethod
    def parse(cls, text: bytes) -> "Manifest":
        """
        Raises:
            Damaged: it says nothing that this version understands.
        """
        try:
            told: dict[str, Any] = json.loads(text)
            if told["format"] > FORMAT:
                raise Damaged(
                    f"The backup was made by Spoil Five {str(told['version'])[:LONGEST_NAME]}:"
                    " restore it with that"
                    " version or a newer one."
                )
            del told["format"]
            told["made_at"] = datetime.fromisoformat(told["made_at"])
            told["books"] = tuple(BookKept(**book) for book in told["books"])
            manifest = cls(**told)
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise Damaged(f"The backup's manifest cannot be read ({_cut(error)}).") from error
        if strange := next(_strange(manifest), ""):
            raise Damaged(f"The backup's manifest cannot be read: its {strange} is none of ours.")
        return manifest

    def __str__(self) -> str:
        transfers = sum(book.transfers for book in self.books)
        rows = counted(sum(self.tables.values()), "row")
        keys = "with its keys" if self.has_keys else "without keys"
        return (
            f"Made on {self.made_at:%d %B %Y at %H:%M:%S} UTC by Spoil Five {self.version} on"
            f" PostgreSQL {self.postgresql}, {keys}: {rows} in {len(self.tables)} tables,"
            f" {counted(len(self.books), 'book')} with {counted(transfers, 'transfer')}."
        )


def _strange(manifest: Manifest) -> Iterator[str]:
    """The members whose values nobody of us wrote, whatever the checksums say."""
    fits = {
        "version": _is_name(manifest.version),
        "postgresql": _is_count(manifest.postgresql),
        "client": _is_count(manifest.client),
        "migrations": _are(manifest.migrations, lambda one: bool(MIGRATION.fullmatch(str(one)))),
        "roles": _are(manifest.roles, _is_name),
        "tables": isinstance(manifest.tables, dict)
        and all(map(_is_name, manifest.tables))
        and all(map(_is_count, manifest.tables.values())),
        "books": all(map(_is_book, manifest.books)),
        "has_keys": isinstance(manifest.has_keys, bool),
    }
    yield from (name for name, is_ours in fits.items() if not is_ours)


def _are(values: object, is_one: Callable[[object], bool]) -> bool:
    return isinstance(values, list | tuple) and all(map(is_one, values))


def _is_name(value: object) -> bool:
    """Whether PostgreSQL could have such a name, and a line can show it."""
    return isinstance(value, str) and 0 < len(value) <= LONGEST_NAME and value.isprintable()


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value <= MOST


def _is_book(book: BookKept) -> bool:
    if not (_is_count(book.book) and _is_count(book.transfers) and isinstance(book.seal, str)):
        return False
    try:
        return book.head is None or book.head.book_id == book.book
    except (ValueError, TypeError):
        return False


def _cut(error: Exception) -> str:
    """The kind of a fault, and no more of what the file says than a line holds."""
    return f"{type(error).__name__}: {str(error)[:LONGEST_NAME]!r}"


def read_manifest(*, at: datetime, client: int, has_keys: bool) -> Manifest:
    """As the snapshot of the transaction under way shows the database.

    Raises:
        NothingToBackUp: it was never migrated.
    """
    tables = table_names()
    if not MUST_HAVE.issubset(tables):
        raise NothingToBackUp("There is nothing to back up: the database has no tables of ours.")
    applied = MigrationRecorder(connection).applied_migrations()
    with connection.cursor() as cursor:
        cursor.execute(GRANTEES)
        roles = tuple(name for (name,) in cursor.fetchall())
    return Manifest(
        made_at=at,
        version=project_version(),
        postgresql=server_version(),
        client=client,
        migrations=tuple(sorted(f"{app}.{name}" for app, name in applied)),
        roles=roles,
        tables=count_rows(tables),
        books=tuple(_books()),
        has_keys=has_keys,
    )


def table_names() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")
        return [name for (name,) in cursor.fetchall()]


def count_rows(tables: Iterable[str]) -> dict[str, int]:
    counts = SQL(" UNION ALL ").join(
        SQL("SELECT {}, count(*) FROM public.{}").format(Literal(name), Identifier(name))
        for name in tables
    )
    with connection.cursor() as cursor:
        cursor.execute(counts.as_string() or "SELECT 0 WHERE false")
        return dict(cursor.fetchall())


def counted(number: int, word: str) -> str:
    """`1 book`, `1,200 books`."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def project_version() -> str:
    project = tomllib.loads((PROJECT_DIR / "pyproject.toml").read_text())["project"]
    return str(project["version"])


def _books() -> Iterable[BookKept]:
    newest = {head.book_id: str(head) for head in heads()}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT book.id, count(transfer.id) FROM ledger_book AS book"
            " LEFT JOIN ledger_transfer AS transfer ON transfer.book_id = book.id"
            " GROUP BY book.id ORDER BY book.id"
        )
        for book, transfers in cursor.fetchall():
            yield BookKept(book, transfers, newest.get(book, ""))
