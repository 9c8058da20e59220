"""docs/api.md: every command of it works, as a reader would type it."""

import os
import re
import shutil
import subprocess

import pytest

from deploy.paths import PROJECT_DIR
from games.models import Action, Deal
from ledger.models import Account
from tests.rest.conftest import PATIENCE_SECONDS, Site

GUIDE = PROJECT_DIR / "docs" / "api.md"


@pytest.mark.skipif(not shutil.which("curl"), reason="The guide is written for curl.")
def test_the_guide_works(site: Site) -> None:
    """Real processes: the deal is dealt by a worker, and bots play two of the seats."""
    guide = GUIDE.read_text().replace(" > /dev/null", "")  # So that no refusal goes unseen.
    commands = re.findall(r"```sh\n(.*?)```", guide, re.DOTALL)

    script = "\n".join(["set -euo pipefail", *commands])
    answer = subprocess.run(
        ["timeout", str(PATIENCE_SECONDS), "bash", "-c", script],
        env=os.environ | {"SITE": site.address},
        capture_output=True,
        text=True,
        check=False,
    )

    assert answer.returncode == 0, answer.stdout[-2000:] + answer.stderr
    refused = [
        *("stale_version", "version_missing", "impossible_rules", "not_found"),
        *("not_authenticated", "wrong_round", "no_table", "already_undone", "stale_ply"),
    ]
    assert re.findall(r'"code":"(\w+)"', answer.stdout) == refused
    assert '"action":"play' in answer.stdout or '"action":"rob' in answer.stdout
    deal = Deal.objects.settled().get(number=1, table__name="Fireside")
    assert deal.actions.filter(by=Action.By.PLAYER).exists()
    jerry = Account.objects.get(member__player__name="Jerry Stack")
    assert jerry.entries.filter(transfer__reason="issue").count() == 2  # Opening, and once more.
