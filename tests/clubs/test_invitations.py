"""Invitations: nobody is enrolled who has not said yes, and nobody learns which logins exist."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from clubs.attendance import answer_night
from clubs.chips import exchange_chips
from clubs.draws import seat_night
from clubs.errors import (
    AlreadyMember,
    NotClaimable,
    StillPlaying,
    UnknownInvitation,
)
from clubs.free_tables import open_free_table
from clubs.invitations import accept_invitation, invite, withdraw_invitation
from clubs.members import change_role, join_club, leave_club, walk_in
from clubs.models import Access, Answer, Club, Invitation, Member, Player, Role
from clubs.nights import close_night, plan_night
from clubs.rounds import open_tables
from clubs.turning_away import turn_away
from clubs.visitors import visit
from deploy.rest.clock import database_now
from games.evening.result import Result
from games.models import DealResult, Rating, Seat
from games.play.by_hand import record_deal
from games.records.record import record_of
from games.records.results import count_deals
from ledger.audit import check_books
from ledger.by_hand import Direction
from ledger.lending import draft_loan, owed_by
from ledger.models import Receipt, Transfer
from ledger.posting import post_transfer
from tests.clubs.callers import Caller
from tests.clubs.factories import AT, ClubFactory, PlayerFactory, guests, open_night_with, owner_of
from tests.ledger.crowds import at_once
from tests.tournaments.cups import announce
from tournaments.entries import enter, withdraw


@pytest.fixture
def club(db: None) -> Club:
    return ClubFactory.create()


@pytest.fixture
def player(club: Club) -> Player:
    return PlayerFactory.create()


def code_for(club: Club, role: Role = Role.MEMBER, member: Member | None = None) -> str:
    return invite(club, role=role, member=member, by=owner_of(club), at=AT)[1]


def purse(member: Member) -> int:
    return Member.objects.select_related("purse").get(pk=member.pk).purse.balance


def test_a_player_joins_by_the_code(club: Club, player: Player) -> None:
    owner, caller = Caller(owner_of(club)), Caller(player)
    made = owner.post("/api/v1/invitations", {"club": club.pk, "role": "scorer"}, format="json")
    assert made.status_code == 201, made.data

    answer = caller.order("invitations/accept", {"code": made.data["code"]})

    assert (answer.status_code, answer.data["role"]) == (200, "scorer")
    member = Member.objects.get(player=player)
    assert (member.pk, purse(member)) == (answer.data["id"], 20)
    told = owner.get(f"/api/v1/invitations/{made.data['id']}").json()
    assert told["accepted_by"] == player.pk
    assert "code" not in told


def test_the_code_is_kept_nowhere(club: Club, player: Player) -> None:
    """Neither with the invitation nor in a receipt, also where a key was sent."""
    made = Caller(owner_of(club)).order("invitations", {"club": club.pk})
    Caller(player).order("invitations/accept", {"code": made.data["code"]})

    kept = [str(vars(row)) for row in [*Receipt.objects.all(), *Invitation.objects.all()]]
    assert kept
    assert not any(made.data["code"] in row for row in kept)


def test_members_are_made_by_name_alone(club: Club) -> None:
    """An existing login and one of nobody are refused alike."""
    Player.objects.create_user("con", name="Con")
    owner = Caller(owner_of(club))

    answers = [
        owner.order("members", {"club": club.pk, "username": name}) for name in ("con", "nobody")
    ]

    assert [answer.status_code for answer in answers] == [400, 400]
    first, second = ({**answer.data, "request_id": ""} for answer in answers)
    assert first == second
    assert club.members.count() == 1


@pytest.mark.parametrize("role", [Role.OWNER, Role.ORGANISER])
def test_owners_invite_owners_and_organisers(club: Club, player: Player, role: Role) -> None:
    organiser = join_club(club, player=PlayerFactory.create(), role=Role.ORGANISER, at=AT)
    order = {"club": club.pk, "role": role}

    refused = Caller(organiser.player).post("/api/v1/invitations", order, format="json")
    assert refused.status_code == 403
    assert "ask an owner" in refused.data["detail"]
    assert accept_invitation(code_for(club, role), player=player, at=AT).role == role


def test_owners_alone_invite_somebody_to_claim_the_row_of_an_organiser(club: Club) -> None:
    """With whichever role: nobody else makes an organiser's row another's."""
    organiser = join_club(club, player=PlayerFactory.create(), role=Role.ORGANISER, at=AT)
    offline = walk_in(club, name="Con", role=Role.ORGANISER, at=AT)
    order = {"club": club.pk, "member": offline.pk, "role": "guest"}

    made = [
        Caller(one).post("/api/v1/invitations", order, format="json").status_code
        for one in (organiser.player, owner_of(club))
    ]

    assert made == [403, 201]


def test_members_and_strangers_invite_nobody(club: Club, player: Player) -> None:
    member = join_club(club, player=PlayerFactory.create(), at=AT)
    invitation, _ = invite(club, role=Role.GUEST, by=owner_of(club), at=AT)

    for one in (member.player, player):
        caller = Caller(one)
        made = caller.post("/api/v1/invitations", {"club": club.pk}, format="json")
        assert made.status_code in (403, 404)
        assert caller.get("/api/v1/invitations").json()["results"] == []
        assert caller.delete(f"/api/v1/invitations/{invitation.pk}").status_code == 404
    assert club.invitations.get() == invitation


def spoilt_by_age(invitation: Invitation) -> None:
    Invitation.objects.filter(pk=invitation.pk).update(expires_at=AT)


def spoilt_by_hand(invitation: Invitation) -> None:
    owner = Caller(owner_of(invitation.club))
    assert owner.delete(f"/api/v1/invitations/{invitation.pk}").status_code == 204


def spoilt_by_use(invitation: Invitation) -> None:
    Invitation.objects.filter(pk=invitation.pk).update(
        accepted_at=AT, accepted_by=PlayerFactory.create()
    )


def spoilt_by_a_fall(invitation: Invitation) -> None:
    """Whoever made it could not make it any more."""
    join_club(invitation.club, player=PlayerFactory.create(), role=Role.OWNER, at=AT)
    maker = Member.objects.get(club=invitation.club, player=invitation.created_by)
    change_role(maker, Role.MEMBER, at=AT)


@pytest.mark.parametrize("spoil", [spoilt_by_age, spoilt_by_hand, spoilt_by_use, spoilt_by_a_fall])
def test_a_spoilt_code_is_like_one_of_nobody(
    club: Club, player: Player, spoil: Callable[[Invitation], None]
) -> None:
    invitation, code = invite(club, role=Role.MEMBER, by=owner_of(club), at=database_now())
    spoil(invitation)
    caller = Caller(player)

    answers = [caller.order("invitations/accept", {"code": one}) for one in (code, "nonsense")]

    assert [answer.status_code for answer in answers] == [404, 404]
    assert answers[0].data["detail"] == answers[1].data["detail"]
    assert not club.members.filter(player=player).exists()


def test_an_accepted_invitation_is_not_withdrawn(club: Club, player: Player) -> None:
    invitation, code = invite(club, role=Role.MEMBER, by=owner_of(club), at=AT)
    accept_invitation(code, player=player, at=AT)

    assert withdraw_invitation(invitation, at=AT).withdrawn_at is None


def test_somebody_who_belongs_already_keeps_the_code_good(club: Club, player: Player) -> None:
    join_club(club, player=player, at=AT)
    code = code_for(club)

    with pytest.raises(AlreadyMember):
        accept_invitation(code, player=player, at=AT)
    assert accept_invitation(code, player=PlayerFactory.create(), at=AT).role == Role.MEMBER


def test_a_visitor_and_a_guest_rise_and_nobody_falls(club: Club, player: Player) -> None:
    free = open_free_table(
        club, host=owner_of(club), access=Access.OPEN, name="Open", seats_limit=5, at=AT
    )
    visitor = visit(free, player=player, at=AT)

    for role in (Role.GUEST, Role.MEMBER):
        assert accept_invitation(code_for(club, role), player=player, at=AT).role == role
    assert purse(visitor) == 20
    with pytest.raises(AlreadyMember):
        accept_invitation(code_for(club, Role.GUEST), player=player, at=AT)
    with pytest.raises(AlreadyMember):
        accept_invitation(code_for(club), player=owner_of(club), at=AT)


def test_somebody_who_has_left_comes_back_by_invitation(club: Club, player: Player) -> None:
    former = leave_club(join_club(club, player=player, at=AT), at=AT)

    assert accept_invitation(code_for(club), player=player, at=AT).pk == former.pk
    assert purse(former) == 20


def test_somebody_who_is_turned_away_is_let_in_by_no_code(club: Club, player: Player) -> None:
    member = join_club(club, player=player, at=AT)
    turn_away(member, by=owner_of(club), reason="Loud", at=AT)
    offline = walk_in(club, name="Con", at=AT)

    for one in (None, offline):
        with pytest.raises(UnknownInvitation):
            accept_invitation(code_for(club, Role.OWNER, one), player=player, at=AT)
    leave_club(member, at=AT)
    with pytest.raises(UnknownInvitation):
        accept_invitation(code_for(club, Role.OWNER), player=player, at=AT)


def test_one_code_lets_one_in(own_database: str) -> None:
    club, players = ClubFactory.create(), PlayerFactory.create_batch(6)
    code = code_for(club)

    def accepts(player: Player) -> Callable[[], Any]:
        def accept() -> Member | UnknownInvitation:
            try:
                return accept_invitation(code, player=player, at=AT)
            except UnknownInvitation as refusal:
                return refusal

        return accept

    answers = at_once([accepts(player) for player in players])

    assert sum(isinstance(answer, Member) for answer in answers) == 1
    assert club.members.count() == 2
    assert check_books() == []


def test_one_player_with_two_codes_joins_once(own_database: str) -> None:
    club, player = ClubFactory.create(), PlayerFactory.create()
    codes = [code_for(club) for _ in range(4)]

    def accepts(code: str) -> Callable[[], Any]:
        def accept() -> Member | AlreadyMember:
            try:
                return accept_invitation(code, player=player, at=AT)
            except AlreadyMember as refusal:
                return refusal

        return accept

    answers = at_once([accepts(code) for code in codes])

    assert sum(isinstance(answer, Member) for answer in answers) == 1
    assert purse(Member.objects.get(player=player)) == 20


# A row that is claimed.


def evening(club: Club, company: list[Member]) -> None:
    """A deal with real cards, counted."""
    night = open_night_with(club, company, buy_in_chips=10)
    table = open_tables(seat_night(night), at=AT).rounds.tables().get().table
    assert table is not None
    winner = table.seats.get(player=company[0].player_id).number
    record_deal(table, Result(kind="won", winner=winner), number=1, at=AT)
    close_night(night, at=AT)
    count_deals()


def test_a_row_is_claimed_with_purse_and_history(club: Club, player: Player) -> None:
    con, *others = guests(club, 4)
    evening(club, [con, *others])
    cup = announce(club, entry_chips=0)
    entrant = enter(cup, member=con, at=AT)
    withdraw(cup, member=con, at=AT)
    held, entries = purse(con), con.purse.version
    assert held > 20

    mine = accept_invitation(code_for(club, Role.MEMBER, con), player=player, at=AT)

    assert (mine.player_id, mine.role, purse(mine)) == (player.pk, Role.MEMBER, held)
    assert entries >= 0
    con.refresh_from_db()
    assert (con.left_at, con.claimed_by_id) == (AT, mine.pk)
    con.purse.refresh_from_db()
    assert (con.purse.balance, con.purse.closed_at) == (0, AT)
    assert mine.attendances.count() == 1
    assert entrant.members.get().member_id == mine.pk
    assert Seat.objects.get(player=player).purse == mine.purse
    assert DealResult.objects.filter(player=player).count() == 1
    assert Rating.objects.filter(player=player).count() == 1
    assert [record.wins for record in record_of(player.pk)] == [1]
    assert check_books() == []


@pytest.mark.parametrize("kept", [0, 3, 6, 9])
def test_what_a_purse_owes_the_corrections_goes_over_with_it(
    club: Club, player: Player, kept: int
) -> None:
    """So that the next correction in favour of the claimer pays it back."""
    [con] = guests(club, 1)
    owner = owner_of(club)
    post_transfer(draft_loan(con.purse, 6, actor_id=owner.pk, memo="Table 1"), at=AT)
    spent = purse(con) - kept
    exchange_chips(con, Direction.REDEEM, chips=spent, key="spent", actor=owner, at=AT)

    mine = accept_invitation(code_for(club, Role.MEMBER, con), player=player, at=AT)

    assert owed_by([con.purse_id, mine.purse_id]) == {mine.purse_id: 6}
    assert purse(mine) == kept
    assert check_books() == []


def test_the_claimer_reads_the_old_statement_too(club: Club, player: Player) -> None:
    con, *others = guests(club, 4)
    evening(club, [con, *others])
    accept_invitation(code_for(club, Role.MEMBER, con), player=player, at=AT)
    caller = Caller(player)

    lines = caller.get(f"/api/v1/accounts/{con.purse_id}/entries").json()["results"]
    stack = Seat.objects.get(player=player).stack_id

    assert len(lines) == 4  # Opening chips, buy-in, cash-out, and over to the claimer.
    assert caller.get(f"/api/v1/transfers/{lines[-1]['transfer']}").status_code == 200
    assert caller.get(f"/api/v1/accounts/{stack}").status_code == 200
    assert len(caller.get("/api/v1/history").json()["results"]) == 1
    rows = Caller(owner_of(club)).get("/api/v1/members?name=Guest 0").json()["results"]
    assert rows == []


def test_claiming_gives_the_opening_chips_no_second_time(club: Club, player: Player) -> None:
    [con] = guests(club, 1)
    mine = accept_invitation(code_for(club, Role.GUEST, con), player=player, at=AT)
    leave_club(mine, redeems_purse=True, at=AT)
    accept_invitation(code_for(club), player=player, at=AT)

    assert purse(mine) == 0
    assert (
        Transfer.objects.filter(key__regex="member:.*:opening").count() == 2
    )  # The owner's and Con's.


def test_a_visitor_and_who_has_left_claim_into_their_own_purse(club: Club) -> None:
    free = open_free_table(
        club, host=owner_of(club), access=Access.OPEN, name="Open", seats_limit=5, at=AT
    )
    visitor = visit(free, player=PlayerFactory.create(), at=AT)
    former = leave_club(join_club(club, player=PlayerFactory.create(), at=AT), at=AT)
    for mine, chips in ((visitor, 20), (former, 40)):
        [con] = guests(club, 1)

        same = accept_invitation(code_for(club, Role.MEMBER, con), player=mine.player, at=AT)

        assert (same.pk, same.role, purse(same)) == (mine.pk, Role.MEMBER, chips)


def test_answers_to_a_night_go_over_once(club: Club, player: Player) -> None:
    mine, [con] = join_club(club, player=player, at=AT), guests(club, 1)
    night = plan_night(club, starts_at=AT, at=AT)
    for one in (mine, con):
        answer_night(night, one, Answer.GOING, at=AT)

    accept_invitation(code_for(club, Role.MEMBER, con), player=player, at=AT)

    assert [one.member_id for one in night.attendances.all()] == [mine.pk]


def test_two_who_have_met_are_not_one(club: Club, player: Player) -> None:
    mine, others = join_club(club, player=player, at=AT), guests(club, 3)
    evening(club, [mine, *others])
    code = code_for(club, Role.MEMBER, others[0])
    before = purse(others[0])

    with pytest.raises(NotClaimable, match="two people"):
        accept_invitation(code, player=player, at=AT)

    assert purse(others[0]) == before
    assert Invitation.objects.get(member=others[0]).accepted_at is None


def test_two_who_were_at_one_night_are_not_one(club: Club, player: Player) -> None:
    """At two tables of it, so that no table has seen both."""
    mine, [other] = join_club(club, player=player, at=AT), guests(club, 1)
    close_night(open_night_with(club, [mine, other]), at=AT)

    with pytest.raises(NotClaimable, match="two people"):
        accept_invitation(code_for(club, Role.MEMBER, other), player=player, at=AT)


def test_what_cannot_be_claimed(club: Club, player: Player) -> None:
    with_login = join_club(club, player=Player.objects.create_user("con", "", "pw"), at=AT)
    bot = join_club(club, player=PlayerFactory.create(is_bot=True), at=AT)
    [gone, here] = guests(club, 2)
    leave_club(gone, at=AT)
    for one in (with_login, bot, gone):
        with pytest.raises(NotClaimable):
            code_for(club, Role.MEMBER, one)
    code = code_for(club, Role.MEMBER, here)
    night = open_night_with(club, [here])
    with pytest.raises(StillPlaying):
        accept_invitation(code, player=player, at=AT)
    close_night(night, at=AT)
    assert accept_invitation(code, player=player, at=AT).player_id == player.pk


def test_a_row_is_claimed_once(club: Club, player: Player) -> None:
    [con] = guests(club, 1)
    codes = [code_for(club, Role.MEMBER, con) for _ in range(2)]
    accept_invitation(codes[0], player=player, at=AT)

    with pytest.raises(NotClaimable):
        accept_invitation(codes[1], player=PlayerFactory.create(), at=AT)


def test_a_row_of_another_club_is_not_offered(club: Club) -> None:
    [elsewhere] = guests(ClubFactory.create(), 1)

    answer = Caller(owner_of(club)).post(
        "/api/v1/invitations", {"club": club.pk, "member": elsewhere.pk}, format="json"
    )

    assert answer.status_code == 404


def test_the_database_knows_what_an_invitation_is(club: Club) -> None:
    invitation, _ = invite(club, role=Role.MEMBER, by=owner_of(club), at=AT)
    rows = Invitation.objects.filter(pk=invitation.pk)
    wrong: list[dict[str, Any]] = [
        {"role": "visitor"},
        {"accepted_at": AT},
        {"accepted_at": AT, "accepted_by": owner_of(club), "withdrawn_at": AT},
    ]

    for change in wrong:
        with pytest.raises(IntegrityError), transaction.atomic():
            rows.update(**change)


def test_invitations_last_as_long_as_was_said(club: Club, player: Player) -> None:
    _, code = invite(club, role=Role.MEMBER, days=3, by=owner_of(club), at=AT)

    with pytest.raises(UnknownInvitation):
        accept_invitation(code, player=player, at=AT + timedelta(days=3))
    assert accept_invitation(code, player=player, at=AT + timedelta(days=2, hours=23))
