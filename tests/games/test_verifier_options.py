"""The verifier of the docs checks what it is asked for, or says that it cannot: never neither."""

from hashlib import sha256
from pathlib import Path

import pytest

from games.fairness.merkle import cards_root
from games.fairness.seeds import pack_seed
from games.sight.revealing import reveal
from tests.games.factories import anything, dealt, rules
from tests.games.programs import client_of, get
from tests.games.proving import Proof, closed, stirred, verify

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


@pytest.mark.parametrize(
    ("rounds", "status", "words"),
    [
        ([0, 1, 1, 2], 0, "note: your string sixteen-letters is in deals 2 to 3"),
        ([0, 1, 2, 2], 0, "note: your string sixteen-letters is in deal 2"),
        ([1, 2, 3, 3], 0, "note: your string sixteen-letters is in deals 1 and 3 to 4"),
        ([0, 0, 0, 0], 1, "WRONG: your string sixteen-letters was mixed into no deal"),
        ([2, 2, 2, 2], 1, "WRONG: your string sixteen-letters was mixed into no deal"),
    ],
)
def test_a_string_is_found_in_the_deals_of_its_rounds(
    tmp_path: Path, proof: Proof, rounds: list[int], status: int, words: str
) -> None:
    """It may be listed and yet be in no pack: where it came after the last deal."""
    proof["strings"] = [
        {"round": number, "seat": 1, "text": text, "commitment": sha256(text.encode()).hexdigest()}
        for number, text in enumerate(["sixteen-letters", "of-somebody-else", "sixteen-letters"], 1)
    ]
    for deal, number in zip(proof["deals"], rounds, strict=True):
        deal["entropy_round"] = number
        seed = bytes.fromhex(deal["seed"])
        strings = [(one["seat"], one["text"]) for one in proof["strings"] if one["round"] == number]
        mixed = pack_seed(seed, number=deal["number"], strings=strings)
        deal.update(commitment=sha256(mixed).hexdigest(), cards_root=cards_root(mixed).hex())
        deal["actions"] = []

    given, told = verify(tmp_path, proof, "--string", "sixteen-letters")

    assert (given, words in told.splitlines()) == (status, True), told


def test_a_string_that_was_kept_back_is_nobodys(tmp_path: Path) -> None:
    status, told = verify(tmp_path, stirred(), "--string", "")

    assert (status, "was mixed into no deal" in told) == (1, True), told


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
