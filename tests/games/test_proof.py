"""Proofs of closed tables: complete, told to nobody before, and wrong as soon as anything is."""

import json
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.errors import SeedsSealed
from games.fairness.proof import check_proof
from games.models import Deal, Table
from games.sight.revealing import reveal
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


def other_order(proof: Proof) -> None:
    proof["seats"].reverse()


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
        (other_order, "Deal 1 names its seats in another order"),
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


def test_a_proof_from_before_seats_were_told_has_them_in_the_order_of_their_numbers() -> None:
    proof = reveal(play_out(table_of(deals_limit=5)))
    del proof["seats"]
    assert check_proof(proof) == []

    other_dealer(proof)

    assert any("Deal 4 was not dealt by" in fault for fault in check_proof(proof))


def test_no_seed_is_told_of_an_open_table() -> None:
    deal = dealt(anything)
    player = deal.table.seats.all()[0].player_id

    with pytest.raises(SeedsSealed):
        reveal(deal.table)
    answer = client_of(player).get(f"/api/v1/tables/{deal.table_id}/proof")
    assert (answer.status_code, answer.json()["code"]) == (409, "seeds_sealed")


def test_a_player_checks_what_the_door_tells_them(tmp_path: Path) -> None:
    table = play_out(table_of(deals_limit=3))
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(get(f"tables/{table.pk}/proof", table.seats.all()[0].player_id)))

    call_command("verify_deal", "--proof", str(file))

    stranger = client_of(HolderFactory.create().pk)
    assert stranger.get(f"/api/v1/tables/{table.pk}/proof").status_code == 404


def test_the_operator_checks_their_own_rows() -> None:
    table = play_out(table_of(deals_limit=3))
    call_command("verify_deal", str(table.pk))

    Deal.objects.filter(table=table, number=2).update(commitment=b"x" * 32)
    with pytest.raises(CommandError, match="deal 2"):
        call_command("verify_deal", str(table.pk))
    with pytest.raises(CommandError, match="when it has closed"):
        call_command("verify_deal", str(table_of().pk))
    with pytest.raises(CommandError, match="no table"):
        call_command("verify_deal", str(Table.objects.latest("pk").pk + 1))


def test_one_deal_alone(capsys: pytest.CaptureFixture[str]) -> None:
    table = play_out(table_of(deals_limit=3))
    Deal.objects.filter(table=table, number=2).update(cards_root=b"x" * 32)

    call_command("verify_deal", str(table.pk), "--deal", "3")
    assert "deal 3. The seeds match anchor" in capsys.readouterr().out
    with pytest.raises(CommandError, match="cards of deal 2 are not"):
        call_command("verify_deal", str(table.pk), "--deal", "2")
    with pytest.raises(CommandError, match="Deal 4 is not in the proof"):
        call_command("verify_deal", str(table.pk), "--deal", "4")


def test_the_anchor_that_was_noted_counts() -> None:
    table = play_out(table_of(deals_limit=1))
    call_command("verify_deal", str(table.pk), "--anchor", bytes(table.anchor).hex().upper())

    with pytest.raises(CommandError, match="not the one that you noted"):
        call_command("verify_deal", str(table.pk), "--anchor", "00" * 32)


def test_every_fault_has_a_line_and_the_exit_status_is_1() -> None:
    table = play_out(table_of(deals_limit=3))
    Deal.objects.filter(table=table).update(commitment=b"x" * 32)

    with pytest.raises(CommandError) as raised:
        call_command("verify_deal", str(table.pk))
    assert (raised.value.returncode, len(str(raised.value).splitlines())) == (1, 3)


@pytest.mark.parametrize("text", ["no JSON", "[1, 2]", "{}", '{"anchor": 1, "deals": []}'])
def test_what_is_no_proof_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "proof.json"
    file.write_text(text)

    with pytest.raises(CommandError, match="proof"):
        call_command("verify_deal", "--proof", str(file))
    with pytest.raises(CommandError, match="There is no proof in"):
        call_command("verify_deal", "--proof", str(tmp_path / "nothing.json"))


def test_a_refusal_that_was_saved_instead_is_read_out(tmp_path: Path) -> None:
    deal = dealt(anything)
    client = client_of(deal.table.seats.all()[0].player_id)
    refusal = client.get(f"/api/v1/tables/{deal.table_id}/proof")
    file = tmp_path / "proof.json"
    file.write_bytes(refusal.content)

    with pytest.raises(CommandError) as raised:
        call_command("verify_deal", "--proof", str(file), "--anchor", "00" * 32)

    assert str(raised.value) == f"There is no proof in {file}: {refusal.json()['detail']}"


@pytest.mark.parametrize(
    ("status", "body", "words"),
    [
        (401, b'{"detail": "Who are you?"}', "Who are you? The variable SPOIL_FIVE_TOKEN has to"),
        (409, b'{"detail": "Not before it has closed."}', "Not before it has closed."),
        (409, b'{"deals": []}', "HTTP Error 409: Conflict"),
        (502, b"<h1>Bad gateway</h1>", "HTTP Error 502: Bad Gateway"),
        (404, b"[]", "HTTP Error 404: Not Found"),
    ],
)
def test_what_an_address_says_instead_of_a_proof(status: int, body: bytes, words: str) -> None:
    class Refusing(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Refusing) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/proof"
        with pytest.raises(CommandError) as raised:
            call_command("verify_deal", "--proof", address)
        server.shutdown()

    told = str(raised.value)
    assert told.startswith(f"There is no proof in {address}: {words}")
    assert ("SPOIL_FIVE_TOKEN" in told) == (status == 401)


def test_a_proof_is_fetched_from_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    body = json.dumps(reveal(play_out(table_of(deals_limit=1)))).encode()
    asked: list[str | None] = []

    class Door(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.headers["Authorization"])
            self.send_response(200 if self.path == "/proof" else 404)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    monkeypatch.setenv("SPOIL_FIVE_TOKEN", "abc")
    with HTTPServer(("127.0.0.1", 0), Door) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        call_command("verify_deal", "--proof", f"{address}/proof")
        with pytest.raises(CommandError, match="There is no proof in"):
            call_command("verify_deal", "--proof", f"{address}/elsewhere")
        server.shutdown()

    assert asked == ["Token abc", "Token abc"]
