"""A night is cancelled at any time before it closes: play is broken off, and all chips go home."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.concerns import read
from clubs.draws import seat_night
from clubs.errors import WrongMoment
from clubs.evening_log import EveningLog
from clubs.memory import memory_of
from clubs.models import Club, Member, Night, NightStatus, RoundStatus
from clubs.nights import cancel_night, close_night, open_night, plan_night
from clubs.rounds import end_round, open_tables
from clubs.tables_at_play import opened
from clubs.undoing import undo
from clubs.wishes import wishes_of
from deploy.rest.clock import database_now
from deploy.rights import Doer
from games.errors import NotRecorded
from games.evening.result import Result
from games.evening.slots import Correction
from games.models import Deal, Mode, Table
from games.play.advance import advance_table
from games.play.by_hand import record_deal
from games.play.corrections import correct_results
from ledger.models import Account
from tests.clubs.callers import Caller
from tests.clubs.factories import AT, guests, open_night_with, owner_of

pytestmark = pytest.mark.django_db


def tonight(night: Night) -> Night:
    """Begun just now, so that it does not close by itself."""
    night.starts_at = database_now()
    night.save(update_fields=["starts_at"])
    return night


def by(club: Club) -> Doer:
    return Doer(owner_of(club).pk)


def table_of(night: Night) -> Table:
    return opened(night.rounds.tables().get())


def purses(members: list[Member]) -> list[int]:
    return [Account.objects.get(pk=one.purse_id).balance for one in members]


def book_total(club: Club) -> int:
    return sum(Account.objects.filter(book=club.book_id).values_list("balance", flat=True))


@pytest.fixture
def members(club: Club) -> list[Member]:
    return guests(club, 5)


def spoilt(club: Club, members: list[Member], unclaimed: str = "carry") -> Night:
    """Five at a table with real cards after a spoilt deal: 12 in the pool."""
    options = {"unclaimed_pool": unclaimed}
    at = database_now()
    night = tonight(open_night_with(club, members, options=options))
    night = open_tables(seat_night(night, by=by(club), at=at), by=by(club), at=at)
    record_deal(table_of(night), Result(kind="spoilt"), number=1, at=at)
    return night


@pytest.fixture
def online(club: Club, members: list[Member]) -> Night:
    """A table online in the middle of its first deal."""
    at = database_now()
    options = {"unclaimed_pool": "carry"}
    night = tonight(open_night_with(club, members, mode=Mode.ONLINE, options=options))
    night = open_tables(seat_night(night, by=by(club), at=at), by=by(club), at=at)
    advance_table(table_of(night).pk, at=at)
    return night


@pytest.mark.parametrize("unclaimed", ["split", "carry", "play_on"])
def test_pools_are_shared_out_whatever_the_house_says(
    club: Club, members: list[Member], unclaimed: str
) -> None:
    """RULES.md 7.7."""
    before = purses(members)
    night = spoilt(club, members, unclaimed)
    pool = table_of(night).pool.balance

    night = cancel_night(night, by=by(club), at=database_now())

    assert pool == 12
    assert (night.status, night.is_cancelled) == (NightStatus.CLOSED, True)
    assert sum(purses(members)) == sum(before)
    assert table_of(night).pool.balance == 0
    assert [one.status for one in night.rounds.all()] == [RoundStatus.FINISHED]
    assert book_total(club) == 0


def test_a_deal_in_play_is_void_and_its_stakes_go_back(
    club: Club, members: list[Member], online: Night
) -> None:
    before = (
        sum(purses(members))
        + sum(seat.stack.balance for seat in table_of(online).seats.all())
        + table_of(online).pool.balance
    )
    assert Deal.objects.get(table=table_of(online)).ended_at is None

    cancel_night(online, by=by(club), at=database_now())

    deal = Deal.objects.get(table=table_of(online))
    assert (deal.voided_by_id, deal.void_reason) == (owner_of(club).pk, "The night was cancelled.")
    assert table_of(online).closed_at is not None
    assert sum(purses(members)) == before
    assert len(set(purses(members))) == 1  # All had the same, and nobody has won.
    assert book_total(club) == 0


def test_a_pool_that_waits_between_two_rounds_is_shared_out(
    club: Club, members: list[Member]
) -> None:
    before = purses(members)
    night = spoilt(club, members)
    night = end_round(night, number=1, by=by(club), at=database_now())
    assert table_of(night).pool.balance == 12

    cancel_night(night, by=by(club), at=database_now())

    assert sum(purses(members)) == sum(before)
    assert book_total(club) == 0


def test_results_can_still_be_put_right(club: Club, members: list[Member]) -> None:
    """The pool of the corrected evening is shared out, too, though the house carries pools."""
    before = purses(members)
    night = cancel_night(spoilt(club, members), by=by(club), at=database_now())
    strike = Correction(deal=1, version=1, result=None)
    actor = owner_of(club).pk

    correct_results(
        table_of(night), [strike], actor_id=actor, reason="Dealt wrong", at=database_now()
    )

    assert purses(members) == before


@pytest.mark.parametrize("waits", [False, True])
def test_it_is_undone_and_done_again(club: Club, members: list[Member], waits: bool) -> None:
    night = spoilt(club, members)
    if waits:
        night = end_round(night, number=1, by=by(club), at=database_now())
    before = purses(members), table_of(night).pool.balance
    cancel_night(night, by=by(club), at=database_now())
    after = purses(members), table_of(night).pool.balance

    for _ in range(2):
        undo(night, night.deeds.latest("number").number, by=by(club), at=database_now())
        night.refresh_from_db()
        assert (night.is_cancelled, night.closed_at) == (False, None)
        assert (purses(members), table_of(night).pool.balance) == before
        undo(night, night.deeds.latest("number").number, by=by(club), at=database_now())
        night.refresh_from_db()
        assert night.is_cancelled
        assert (purses(members), table_of(night).pool.balance) == after
    assert book_total(club) == 0


def test_online_it_cannot_be_undone(club: Club, online: Night) -> None:
    cancel_night(online, by=by(club), at=database_now())

    with pytest.raises(NotRecorded):
        undo(online, online.deeds.latest("number").number, by=by(club), at=database_now())


@pytest.mark.parametrize("is_open", [False, True])
def test_a_night_that_has_not_begun_is_cancelled(club: Club, is_open: bool) -> None:
    now = database_now()
    night = plan_night(club, at=now, starts_at=now)
    if is_open:
        night = open_night(night)

    night = cancel_night(night, by=by(club), at=now)

    assert (night.status, night.is_cancelled) == (NightStatus.CLOSED, True)
    assert EveningLog(night).text(1) == "The night was cancelled"


def test_again_it_is_harmless_and_a_closed_night_is_not_cancelled(
    club: Club, members: list[Member]
) -> None:
    night = cancel_night(spoilt(club, members), by=by(club), at=database_now())
    deeds = night.deeds.count()
    closed = close_night(spoilt(club, members), by=by(club), at=database_now())

    cancel_night(night, by=by(club), at=database_now())
    assert night.deeds.count() == deeds
    assert not closed.is_cancelled
    with pytest.raises(WrongMoment):
        cancel_night(closed, by=by(club), at=database_now())


def test_who_met_whom_is_remembered(club: Club, members: list[Member]) -> None:
    cancel_night(spoilt(club, members), by=by(club), at=AT)
    night = open_night_with(club, members)

    assert len(memory_of(night, [], wishes_of(night)).nights) == 1


def test_players_are_told(club: Club, members: list[Member]) -> None:
    now, player = database_now(), members[0].player
    night = cancel_night(spoilt(club, members), by=by(club), at=now)

    assert read([player], now)[player.pk][night.pk]["is_cancelled"]


def test_programs_cancel_it(organiser: Caller, club: Club, members: list[Member]) -> None:
    night = spoilt(club, members, "play_on")
    url = f"/api/v1/nights/{night.pk}/cancel"

    tried: Any = organiser.post(url, {"dry_run": True}, HTTP_IDEMPOTENCY_KEY="one")
    night.refresh_from_db()
    assert (tried.status_code, night.status) == (200, NightStatus.PLAYING)
    answer: Any = organiser.post(url, {}, HTTP_IDEMPOTENCY_KEY="one")

    assert (answer.data["status"], answer.data["is_cancelled"]) == ("closed", True)


def test_the_desk_asks_once_with_what_it_does(
    client: Client, club: Club, members: list[Member]
) -> None:
    night = spoilt(club, members)
    client.force_login(owner_of(club))
    address = reverse("desk-step", args=[night.pk, "cancel"])

    desk = client.get(reverse("desk-room", args=[night.pk])).content.decode()
    shown = client.get(address).content.decode()
    assert address in desk
    assert "Pools that nobody won are shared out: table 1 (12 chips)." in shown
    assert "What was won stays won" in shown
    night.refresh_from_db()
    assert night.status == NightStatus.PLAYING
    done = client.post(address, follow=True).content.decode()

    night.refresh_from_db()
    assert night.is_cancelled
    assert "cancelled" in done


def test_the_desk_names_deals_in_play_and_tables_without_a_result(
    client: Client, club: Club, online: Night
) -> None:
    client.force_login(owner_of(club))

    shown = client.get(reverse("desk-step", args=[online.pk, "cancel"])).content.decode()

    assert "Deals in play are void, and their stakes go back: table 1." in shown
    assert "this cannot be undone" in shown


def test_the_admin_asks_and_cancels(client: Client, club: Club, members: list[Member]) -> None:
    night = spoilt(club, members)
    client.force_login(owner_of(club))
    address = f"{reverse('admin:clubs_night_confirm', args=['cancel'])}?night={night.pk}"

    shown = client.get(address).content.decode()
    client.post(address)

    assert "table 1 (12 chips)" in shown
    night.refresh_from_db()
    assert night.is_cancelled
