"""Proofs of closed tables, and what the verifier of the docs says of them."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from games.bots import FIRST_BOT
from games.engine import HouseRules
from games.models import Table
from games.play.strings import commit_string, open_string
from games.sight.revealing import reveal
from tests.games.factories import AT, play_out, rules, table_of

DOCS = Path(__file__).resolve().parents[2] / "docs"
VECTORS = json.loads((DOCS / "vectors.json").read_text(encoding="utf-8"))

Proof = dict[str, Any]


def verify(tmp_path: Path, given: Any, *options: str) -> tuple[int, str]:
    """What the standalone verifier says, started as a player starts it."""
    file = tmp_path / "given.json"
    file.write_text(json.dumps(given), encoding="utf-8")
    command = [sys.executable, "-I", str(DOCS / "verify.py"), str(file), *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    return done.returncode, done.stdout + done.stderr


def closed(house: HouseRules | None = None, **options: Any) -> Table:
    return play_out(table_of(deals_limit=4, house=house or rules(), **options))


def stirred() -> Proof:
    """The proof of a table where two seats gave strings, and one of them kept theirs back."""
    table = table_of(bots=False, deals_limit=4)
    players = [table.seats.get(number=seat).player_id for seat in (1, 3)]
    for vector, player in zip(VECTORS["commitments"], players, strict=True):
        commitment = bytes.fromhex(vector["commitment"])
        commit_string(table, player_id=player, commitment=commitment, at=AT)
    table = play_out(table)
    open_string(table, player_id=players[0], text=VECTORS["commitments"][0]["text"], at=AT)
    Table.objects.filter(pk=table.pk).update(entropy_until=AT, due_at=AT)
    table.seats.update(bot_level=FIRST_BOT)
    return reveal(play_out(table))
