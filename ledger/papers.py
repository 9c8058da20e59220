"""A statement on paper: PDF made by fpdf2, with nothing of the system but Python."""

import unicodedata
from collections.abc import Sequence

from django.utils.timezone import localtime
from fpdf import FPDF
from fpdf.enums import XPos, YPos

from ledger.errors import StatementTooLong
from ledger.statements import Statement, words

LINES_AT_MOST = 500  # Each takes one or two milliseconds.
WIDTHS = (32, 108, 22, 24)  # In millimetres, in all what A4 leaves between its margins.
HEADINGS = ("When", "What", "Chips", "Balance")
FONT = "Helvetica"  # Every reader has it; its letters are those of Western Europe.


class Paper(FPDF):
    """A4 pages, each with the account's name, the headings of the columns, and its number."""

    def __init__(self, statement: Statement) -> None:
        super().__init__(format="A4")
        self.account = statement.account
        self.set_margins(12, 12)
        self.set_title(_printable(f"Statement of {self.account}"))
        self.set_creator("Spoil Five")
        self.set_creation_date(statement.until)  # The same statement is the same file.

    def header(self) -> None:
        self.set_font(FONT, "B", 13)
        title = _printable(f"{self.account}, {self.account.book}")
        self.cell(0, 9, title, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self.row(HEADINGS, style="B")

    def footer(self) -> None:
        self.set_y(-14)
        self.set_font(FONT, "", 8)
        self.cell(0, 6, f"Page {self.page_no()} of {{nb}}", align="C")

    def row(self, texts: Sequence[str], style: str = "") -> None:
        self.set_font(FONT, style, 9)
        when, what, chips, balance = (_printable(text) for text in texts)
        lines = self.multi_cell(WIDTHS[1], 5, what, dry_run=True, output="LINES")
        assert isinstance(lines, list)
        height = 5.0 * max(len(lines), 1)
        if self.will_page_break(height):
            self.add_page()
            self.set_font(FONT, style, 9)
        self.cell(WIDTHS[0], height, when)
        self.multi_cell(WIDTHS[1], 5, what, align="L", new_x=XPos.RIGHT, new_y=YPos.TOP)
        self.cell(WIDTHS[2], height, chips, align="R")
        self.cell(WIDTHS[3], height, balance, align="R", new_x=XPos.LMARGIN, new_y=YPos.NEXT)


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
    pdf = Paper(statement)
    pdf.add_page()
    pdf.row(("", "Opening balance", "", f"{statement.opening_chips:,}"), style="B")
    for entry in statement.lines:
        when = f"{localtime(entry.transfer.effective_at):%Y-%m-%d %H:%M}"
        pdf.row((when, words(entry), f"{entry.chips:+,}", f"{entry.balance_after:,}"))
    pdf.row(("", "Closing balance", "", f"{statement.closing_chips:,}"), style="B")
    return bytes(pdf.output())


def _printable(text: str) -> str:
    """Letters that the font lacks without their marks, or as a question mark."""
    return "".join(_letter(letter) for letter in text)


def _letter(letter: str) -> str:
    for shape in (letter, unicodedata.normalize("NFKD", letter)[0]):
        if shape.isprintable() and ord(shape) < 256:
            return shape
    return "-" if unicodedata.category(letter) == "Pd" else "?"
