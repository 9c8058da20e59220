"""The house rules of a tournament: fixed at its announcement, and changed while nobody is in."""

import pytest

from clubs.house_rules import change_club_rules
from clubs.models import Club, MadeFor
from games.models import Table
from tests.clubs.factories import AT, owner_of
from tests.tournaments.cups import announce
from tournaments.entries import enter, withdraw
from tournaments.errors import AnnouncedSo, WrongMoment
from tournaments.house_rules import change_tournament_rules
from tournaments.models import Tournament
from tournaments.tournaments import cancel, start

pytestmark = pytest.mark.django_db


def changed(club: Club, **wish: object) -> Club:
    return change_club_rules(club, by=owner_of(club), at=AT, **wish)  # type: ignore[arg-type]


def own(tournament: Tournament, **wish: object) -> Tournament:
    by = owner_of(tournament.club)
    return change_tournament_rules(tournament, by=by, at=AT, **wish)  # type: ignore[arg-type]


def test_a_tournament_keeps_the_rules_of_its_announcement(club: Club) -> None:
    cup = announce(club)
    changed(club, options={"stake": 5})
    cup.refresh_from_db()

    assert cup.house_rules.made_for == MadeFor.CLUB
    assert cup.rules.at(4).stake == 2
    assert own(cup, as_club=True).rules.at(4).stake == 5


def test_it_can_be_announced_with_rules_of_its_own(club: Club) -> None:
    cup = announce(club, rules={"preset": "peel", "options": {"stake": 4}})

    assert (cup.house_rules.made_for, cup.house_rules.number) == (MadeFor.TOURNAMENT, 2)
    assert (cup.rules.preset, cup.rules.at(4).stake) == ("peel", 4)
    assert club.rules.preset == "standard"


def test_its_rules_change_until_somebody_enters(club: Club) -> None:
    cup, member = announce(club), club.members.earliest("pk")
    assert own(cup, options={"stake": 4}).rules.at(4).stake == 4
    enter(cup, member=member, at=AT)

    with pytest.raises(AnnouncedSo, match=r"its house rules are fixed. Cancel it"):
        own(cup, options={"stake": 5})

    withdraw(cup, member=member, at=AT)
    assert own(cup, options={"stake": 5}).rules.at(4).stake == 5


def test_the_rules_of_one_that_is_over_are_fixed(club: Club) -> None:
    cup = cancel(announce(club), by=owner_of(club).pk, at=AT)

    with pytest.raises(WrongMoment):
        own(cup, as_club=True)


def test_partners_that_follow_the_number_are_settled_table_by_table(club: Club) -> None:
    """RULES.md 9: with wikipedia four people are two pairs, and five play alone."""
    cup = announce(club, rules={"preset": "wikipedia"})
    for member in club.members.all()[:9]:
        enter(cup, member=member, at=AT)

    start(cup, at=AT)

    tables = Table.objects.filter(round_table__round__tournament=cup)
    sides = {table.seats.count(): table.rules.sides for table in tables}
    assert sides == {5: "individual", 4: "pairs"}
