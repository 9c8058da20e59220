"""A statement as a sheet for any spreadsheet program, in which no text becomes a formula; and as
lines of JSON for programs.
"""

import csv
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils.timezone import localtime

from ledger.statements import Statement, words

HEADINGS = ("when", "what", "chips", "balance")
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n")


class Line:
    """What `csv.writer` writes to: it hands every line back."""

    def write(self, text: str) -> str:
        return text


def sheet(statement: Statement) -> Iterator[str]:
    """The lines of a CSV file: opening balance, what moved, closing balance."""
    writer: Any = csv.writer(Line())
    yield writer.writerow(HEADINGS)
    opening = as_text(f"{statement.account}: opening balance")
    yield writer.writerow(("", opening, "", statement.opening_chips))
    for entry in statement.lines.iterator(chunk_size=1000):
        when = f"{localtime(entry.transfer.effective_at):%Y-%m-%d %H:%M}"
        yield writer.writerow((when, as_text(words(entry)), entry.chips, entry.balance_after))
    yield writer.writerow(("", "Closing balance", "", statement.closing_chips))


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
