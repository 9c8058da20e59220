"""A night from its plan to its close."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import IntegrityError, transaction

from clubs.attendance import answer_night, check_in
from clubs.chips import exchange_chips
from clubs.draws import seat_night
from clubs.errors import NoChips, NoSeating, NotPossible, TooFewPlayers, WrongMoment
from clubs.members import walk_in
from clubs.models import Answer, Club, Member, Night, NightStatus
from clubs.nights import Plan, change_night, close_night, open_night, plan_like, plan_night
from clubs.rounds import open_tables
from clubs.tasks import sweep_nights
from deploy.rest.clock import database_now
from games.bots import FIRST_BOT
from games.engine import PoolNotWon
from games.evening.result import Result
from games.models import Mode
from games.play.advance import advance_table
from games.play.by_hand import record_deal
from ledger.by_hand import Direction
from ledger.errors import NotChips, Overdrawn
from tests.clubs.arriving import arrive
from tests.clubs.callers import Caller
from tests.clubs.factories import (
    AT,
    ClubFactory,
    companies_of,
    guests,
    open_night_with,
    owner_of,
)


@pytest.fixture
def club(db: None) -> Club:
    return ClubFactory.create(name="Ballyduff")


@pytest.fixture
def night(club: Club) -> Night:
    """Open, with 23 members here and bots to play for them."""
    night = open_night(plan_night(club, at=AT, starts_at=AT, mode=Mode.ONLINE, deals_limit=3))
    check_in(night, [*club.members.all(), *guests(club, 22)], bot_level=FIRST_BOT, at=AT)
    return night


def purses(club: Club) -> int:
    return sum(member.purse.balance for member in club.members.select_related("purse"))


def test_a_night_of_bots_runs_to_its_close(night: Night) -> None:
    night = open_tables(seat_night(night), at=AT)
    sizes = [table.places.count() for table in night.rounds.tables().order_by("number")]
    tables = [one.table for one in night.rounds.tables().all() if one.table]
    for table in tables:
        while advance_table(table.pk, at=AT):
            pass
    night = close_night(night, at=AT)

    assert sizes == [5, 5, 5, 4, 4]
    assert night.status == NightStatus.CLOSED
    assert sum(table.deals.settled().count() for table in tables) == 15
    assert purses(night.club) == 23 * 20


def test_a_late_comer_opens_the_seating_again(night: Night) -> None:
    night = seat_night(night)
    check_in(night, [walk_in(night.club, name="Late Larry", at=AT)], at=AT)
    night.refresh_from_db()

    assert night.status == NightStatus.OPEN
    with pytest.raises(WrongMoment, match="seat the people next"):
        open_tables(night, at=AT)


def test_one_alone_cannot_be_seated(club: Club) -> None:
    night = open_night_with(club, guests(club, 1))

    with pytest.raises(TooFewPlayers, match="Check more people in"):
        seat_night(night)


def test_house_rules_for_other_numbers_seat_nobody(club: Club) -> None:
    """RULES.md 6.1: four tricks to win are for three players only."""
    options = {"tricks_to_win": 4, "jink": False}
    night = open_night_with(club, guests(club, 4), table_size=3, options=options)

    with pytest.raises(NoSeating, match="for tables of 3"):
        seat_night(night)
    check_in(night, arrive(club, ("Con", "Peg"), at=AT), at=AT)
    assert [one.places.count() for one in seat_night(night).rounds.tables().all()] == [3, 3]


def test_a_buy_in_that_a_purse_does_not_hold_opens_no_table(club: Club) -> None:
    night = seat_night(open_night_with(club, guests(club, 2), buy_in_chips=21))

    with pytest.raises(NoChips, match="fewer than 21 chips to play with"):
        open_tables(night, at=AT)


def test_nobody_sits_down_with_an_empty_purse(club: Club) -> None:
    rich, poor = guests(club, 2)
    exchange_chips(poor, Direction.REDEEM, chips=20, key="form:1", actor=owner_of(club), at=AT)
    night = seat_night(open_night_with(club, [rich, poor]))

    with pytest.raises(NoChips, match="Guest 1: no chips to play with"):
        open_tables(night, at=AT)


def test_a_fixed_buy_in_leaves_the_rest_in_the_purse(club: Club) -> None:
    night = seat_night(open_night_with(club, guests(club, 2), buy_in_chips=5))
    open_tables(night, at=AT)
    held = {one.member.purse.balance for one in night.attendances.select_related("member__purse")}
    close_night(night, at=AT)

    assert held == {15}
    assert purses(club) == 3 * 20


@pytest.mark.parametrize(
    ("plan", "word"),
    [
        ({"buy_in_chips": 0}, "Buy in chips: Must be a whole number from 1 to"),
        ({"table_size": 11}, "Table size: .*less than or equal to 10"),
        ({"capacity": 1}, "Capacity"),
        ({"deals_limit": 0}, "Deals limit"),
        ({"turn_seconds": 0}, "Turn seconds"),
        ({"time_bank_seconds": 3601}, "Time bank seconds: .*less than or equal to 3600"),
        ({"venue": "x" * 101}, "Venue"),
    ],
)
def test_nonsense_is_not_planned(club: Club, plan: Plan, word: str) -> None:
    with pytest.raises(NotPossible, match=word):
        plan_night(club, at=AT, **(Plan(starts_at=AT) | plan))


def test_a_larger_hall_lets_those_come_who_wait(club: Club) -> None:
    night = plan_night(club, at=AT, starts_at=AT, capacity=2)
    for member in guests(club, 4):
        answer_night(night, member, Answer.GOING, at=AT)
    change_night(night, at=AT, capacity=3)

    assert night.attendances.filter(answer=Answer.GOING).count() == 3


def test_a_night_with_open_tables_is_as_it_is(club: Club) -> None:
    night = open_tables(seat_night(open_night_with(club, guests(club, 2))), at=AT)

    with pytest.raises(WrongMoment):
        change_night(night, at=AT, venue="The other hall")


def test_neighbours_of_the_last_night_are_parted(club: Club) -> None:
    members = guests(club, 4)
    companies = []
    for _ in range(2):
        night = open_tables(seat_night(open_night_with(club, members, table_size=2)), at=AT)
        companies.append(set(companies_of(night)))
        close_night(night, at=AT)

    assert not companies[0] & companies[1]


def test_a_night_is_closed_once(night: Night) -> None:
    first = close_night(night, at=AT)
    again = close_night(night, at=AT + timedelta(hours=1))

    assert first.closed_at == again.closed_at == AT


def test_the_evening_goes_one_way(club: Club) -> None:
    night = plan_night(club, at=AT, starts_at=AT)
    with pytest.raises(WrongMoment, match="Ballyduff, 21 November 2026 is planned: open it"):
        seat_night(night)
    open_night(night)
    with pytest.raises(WrongMoment, match="seat the people next"):
        open_tables(night, at=AT)
    close_night(night, at=AT)
    with pytest.raises(WrongMoment, match="is closed"):
        open_night(night)


def test_the_sweep_closes_a_night_that_has_played_out(night: Night) -> None:
    Night.objects.filter(pk=night.pk).update(starts_at=database_now())
    night = open_tables(seat_night(night), at=AT)
    sweep_nights()
    night.refresh_from_db()
    before = night.status
    for one in night.rounds.tables().all():
        while one.table and advance_table(one.table.pk, at=AT):
            pass
    sweep_nights()
    night.refresh_from_db()

    assert (before, night.status) == (NightStatus.PLAYING, NightStatus.CLOSED)


def test_the_sweep_closes_a_night_that_somebody_forgot(club: Club) -> None:
    now = database_now()
    night = open_tables(seat_night(open_night_with(club, guests(club, 2))), at=now)
    statuses = []
    for hours in (11, 13):
        Night.objects.filter(pk=night.pk).update(starts_at=now - timedelta(hours=hours))
        sweep_nights()
        night.refresh_from_db()
        statuses.append(night.status)

    assert statuses == [NightStatus.PLAYING, NightStatus.CLOSED]
    assert purses(club) == 3 * 20


def test_a_deal_in_play_keeps_the_sweep_from_its_night(club: Club) -> None:
    now = database_now()
    night = open_tables(
        seat_night(open_night_with(club, guests(club, 2), mode=Mode.ONLINE)), at=now
    )
    table = night.rounds.tables().get().table
    assert table is not None
    advance_table(table.pk, at=now)
    Night.objects.filter(pk=night.pk).update(starts_at=now - timedelta(hours=13))
    sweep_nights()
    night.refresh_from_db()

    assert night.status == NightStatus.PLAYING


def spoilt_night(club: Club, members: list[Member], **options: str) -> Night:
    """Five at a table with real cards, after one spoilt deal: 12 chips in the pool."""
    night = open_tables(seat_night(open_night_with(club, members, options=options)), at=AT)
    table = night.rounds.tables().get().table
    assert table is not None
    record_deal(table, Result(kind="spoilt"), number=1, at=AT)
    return night


def test_a_club_with_the_longest_name_plays(db: None) -> None:
    club = ClubFactory.create(name="K" * 100)
    night = open_tables(seat_night(open_night_with(club, guests(club, 2))), at=AT)

    table = night.rounds.tables().get().table
    assert table is not None
    assert str(table).startswith("Table 1, KKK")


def test_a_pool_that_is_carried_opens_the_next_night(club: Club) -> None:
    """RULES.md 7.7."""
    members = guests(club, 5)
    close_night(spoilt_night(club, members, unclaimed_pool="carry"), at=AT)
    in_purses = purses(club)
    options = {"unclaimed_pool": "carry"}
    night = seat_night(open_night_with(club, members, options=options))
    table = open_tables(night, at=AT).rounds.tables().get().table

    assert in_purses == 6 * 20 - 12
    assert table is not None
    assert table.pool.balance == 12


def test_a_house_that_plays_on_closes_when_nobody_is_left(club: Club) -> None:
    """RULES.md 7.7: the organiser is refused; the sweep shares the pool out long after."""
    night = spoilt_night(club, guests(club, 5), unclaimed_pool="play_on")
    with pytest.raises(PoolNotWon, match=r"at Table 1, .* until the pool of 12 is won"):
        close_night(night, at=AT)
    Night.objects.filter(pk=night.pk).update(starts_at=database_now() - timedelta(hours=13))
    sweep_nights()
    night.refresh_from_db()

    assert night.status == NightStatus.CLOSED
    assert purses(club) == 6 * 20


@pytest.mark.parametrize(
    ("step", "body"), [("close", {}), ("end-round", {"round": 1}), ("next-round", {"round": 1})]
)
def test_an_organiser_shares_a_pool_out_where_the_house_would_play_on(
    club: Club, step: str, body: dict[str, int]
) -> None:
    night = spoilt_night(club, guests(club, 5), unclaimed_pool="play_on")
    caller = Caller(owner_of(club))
    refused = caller.order(f"nights/{night.pk}/{step}", body)

    answer = caller.order(f"nights/{night.pk}/{step}", {**body, "split": True})

    assert refused.data["code"] == "pool_not_won"
    assert answer.status_code == 200, answer.data
    table = night.rounds.get(number=1).tables.get().table
    assert table is not None
    assert table.pool.balance == 0
    assert table.closed_at is not None


@pytest.mark.parametrize(
    "nonsense",
    [
        {"status": "over"},
        {"mode": "chess"},
        {"table_size": 11},
        {"capacity": 1},
        {"buy_in_chips": 0},
        {"deals_limit": 0},
        {"turn_seconds": 0},
        {"time_bank_seconds": 3601},
        {"closed_at": datetime(2026, 11, 22, tzinfo=UTC)},  # And yet open.
    ],
)
def test_the_database_refuses_nonsense_of_a_night(
    night: Night, nonsense: dict[str, object]
) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Night.objects.filter(pk=night.pk).update(**nonsense)


def test_the_database_refuses_an_answer_that_nobody_can_read(night: Night) -> None:
    first = night.attendances.filter(pk=night.attendances.earliest("pk").pk)

    with pytest.raises(IntegrityError), transaction.atomic():
        first.update(answer="perhaps")


def test_summer_nights_have_the_clubs_date(club: Club) -> None:
    """Half past eleven UTC is half past twelve in Dublin's summer."""
    night = plan_night(
        club,
        at=datetime(2026, 7, 3, tzinfo=UTC),
        starts_at=datetime(2026, 7, 3, 23, 30, tzinfo=UTC),
    )

    assert str(night) == "Ballyduff, 4 July 2026"


def test_chips_are_issued_once_for_one_key(club: Club) -> None:
    member = club.members.get()
    for _ in range(2):
        exchange_chips(member, Direction.ISSUE, chips=100, key="form:1", actor=member.player, at=AT)
    member.purse.refresh_from_db()

    assert member.purse.balance == 120


def test_two_of_the_same_name_are_two_players(club: Club) -> None:
    first, second = (walk_in(club, name="Mary O'Brien", at=AT) for _ in range(2))

    assert {first.player.username, second.player.username} == {"mary-obrien", "mary-obrien-2"}


def test_a_purse_gives_back_no_more_than_it_holds(club: Club) -> None:
    with pytest.raises(Overdrawn):
        exchange_chips(
            club.members.get(),
            Direction.REDEEM,
            chips=21,
            key="form:1",
            actor=owner_of(club),
            at=AT,
        )


@pytest.mark.parametrize("chips", [0, -1, 1.5, True])
def test_chips_are_whole_numbers_above_nothing(club: Club, chips: int) -> None:
    with pytest.raises(NotChips):
        exchange_chips(
            club.members.get(),
            Direction.ISSUE,
            chips=chips,
            key="form:1",
            actor=owner_of(club),
            at=AT,
        )


@pytest.mark.parametrize(
    ("planned", "then", "begins"),
    [
        ("2026-10-20T19:30+00:00", "2026-10-20T23:00+00:00", "2026-10-27T20:30+00:00"),
        ("2026-10-20T19:30+00:00", "2026-10-27T20:30+00:00", "2026-10-27T20:30+00:00"),
        ("2026-10-20T19:30+00:00", "2026-12-25T12:00+00:00", "2026-12-29T20:30+00:00"),
        ("2026-12-29T20:30+00:00", "2026-10-20T12:00+00:00", "2027-01-05T20:30+00:00"),
    ],
    ids=["when the clocks go back", "to the minute", "after a break", "ahead"],
)
def test_another_evening_is_planned_like_the_last_one(
    club: Club, planned: str, then: str, begins: str
) -> None:
    last = Night(
        club=club,
        starts_at=datetime.fromisoformat(planned),
        venue="Parish hall",
        buy_in_chips=20,
        mode=Mode.RECORDED,
    )

    plan = plan_like(last, at=datetime.fromisoformat(then))

    assert plan["starts_at"] == datetime.fromisoformat(begins)
    assert (plan["venue"], plan["buy_in_chips"], plan["mode"]) == ("Parish hall", 20, "recorded")
