"""One person, one line: no order of steps brings anybody in twice."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction

from clubs.models import Club, Member
from deploy.rest.clock import database_now
from games.bots import FIRST_BOT
from ledger.audit import check_books
from ledger.errors import LedgerError
from tests.clubs.factories import guests
from tests.tournaments.test_late_entries import PLAN, club, play, sweeps_at_once
from tournaments.admission import approve, refuse, undo_withdrawal
from tournaments.announcements import create_tournament
from tournaments.entrant_list import people_of, state_of_person, states_of
from tournaments.entrant_states import State
from tournaments.entries import Joining, enter, withdraw
from tournaments.errors import TournamentsError
from tournaments.models import EntrantMember, LetGo, Tournament, TournamentStatus
from tournaments.results import results_of
from tournaments.substitutes import substitute
from tournaments.tournaments import start

__all__ = ["club", "sweeps_at_once"]
pytestmark = pytest.mark.django_db
FEE, PURSE = 5, 20
Step = Callable[[], object]


def steps_of(
    tournament: Tournament, people: list[Member], *, with_answers: bool = False
) -> list[tuple[str, Step]]:
    """Everything that can be done with these people.

    Args:
        with_answers: Also asking to be let in, the answers, and letting go.
    """
    steps: list[tuple[str, Step]] = []

    def can(name: str, step: Callable[..., object], **options: Any) -> None:
        steps.append((name, lambda: step(tournament, **options, at=database_now())))

    for one in people:
        can(f"enter {one}", enter, member=one, bot_level=FIRST_BOT)
        can(f"withdraw {one}", withdraw, member=one)
        can(f"back {one}", undo_withdrawal, member=one)
        if with_answers:
            can(f"ask {one}", enter, member=one, code="")
            can(f"approve {one}", approve, member=one)
            can(f"refuse {one}", refuse, member=one, reason="It is full.")
            can(f"let go {one}", withdraw, member=one, why=LetGo.NO_SHOW)
        for other in people:
            if other != one:
                comer = Joining(other, FIRST_BOT)
                can(f"{other} for {one}", substitute, member=one, comer=comer)
    return steps


def lines_of(tournament: Tournament, member: Member) -> set[int]:
    """The entrants as whom somebody plays, or holds what they had when they left."""
    rows = EntrantMember.objects.filter(tournament=tournament, member=member)
    return set(rows.filter(purse__closed_at=None).values_list("entrant", flat=True))


def check(tournament: Tournament, people: list[Member], done: list[str]) -> None:
    states = states_of(tournament)
    own: dict[int | None, list[State]] = {}
    for entrant in tournament.entrants.ranked().named():
        for one in people_of(entrant):
            own.setdefault(one.member_id, []).append(state_of_person(one, states[entrant.pk]))
    for person in people:
        assert len(lines_of(tournament, person)) <= 1, f"{person} has two lines: {done}"
        mine = [at for at in own.get(person.pk, []) if at != State.SUBSTITUTED]
        assert len(mine) <= 1, f"{person} is ranked twice: {done}"
        purse = Member.objects.get(pk=person.pk).purse.balance
        assert PURSE - purse in (0, FEE), f"{person} paid {PURSE - purse}: {done}"


def tried(step: Step) -> bool:
    """Take a step; whether it was allowed."""
    try:
        with transaction.atomic():
            step()
    except (TournamentsError, LedgerError):
        return False
    return True


def try_all(
    tournament: Tournament, people: list[Member], steps: list[tuple[str, Step]], done: list[str]
) -> int:
    """Take every step after those that are done, and every one after it; how many there were."""
    count = 0
    for name, step in steps:
        if name in done:
            continue
        point = transaction.savepoint()
        if tried(step):
            check(tournament, people, [*done, name])
            count += 1
            if not done:
                count += try_all(tournament, people, steps, [*done, name])
        transaction.savepoint_rollback(point)
    return count


@pytest.mark.parametrize("has_started", [False, True])
def test_every_order_of_two_steps(club: Club, has_started: bool) -> None:
    """One plays, one has been replaced, and one has replaced them: every two steps after that."""
    tournament = create_tournament(
        club, name="Cup", at=database_now(), **{**PLAN, "late_until_round": 3}
    )
    others, people = guests(club, 4), guests(club, 3)
    for one in (*others, people[0], people[1]):
        enter(tournament, member=one, bot_level=FIRST_BOT, at=database_now())
    if has_started:
        start(tournament, at=database_now())
    comer = Joining(people[2], FIRST_BOT)
    substitute(tournament, member=people[1], comer=comer, at=database_now())

    tries = try_all(tournament, people, steps_of(tournament, people), [])

    assert tries > 10


@pytest.mark.parametrize("seed", range(2))
def test_random_orders_from_the_first_entry_to_the_prizes(club: Club, seed: int) -> None:
    choose = random.Random(seed)
    options = {**PLAN, "late_until_round": 3, "needs_approval": bool(seed % 2)}
    tournament = create_tournament(club, name="Cup", at=database_now(), **options)
    others, people = guests(club, 4), guests(club, 4)
    for one in others:
        enter(tournament, member=one, bot_level=FIRST_BOT, at=database_now())
    done: list[str] = []

    def walk(length: int) -> None:
        now = Tournament.objects.get(pk=tournament.pk)
        steps = steps_of(now, people, with_answers=True)
        for name, step in choose.choices(steps, k=length):
            if tried(step):
                done.append(name)
                check(tournament, people, done)

    walk(30)
    tournament = start(tournament, at=database_now())
    while tournament.status == TournamentStatus.RUNNING:
        walk(30)
        play(tournament)

    assert len(done) > 10
    named = {one.pk: one for one in tournament.entrants.named()}
    ranked = [
        one.member_id for line in results_of(tournament) for one in named[line.entrant].company
    ]
    assert len(ranked) == len(set(ranked))
    assert check_books() == []


def test_who_enters_again_before_the_start_has_their_number(club: Club) -> None:
    """They pay again, and stand behind those who entered meanwhile."""
    tournament = create_tournament(club, name="Cup", at=database_now(), **{**PLAN, "capacity": 2})
    one, other, third = guests(club, 3)
    first = enter(tournament, member=one, at=database_now())
    enter(tournament, member=other, at=database_now())
    withdraw(tournament, member=one, at=database_now())
    enter(tournament, member=third, at=database_now())

    again = enter(tournament, member=one, at=database_now())

    assert (again.pk, str(again), again.admission) == (first.pk, str(one), "waiting")
    assert tournament.entrants.count() == 3
    assert Member.objects.get(pk=one.pk).purse.balance == PURSE - FEE


def test_who_went_before_the_start_comes_late_by_their_old_number(club: Club) -> None:
    """Nothing of them lay in it, so they come as everybody who comes late."""
    tournament = create_tournament(
        club, name="Cup", at=database_now(), **{**PLAN, "late_until_round": 3}
    )
    *others, one = guests(club, 5)
    for each in (*others, one):
        enter(tournament, member=each, bot_level=FIRST_BOT, at=database_now())
    withdraw(tournament, member=one, at=database_now())
    [line] = tournament.entrants.filter(withdrawn_at__isnull=False)
    start(tournament, at=database_now())

    late = enter(tournament, member=one, bot_level=FIRST_BOT, at=database_now())

    assert (late.pk, late.missed_rounds) == (line.pk, 1)
    assert states_of(Tournament.objects.get())[line.pk] == State.PLAYING
    assert Member.objects.get(pk=one.pk).purse.balance == PURSE - FEE


def test_partners_enter_again_by_their_old_number_only_together(club: Club) -> None:
    tournament = create_tournament(
        club, name="Cup", at=database_now(), **{**PLAN, "members_count": 2}
    )
    one, other, third = guests(club, 3)

    def come(first: Member, second: Member) -> int:
        partners = [Joining(second)]
        return enter(tournament, member=first, partners=partners, at=database_now()).pk

    number = come(one, other)
    withdraw(tournament, member=one, at=database_now())
    assert come(other, third) != number
    withdraw(tournament, member=other, at=database_now())

    assert come(other, one) == number
