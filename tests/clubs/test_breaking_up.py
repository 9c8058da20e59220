"""A table of a night breaks up in mid-round: nobody is lost, and no chip."""

from datetime import timedelta
from typing import Any

import pytest

from clubs.breaking_up import Placing, break_up
from clubs.errors import AlreadyAtTable, NoChair, NoTable
from clubs.models import Club, DeedKind, Night, NightPlace
from clubs.places import join_table, leave_table
from clubs.rehearsing import rehearse
from clubs.rounds import next_round
from deploy.rights import Doer
from games.engine import PoolNotWon
from games.errors import DealInPlay, GamesError, NotSeated, NumberUnplayable
from games.models import Mode, Table
from games.play.advance import advance_table
from games.tables.stewarding import pause, void_deal
from ledger.audit import check_books
from ledger.models import Account, Transfer
from tests.clubs.factories import AT, ClubFactory, owner_of
from tests.clubs.test_places import enter, late, playing, sitting
from tests.clubs.test_round_steps import in_all, tables_of

CARRY = {"unclaimed_pool": "carry"}


@pytest.fixture
def club(db: None) -> Club:
    return ClubFactory.create(name="Ballyduff")


def broken(night: Night, number: int, **options: Any) -> Night:
    """A minute after the tables were opened."""
    given = {"at": AT + timedelta(minutes=1)} | options
    return break_up(night, number=number, by=Doer(owner_of(night.club).pk), **given)


def spoilt(night: Night, *numbers: int) -> list[Table]:
    """The tables of the first round, at some of which a deal was spoilt."""
    tables = tables_of(night, 1)
    for number in numbers:
        enter(tables[number - 1], "spoilt", dealer=0)
    return tables


def pool(table: Table) -> int:
    return Account.objects.get(tables=table.pk).balance


def waiting(night: Night) -> list[str]:
    told = rehearse(night, lambda: None)
    return [str(one.member) for one in told.waiting]


def test_its_people_go_to_the_shortest_tables(club: Club) -> None:
    night = playing(club, 11)
    before = {number: sitting(night, number) for number in (1, 2, 3)}
    [short] = [number for number, people in before.items() if len(people) == 3]
    broken(night, short)

    others = [number for number in before if number != short]
    assert sorted(len(sitting(night, number)) for number in others) == [5, 6]
    assert {one for number in others for one in sitting(night, number)} >= set(before[short])
    assert waiting(night) == []
    assert in_all(club) == 12 * 20


def test_each_brings_what_they_took_and_pays_the_stake_at_their_first_deal(club: Club) -> None:
    """RULES.md 7.7: the shares of the pool go along."""
    night = playing(club, 8)
    first, second = spoilt(night, 1, 2)
    people = sitting(night, 1)
    taken = [
        place.seat.stack.balance
        for place in NightPlace.objects.filter(table__table=first).select_related("seat__stack")
        if place.seat
    ]
    broken(night, 1)

    stacks = [second.seats.get(player=one.player_id).stack.balance for one in people]
    assert sum(stacks) == sum(taken) + 10
    enter(second, "spoilt")
    after = [second.seats.get(player=one.player_id).stack.balance for one in people]
    assert sum(stacks) - sum(after) in (4 * 2, 4 * 2 + 2)
    assert in_all(club) == 9 * 20
    assert check_books() == []


def test_what_is_carried_goes_to_the_table_that_takes_most_of_them(club: Club) -> None:
    night = playing(club, 12, options=CARRY)
    _, second, third = spoilt(night, 1, 2, 3)
    one, *others = sitting(night, 1)
    places = [Placing(one, 2), *(Placing(other, 3) for other in others)]
    broken(night, 1, places=places)

    assert [pool(table) for table in (second, third)] == [10, 20]
    [joined] = Transfer.objects.filter(reason="pool_joined")
    assert sorted(joined.entries.values_list("chips", flat=True)) == [-10, 10]
    night = next_round(night, number=1, at=AT)
    assert sorted(pool(table) for table in tables_of(night, 2)) == [0, 10, 20]
    assert in_all(club) == 13 * 20


def test_of_two_tables_that_take_as_many_the_lower_number_has_the_pool(club: Club) -> None:
    night = playing(club, 12, options=CARRY)
    _, second, third = spoilt(night, 1)
    broken(night, 1)

    assert [len(sitting(night, number)) for number in (2, 3)] == [6, 6]
    assert [pool(table) for table in (second, third)] == [10, 0]


def test_where_the_house_plays_on_an_organiser_has_to_choose_split(club: Club) -> None:
    night = playing(club, 8, options={"unclaimed_pool": "play_on"})
    _, second = spoilt(night, 1)
    before = sitting(night, 1)

    with pytest.raises(PoolNotWon, match="until the pool of 10 is won"):
        broken(night, 1)
    assert sitting(night, 1) == before
    assert len(sitting(night, 2)) == 4
    broken(night, 1, split=True)
    assert (len(sitting(night, 2)), pool(second)) == (8, 0)
    assert in_all(club) == 9 * 20


def test_partners_stay_together_and_opposite_each_other(club: Club) -> None:
    """At every table of pairs everybody keeps their partner."""
    night = playing(club, 12, options={"sides": "pairs"})
    before = {number: sitting(night, number) for number in (1, 2, 3)}
    broken(night, 1)

    assert [len(sitting(night, number)) for number in (2, 3)] == [6, 6]
    for people in (sitting(night, 2), sitting(night, 3)):
        partner_of = {one: people[(place + 3) % 6] for place, one in enumerate(people)}
        for old in before.values():
            for place, one in enumerate(old):
                if one in partner_of:
                    assert partner_of[one] == old[(place + 2) % 4]


def test_partners_who_find_no_two_chairs_wait_together(club: Club) -> None:
    night = playing(club, 8, options={"sides": "pairs"})
    join_table(night, late(club, night, "Larry", "Peg", "Con", "Una"), number=2, at=AT)
    people = sitting(night, 1)
    broken(night, 1)

    assert len(sitting(night, 2)) == 10
    assert waiting(night) == sorted(str(one) for one in (people[1], people[3]))


def test_somebody_who_finds_no_chair_waits_and_is_seated_later(club: Club) -> None:
    night = playing(club, 12, table_size=6)
    join_table(night, late(club, night, "Larry"), number=2, at=AT)
    first = sitting(night, 1)
    broken(night, 1)
    deed = night.deeds.get(kind=DeedKind.BREAK_UP)

    assert len(sitting(night, 2)) == 10
    assert waiting(night) == sorted(str(one) for one in first[3:])
    assert deed.told["waiting"] == [one.pk for one in first[3:]]
    with pytest.raises(GamesError):
        join_table(night, first[3:4], number=2, at=AT)
    leave_table(night, [first[0]], at=AT)
    join_table(night, first[3:4], number=2, at=AT)
    assert first[3] in sitting(night, 2)
    night = next_round(night, number=1, at=AT)
    assert waiting(night) == []
    assert in_all(club) == 14 * 20


def test_where_nobody_finds_a_chair_the_table_stays(club: Club) -> None:
    night = playing(club, 8, options={"sides": "pairs"})
    people = sitting(night, 1)
    leave_table(night, people[:3], may_wait=True, at=AT)

    with pytest.raises(NoChair, match="Nobody at Table 1 finds a chair"):
        broken(night, 1)
    assert sitting(night, 1) == people[3:]
    broken(night, 1, may_wait=True)
    assert len(sitting(night, 2)) == 5


def test_the_only_table_cannot_break_up(club: Club) -> None:
    night = playing(club, 4)

    with pytest.raises(NoTable, match="No other table"):
        broken(night, 1)
    with pytest.raises(NoTable, match="Table 7"):
        broken(night, 7)


def test_a_table_that_everybody_has_left_only_closes(club: Club) -> None:
    night = playing(club, 8)
    leave_table(night, sitting(night, 1), may_wait=True, at=AT)
    broken(night, 1)

    assert tables_of(night, 1)[0].closed_at is not None
    assert len(waiting(night)) == 4


def test_people_go_where_they_are_named(club: Club) -> None:
    night = playing(club, 12)
    one, other, *_ = sitting(night, 1)
    neighbour = sitting(night, 2)[1]
    broken(night, 1, places=[Placing(one, 2, after=neighbour), Placing(other, 2, after=one)])

    assert sitting(night, 2)[1:4] == [neighbour, one, other]
    assert len(sitting(night, 3)) == 6


def test_who_is_named_wrongly(club: Club) -> None:
    night = playing(club, 12)
    one = sitting(night, 1)[0]
    stranger = sitting(night, 2)[0]

    with pytest.raises(NotSeated, match="does not sit at Table 1"):
        broken(night, 1, places=[Placing(stranger, 3)])
    with pytest.raises(AlreadyAtTable, match="named twice"):
        broken(night, 1, places=[Placing(one, 2), Placing(one, 3)])
    with pytest.raises(AlreadyAtTable, match="Table 1 breaks up"):
        broken(night, 1, places=[Placing(one, 1)])
    with pytest.raises(NoTable, match="Table 9 is not open"):
        broken(night, 1, places=[Placing(one, 9)])
    assert len(sitting(night, 1)) == 4
    assert not night.deeds.filter(kind=DeedKind.BREAK_UP).exists()


def test_named_people_sit_only_where_that_number_can_play(club: Club) -> None:
    night = playing(club, 12, options={"sides": "pairs"})
    people = sitting(night, 1)

    with pytest.raises(NumberUnplayable):
        broken(night, 1, places=[Placing(one, 2 + bool(count)) for count, one in enumerate(people)])
    assert sitting(night, 1) == people


def test_online_a_table_breaks_up_between_deals(club: Club) -> None:
    night = playing(club, 8, mode=Mode.ONLINE)
    first, second = tables_of(night, 1)
    for table in (first, second):
        advance_table(table.pk, at=AT)

    with pytest.raises(DealInPlay, match="is not over"):
        broken(night, 1)
    pause(first, at=AT)
    void_deal(first.deals.get(), actor_id=owner_of(club).pk, reason="Breaks up", at=AT)
    broken(night, 1)

    assert len(sitting(night, 2)) == 8
    assert in_all(club) == 9 * 20
