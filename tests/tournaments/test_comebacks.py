"""Comebacks: who left and enters again has one line, and its chips."""

from typing import Any

import pytest

from clubs.models import Club, Member
from deploy.rest.clock import database_now
from games.bots import FIRST_BOT
from ledger.audit import check_books
from tests.clubs.factories import guests, owner_of
from tests.tournaments.test_late_entries import PLAN, club, cup, play, seated, sweeps_at_once
from tournaments.announcements import create_tournament
from tournaments.entries import Joining, enter, enter_together, withdraw
from tournaments.errors import AlreadyEntered, WrongMoment
from tournaments.models import Entrant, Tournament, TournamentStatus
from tournaments.results import results_of
from tournaments.substitutes import substitute
from tournaments.tournaments import start

__all__ = ["club", "sweeps_at_once"]
pytestmark = pytest.mark.django_db


def announced(club: Club, **options: Any) -> Tournament:
    return create_tournament(club, name="Cup", at=database_now(), **{**PLAN, **options})


def person(entrant: Entrant) -> Member:
    return entrant.company[0].person


def first_of(tournament: Tournament) -> Entrant:
    entrant = tournament.entrants.named().order_by("pk").first()
    assert entrant is not None
    return entrant


def again(tournament: Tournament, *members: Member) -> Entrant:
    company = [Joining(member, FIRST_BOT) for member in members]
    return enter_together(tournament, company, at=database_now())


def test_who_enters_again_takes_up_their_line(club: Club) -> None:
    tournament = cup(club, 5, late_until_round=3)
    line = first_of(tournament)
    member = person(line)
    purse, fund = member.purse.balance, Tournament.objects.get().fund.balance
    withdraw(tournament, member=member, at=database_now())
    play(tournament)
    assert line.pk not in seated(tournament, 2)
    held = line.company[0].purse.balance

    back = again(tournament, member)

    assert back.pk == line.pk
    assert (back.missed_rounds, back.late_points) == (0, 0)
    assert tournament.entrants.filter(members__member=member).count() == 1
    member.purse.refresh_from_db()
    assert member.purse.balance == purse, "no second fee"
    assert Tournament.objects.get().fund.balance == fund
    back.company[0].purse.refresh_from_db()
    assert back.company[0].purse.balance == held, "no second stack"
    play(tournament)
    assert line.pk in seated(tournament, 3)
    play(tournament)
    assert tournament.status == TournamentStatus.PAID
    lines = [one for one in results_of(tournament) if one.entrant == line.pk]
    assert len(lines) == 1
    assert check_books() == []


def test_who_came_late_and_left_has_what_they_came_with(club: Club) -> None:
    tournament = cup(club, late_until_round=3)
    [member] = guests(club, 1)
    late = enter(tournament, member=member, bot_level=FIRST_BOT, at=database_now())
    withdraw(tournament, member=member, at=database_now())
    play(tournament)

    back = again(tournament, member)

    worth = tournament.rounds.get(number=1).bye_points
    assert worth
    assert (back.pk, back.missed_rounds, back.late_points) == (late.pk, 1, worth)
    assert Member.objects.get(pk=member.pk).purse.balance == 15


def test_whose_fee_went_back_before_the_start_enters_as_everybody(club: Club) -> None:
    """Nothing of them was left in it."""
    tournament = announced(club)
    early, *others = guests(club, 5)
    for member in (early, *others):
        enter(tournament, member=member, bot_level=FIRST_BOT, at=database_now())
    withdraw(tournament, member=early, at=database_now())
    start(tournament, at=database_now())
    tournament.refresh_from_db()

    late = again(tournament, early)

    assert (late.missed_rounds, late.late_points) == (1, 0)
    assert Member.objects.get(pk=early.pk).purse.balance == 15


def test_nobody_comes_back_where_it_is_too_late(club: Club) -> None:
    tournament = cup(club, 5)
    member = person(first_of(tournament))
    withdraw(tournament, member=member, at=database_now())
    play(tournament)

    with pytest.raises(WrongMoment, match="Late entries could begin up to round 2"):
        again(tournament, member)


def test_who_left_is_nobodys_substitute(club: Club) -> None:
    tournament = cup(club, 6, late_until_round=3)
    first, second, *_ = tournament.entrants.named().order_by("pk")
    leaver, other = person(first), person(second)
    withdraw(tournament, member=leaver, at=database_now())

    with pytest.raises(AlreadyEntered, match="and left: enter them again by themselves"):
        substitute(tournament, member=other, comer=Joining(leaver, FIRST_BOT), at=database_now())


def test_who_was_replaced_comes_back_in_their_own_place_alone(club: Club) -> None:
    tournament = cup(club, 5, late_until_round=3)
    line = first_of(tournament)
    member = person(line)
    [comer] = guests(club, 1)
    substitute(tournament, member=member, comer=Joining(comer, FIRST_BOT), at=database_now())

    with pytest.raises(AlreadyEntered, match="before somebody took their place"):
        again(tournament, member)

    substitute(tournament, member=comer, comer=Joining(member, FIRST_BOT), at=database_now())
    assert [one.member_id for one in first_of(tournament).company] == [member.pk]
    with pytest.raises(AlreadyEntered, match="before somebody took their place: let"):
        again(tournament, comer)
    withdraw(tournament, member=member, at=database_now())
    with pytest.raises(AlreadyEntered, match=f"took their place: enter {member} again, then let"):
        again(tournament, comer)


def test_a_pair_comes_back_together(club: Club) -> None:
    tournament = announced(
        club, members_count=2, rules={"options": {"sides": "pairs"}}, by=owner_of(club)
    )
    for pair in zip(*[iter(guests(club, 8))] * 2, strict=True):
        again(tournament, *pair)
    start(tournament, at=database_now())
    tournament.refresh_from_db()
    one, other = (member.person for member in first_of(tournament).company)
    withdraw(tournament, member=one, at=database_now())
    [third] = guests(club, 1)

    with pytest.raises(AlreadyEntered, match="who left: enter them together"):
        again(tournament, one, third)
    assert again(tournament, other, one).pk == first_of(tournament).pk
    assert tournament.entrants.playing().count() == 4
