"""Tables and deals in the admin: found, closed, and never a hidden card."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from games.advance import advance_table
from games.models import Deal, Table
from tests.games.factories import (
    AT,
    again,
    anything,
    dealt,
    play_out,
    purses,
    state_of,
    table_of,
)
from tests.ledger.factories import HolderFactory

pytestmark = pytest.mark.django_db


def close(client: Client, *tables: Table) -> str:
    """What the admin answers to the action."""
    form = {"action": "close", "_selected_action": [table.pk for table in tables]}
    answer = client.post(reverse("admin:games_table_changelist"), form, follow=True)
    return answer.content.decode()


def staff(*permissions: str) -> Client:
    player = HolderFactory.create(is_staff=True)
    player.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client()
    client.force_login(player)
    return client


def test_tables_are_closed_and_chips_go_home(admin_client: Client) -> None:
    table = table_of()

    assert "all chips went home" in close(admin_client, table)
    assert again(table).closed_at is not None
    assert purses(table) == [100] * 5


def test_a_table_in_the_middle_of_a_deal_is_not_closed(admin_client: Client) -> None:
    idle, busy = table_of(), dealt(anything).table

    assert "is not over" in close(admin_client, idle, busy)
    assert again(idle).closed_at is None


def test_who_runs_no_club_closes_nothing(admin_client: Client) -> None:
    table = table_of()

    close(staff("view_table", "change_table"), table)
    assert again(table).closed_at is None
    close(admin_client, table)
    assert again(table).closed_at is not None


def test_tables_are_found_by_players_and_state(admin_client: Client) -> None:
    over = play_out(table_of(deals_limit=1, name="Old table"))
    running = table_of(name="New table")
    someone = running.seats.select_related("player")[0].player

    def found(**query: str) -> set[str]:
        page = admin_client.get(reverse("admin:games_table_changelist"), query).content.decode()
        return {table.name for table in (over, running) if table.name in page}

    assert found() == {"Old table", "New table"}
    assert found(state="closed") == {"Old table"}
    assert found(q=str(someone)) == {"New table"}


def test_no_page_tells_a_hidden_card_or_a_seed(admin_client: Client) -> None:
    """Every card of the pack is a canary, but those that lie face up."""
    deal = dealt(lambda state: state.phase == "play")
    advance_table(deal.table_id, at=AT)
    hidden = [str(card) for card in state_of(deal).layout.pack]
    sealed = bytes(Deal.objects.defer(None).get().sealed_seed).decode()

    for address in (
        reverse("admin:games_deal_changelist"),
        reverse("admin:games_deal_change", args=[deal.pk]),
        reverse("admin:games_table_changelist"),
        reverse("admin:games_table_change", args=[deal.table_id]),
    ):
        page = admin_client.get(address)
        assert page.status_code == 200
        text = page.content.decode()
        assert sealed not in text
        assert not [card for card in hidden if f">{card}<" in text or f"play {card}" in text]
