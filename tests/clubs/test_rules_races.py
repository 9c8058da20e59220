"""House rules that many change at once: real threads."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from django.db import transaction

from clubs.draws import seat_night
from clubs.house_rules import change_club_rules, change_night_rules
from clubs.models import Club, Night, NightStatus
from clubs.nights import plan_night
from clubs.revisions import lock_club
from clubs.stages import lock_night
from tests.clubs.factories import AT, ClubFactory, guests, open_night_with, owner_of
from tests.games.crowds import at_once, in_a_thread, somebody_waits, wait_for
from tests.tournaments.cups import announce
from tournaments.entries import enter
from tournaments.house_rules import change_tournament_rules


def test_every_change_has_a_number_of_its_own(own_database: str) -> None:
    club = ClubFactory.create()
    owner, nights = owner_of(club), [plan_night(club, at=AT, starts_at=AT) for _ in range(4)]

    calls: list[Callable[[], object]] = [
        partial(change_club_rules, club, by=owner, at=AT, options={"stake": 3 + number})
        for number in range(4)
    ]
    calls += [
        partial(change_night_rules, night, by=owner, at=AT, options={"stake": 9})
        for night in nights
    ]

    at_once(calls)

    numbers = club.rules_revisions.order_by("number").values_list("number", flat=True)
    assert list(numbers) == list(range(1, 10))
    latest = club.rules_revisions.of_club()[0]
    assert Club.objects.get(pk=club.pk).house_rules == latest


def test_who_holds_the_club_gets_its_nights(own_database: str) -> None:
    """As somebody is turned away: who changes a night's rules meanwhile waits with empty hands."""
    club = ClubFactory.create()
    night = plan_night(club, at=AT, starts_at=AT)
    change = partial(change_night_rules, night, by=owner_of(club), at=AT, options={"stake": 9})

    with ThreadPoolExecutor(1) as thread:
        with transaction.atomic():
            lock_club(club)
            changed = thread.submit(in_a_thread, change)
            wait_for(somebody_waits)
            lock_night(night, NightStatus.PLANNED)

        assert changed.result().has_own_rules


def test_people_who_are_seated_meanwhile_play_by_the_rules_that_their_night_was_given(
    own_database: str,
) -> None:
    """The seating reads the rules once it holds the night, and overwrites none."""
    club = ClubFactory.create()
    night = open_night_with(club, guests(club, 3))

    with ThreadPoolExecutor(1) as thread:
        with transaction.atomic():
            change_night_rules(night, by=owner_of(club), at=AT, options={"stake": 9})
            seated = thread.submit(in_a_thread, partial(seat_night, night))
            wait_for(somebody_waits)

        assert seated.result().has_own_rules
    assert Night.objects.get(pk=night.pk).rules.at(3).stake == 9


def test_an_entry_that_waits_for_a_change_of_rules_is_taken(own_database: str) -> None:
    club = ClubFactory.create()
    cup, [member] = announce(club, entry_chips=0), guests(club, 1)

    with ThreadPoolExecutor(1) as thread:
        with transaction.atomic():
            change_tournament_rules(cup, by=owner_of(club), at=AT, options={"stake": 9})
            entered = thread.submit(in_a_thread, partial(enter, cup, member=member, at=AT))
            wait_for(somebody_waits)

        assert entered.result().tournament.rules.at(4).stake == 9
