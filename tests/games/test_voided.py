"""A deal that was taken back is told like any other: over, without an outcome, with its reason."""

import pytest

from games.engine import legal_actions
from games.fairness.proof import check_proof
from games.models import Deal, Table
from games.play.acting import act
from games.play.advance import advance_table
from games.sight.events import BEGINNING, stand
from games.sight.revealing import reveal
from games.tables.closing import close_tables
from games.tables.stewarding import void_deal
from tests.clubs.factories import PlayerFactory
from tests.games.factories import AT, actor_of, again, anything, dealt, later, state_of
from tests.games.programs import client_of, get, players
from tests.rest.description import check, described

pytestmark = pytest.mark.django_db
REASON = "A phone showed a hand"


@pytest.fixture
def deal() -> Deal:
    """Taken back after its first action, and the next one is dealt."""
    deal = dealt(anything)
    text = str(legal_actions(state_of(deal))[0])
    act(deal.pk, player_id=actor_of(deal), ply=0, action=text, at=AT)
    void_deal(deal, actor_id=PlayerFactory.create().pk, reason=REASON, at=AT)
    advance_table(deal.table_id, at=later(1))
    deal.refresh_from_db()
    return deal


def test_everybody_at_the_table_reads_why(deal: Deal) -> None:
    told = get(f"deals/{deal.pk}", players(deal)[0])

    assert told["void_reason"] == REASON
    assert told["outcome"] is None


def test_no_turn_of_it_ends_though_the_next_one_is_played(deal: Deal) -> None:
    second = deal.table.deals.get(number=2)

    shown = [get(f"deals/{one.pk}", players(deal)[0])["turn_ends_at"] for one in (deal, second)]

    assert (shown[0], shown[1] is not None) == (None, True)


@pytest.mark.parametrize("path", ["history?table={table}", "history/{deal}"])
def test_it_is_in_the_history(deal: Deal, path: str) -> None:
    address = path.format(table=deal.table_id, deal=deal.pk)

    assert REASON in str(get(address, players(deal)[0]))


def test_it_has_a_text(deal: Deal) -> None:
    answer = client_of(players(deal)[0]).get(f"/api/v1/history/{deal.pk}/notation")

    assert answer.status_code == 200
    assert answer.content.decode().startswith("Spoil Five, 5 seats")


def test_the_streams_carry_on_behind_it(deal: Deal) -> None:
    standing = stand(again(deal.table))

    assert standing.mark > BEGINNING
    assert standing.deal is not None
    assert standing.deal.number == 2


@pytest.fixture
def at_closed_table(deal: Deal) -> Deal:
    second = deal.table.deals.get(number=2)
    void_deal(second, actor_id=PlayerFactory.create().pk, reason=REASON, at=AT)
    close_tables(Table.objects.filter(pk=deal.table_id), at=AT)
    return deal


@pytest.mark.usefixtures("at_closed_table")
def test_a_proof_with_it_holds(deal: Deal) -> None:
    assert check_proof(reveal(again(deal.table))) == []


@pytest.mark.usefixtures("at_closed_table")
@pytest.mark.parametrize(
    "address",
    ["/deals/{id}", "/deals/{id}/actions", "/history/{id}", "/tables/{id}", "/tables/{id}/proof"],
)
def test_it_is_told_as_it_is_described(deal: Deal, address: str) -> None:
    pk = deal.table_id if "/tables/" in address else deal.pk

    told = get(address.format(id=pk).removeprefix("/"), players(deal)[0])

    check(described(f"GET /api/v1{address}"), told)
