"""What the ledger's benchmark measures is posting, by everybody, of the same transfers."""

from random import Random

import pytest
from django.db import connection

from deploy.bench.ledgers import Contestant
from deploy.bench.ledgers.ours import Ours
from deploy.bench.ledgers.pgledger_like import PgledgerLike
from deploy.bench.ledgers.plain import Floor, PlainOrm
from deploy.bench.ledgers.races import ACCOUNTS_A_CLIENT, HOT_POOL, Scenario, run
from ledger.audit import check_books
from ledger.models import Entry
from ledger.statements import balance


@pytest.fixture(autouse=True)
def as_its_owner(own_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Peers make tables of their own."""
    monkeypatch.delitem(connection.settings_dict["OPTIONS"], "assume_role")


@pytest.mark.parametrize("contestant", [Ours(), PgledgerLike(), PlainOrm(), Floor()])
def test_everybody_posts_what_is_asked(contestant: Contestant) -> None:
    contestant.open(1 + 2 * ACCOUNTS_A_CLIENT)

    lap = run(contestant, Scenario(legs=6, clients=2, is_hot=True), transfers=4)

    assert len(lap.waits) == 4
    assert lap.cpu_seconds > 0
    assert lap.seconds > 0


@pytest.mark.parametrize("is_hot", [True, False])
@pytest.mark.parametrize("legs", [2, 6])
def test_a_transfer_has_its_legs_in_the_clients_own_accounts(legs: int, is_hot: bool) -> None:
    transfer = Scenario(legs=legs, clients=4, is_hot=is_hot).transfer(1, Random(5))

    own = range(1 + ACCOUNTS_A_CLIENT, 1 + 2 * ACCOUNTS_A_CLIENT)
    assert (len(transfer), sum(transfer.values())) == (legs, 0)
    assert transfer.keys() - own == ({HOT_POOL} if is_hot else set())


def test_ours_posts_into_real_books() -> None:
    ours = Ours()
    ours.open(1 + ACCOUNTS_A_CLIENT)
    before = Entry.objects.count()

    ours.post({0: 5, 1: -2, 2: -3})

    assert Entry.objects.count() == before + 3
    assert check_books() == []


def test_a_long_life_has_its_balance() -> None:
    ours = Ours()
    ours.open(3)

    account = ours.live_long(50)

    assert balance(account) == 50
    assert balance(account, at=account.entries.get(seq=25).transfer.recorded_at) == 25
