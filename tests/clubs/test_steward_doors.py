"""What organisers do at tables by a program: the same as in the admin, and refused alike."""

from typing import Any

import pytest

from clubs.free_tables import open_free_table, take_seat
from clubs.members import join_club
from clubs.models import Access, Club
from games.models import Deal, Table
from games.play.advance import advance_table
from games.tables.stewarding import pause
from tests.clubs.callers import MEMBER, ORGANISER, Caller
from tests.clubs.factories import AT, PlayerFactory

pytestmark = pytest.mark.django_db


def table_in(club: Club, **terms: Any) -> Table:
    """A free table with a deal in play between two, who brought ten chips each."""
    players = PlayerFactory.create_batch(2)
    for player in players:
        join_club(club, player=player, at=AT)
    free = open_free_table(
        club, host=players[0], access=Access.MEMBERS, at=AT, name="Fireside", seats_limit=5, **terms
    )
    for player in players:
        take_seat(free, player=player, chips=10, at=AT)
    advance_table(free.table_id, at=AT)
    return free.table


def deal_of(table: Table) -> Deal:
    return table.deals.get()


def test_a_table_is_paused_and_goes_on(club: Club, organiser: Caller) -> None:
    table = table_in(club)
    path = f"tables/{table.pk}"

    paused = organiser.order(f"{path}/pause")
    again = organiser.order(f"{path}/pause")
    resumed = organiser.order(f"{path}/resume")

    assert paused.data["paused_at"] == again.data["paused_at"] is not None
    assert resumed.data["paused_at"] is None


def test_a_deal_is_taken_back_with_its_chips_and_tells_why(club: Club, organiser: Caller) -> None:
    table = table_in(club)
    path = f"deals/{deal_of(table).pk}/take-back"

    silent = organiser.order(path, {"reason": " "})
    taken = organiser.order(path, {"reason": "A card lay face up"})
    again = organiser.order(path, {"reason": "Twice"})

    assert silent.status_code == 400
    assert taken.data["void_reason"] == again.data["void_reason"] == "A card lay face up"
    assert [seat.stack.balance for seat in table.seats.select_related("stack")] == [10, 10]


def test_an_organiser_takes_back_what_spectators_have_not_been_told_of(
    club: Club, callers: dict[str, Caller]
) -> None:
    """Others are not told by a refusal that it was dealt."""
    table = table_in(club, spectator_delay_seconds=300)
    deal = deal_of(table)
    Deal.objects.filter(pk=deal.pk).update(dealt_at="2090-01-01T00:00:00Z")
    path = f"deals/{deal.pk}/take-back"

    refused = callers[MEMBER].order(path, {"reason": "Curious"})
    taken = callers[ORGANISER].order(path, {"reason": "A card lay face up"})

    assert (refused.status_code, taken.status_code) == (404, 200)


def test_nobody_closes_a_table_in_the_middle_of_a_deal(club: Club, organiser: Caller) -> None:
    table = table_in(club)

    for body in ({}, {"dry_run": True}):
        answer = organiser.order(f"tables/{table.pk}/close", body)

        assert (answer.status_code, answer.data["code"]) == (409, "deal_in_play")


def test_what_goes_home_is_told_before_a_table_is_closed(club: Club, organiser: Caller) -> None:
    table = table_in(club)
    pause(table, at=AT)
    organiser.order(f"deals/{deal_of(table).pk}/take-back", {"reason": "A card lay face up"})
    path = f"tables/{table.pk}/close"

    tried = organiser.order(path, {"dry_run": True}, key="closing")
    table.refresh_from_db()
    was_open = table.closed_at is None
    closed = organiser.order(path, key="closed")
    once_more = organiser.order(path, {"dry_run": True})

    assert [one["chips"] for one in tried.data["home"]] == [10, 10]
    assert (tried.data["home_chips"], tried.data["house_chips"], tried.data["pool_left"]) == (
        *(20, 0),
        0,
    )
    assert was_open
    assert closed.data["closed_at"] is not None
    assert [seat["cashed_chips"] for seat in closed.data["seats"]] == [10, 10]
    assert once_more.data == {"home": [], "home_chips": 0, "house_chips": 0, "pool_left": 0}


def test_somebody_who_is_sent_home_comes_back_only_if_they_are_let(
    club: Club, organiser: Caller
) -> None:
    table = table_in(club)
    seat = table.seats.order_by("number")[0]
    guest = Caller(seat.player)
    free = table.free_table.pk
    organiser.order(f"deals/{deal_of(table).pk}/take-back", {"reason": "A card lay face up"})

    organiser.order(f"tables/{table.pk}/send-home", {"seat": seat.number})
    refused = guest.order(f"free-tables/{free}/sit", {"chips": 5})
    organiser.order(f"tables/{table.pk}/let-back", {"seat": seat.number})
    sits = guest.order(f"free-tables/{free}/sit", {"chips": 5})
    nobody = organiser.order(f"tables/{table.pk}/send-home", {"seat": 9})

    assert (refused.status_code, refused.data["code"]) == (409, "sent_away")
    assert sits.status_code == 200
    assert (nobody.status_code, nobody.data["code"]) == (409, "not_seated")
