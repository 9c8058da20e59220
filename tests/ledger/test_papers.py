"""A statement on paper and as a picture: the same figures as the rows."""

import re
import zlib
from datetime import UTC, datetime
from xml.etree import ElementTree
from zoneinfo import ZoneInfo

import pytest

from ledger.charts import POINTS_AT_MOST, balances, chart
from ledger.errors import StatementTooLong
from ledger.models import Account
from ledger.papers import Paper, paper
from ledger.posting import post_transfer, post_transfers
from ledger.statements import Statement, statement
from tests.ledger.factories import AT, BookFactory, gift, purse

pytestmark = pytest.mark.django_db
DUBLIN = ZoneInfo("Europe/Dublin")
BEGINNING, END = datetime(2000, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC)


def whole_life(account: Account) -> Statement:
    return statement(account, since=BEGINNING, until=END, zone=DUBLIN)


def active(moves: int, *, name: str = "Máire") -> Account:
    """A purse of 20 chips that gave one of them so often, then got them back."""
    book = BookFactory.create(name="Ballyduff")
    maire, sean = purse(book, chips=20, name=name), purse(book)
    for number in range(moves):
        giver, taker = (maire, sean) if number % 2 == 0 else (sean, maire)
        post_transfer(gift(giver, taker, 1, key=f"gift:{number}"), at=AT)
    return maire


def printed(pdf: bytes) -> list[str]:
    """The texts on its pages in their order, read without the library that wrote them."""
    streams = re.findall(rb"stream\n(.*?)\nendstream", pdf, re.DOTALL)
    pages = b"".join(zlib.decompress(stream) for stream in streams)
    texts = re.findall(rb"\((.*?)(?<!\\)\) Tj", pages)
    return [text.decode("latin-1").replace("\\(", "(").replace("\\)", ")") for text in texts]


def test_a_paper_opens_moves_and_closes() -> None:
    assert printed(paper(whole_life(active(1)))) == [
        "Máire, Ballyduff",
        *("When", "What", "Chips", "Balance"),
        *("Opening balance", "0"),
        *("2026-11-20 20:00", "Received 20 from the club", "+20", "20"),
        *("2026-11-20 20:00", "Brought 1 to a table", "-1", "19"),
        *("Closing balance", "19"),
        *("Page 1 of ", "1", ", times of Europe/Dublin"),
    ]


def test_every_page_says_whose_it_is() -> None:
    texts = printed(paper(whole_life(active(120))))

    assert texts.count("Máire, Ballyduff") == texts.count("Balance") == 3
    assert [text for text in texts if text.startswith("Page")] == [
        f"Page {number} of " for number in (1, 2, 3)
    ]
    assert sum(text.startswith("Brought") for text in texts) == 60


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Áine Ní Shé", "Áine Ní Shé"),
        ("a\nb", "a?b"),
        ("(Moll) \\", "(Moll) \\\\"),
        ("Ned\N{EN DASH}Tom", "Ned-Tom"),
    ],
)
def test_letters_of_western_europe_need_no_font_of_ours(name: str, shown: str) -> None:
    assert printed(paper(whole_life(active(0, name=name))))[0] == f"{shown}, Ballyduff"


@pytest.mark.parametrize(
    "name",
    [
        *("Łukasz Šárka", "Nguyễn Thị Hồng", "Ó Súilleabháin Łódź", "Ċiara ní Ḃriain", "Şengül"),
        *("Ядвига Їжак", "Ελένη Παπαδοπούλου", "Գոհար", "ნინო", "ᚁᚂᚃ"),
    ],
)
def test_a_paper_has_every_letter_of_a_name(name: str) -> None:
    stated = whole_life(active(0, name=name))

    with Paper(stated, is_plain=False) as pdf:
        assert pdf.printable(name) == name
    assert b"+DejaVuSansBold" in paper(stated)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("שלום", "םולש"),  # From right to left.
        ("محمد", "\ufeaa\ufee4\ufea4\ufee3"),  # And joined.
        ("Ali لا", "Ali \ufefb"),  # Two letters that stand as one.
        ("麻雀 Jo", "?? Jo"),  # We bring no letters of China and Japan.
        ("Jo 🂡", "Jo ?"),
        ("Łu\u200bka\ntz", "Łu?ka?tz"),
    ],
)
def test_letters_stand_as_they_are_read_or_a_question_mark_says_that_one_is_missing(
    name: str, shown: str
) -> None:
    stated = whole_life(active(0, name=name))

    with Paper(stated, is_plain=False) as pdf:
        assert pdf.printable(name) == shown
    assert paper(stated).startswith(b"%PDF")


def test_the_same_statement_is_the_same_file() -> None:
    stated = whole_life(active(3, name="Łukasz"))

    assert paper(stated) == paper(stated)


def test_a_paper_that_nobody_would_read_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ledger.papers.LINES_AT_MOST", 2)

    with pytest.raises(StatementTooLong, match="3 lines, and a PDF has 2 at most"):
        paper(whole_life(active(2)))


def test_a_paper_has_500_lines_at_the_most() -> None:
    maire = active(0)
    sean = purse(maire.book, chips=500)
    post_transfers([gift(sean, maire, 1, key=f"gift:{n}") for n in range(500)], at=AT)

    with pytest.raises(StatementTooLong, match="501 lines, and a PDF has 500"):
        paper(whole_life(maire))


def test_a_chart_goes_through_every_balance() -> None:
    steps = balances(whole_life(active(3)))

    assert [chips for _, chips in steps] == [0, 20, 19, 20, 19]
    assert [at for at, _ in steps] == sorted(at for at, _ in steps)


def test_a_chart_of_a_long_life_is_thinned_and_ends_where_the_account_does() -> None:
    maire = active(0)
    sean = purse(maire.book)
    for lap in range(11):
        post_transfers([gift(maire, sean, 1, key=f"{lap}:{n}:a") for n in range(20)], at=AT)
        post_transfers([gift(sean, maire, 1, key=f"{lap}:{n}:b") for n in range(20)], at=AT)
    post_transfer(gift(maire, sean, 7, key="last"), at=AT)
    steps = balances(whole_life(maire))

    assert 200 < len(steps) <= POINTS_AT_MOST + 1
    assert steps[-1][1] == 13


def test_a_chart_runs_no_script_and_shows_a_name_as_text() -> None:
    drawn = chart(whole_life(active(2, name="<script>alert(1)</script>")))
    root = ElementTree.fromstring(drawn)  # We drew it.

    tags = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert "script" not in tags
    assert "path" in tags
    assert "<script>alert(1)</script>: chips" in "".join(root.itertext())
    assert b"http" not in re.sub(rb"xmlns(:\w+)?=\"[^\"]*\"|<!--.*?-->", b"", drawn)


def test_a_chart_of_a_quiet_time() -> None:
    maire = active(0)
    assert b"<svg" in chart(statement(maire, since=END, until=END, zone=DUBLIN))
