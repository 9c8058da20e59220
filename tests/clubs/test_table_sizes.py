"""Tables that house rules cannot play: refused when rules, nights or tournaments are saved."""

from datetime import timedelta
from typing import Any

import pytest

from clubs.errors import NotPossible
from clubs.house_rules import change_club_rules, change_night_rules
from clubs.models import Club, Night
from clubs.nights import change_night, plan_night
from games.engine import ImpossibleRules, Ruleset
from tests.clubs.callers import ORGANISER, callers_of
from tests.clubs.factories import AT, ClubFactory, owner_of
from tournaments.announcements import change_tournament, create_tournament
from tournaments.house_rules import change_tournament_rules
from tournaments.models import Tournament

PAIRS_OF_TWO_TRICKS: Any = {"options": {"sides": "pairs", "tricks_to_win": 2, "jink": False}}
CUP: Any = {"name": "Cup", "rounds_count": 2, "deals_a_round": 2, "starting_stack": 20}
LATER = AT + timedelta(days=1)


@pytest.fixture
def club(db: None) -> Club:
    return ClubFactory.create()


@pytest.mark.parametrize(
    ("options", "able"),
    [
        ({}, range(2, 11)),
        ({"sides": "pairs"}, range(4, 11)),  # 5 lies between 4 and 6.
        ({"tricks_to_win": 2, "jink": False}, range(5, 11)),
        ({"tricks_to_win": 4, "jink": False}, [3]),
        ({"sides": "pairs", "tricks_to_win": 2, "jink": False}, range(6, 11)),
    ],
)
def test_sizes_that_rules_can_play(options: dict[str, Any], able: Any) -> None:
    rules = Ruleset().changed(options)
    fitting = []
    for size in range(2, 11):
        try:
            rules.check_table_size(size)
        except ImpossibleRules:
            continue
        fitting.append(size)

    assert fitting == list(able)


def test_it_says_how_many_can_play() -> None:
    with pytest.raises(ImpossibleRules) as refused:
        Ruleset().changed(PAIRS_OF_TWO_TRICKS["options"]).check_table_size(4)

    assert str(refused.value) == (
        "Rule 6.1: tables of 4 cannot play by these house rules: two tricks can win only with five "
        "players or more. Choose 6, 8 or 10 players a table, or other rules."
    )


def test_a_night(club: Club) -> None:
    owner = owner_of(club)
    with pytest.raises(ImpossibleRules, match="ables of 4"):
        plan_night(club, by=owner, rules=PAIRS_OF_TWO_TRICKS, at=AT, starts_at=LATER, table_size=4)
    assert not Night.objects.exists(), "nothing of it is kept"
    night = plan_night(club, at=AT, starts_at=LATER, table_size=4)

    with pytest.raises(ImpossibleRules, match="ables of 4"):
        change_night_rules(night, by=owner, at=AT, **PAIRS_OF_TWO_TRICKS)
    night = change_night(night, at=AT, table_size=6)
    night = change_night_rules(night, by=owner, at=AT, **PAIRS_OF_TWO_TRICKS)
    with pytest.raises(ImpossibleRules, match="ables of 5"):
        change_night(night, at=AT, table_size=5)
    assert change_night(night, at=AT, venue="Parish hall").venue == "Parish hall"
    with pytest.raises(NotPossible):
        change_night(night, at=AT, table_size=99)


def test_the_rules_of_a_club_and_the_nights_that_follow_it(club: Club) -> None:
    owner = owner_of(club)
    night = plan_night(club, at=AT, starts_at=LATER, table_size=4)

    with pytest.raises(ImpossibleRules, match="follows the club: tables of 4 cannot"):
        change_club_rules(club, by=owner, at=AT, **PAIRS_OF_TWO_TRICKS)
    change_night_rules(night, by=owner, at=AT, name="Ours")
    club = change_club_rules(club, by=owner, at=AT, **PAIRS_OF_TWO_TRICKS)
    with pytest.raises(ImpossibleRules, match="ables of 4"):
        change_night_rules(night, by=owner, at=AT, as_club=True)
    with pytest.raises(ImpossibleRules, match="ables of 5"):
        plan_night(club, at=AT, starts_at=LATER)


def test_a_tournament(club: Club) -> None:
    owner = owner_of(club)
    with pytest.raises(ImpossibleRules, match="ables of 4"):
        create_tournament(club, by=owner, rules=PAIRS_OF_TWO_TRICKS, table_size=4, at=AT, **CUP)
    assert not Tournament.objects.exists()
    cup = create_tournament(club, table_size=4, at=AT, **CUP)

    with pytest.raises(ImpossibleRules, match="ables of 4"):
        change_tournament_rules(cup, by=owner, at=AT, **PAIRS_OF_TWO_TRICKS)
    change_tournament(cup, table_size=6, at=AT)
    change_tournament_rules(cup, by=owner, at=AT, **PAIRS_OF_TWO_TRICKS)
    with pytest.raises(ImpossibleRules, match="ables of 4"):
        change_tournament(cup, table_size=4, at=AT)


def test_over_the_api(club: Club) -> None:
    callers = callers_of(club)
    rules = PAIRS_OF_TWO_TRICKS["options"]
    plan = {"club": club.pk, **CUP, "table_size": 4, "house_rules": rules}

    answer = callers[ORGANISER].order("tournaments", plan)

    assert answer.status_code == 422, answer.data
    assert answer.data["rule"] == "6.1"
    assert "ables of 4 cannot play" in str(answer.data)
