"""Tables and deals in the admin: found, closed, and never a hidden card."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from games.engine import PACK, Rob, legal_actions, view
from games.engine.words import card_in_words
from games.models import Deal, Table
from games.play.acting import act
from games.play.advance import advance_table
from games.sight.commentary import comment
from games.tables.stewarding import void_deal
from tests.games.factories import (
    AT,
    actor_of,
    again,
    anything,
    dealt,
    outcome_of,
    play_out,
    purses,
    state_of,
    table_of,
)
from tests.ledger.factories import HolderFactory

pytestmark = pytest.mark.django_db


def ask_to_close(client: Client, *tables: Table) -> str:
    """What the admin answers to the action, before anything is confirmed."""
    form = {"action": "close", "_selected_action": [table.pk for table in tables]}
    answer = client.post(reverse("admin:games_table_changelist"), form, follow=True)
    return answer.content.decode()


def close(client: Client, *tables: Table) -> str:
    """What the admin answers to who confirms."""
    which = "&".join(f"table={table.pk}" for table in tables)
    answer = client.post(f"{reverse('admin:games_table_close')}?{which}", follow=True)
    return answer.content.decode()


def ticked(*permissions: str) -> Client:
    """Somebody with grants of Django's, which give nobody a right."""
    player = HolderFactory.create()
    player.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client()
    client.force_login(player)
    return client


def test_tables_are_closed_and_chips_go_home(admin_client: Client) -> None:
    table = table_of()

    asked = ask_to_close(admin_client, table)
    assert "500 chips go home from 1 table; what is in the pool is shared out." in asked
    assert again(table).closed_at is None

    assert "all chips went home: Table 1." in close(admin_client, table)
    assert again(table).closed_at is not None
    assert purses(table) == [100] * 5


def test_a_table_that_was_closed_before_is_not_told_to_have_closed(admin_client: Client) -> None:
    over, idle = play_out(table_of(deals_limit=1, name="Old")), table_of(name="New")

    alone = ask_to_close(admin_client, over)
    asked = ask_to_close(admin_client, over, idle)
    closed = close(admin_client, over, idle)

    assert "These tables are already closed: nothing was done." in alone
    assert "500 chips go home" in asked
    assert "Already closed, so nothing was done: Old." in closed
    assert "all chips went home: New." in closed


def test_whoever_asks_late_reads_that_it_is_closed(admin_client: Client) -> None:
    """Another organiser closed it between the list and the question."""
    over = play_out(table_of(deals_limit=1))

    page = admin_client.get(f"{reverse('admin:games_table_close')}?table={over.pk}")

    assert "This table is already closed: there is nothing left to do." in page.content.decode()


def test_a_table_in_the_middle_of_a_deal_is_not_closed(admin_client: Client) -> None:
    idle, busy = table_of(), dealt(anything).table

    asked = ask_to_close(admin_client, idle, busy)
    assert "is not over" in asked
    assert "Close for good" not in asked
    assert "Close for good" in ask_to_close(admin_client, idle)
    assert "is not over" in close(admin_client, idle, busy)
    assert again(idle).closed_at is None


def test_somebody_who_runs_no_club_closes_nothing(admin_client: Client) -> None:
    table = table_of()

    ask_to_close(ticked("view_table", "change_table"), table)
    close(ticked("view_table", "change_table"), table)
    assert again(table).closed_at is None
    close(admin_client, table)
    assert again(table).closed_at is not None


def test_seats_are_counted_from_one_as_in_the_hall(admin_client: Client) -> None:
    table = table_of(10, 10)

    page = admin_client.get(reverse("admin:games_table_change", args=[table.pk])).content.decode()
    people = admin_client.get(reverse("admin:games_seat_changelist")).context["cl"]

    assert [f"seat {number} of Table 1" in page for number in range(3)] == [False, True, True]
    assert "number" not in people.list_display
    assert [people.model_admin.seat_number(seat) for seat in people.result_list] == [1, 2]


def test_tables_are_found_by_players_and_state(admin_client: Client) -> None:
    over = play_out(table_of(deals_limit=1, name="Old table"))
    running = table_of(name="New table")
    someone = running.seats.select_related("player")[0].player

    def found(**query: str) -> set[str]:
        page = admin_client.get(reverse("admin:games_table_changelist"), query).content.decode()
        return {table.name for table in (over, running) if table.name in page}

    assert found() == {"New table"}
    assert found(state="all") == {"Old table", "New table"}
    assert found(state="closed") == {"Old table"}
    assert found(q=str(someone), state="all") == {"New table"}


def pages_about(client: Client, deal: Deal) -> str:
    """The pages of a deal and its table, and the lists in which they stand."""
    answers = [
        client.get(address)
        for address in (
            reverse("admin:games_deal_changelist"),
            reverse("admin:games_deal_change", args=[deal.pk]),
            reverse("admin:games_table_changelist"),
            reverse("admin:games_table_change", args=[deal.table_id]),
        )
    ]
    assert {answer.status_code for answer in answers} == {200}
    return "".join(answer.content.decode() for answer in answers)


def test_no_page_tells_a_hidden_card_or_a_seed(admin_client: Client) -> None:
    """Every card of the pack is a canary, but those that lie face up."""
    deal = dealt(lambda state: state.phase == "play")
    advance_table(deal.table_id, at=AT)
    hidden = [str(card) for card in state_of(deal).layout.pack]
    sealed = bytes(Deal.objects.defer(None).get().sealed_seed).decode()

    text = pages_about(admin_client, deal)
    assert sealed not in text
    assert not [card for card in hidden if f">{card}<" in text or f"play {card}" in text]


@pytest.mark.parametrize("played", [0, 3, 8])
def test_the_cards_named_are_those_that_lie_face_up(admin_client: Client, played: int) -> None:
    """After some tricks, with a robber whose card put out stays their secret."""
    deal = dealt(lambda state: state.phase == "rob" and state.to_act == state.layout.ace_holder)
    state = state_of(deal)
    robbing = next(one for one in legal_actions(state) if isinstance(one, Rob))
    for chosen in (robbing, *[None] * played):
        state = state_of(deal)
        action = str(chosen or legal_actions(state)[0])
        act(deal.pk, player_id=actor_of(deal), ply=state.ply, action=action, at=AT)
    seen = view(state_of(deal), None)
    shown = {seen.turn_up, *(card for _, card in seen.trick)}
    shown |= {card for trick in seen.tricks for card in trick.cards}

    text = pages_about(admin_client, deal)

    assert {card for card in PACK if card_in_words(card) in text} == shown
    assert robbing.card not in shown
    assert " robs." in text


def test_a_deal_is_told_with_names_and_chips(admin_client: Client) -> None:
    deal = play_out(table_of(deals_limit=1)).deals.get()
    outcome, told = outcome_of(deal), comment(deal)

    page = admin_client.get(reverse("admin:games_deal_change", args=[deal.pk])).content.decode()

    assert told.people == tuple(
        str(seat.player) for seat in deal.table.seats.select_related("player").order_by("number")
    )
    for place, name in enumerate(told.people):
        assert " ".join(told.lines).count(f"{name} takes trick") == outcome.tricks[place]
    assert sum("plays the" in line for line in told.lines) == sum(outcome.tricks) * 5
    assert [name for name, chips in told.chips if chips > 0] == [
        told.people[place] for place in outcome.winners
    ]
    assert f"{told.dealer} dealt" in page
    assert all(line.replace("'", "&#x27;") in page for line in told.lines)


def test_what_a_taken_back_deal_moved_is_told_as_taken_back(admin_client: Client) -> None:
    deal = dealt(anything)
    void_deal(deal, actor_id=actor_of(deal), reason="A card was seen", at=AT)

    page = admin_client.get(reverse("admin:games_deal_change", args=[deal.pk])).content.decode()

    assert "all taken back" in page
    assert "has the turn" not in page
