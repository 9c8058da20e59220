"""The verifier of the docs, its vectors, and the service say the same of every deal."""

import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from deploy.rest.clock import database_now
from games.bots import FIRST_BOT
from games.engine import first_dealer
from games.engine.cards import PACK
from games.fairness.merkle import cards_root, prove_cards_of
from games.fairness.proof import PROTOCOL
from games.fairness.seeds import pack_seed, seed_at
from games.fairness.shuffle import shuffled_pack
from games.models import Deal, Table
from games.play.advance import advance_table
from games.sight.card_proofs import prove_cards
from games.sight.revealing import reveal
from tests.games.factories import AT, anything, dealt, play_out, rules, table_of
from tests.games.programs import client_of, get
from tests.games.proving import DOCS, VECTORS, Proof, closed, stirred, verify

EVERY_PLAY = [f"play {card}" for card in PACK]


def test_the_verifier_shares_no_code_with_the_service() -> None:
    lines = (DOCS / "verify.py").read_text(encoding="utf-8").splitlines()
    imported = {line.split()[1] for line in lines if line.startswith(("import ", "from "))}

    assert imported <= sys.stdlib_module_names


def test_the_protocol_has_one_name() -> None:
    assert VECTORS["protocol"] == PROTOCOL
    assert f"`{PROTOCOL}`" in (DOCS / "fairness.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("vector", VECTORS["packs"])
def test_packs(vector: dict[str, str]) -> None:
    assert " ".join(map(str, shuffled_pack(bytes.fromhex(vector["seed"])))) == vector["pack"]


def test_the_chain() -> None:
    tail = bytes.fromhex(VECTORS["chain"]["tail"])

    seeds = [seed_at(tail, length=5, number=number).hex() for number in range(6)]
    assert seeds == VECTORS["chain"]["seeds"]


@pytest.mark.parametrize("vector", VECTORS["mixes"])
def test_mixed_seeds(vector: dict[str, Any]) -> None:
    strings = [(seat, text) for seat, text in vector["strings"]]
    mixed = pack_seed(bytes.fromhex(vector["seed"]), number=vector["number"], strings=strings)

    assert mixed.hex() == vector["pack_seed"]


@pytest.mark.parametrize("vector", VECTORS["roots"])
def test_roots(vector: dict[str, str]) -> None:
    assert cards_root(bytes.fromhex(vector["seed"])).hex() == vector["root"]


def test_proofs_of_cards() -> None:
    vector = VECTORS["cards"]
    positions = [proof["position"] for proof in vector["proofs"]]

    for proof, told in zip(
        prove_cards_of(bytes.fromhex(vector["seed"]), positions), vector["proofs"], strict=True
    ):
        assert (str(proof.card), proof.salt.hex()) == (told["card"], told["salt"])
        assert [beside.hex() for beside in proof.path] == told["path"]


@pytest.mark.parametrize("vector", VECTORS["first_dealers"])
def test_first_dealers(vector: dict[str, Any]) -> None:
    """RULES.md 1.4."""
    house = rules(first_dealer=vector["rule"])
    pack = shuffled_pack(bytes.fromhex(vector["anchor"]))

    assert first_dealer(pack, seats=vector["seats"], rules=house) == vector["dealer"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"first_dealer": "cut_high", "packets": "2-3"},
        {"first_dealer": "random", "rob_with_ace": "may"},
        {"target": 25},
    ],
)
def test_real_proofs_are_right(tmp_path: Path, options: dict[str, Any]) -> None:
    proof = reveal(closed(rules(**options)))

    status, told = verify(tmp_path, proof, "--anchor", proof["anchor"])

    assert (status, told.strip()) == (
        0,
        f"right: 4 deals of table {proof['table']} follow from the anchor",
    )


@pytest.mark.django_db
def test_strings_are_mixed_in_and_silence_is_told(tmp_path: Path) -> None:
    proof = stirred()
    mine = VECTORS["commitments"][0]["text"]

    status, told = verify(tmp_path, proof, "--string", mine)
    assert (status, told.splitlines()[:2]) == (
        0,
        [
            "note: seat 3 kept back its string of round 1",
            f"note: your string {mine} is in deals 1 to 4",
        ],
    )
    status, told = verify(tmp_path, proof, "--string", "a string that I gave")
    assert (status, told.count("WRONG")) == (1, 1)


@pytest.mark.django_db
def test_the_cards_as_they_lay(tmp_path: Path) -> None:
    table = closed()
    deal = Deal.objects.defer(None).select_related("table").get(table=table, number=2)

    _, told = verify(tmp_path, reveal(table), "--show", "2")

    for proof in prove_cards(deal, None, until=None):
        assert str(proof.card) in told
    assert told.count("seat") == 5


def other(*path: str | int, to: Any) -> Callable[[Proof], None]:
    """A change of one place of a proof."""

    def tamper(proof: Proof) -> None:
        *way, last = path
        for step in way:
            proof = proof[step]  # type: ignore[index]
        assert proof[last] != to  # type: ignore[index]
        proof[last] = to  # type: ignore[index]

    return tamper


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("tamper", "words"),
    [
        (other("anchor", to="00" * 32), "deal 1 does not hash to the anchor"),
        (other("deals", 2, "seed", to="11" * 32), "deal 3 does not hash to the anchor"),
        (other("deals", 2, "commitment", to="11" * 32), "deal 3 is not the one"),
        (other("deals", 2, "cards_root", to="11" * 32), "cards of deal 3"),
        (other("seats", to=[4, 3, 2, 1, 0]), "deal 1 names its seats in another order"),
        (other("deals", 1, "number", to=3), "deal 2 is missing"),
        (other("deals", 1, "number", to=-2), "says that it is number -2"),
        (other("deals", 1, "number", to=10**12), "says that it is number 1000000000000"),
        (other("deals", 1, "entropy_round", to=0), "deal 2 went back"),
        (other("deals", 1, "dealer", to=7), "cannot read"),
        (other("strings", 0, "text", to="another-string-of-1"), "seat 1 opened another string"),
        (other("strings", 0, "text", to=""), "deal 1 is not the one"),
        (other("strings", 1, "text", to="what-was-not-opened"), "seat 3 opened another string"),
        (other("strings", 0, "seat", to=2), "deal 4 is not the one"),
        (lambda proof: proof["strings"].pop(), "deal 1 is not the one"),
        (lambda proof: proof["deals"].pop(0), "deal 1 is missing"),
        (lambda proof: proof["deals"][0].update(dealer=9), "cannot read"),
        (lambda proof: proof["deals"][0].update(seat_numbers=[*range(60)]), "cannot read"),
        (lambda proof: proof["deals"][0]["actions"].extend(EVERY_PLAY), "had not been dealt"),
        (other("protocol", to="spoil five/9"), "I know spoil five/1"),
    ],
)
def test_what_was_changed_is_found(
    tmp_path: Path, tamper: Callable[[Proof], None], words: str
) -> None:
    proof = stirred()
    tamper(proof)

    status, told = verify(tmp_path, proof)

    assert status == (2 if words == "cannot read" else 1)
    assert words in told


@pytest.mark.django_db
def test_a_player_checks_their_cards_while_the_deal_goes_on(tmp_path: Path) -> None:
    deal = dealt(anything)
    player = deal.table.seats.all()[0].player_id
    root = get(f"deals/{deal.pk}", player)["cards_root"]
    cards = get(f"deals/{deal.pk}/cards", player)

    assert verify(tmp_path, cards, "--root", root) == (
        0,
        "right: 6 cards are those of the root\n",
    )
    cards[3]["card"] = "5H" if cards[3]["card"] != "5H" else "5D"
    status, told = verify(tmp_path, cards, "--root", root)
    assert (status, told.count("WRONG")) == (1, 1)


@pytest.mark.django_db
def test_programs_give_strings_and_check_what_came_of_them(tmp_path: Path) -> None:
    """All of it over the API, as docs/fairness.md tells a player."""
    table = table_of(bots=False, deals_limit=1)
    address = f"/api/v1/tables/{table.pk}"
    texts = {seat.player_id: f"a-string-of-player-{seat.player_id}" for seat in table.seats.all()}
    clients = {player: client_of(player) for player in texts}
    anchor = clients[min(texts)].get(address).json()["anchor"]

    for player, text in texts.items():
        body = {"commitment": sha256(text.encode()).hexdigest()}
        assert clients[player].post(f"{address}/entropy", body).json()["entropy_round"] == 1
    advance_table(table.pk, at=database_now())
    for player, text in texts.items():
        told = clients[player].post(f"{address}/open_string", {"text": text}).json()
        assert text in [string["text"] for string in told["strings"]]
    advance_table(table.pk, at=database_now())
    deal = clients[min(texts)].get(address).json()["deal"]
    table.seats.update(bot_level=FIRST_BOT)
    Table.objects.update(due_at=AT, is_clock_running=False)
    play_out(table, at=database_now())

    proof = clients[max(texts)].get(f"{address}/proof").json()
    assert proof["deals"][0]["cards_root"] == deal["cards_root"]
    given = [word for text in texts.values() for word in ("--string", text)]
    status, told = verify(tmp_path, proof, "--anchor", anchor, *given)
    assert (status, told.count("is in deal 1\n")) == (0, len(texts))


def test_rubbish_is_told_apart_from_wrong(tmp_path: Path) -> None:
    assert verify(tmp_path, {"deals": []})[0] == 2
    assert verify(tmp_path, "no proof")[0] == 2
