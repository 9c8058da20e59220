"""Proofs of closed tables: complete, told to nobody before, and wrong as soon as anything is."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.errors import SeedsSealed
from games.models import Deal, Table
from games.proof import check_proof
from games.revealing import reveal
from tests.games.factories import anything, dealt, play_out, rules, table_of
from tests.games.programs import client_of, get
from tests.ledger.factories import HolderFactory

pytestmark = pytest.mark.django_db

Proof = dict[str, Any]


@pytest.mark.parametrize("options", [{}, {"rob_with_ace": "may"}, {"target": 25}])
def test_everything_follows_from_the_anchor(options: dict[str, Any]) -> None:
    table = play_out(table_of(40, 40, 3, 40, 40, deals_limit=8, house=rules(**options)))

    proof = reveal(table)

    assert len(proof["deals"]) == 8
    assert check_proof(json.loads(json.dumps(proof))) == []


def other_anchor(proof: Proof) -> None:
    proof["anchor"] = "00" * 32


def other_seed(proof: Proof) -> None:
    proof["deals"][2]["seed"] = "11" * 32


def other_commitment(proof: Proof) -> None:
    proof["deals"][2]["commitment"] = "11" * 32


def other_dealer(proof: Proof) -> None:
    proof["deals"][3]["dealer"] = (proof["deals"][3]["dealer"] + 2) % 5


def other_outcome(proof: Proof) -> None:
    proof["deals"][1]["outcome"]["tricks"] = [5, 0, 0, 0, 0]


def lost_action(proof: Proof) -> None:
    proof["deals"][1]["actions"].pop()


def impossible_action(proof: Proof) -> None:
    proof["deals"][1]["actions"][0] = "claim"


def lost_deal(proof: Proof) -> None:
    proof["deals"].pop(1)


@pytest.mark.parametrize(
    ("tamper", "words"),
    [
        (other_anchor, "The seed of deal 1 does not hash to the anchor"),
        (other_seed, "The seed of deal 3 is not the one"),
        (other_commitment, "The seed of deal 3 is not the one"),
        (other_dealer, "Deal 4 was not dealt by the next seat"),
        (other_outcome, "Deal 2 did not end"),
        (lost_action, "Deal 2 did not end"),
        (impossible_action, "Deal 2 was not played by the rules: Rule"),
        (lost_deal, "Deal 2 is missing"),
    ],
)
def test_whatever_was_changed_is_found(tamper: Callable[[Proof], None], words: str) -> None:
    proof = reveal(play_out(table_of(deals_limit=5)))
    tamper(proof)

    assert any(words in fault for fault in check_proof(proof))


def test_no_seed_is_told_of_an_open_table() -> None:
    deal = dealt(anything)
    player = deal.table.seats.all()[0].player_id

    with pytest.raises(SeedsSealed):
        reveal(deal.table)
    answer = client_of(player).get(f"/api/v1/tables/{deal.table_id}/proof")
    assert (answer.status_code, answer.json()["code"]) == (409, "seeds_sealed")


def test_a_player_checks_what_the_door_tells_him(tmp_path: Path) -> None:
    table = play_out(table_of(deals_limit=3))
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(get(f"tables/{table.pk}/proof", table.seats.all()[0].player_id)))

    call_command("verify_deal", "--proof", str(file))

    stranger = client_of(HolderFactory.create().pk)
    assert stranger.get(f"/api/v1/tables/{table.pk}/proof").status_code == 404


def test_the_operator_checks_his_own_rows() -> None:
    table = play_out(table_of(deals_limit=3))
    call_command("verify_deal", str(table.pk))

    Deal.objects.filter(table=table, number=2).update(commitment=b"x" * 32)
    with pytest.raises(CommandError, match="deal 2"):
        call_command("verify_deal", str(table.pk))
    with pytest.raises(CommandError, match="when it has closed"):
        call_command("verify_deal", str(table_of().pk))
    with pytest.raises(CommandError, match="no table"):
        call_command("verify_deal", str(Table.objects.latest("pk").pk + 1))
