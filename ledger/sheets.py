"""What people take away as a file: sheets for any spreadsheet program, in which no text becomes a
formula, and the same as lines of JSON for programs.
"""

import csv
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from django.utils.timezone import localtime

from ledger.models import Book, Entry
from ledger.statements import Statement, words
from ledger.wording import BY_ITSELF

BYTE_ORDER_MARK = "\ufeff"
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n")


OF_BOOK = (
    *("when", "transfer", "reason", "memo", "by"),
    *("account", "kind", "name", "chips", "balance"),
)

Cell = str | int | float | None


@dataclass(frozen=True)
class Sheet:
    """Rows of a table, with the name of each column."""

    headings: Sequence[str]
    rows: Iterable[Sequence[Cell]]

    def csv(self) -> Iterator[str]:
        """The lines of a CSV file, in which no text becomes a formula."""
        texts = (
            [as_text(one) if isinstance(one, str) else one for one in row] for row in self.rows
        )
        return csv_lines(chain([self.headings], texts))

    def ndjson(self) -> Iterator[str]:
        """The same rows as JSON, a line each."""
        return ndjson(dict(zip(self.headings, row, strict=True)) for row in self.rows)

    def json(self) -> list[dict[str, Cell]]:
        return [dict(zip(self.headings, row, strict=True)) for row in self.rows]


def book_sheet(book: Book) -> Sheet:
    """Every leg of every transfer of a book, the oldest first, read as the rows are taken."""
    legs = Entry.objects.filter(transfer__book=book).select_related(
        "transfer__actor", "transfer__reason", "account"
    )
    return Sheet(OF_BOOK, map(_leg, legs.order_by("transfer", "pk").iterator(chunk_size=1000)))


def _leg(entry: Entry) -> Sequence[Cell]:
    transfer, account = entry.transfer, entry.account
    return (
        *(transfer.effective_at.isoformat(), transfer.pk, transfer.reason_id, transfer.memo),
        str(transfer.actor or BY_ITSELF),
        *(account.pk, account.kind, account.name, entry.chips, entry.balance_after),
    )


def csv_lines(rows: Iterable[Sequence[Cell]]) -> Iterator[str]:
    """The lines of a CSV file that a double click opens rightly: a mark says that it is UTF-8."""
    writer: Any = csv.writer(Line())
    mark = BYTE_ORDER_MARK
    for row in rows:
        yield mark + writer.writerow(row)
        mark = ""


class Line:
    """What `csv.writer` writes to: it hands every line back."""

    def write(self, text: str) -> str:
        return text


def sheet(statement: Statement) -> Iterator[str]:
    """The lines of a CSV file: opening balance, what moved, closing balance."""
    return csv_lines(_stated(statement))


def _stated(statement: Statement) -> Iterator[Sequence[Cell]]:
    yield f"when ({statement.zone.key})", "what", "chips", "balance"
    yield "", as_text(f"{statement.account}: opening balance"), "", statement.opening_chips
    for entry in statement.lines.iterator(chunk_size=1000):
        when = f"{localtime(entry.transfer.effective_at, statement.zone):%Y-%m-%d %H:%M}"
        yield when, as_text(words(entry)), entry.chips, entry.balance_after
    yield "", "Closing balance", "", statement.closing_chips


def sheet_lines(statement: Statement) -> Iterator[str]:
    """What moved as NDJSON, oldest first, with the ids by which the API tells more."""
    return ndjson(
        {
            "entry": entry.pk,
            "transfer": entry.transfer_id,
            "when": entry.transfer.effective_at.isoformat(),
            "what": words(entry),
            "chips": entry.chips,
            "balance": entry.balance_after,
        }
        for entry in statement.lines.iterator(chunk_size=1000)
    )


def ndjson(rows: Iterable[Mapping[str, object]]) -> Iterator[str]:
    """Each row as a line of JSON, so that a program reads them one by one."""
    return (f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)


def as_text(text: str) -> str:
    """What a cell shows: an apostrophe tells a spreadsheet that what follows is text."""
    return f"'{text}" if text.startswith(FORMULA_SIGNS) else text
