"""Turning somebody away: every door closes, and they get up when the deal in play is over."""

from typing import Any

import pytest

from clubs.attendance import answer_night, check_in, welcome
from clubs.chips import exchange_chips, give_chips
from clubs.draws import seat_night
from clubs.errors import (
    LastOwner,
    NoGifts,
    NoReason,
    NotMember,
    NotOneself,
    StillPlaying,
    TurnedAway,
)
from clubs.free_tables import open_free_table, take_seat
from clubs.members import change_role, join_club, leave_club
from clubs.models import Access, Answer, Club, FreeTable, Member, NightStatus, Player, Role
from clubs.nights import plan_night
from clubs.rights import LOOK_AFTER_CLUB
from clubs.rounds import open_tables
from clubs.turning_away import turn_away
from deploy.rest.clock import database_now
from games.errors import NotSeated
from games.evening.result import Result
from games.models import Mode, Seat, Table
from games.play.acting import act
from games.play.advance import advance_table
from games.play.by_hand import record_deal
from ledger.audit import check_books
from ledger.by_hand import Direction
from ledger.models import Transfer
from tests.clubs.callers import Caller
from tests.clubs.factories import AT, ClubFactory, PlayerFactory, guests, open_night_with, owner_of
from tests.games.factories import actor_of, state_of
from tests.games.fireside import finish


@pytest.fixture
def club(db: None) -> Club:
    return ClubFactory.create()


@pytest.fixture
def members(club: Club) -> list[Member]:
    players = PlayerFactory.create_batch(3)
    return [join_club(club, player=player, at=AT) for player in players]


def free_table(club: Club, seated: list[Member], **options: Any) -> FreeTable:
    """An open table at which these sit with 10 chips each."""
    free = open_free_table(
        club, host=owner_of(club), access=Access.OPEN, name="Open", seats_limit=5, at=AT, **options
    )
    for member in seated:
        take_seat(free, player=member.player, chips=10, at=AT)
    return free


def bar(member: Member) -> Member:
    return turn_away(member, by=owner_of(member.club), reason="Threw a chair", at=AT)


def purse(member: Member) -> int:
    return Member.objects.select_related("purse").get(pk=member.pk).purse.balance


def seat_of(table: Table, member: Member) -> Seat:
    return Seat.objects.get(table=table, player=member.player_id)


def test_they_get_up_from_a_free_table_when_the_deal_is_over(
    club: Club, members: list[Member]
) -> None:
    free = free_table(club, members)
    advance_table(free.table_id, at=AT)
    deal = free.table.deals.get()
    loud = next(one for one in members if one.player_id == actor_of(deal))

    bar(loud)

    assert seat_of(free.table, loud).cashed_chips is None  # The deal is played out first,
    advance_table(free.table_id, at=AT)
    assert deal.actions.filter(by="clock").exists()  # by a bot, and nobody waits.
    finish(deal)
    assert seat_of(free.table, loud).cashed_chips is not None
    assert purse(loud) >= 10
    assert free.table.seats.taken().count() == 2
    assert check_books() == []


def test_they_neither_see_nor_play_their_cards(club: Club, members: list[Member]) -> None:
    """The table that is open to everybody else, too."""
    free = free_table(club, members)
    advance_table(free.table_id, at=AT)
    deal = free.table.deals.get()
    loud = next(one for one in members if one.player_id == actor_of(deal))
    bar(loud)
    caller = Caller(loud.player)

    paths = [
        f"tables/{free.table_id}",
        f"free-tables/{free.pk}",
        f"deals/{deal.pk}",
        f"deals/{deal.pk}/actions",
        f"history/{deal.pk}",
    ]
    assert [caller.get(f"/api/v1/{path}").status_code for path in paths] == [404] * 5
    assert caller.post(f"/api/v1/tables/{free.table_id}/back").status_code == 404
    with pytest.raises(NotSeated):
        act(deal.pk, player_id=loud.player_id, ply=state_of(deal).ply, action="decline", at=AT)


def test_somebody_who_waits_for_company_gets_up_at_the_next_look(
    club: Club, members: list[Member]
) -> None:
    free = free_table(club, members[:1])
    advance_table(free.table_id, at=AT)

    bar(members[0])
    assert free.table_id in Table.objects.waiting(AT)
    advance_table(free.table_id, at=AT)

    assert purse(members[0]) == 20
    assert not free.table.seats.taken().exists()


def test_they_get_up_from_a_nights_table(club: Club, members: list[Member]) -> None:
    night = open_night_with(club, members, mode=Mode.ONLINE, buy_in_chips=10)
    table = open_tables(seat_night(night), at=AT).rounds.tables().get().table
    assert table is not None
    advance_table(table.pk, at=AT)
    deal = table.deals.get()
    loud = Member.objects.get(player=actor_of(deal))  # Everybody would wait for them.

    bar(loud)
    finish(deal)

    assert seat_of(table, loud).cashed_chips is not None
    assert table.seats.taken().count() == 2
    assert check_books() == []


@pytest.mark.parametrize("kind", ["spoilt", "misdeal"])
def test_at_real_cards_they_get_up_at_once_and_the_others_play_on(
    club: Club, members: list[Member], kind: Any
) -> None:
    night = open_night_with(club, [*members, *guests(club, 1)], buy_in_chips=10)
    table = open_tables(seat_night(night), at=AT).rounds.tables().get().table
    assert table is not None
    deal = record_deal(table, Result(kind=kind), number=1, at=AT)
    seats = {seat.number: seat for seat in table.seats.select_related("player", "stack")}
    dealer = seats[deal.seat_numbers[deal.dealer]]
    held = dealer.stack.balance

    bar(Member.objects.get(player=dealer.player))
    record_deal(table, Result(kind="spoilt"), number=2, at=AT)

    assert Seat.objects.get(pk=dealer.pk).cashed_chips == held
    second = table.deals.get(number=2)
    assert len(second.seat_numbers) == 3
    assert second.seat_numbers[second.dealer] == deal.seat_numbers[(deal.dealer + 1) % 4]
    assert check_books() == []


def test_nobody_expects_them_at_a_night(club: Club, members: list[Member]) -> None:
    """Their place goes to whoever waits, and tables that were laid are laid again."""
    planned = plan_night(club, at=AT, starts_at=AT, capacity=2)
    for member in members:
        answer_night(planned, member, Answer.GOING, at=AT)
    seated = seat_night(open_night_with(club, members))

    bar(members[0])

    answers = {one.member_id: one.answer for one in planned.attendances.all()}
    assert answers == {
        members[0].pk: Answer.NO,
        members[1].pk: Answer.GOING,
        members[2].pk: Answer.GOING,
    }
    seated.refresh_from_db()
    assert seated.status == NightStatus.OPEN
    assert not seated.attendances.here().filter(member=members[0]).exists()


def test_every_door_is_closed(club: Club, members: list[Member]) -> None:
    loud, other, _ = members
    Club.objects.update(allows_gifts=True)
    night, free = plan_night(club, at=AT, starts_at=AT), free_table(club, [])
    snug = open_free_table(
        club, host=owner_of(club), access=Access.INVITATION, name="Snug", seats_limit=5, at=AT
    )
    bar(loud)
    caller, owner = Caller(loud.player), owner_of(club)

    assert caller.order(f"free-tables/{free.pk}/sit", {"chips": 5}).status_code == 404
    invited = caller.order("free-tables/join", {"chips": 5, "code": snug.code})
    assert (invited.status_code, invited.data["code"]) == (404, "not_found")
    assert caller.order("free-tables", {"club": club.pk, "name": "Mine"}).status_code == 404
    assert caller.post(f"/api/v1/nights/{night.pk}/answer", {"answer": "going"}).status_code == 404
    with pytest.raises(NotMember):
        answer_night(night, loud, Answer.GOING, at=AT)
    with pytest.raises(NotMember):
        check_in(open_night_with(club, []), [loud], at=AT)
    with pytest.raises(TurnedAway):
        join_club(club, player=loud.player, at=AT)
    with pytest.raises(TurnedAway):
        take_seat(free, player=loud.player, chips=5, at=AT)
    with pytest.raises(TurnedAway):
        change_role(loud, Role.GUEST, at=AT)
    with pytest.raises(TurnedAway):
        exchange_chips(loud, Direction.ISSUE, chips=5, key="issue", actor=owner, at=AT)
    for giver, taker in ((loud, other), (other, loud)):
        with pytest.raises(NoGifts):
            give_chips(giver, taker, chips=5, key="gift", actor=owner, at=AT)


def test_the_door_of_a_night_knows_their_name(club: Club, members: list[Member]) -> None:
    bar(members[0])

    with pytest.raises(TurnedAway, match="readmit them first"):
        welcome(open_night_with(club, []), members[0].player.name.upper(), at=AT)


def test_it_survives_leaving(club: Club, members: list[Member]) -> None:
    loud = bar(members[0])
    leave_club(loud, redeems_purse=True, at=AT)

    assert purse(loud) == 0
    with pytest.raises(TurnedAway):
        join_club(club, player=loud.player, at=AT)
    with pytest.raises(TurnedAway):
        take_seat(free_table(club, []), player=loud.player, chips=1, at=AT)


def test_somebody_who_has_left_or_visits_is_turned_away_too(
    club: Club, members: list[Member]
) -> None:
    leave_club(members[0], at=AT)
    bar(members[0])

    with pytest.raises(TurnedAway):
        take_seat(free_table(club, []), player=members[0].player, chips=1, at=AT)


def test_they_keep_their_purse(club: Club, members: list[Member]) -> None:
    loud = bar(members[0])
    caller = Caller(loud.player)

    assert caller.get(f"/api/v1/accounts/{loud.purse_id}/statement").status_code == 200
    exchange_chips(loud, Direction.REDEEM, chips=20, key="redeem", actor=owner_of(club), at=AT)
    assert purse(loud) == 0


def test_readmitting_opens_all_doors(club: Club, members: list[Member]) -> None:
    free = free_table(club, members[:1])
    organiser = Caller(owner_of(club))
    barred = organiser.order(f"members/{members[0].pk}/turn-away", {"reason": "Loud"})
    assert barred.data["turned_away_reason"] == "Loud"
    for _ in range(2):  # Again it is harmless.
        assert organiser.post(f"/api/v1/members/{members[0].pk}/readmit").status_code == 200
    advance_table(free.table_id, at=database_now())

    member = Member.objects.get(pk=members[0].pk)
    assert (member.turned_away_at, member.turned_away_by, member.role) == (None, None, "member")
    sat = Caller(member.player).order(f"free-tables/{free.pk}/sit", {"chips": 5})
    assert sat.status_code == 200, sat.data


def test_the_reason_is_for_organisers(club: Club, members: list[Member]) -> None:
    bar(members[0])

    told = [
        Caller(player).get(f"/api/v1/members/{members[0].pk}").json()["turned_away_reason"]
        for player in (owner_of(club), members[1].player, members[0].player)
    ]

    assert told == ["Threw a chair", None, None]


def test_who_turns_whom_away(club: Club, members: list[Member]) -> None:
    owner = owner_of(club)
    organiser, second = members[0], members[1]
    for one in (organiser, second):
        change_role(one, Role.ORGANISER, at=AT)

    asking, address = Caller(organiser.player), f"members/{second.pk}"
    refused = asking.order(f"{address}/turn-away", {"reason": "Loud"})
    assert refused.status_code == 403
    assert "ask an owner" in refused.data["detail"]
    with pytest.raises(NotOneself, match="leave the club"):
        turn_away(organiser, by=organiser.player, reason="Loud", at=AT)
    with pytest.raises(NoReason):
        turn_away(second, by=owner, reason=" ", at=AT)
    chief = Player.objects.create_superuser("chief", name="Chief")
    with pytest.raises(LastOwner):
        turn_away(club.members.get(role=Role.OWNER), by=chief, reason="Loud", at=AT)
    turn_away(second, by=owner, reason="Loud", at=AT)
    assert asking.order(f"{address}/readmit").status_code == 403
    assert not Club.objects.of(second.player, LOOK_AFTER_CLUB.may).exists()


def test_members_turn_nobody_away(club: Club, members: list[Member]) -> None:
    caller = Caller(members[0].player)

    answers = [
        caller.order(f"members/{members[1].pk}/{verb}", body)
        for verb, body in (("turn-away", {"reason": "Loud"}), ("readmit", {}), ("leave", {}))
    ]

    assert [answer.status_code for answer in answers] == [403] * 3
    assert (
        Caller(PlayerFactory.create())
        .order(f"members/{members[1].pk}/turn-away", {"reason": "Loud"})
        .status_code
        == 404
    )


def test_a_member_leaves_and_keeps_or_redeems_the_purse(club: Club, members: list[Member]) -> None:
    keeps, redeems, _ = members
    for member, choice in ((keeps, "keep"), (redeems, "redeem")):
        answer = Caller(member.player).order(f"members/{member.pk}/leave", {"purse": choice})
        assert answer.status_code == 200, answer.data
        assert answer.data["left_at"] is not None

    assert (purse(keeps), purse(redeems)) == (20, 0)
    assert Transfer.objects.get(reason="redeem").actor_id == redeems.player_id
    assert join_club(club, player=redeems.player, at=AT).purse_id == redeems.purse_id
    assert purse(redeems) == 0  # The opening chips were given once.
    exchange_chips(redeems, Direction.ISSUE, chips=7, key="again", actor=owner_of(club), at=AT)
    leave_club(redeems, redeems_purse=True, at=AT)
    assert (purse(redeems), Transfer.objects.filter(reason="redeem").count()) == (0, 2)
    assert check_books() == []


def test_nobody_leaves_with_chips_on_a_table(club: Club, members: list[Member]) -> None:
    free_table(club, members)

    for purse_goes in (False, True):
        with pytest.raises(StillPlaying):
            leave_club(members[0], redeems_purse=purse_goes, at=AT)
    assert purse(members[0]) == 10
