"""docs/evening.py: a whole evening of real cards over HTTP, with every chip counted beside."""

import subprocess
import sys

import pytest

from clubs.models import Night, NightDeed, Player
from clubs.tokens import make_token
from deploy.bench.ports import free_port
from deploy.demo.web import wait_for_page
from deploy.paths import PROJECT_DIR
from deploy.supervisor import Supervisor, whole_web
from games.models import Deal
from ledger.audit import check_books

SCRIPT = PROJECT_DIR / "docs" / "evening.py"
PATIENCE_SECONDS = 300


def test_an_evening_of_forty_people_agrees_with_a_tally_of_its_own(
    own_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", own_database)
    operator = Player.objects.create_superuser("nora", password="five of hearts", name="Nora Daly")
    _, token = make_token(operator, name="Evening", days=1)
    port = free_port()

    with Supervisor(lambda *_: None) as supervisor:
        supervisor.start(whole_web("127.0.0.1", port))
        wait_for_page(f"http://127.0.0.1:{port}/livez", supervisor.check)
        ended = subprocess.run(
            [sys.executable, "-I", str(SCRIPT), f"http://127.0.0.1:{port}", token],
            capture_output=True,
            text=True,
            timeout=PATIENCE_SECONDS,
            check=False,
        )

    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert ended.stdout.splitlines()[-1] == "Every chip is where it should be."
    kinds = {str(deal.outcome.kind) for deal in Deal.objects.counted() if deal.outcome}
    assert kinds == {"spoilt", "won", "jinked", "jink_failed", "misdeal"}
    assert Deal.objects.counted().count() == 60
    assert NightDeed.objects.filter(undoes__isnull=False).count() == 5
    assert Night.objects.get().attendances.here().count() == 46
    assert check_books() == []
