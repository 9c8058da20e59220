"""A statement on paper: PDF made by fpdf2, with nothing of the system but Python."""

import logging
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Self
from zoneinfo import ZoneInfo

from django.utils.timezone import localtime
from fpdf import FPDF
from fpdf.enums import XPos, YPos
from fpdf.fonts import TTFFont

from deploy.unlocked import outside_locks
from ledger.errors import StatementTooLong
from ledger.letters import as_pictures
from ledger.statements import Statement, words

if TYPE_CHECKING:
    from ledger.statements import Line

LINES_AT_MOST = 500  # Each takes one or two milliseconds.
WIDTHS = (32, 108, 22, 24)  # In millimetres, in all what A4 leaves between its margins.
HEADINGS = ("When", "What", "Chips", "Balance")
PLAIN = "Helvetica"  # Every reader has it; its letters are those of Western Europe.
WIDE = "DejaVuSans"  # Comes with us, for all other letters; the file holds those that it needs.
FONTS = Path(__file__).parent / "fonts"
LAST_PLAIN = 0xFF

logging.getLogger("fontTools").setLevel(logging.WARNING)  # It tells how it makes a font smaller.

Row = tuple[str, str, str, str]


class Paper(FPDF):
    """A4 pages, each with the account's name, the headings of the columns, and its number."""

    def __init__(self, statement: Statement, *, is_plain: bool) -> None:
        super().__init__(format="A4")
        self.account = statement.account
        self.zone = statement.zone
        self.letters: Collection[int] = range(LAST_PLAIN + 1)
        self.family = PLAIN if is_plain else WIDE
        if not is_plain:
            self.add_font(WIDE, "", FONTS / f"{WIDE}.ttf")
            self.add_font(WIDE, "B", FONTS / f"{WIDE}-Bold.ttf")
            wide = self.fonts[WIDE.lower()]
            assert isinstance(wide, TTFFont)
            self.letters = wide.cmap.keys()
        self.set_margins(12, 12)
        self.set_title(f"Statement of {self.account}")
        self.set_creator("Spoil Five")
        self.set_creation_date(statement.until)  # The same statement is the same file.

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Put the files of the font away, of which only what is needed was read."""
        for font in self.fonts.values():
            if isinstance(font, TTFFont):
                font.close()

    def header(self) -> None:
        self.set_font(self.family, "B", 13)
        title = self.printable(f"{self.account}, {self.account.book}")
        self.cell(0, 9, title, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self.row(HEADINGS, style="B")

    def footer(self) -> None:
        self.set_y(-14)
        self.set_font(self.family, "", 8)
        told = f"Page {self.page_no()} of {{nb}}, times of {self.zone.key}"
        self.cell(0, 6, told, align="C")

    def row(self, texts: Sequence[str], style: str = "") -> None:
        self.set_font(self.family, style, 9)
        when, what, chips, balance = (self.printable(text) for text in texts)
        lines = self.multi_cell(WIDTHS[1], 5, what, dry_run=True, output="LINES")
        assert isinstance(lines, list)
        height = 5.0 * max(len(lines), 1)
        if self.will_page_break(height):
            self.add_page()
            self.set_font(self.family, style, 9)
        self.cell(WIDTHS[0], height, when)
        self.multi_cell(WIDTHS[1], 5, what, align="L", new_x=XPos.RIGHT, new_y=YPos.TOP)
        self.cell(WIDTHS[2], height, chips, align="R")
        self.cell(WIDTHS[3], height, balance, align="R", new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def printable(self, text: str) -> str:
        """Letters that the font lacks without their marks, or as a question mark."""
        return "".join(self._letter(letter) for letter in as_pictures(text))

    def _letter(self, letter: str) -> str:
        for shape in (letter, unicodedata.normalize("NFKD", letter)[0]):
            if shape.isprintable() and ord(shape) in self.letters:
                return shape
        return "-" if unicodedata.category(letter) == "Pd" else "?"


@outside_locks
def paper(statement: Statement) -> bytes:
    """A PDF file: opening balance, what moved in plain words, closing balance.

    Raises:
        StatementTooLong: these are more lines than anybody reads on paper.
    """
    if (count := statement.lines.count()) > LINES_AT_MOST:
        raise StatementTooLong(
            f"The statement has {count} lines, and a PDF has {LINES_AT_MOST} at "
            "most: ask for a shorter period, or for CSV."
        )
    rows = [_row(entry, statement.zone) for entry in statement.lines]
    names = (str(statement.account), str(statement.account.book))
    is_plain = _is_plain((*names, *(what for _, what, _, _ in rows)))
    with Paper(statement, is_plain=is_plain) as pdf:
        pdf.add_page()
        pdf.row(("", "Opening balance", "", f"{statement.opening_chips:,}"), style="B")
        for row in rows:
            pdf.row(row)
        pdf.row(("", "Closing balance", "", f"{statement.closing_chips:,}"), style="B")
        return bytes(pdf.output())


def _row(entry: "Line", zone: ZoneInfo) -> Row:
    when = f"{localtime(entry.transfer.effective_at, zone):%Y-%m-%d %H:%M}"
    return when, words(entry), f"{entry.chips:+,}", f"{entry.balance_after:,}"


def _is_plain(texts: Iterable[str]) -> bool:
    """Whether the font that every reader has is enough."""
    letters = {letter for text in texts for letter in text if unicodedata.category(letter) != "Pd"}
    return all(ord(letter) <= LAST_PLAIN for letter in letters)
