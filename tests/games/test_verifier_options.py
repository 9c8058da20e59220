"""The verifier of the docs checks what it is asked for, or says that it cannot: never neither."""

from pathlib import Path

import pytest

from games.revealing import reveal
from tests.games.factories import anything, dealt, rules
from tests.games.programs import client_of, get
from tests.games.proving import Proof, closed, verify

pytestmark = pytest.mark.django_db

DIGEST = "00" * 32


@pytest.fixture
def proof() -> Proof:
    return reveal(closed(rules()))


@pytest.fixture
def cards() -> list[Proof]:
    deal = dealt(anything)
    shown: list[Proof] = get(f"deals/{deal.pk}/cards", deal.table.seats.all()[0].player_id)
    return shown


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--show", "99"], "there is no deal 99 in this proof: it has 4"),
        (["--show", "-1"], "there is no deal -1"),
        (["--root", DIGEST], "--root is for a file of cards"),
        (
            ["--anchor", ""],
            "'' is not 64 hexadecimal digits",
        ),  # An empty variable.
        (["--anchor", "5f2c..."], "'5f2c...' is not 64 hexadecimal digits"),
    ],
)
def test_what_cannot_be_asked_of_a_proof(
    tmp_path: Path, proof: Proof, options: list[str], words: str
) -> None:
    status, told = verify(tmp_path, proof, *options)

    assert (status, words in told, "right" in told) == (2, True, False), told


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ([], "give --root and the cards_root"),
        (["--root", DIGEST, "--anchor", DIGEST], "--anchor, --string and --show are for a proof"),
        (["--root", DIGEST, "--string", "mine"], "--anchor, --string and --show are for a proof"),
        (["--root", DIGEST, "--show", "0"], "--anchor, --string and --show are for a proof"),
        (["--root", "no digits"], "'no digits' is not 64 hexadecimal digits"),
    ],
)
def test_what_cannot_be_asked_of_cards(
    tmp_path: Path, cards: list[Proof], options: list[str], words: str
) -> None:
    status, told = verify(tmp_path, cards, *options)

    assert (status, words in told, "WRONG" in told) == (2, True, False), told


def test_an_anchor_may_be_noted_in_large_letters(tmp_path: Path, proof: Proof) -> None:
    assert verify(tmp_path, proof, "--anchor", proof["anchor"].upper())[0] == 0
    status, told = verify(tmp_path, proof, "--anchor", DIGEST)
    assert (status, "the anchor is not the one that you noted" in told) == (1, True)


def test_a_refusal_that_was_saved_instead_is_read_out(tmp_path: Path) -> None:
    deal = dealt(anything)
    client = client_of(deal.table.seats.all()[0].player_id)
    refusal = client.get(f"/api/v1/tables/{deal.table_id}/proof")
    assert refusal.status_code == 409

    status, told = verify(tmp_path, refusal.json(), "--anchor", DIGEST)

    assert (status, refusal.json()["detail"] in told) == (2, True), told
