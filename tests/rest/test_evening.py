"""docs/evening.py: a whole evening of real cards over HTTP, with every chip counted beside."""

import sys

from clubs.models import Night, NightDeed
from deploy.paths import PROJECT_DIR
from games.models import Deal
from ledger.audit import check_books
from tests.rest.conftest import Site

SCRIPT = PROJECT_DIR / "docs" / "evening.py"


def test_an_evening_of_forty_people_agrees_with_a_tally_of_its_own(site: Site) -> None:
    said = site.run(sys.executable, "-I", str(SCRIPT))

    assert said[-1] == "Every chip is where it should be."
    kinds = {str(deal.outcome.kind) for deal in Deal.objects.counted() if deal.outcome}
    assert kinds == {"spoilt", "won", "jinked", "jink_failed", "misdeal"}
    assert Deal.objects.counted().count() == 60
    assert NightDeed.objects.filter(undoes__isnull=False).count() == 5
    assert Night.objects.get().attendances.here().count() == 46
    assert check_books() == []
