"""Pairs and threes enter, sit, score and win together; substitutes play on for one of them."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Member
from deploy.rest.clock import database_now
from deploy.rest.throttles import cache
from games.bots import FIRST_BOT
from games.models import Deal, Seat, Table
from games.play.advance import advance_table
from ledger.audit import check_books
from ledger.errors import Overdrawn
from ledger.kinds import AccountKind
from tests.clubs.callers import MEMBER, OWNER, STRANGER, callers_of
from tests.clubs.factories import ClubFactory, guests, owner_of
from tests.tournaments.cups import play_round
from tests.tournaments.listing import entrants_of
from tournaments.announcements import create_tournament
from tournaments.entries import Joining, enter_together, withdraw
from tournaments.errors import AlreadyEntered, NotEntered, NotTogether
from tournaments.meetings import repeat_meetings
from tournaments.models import Entrant, EntrantMember, RoundSeat, Tournament, TournamentStatus
from tournaments.results import final_standings, results_of
from tournaments.rounds import drawn_rounds
from tournaments.substitutes import substitute
from tournaments.tasks import sweep_tournaments
from tournaments.tournaments import cancel, start

pytestmark = pytest.mark.django_db
AT = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
PAIRS = {"options": {"sides": "pairs"}}


@pytest.fixture
def club() -> Club:
    cache.clear()
    return ClubFactory.create()


def announce(
    club: Club, *, rules: Any = PAIRS, members: int = 2, rounds: int = 2, table_size: int = 4
) -> Tournament:
    return create_tournament(
        club,
        name="Pairs",
        rounds_count=rounds,
        deals_a_round=4,
        starting_stack=60,
        table_size=table_size,
        entry_chips=5,
        members_count=members,
        rules=rules,
        by=owner_of(club),
        at=AT,
    )


def joining(members: list[Member], bot_level: str = FIRST_BOT) -> list[Joining]:
    return [Joining(member, bot_level) for member in members]


def cup(club: Club, *, entrants: int = 4, **plan: Any) -> Tournament:
    tournament = announce(club, **plan)
    for _ in range(entrants):
        company = guests(club, tournament.members_count)
        enter_together(tournament, joining(company), at=AT)
    return tournament


def members_of(entrant: Entrant) -> list[Member]:
    return [one.person for one in entrant.members.order_by("number")]


def test_partners_sit_across_and_score_as_one(club: Club) -> None:
    """RULES.md 1.2: partners sit opposite each other."""
    tournament = start(cup(club), at=AT)
    play_round(tournament)
    sweep_tournaments()

    for laid in tournament.rounds.get(number=1).tables.all():
        seats = list(laid.seats.order_by("seat"))
        assert [seats[0].entrant, seats[1].entrant] == [seats[2].entrant, seats[3].entrant]
        assert laid.are_sides
        won = Deal.objects.filter(table=laid.table_id).counted().count()
        lines = {line.entrant: line for line in results_of(tournament)}
        pairs = {seat.entrant_id for seat in seats}
        assert sum(lines[pair].deals_won for pair in pairs) <= won  # Once for each pair.
        for pair in pairs:
            made = [seat.chips or 0 for seat in seats if seat.entrant_id == pair]
            assert lines[pair].chips == sum(made)
            assert (
                lines[pair].deals_won == seats[[s.entrant_id for s in seats].index(pair)].deals_won
            )


def test_people_who_meet_are_told_as_pairs(club: Club) -> None:
    tournament = start(cup(club, entrants=2), at=AT)
    play_round(tournament)
    sweep_tournaments()

    rounds = list(drawn_rounds(tournament))
    [again] = repeat_meetings(rounds)[2]
    assert sorted(again.names) == sorted(str(one) for one in tournament.entrants.named())
    assert all(" and " in name for name in again.names)
    assert rounds[1].repeat_meetings == 1


def test_where_everybody_plays_alone_both_count(club: Club) -> None:
    """The house rules form no sides: they share a table, and their chips are one sum."""
    tournament = start(cup(club, rules=None, entrants=2, rounds=1), at=AT)
    play_round(tournament)

    laid = tournament.rounds.get().tables.get()
    assert not laid.are_sides
    sweep_tournaments()
    seats = RoundSeat.objects.all()
    for line in results_of(tournament):
        mine = [seat for seat in seats if seat.entrant_id == line.entrant]
        assert line.chips == sum(seat.chips or 0 for seat in mine)
        assert line.deals_won == sum(seat.deals_won or 0 for seat in mine)


def test_each_pays_and_the_prize_is_shared_to_the_last_chip(club: Club) -> None:
    tournament = cup(
        club, entrants=3, members=3, rules={"options": {"sides": "threes"}}, rounds=1, table_size=9
    )
    tournament.fund.refresh_from_db()
    assert tournament.fund.balance == 9 * 5
    start(tournament, at=AT)
    play_round(tournament)
    sweep_tournaments()

    tournament.refresh_from_db()
    assert tournament.status == TournamentStatus.PAID
    best = final_standings(tournament)[0].entrant
    prize = tournament.entrants.get(pk=best).prizes.get().chips
    got = [one.purse.balance - 15 for one in members_of(tournament.entrants.get(pk=best))]
    assert sum(got) == prize
    assert max(got) - min(got) <= 1
    assert check_books() == []


def test_fees_come_back_to_both(club: Club) -> None:
    tournament = cup(club, entrants=2)
    leavers, others = (members_of(entrant) for entrant in tournament.entrants.order_by("pk"))
    withdraw(tournament, member=leavers[1], at=AT)
    assert [Member.objects.get(pk=one.pk).purse.balance for one in leavers] == [20, 20]
    with pytest.raises(NotEntered):
        withdraw(tournament, member=leavers[0], at=AT)

    cancel(tournament, by=owner_of(tournament.club).pk, at=AT)
    assert [Member.objects.get(pk=one.pk).purse.balance for one in others] == [20, 20]
    enter = [str(entrant) for entrant in tournament.entrants.named().order_by("pk")]
    assert enter[0] == f"{leavers[0]} and {leavers[1]}"  # Their names stay.


def test_a_fee_that_one_lacks_lets_neither_in(club: Club) -> None:
    tournament = create_tournament(
        club, name="Dear", entry_chips=21, members_count=2, at=AT, **plan_of_one_round()
    )

    with pytest.raises(Overdrawn):
        enter_together(tournament, joining(guests(club, 2)), at=AT)
    assert not EntrantMember.objects.exists()


def plan_of_one_round() -> Any:
    return {"rounds_count": 1, "deals_a_round": 1, "starting_stack": 20}


@pytest.mark.parametrize("count", [1, 3])
def test_as_many_enter_as_play_together(club: Club, count: int) -> None:
    with pytest.raises(NotTogether, match=f"for pairs: name 2 for one entry, not {count}"):
        enter_together(announce(club), joining(guests(club, count)), at=AT)


def test_nobody_plays_in_two_pairs_or_with_themself(club: Club) -> None:
    tournament, [one, two, three] = announce(club), guests(club, 3)
    with pytest.raises(AlreadyEntered):
        enter_together(tournament, joining([one, one]), at=AT)
    enter_together(tournament, joining([one, two]), at=AT)

    with pytest.raises(AlreadyEntered):
        enter_together(tournament, joining([three, two]), at=AT)


def test_a_substitute_pays_before_the_start(club: Club) -> None:
    tournament = cup(club, entrants=2)
    [out, partner], [comer] = members_of(tournament.entrants.earliest("pk")), guests(club, 1)

    entrant = substitute(tournament, member=out, comer=Joining(comer, FIRST_BOT), at=AT)

    assert str(tournament.entrants.named().get(pk=entrant.pk)) == f"{comer} and {partner}"
    purses = [Member.objects.get(pk=one.pk).purse.balance for one in (out, comer, partner)]
    assert purses == [20, 15, 15]
    with pytest.raises(AlreadyEntered):
        substitute(tournament, member=partner, comer=Joining(comer), at=AT)


def test_a_substitute_plays_from_the_next_round_on(club: Club) -> None:
    """In the middle of a deal: a bot plays this round out, and what was scored stays."""
    tournament = start(cup(club), at=AT)
    at = max(AT, database_now())
    EntrantMember.objects.update(bot_level="")
    Seat.objects.update(bot_level="")
    for table in Table.objects.open():
        advance_table(table.pk, at=at)
    entrant = tournament.entrants.earliest("pk")
    [out, partner], [comer] = members_of(entrant), guests(club, 1)

    substitute(tournament, member=out, comer=Joining(comer, FIRST_BOT), at=at)

    seat = Seat.objects.get(player=out.player_id)
    assert seat.is_away
    Seat.objects.update(bot_level=FIRST_BOT)
    Table.objects.open().update(is_clock_running=False, due_at=at)
    play_round(tournament)
    sweep_tournaments()
    second = RoundSeat.objects.filter(round_table__round__number=2, entrant=entrant)
    assert {row.member.member for row in second} == {comer, partner}
    brought = Seat.objects.get(player=comer.player_id, table__round_table__round__number=2)
    left = Seat.objects.get(player=out.player_id)
    assert brought.bought_chips == left.cashed_chips
    line = next(one for one in results_of(tournament) if one.entrant == entrant.pk)
    assert line.name == f"{comer} and {partner}"
    assert line.chips == sum(
        row.chips or 0 for row in entrant.seats.filter(round_table__round__number=1)
    )
    stray = EntrantMember.objects.get(member=out).purse
    assert (stray.kind, stray.balance) == (AccountKind.PURSE, 0)
    assert check_books() == []


def test_over_the_api(club: Club) -> None:
    callers = callers_of(club)
    owner, member = callers[OWNER], callers[MEMBER]
    body = {"club": club.pk, "name": "Pairs", "members_count": 2, **plan_of_one_round()}
    path = f"tournaments/{owner.order('tournaments', body).data['id']}"
    one, two, three, four, five = guests(club, 5)

    def entry(first: Member, second: Member) -> dict[str, Any]:
        return {"member": first.pk, "partners": [{"member": second.pk, "bot_level": FIRST_BOT}]}

    owner.order(f"{path}/enter", entry(one, two))
    [made] = entrants_of(owner, path)
    assert [(each["member"], each["bot_level"]) for each in made["members"]] == [
        (one.pk, ""),
        (two.pk, FIRST_BOT),
    ]
    assert made["name"] == f"{one} and {two}"
    alone = member.order(f"{path}/enter")
    assert (alone.status_code, alone.data["code"]) == (409, "not_together")
    assert member.order(f"{path}/enter", entry(three, four)).status_code == 403
    assert member.order(f"{path}/enter", {"partners": [{"member": four.pk}]}).status_code == 400
    owner.order(f"{path}/enter", entry(three, four))

    change = {"member": one.pk, "substitute": five.pk}
    assert member.order(f"{path}/substitute", change).status_code == 403
    assert callers[STRANGER].order(f"{path}/substitute", change).status_code == 404
    assert owner.order(f"{path}/substitute", {**change, "member": five.pk}).data["code"] == (
        "not_entered"
    )
    owner.order(f"{path}/substitute", change)
    [changed] = entrants_of(owner, path, "substituted")
    assert changed["name"] == f"{five} and {two}"
    assert [(each["member"], each["state"]) for each in changed["members"]] == [
        *((five.pk, "entered"), (two.pk, "entered"), (one.pk, "substituted")),
    ]
    owner.order(f"{path}/start")
    [laid] = owner.get(f"/api/v1/{path}/rounds").data[0]["tables"]
    assert {seat["name"] for seat in laid["seats"]} == {
        str(one) for one in (two, three, four, five)
    }
    assert len({seat["entrant"] for seat in laid["seats"]}) == 2


def test_in_the_admin_those_who_are_ticked_enter_together(club: Club, client: Client) -> None:
    client.force_login(owner_of(club))
    tournament, [one, two, three] = announce(club), guests(club, 3)
    entries = reverse("admin:tournaments_tournament_entries", args=[tournament.pk])

    assert "is for pairs: tick the 2 who play together" in client.get(entries).content.decode()
    refused = client.post(entries, {"member": [one.pk, two.pk, three.pk]}, follow=True)
    assert "name 2 for one entry, not 3" in refused.content.decode()
    client.post(entries, {"member": [one.pk, two.pk]})
    page = client.get(entries).content.decode()
    assert f"{one} and {two}" in page
    leaver = tournament.entrants.get()
    client.post(entries, {"out": leaver.pk, "post": "1"})
    assert not tournament.entrants.playing().exists()
