"""What the doors must not tell: hidden cards, silent decisions, seeds."""

import pytest

from games.engine import Action, DealState, Place, legal_actions
from games.models import Deal, Table
from tests.games.factories import actor_of, dealt, play_out, rules, state_of, table_of
from tests.games.programs import act, client_of, get, headers_of, players
from tests.ledger.factories import HolderFactory

pytestmark = pytest.mark.django_db


def everything_said(deal: Deal, player_id: int) -> str:
    """All that the doors tell a player of a deal, headers and lengths included."""
    client = client_of(player_id)
    paths = (
        *(f"deals/{deal.pk}", f"deals/{deal.pk}/actions", f"tables/{deal.table_id}"),
        *("deals", "tables"),
    )
    said = []
    for path in paths:
        answer = client.get(f"/api/v1/{path}")
        said.append(f"{headers_of(answer)} {answer.content.decode()}")
    wrong = act(deal, player_id, ply=40, action="play 5H")
    body = {name: value for name, value in wrong.data.items() if name != "request_id"}
    return "\n".join([*said, str(body)])


def may_decline(state: DealState) -> bool:
    is_silent = not state.layout.is_ace_turned and state.phase == "rob"
    return is_silent and Action.parse("decline") in legal_actions(state)


def test_nobody_else_hears_of_a_silent_refusal() -> None:
    """RULES.md 4.4: before and after it the doors tell the others the same, byte for byte."""
    deal = dealt(may_decline, house=rules(rob_with_ace="may"))
    actor = actor_of(deal)
    others = [player for player in players(deal) if player != actor]
    before = [everything_said(deal, player) for player in others]

    assert act(deal, actor, ply=0, action="decline").status_code == 200

    assert [everything_said(deal, player) for player in others] == before


def test_the_card_put_out_is_its_owners_secret() -> None:
    """RULES.md 4.4."""
    deal = dealt(may_decline, house=rules(rob_with_ace="may"))
    actor = actor_of(deal)
    rob = next(str(one) for one in legal_actions(state_of(deal)) if str(one).startswith("rob"))
    act(deal, actor, ply=0, action=rob)

    told = {
        player: get(f"deals/{deal.pk}/actions", player)[0]["action"] for player in players(deal)
    }
    assert told == {player: rob if player == actor else "rob" for player in players(deal)}


def test_a_seat_is_told_of_no_card_that_it_has_not_seen() -> None:
    """Every hidden card is a canary: it is in no body that another seat is sent."""
    deal = dealt(lambda state: state.phase == "play")
    state = state_of(deal)
    for place, player in enumerate(players(deal)):
        own = set(map(str, state.hand(Place(place))))
        hidden = {str(card) for card in state.layout.pack} - own - {str(state.turn_up)}
        client = client_of(player)
        for path in (f"deals/{deal.pk}", f"deals/{deal.pk}/actions", f"tables/{deal.table_id}"):
            said = client.get(f"/api/v1/{path}").content.decode()
            assert not [card for card in hidden if f'"{card}"' in said]


def test_no_seed_leaves_the_table() -> None:
    table = play_out(table_of(deals_limit=2))
    admin = HolderFactory.create(is_superuser=True).pk
    secrets = [
        bytes(row).decode()
        for row in (
            *Deal.objects.values_list("sealed_seed", flat=True),
            *Table.objects.values_list("sealed_tail", flat=True),
        )
    ]

    for deal in table.deals.all():
        said = everything_said(deal, admin)
        assert not [secret for secret in secrets if secret in said]
