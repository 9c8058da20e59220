"""docs/cup.py: a tournament from one document to its prizes, over HTTP and its stream."""

import sys

from deploy.paths import PROJECT_DIR
from ledger.audit import check_books
from tests.rest.conftest import Site
from tournaments.models import Tournament, TournamentStatus

SCRIPT = PROJECT_DIR / "docs" / "cup.py"


def test_a_cup_from_one_document_to_its_prizes(site: Site) -> None:
    """Real processes: workers deal, and bots play for everybody."""
    said = site.run(sys.executable, "-I", str(SCRIPT))

    assert said[-1] == "The prizes are paid, and the next cup is announced."
    assert [line[:8] for line in said if line.endswith("is counted")] == [
        "Round 1 ",
        "Round 2 ",
        "Round 3 ",
    ]
    first, following = Tournament.objects.order_by("pk")
    assert (first.status, following.status) == (TournamentStatus.PAID, "registration")
    assert check_books() == []
