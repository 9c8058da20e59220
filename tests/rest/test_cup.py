"""docs/cup.py: a tournament from one document to its prizes, over HTTP and its stream."""

import subprocess
import sys

import pytest

from clubs.models import Player
from clubs.tokens import make_token
from deploy.bench.ports import free_port
from deploy.demo.web import wait_for_page
from deploy.paths import PROJECT_DIR
from deploy.supervisor import Supervisor, whole_web, workers
from ledger.audit import check_books
from tournaments.models import Tournament, TournamentStatus

SCRIPT = PROJECT_DIR / "docs" / "cup.py"
PATIENCE_SECONDS = 400


def test_a_cup_from_one_document_to_its_prizes(
    own_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Real processes: workers deal, and bots play for everybody."""
    monkeypatch.setenv("DATABASE_URL", own_database)
    operator = Player.objects.create_superuser("nora", password="five of hearts", name="Nora Daly")
    _, token = make_token(operator, name="Cup", days=1)
    port = free_port()

    with Supervisor(lambda *_: None) as supervisor:
        supervisor.start(whole_web("127.0.0.1", port), *workers())
        wait_for_page(f"http://127.0.0.1:{port}/livez", supervisor.check)
        ended = subprocess.run(
            [sys.executable, "-I", str(SCRIPT), f"http://127.0.0.1:{port}", token],
            capture_output=True,
            text=True,
            timeout=PATIENCE_SECONDS,
            check=False,
        )

    assert ended.returncode == 0, ended.stdout + ended.stderr
    said = ended.stdout.splitlines()
    assert said[-1] == "The prizes are paid, and the next cup is announced."
    assert [line[:8] for line in said if line.endswith("is counted")] == [
        "Round 1 ",
        "Round 2 ",
        "Round 3 ",
    ]
    first, following = Tournament.objects.order_by("pk")
    assert (first.status, following.status) == (TournamentStatus.PAID, "registration")
    assert check_books() == []
