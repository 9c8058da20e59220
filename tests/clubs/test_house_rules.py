"""House rules: changed, followed by nights, and settled when a table opens."""

from functools import partial
from typing import Any

import pytest
from django.db import ProgrammingError, transaction

from clubs.attendance import check_in, check_out
from clubs.draws import repair_rounds, seat_night
from clubs.errors import RulesFixed
from clubs.free_tables import open_free_table, take_rematch, take_seat
from clubs.house_rules import change_club_rules, change_night_rules, rules_for_table
from clubs.models import (
    Access,
    Club,
    MadeFor,
    Night,
    NightStatus,
    RulesRevision,
)
from clubs.nights import open_night, plan_night
from clubs.revisions import steps
from clubs.rounds import open_tables
from games.engine import ImpossibleRules, Ruleset
from games.engine.versions import VERSION
from games.models import Mode, Table
from games.tables.closing import close_tables
from tests.clubs.factories import AT, ClubFactory, guests, open_night_with, owner_of

pytestmark = pytest.mark.django_db


def changed(club: Club, **wish: Any) -> Club:
    return change_club_rules(club, by=owner_of(club), at=AT, **wish)


def own(night: Night, **wish: Any) -> Night:
    return change_night_rules(night, by=owner_of(night.club), at=AT, **wish)


def stake(row: Any) -> int:
    """What a club, a night or a table plays for, as the database has it."""
    row = type(row)._default_manager.get(pk=row.pk)
    rules = row.rules.at(5) if isinstance(row.rules, Ruleset) else row.rules
    return rules.stake


def tables_of(night: Night) -> list[Table]:
    return list(Table.objects.filter(night_table__round__night=night).order_by("pk"))


# What a revision is.


def test_a_new_club_begins_with_its_first_revision() -> None:
    club = ClubFactory.create(
        rules=Ruleset("peel", {"stake": 3, "opening_chips": 60}), rules_name="Our rules"
    )
    first = club.rules_revisions.get()

    assert club.house_rules == first
    assert (first.number, first.name, first.made_for) == (1, "Our rules", MadeFor.CLUB)
    assert (first.preset, first.changes) == ("peel", {"stake": 3})
    assert (first.by, first.at) == (owner_of(club), AT)
    assert first.options["ace_of_hearts_lead"] == "plain"
    assert first.options["version"] == VERSION


def test_a_change_adds_a_revision_and_leaves_the_old_one(club: Club) -> None:
    before = club.house_rules

    changed(club, options={"stake": 3})

    club.refresh_from_db()
    assert (club.house_rules.number, stake(club)) == (2, 3)
    before.refresh_from_db()
    assert before.ruleset == Ruleset()


def test_what_changes_nothing_adds_nothing(club: Club) -> None:
    changed(club, preset="standard", options={"stake": 2}, name="")

    assert club.rules_revisions.count() == 1


def test_revisions_are_only_added(club: Club) -> None:
    """The role of the services can neither change nor delete one."""
    rows: Any = RulesRevision.objects.filter(club=club)
    delete = partial(rows._raw_delete, rows.db)  # Without asking who points at them.

    for change in (partial(rows.update, name="x"), delete):
        with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
            change()

    assert rows.get().name == ""


def test_every_club_counts_its_own(club: Club) -> None:
    other = ClubFactory.create()
    changed(club, options={"stake": 3})

    assert changed(other, options={"stake": 4}).house_rules.number == 2


def test_an_impossible_change_is_refused_by_its_rule_and_changes_nothing(club: Club) -> None:
    with pytest.raises(ImpossibleRules, match=r"Rule 6\.3: .*turn jink off") as refused:
        changed(club, options={"tricks_to_win": 2})

    assert refused.value.rule == "6.3"
    assert club.rules_revisions.count() == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"stake": 10**7}, "stake is 1000000 at most"),
        ({"stakes": 3}, "no option stakes"),
        ({"version": VERSION + 1, "stake": 3}, "read the rules again"),
        ({"opening_chips": 99}, "change it on the club's page"),  # RULES.md 7.8.
    ],
)
def test_what_no_rules_can_hold_is_refused(
    club: Club, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(ImpossibleRules, match=message):
        changed(club, options=options)


# One place for what a new member is given.


def test_opening_chips_are_the_clubs_own_whatever_the_rules_say(club: Club) -> None:
    """RULES.md 7.8: the sentences of club and night follow the club's column."""
    night = plan_night(club, at=AT, starts_at=AT)
    Club.objects.filter(pk=club.pk).update(opening_chips=50)
    club.refresh_from_db()
    night.refresh_from_db()

    assert "A new member is given 50 chips." in club.rules.sentences()
    assert night.rules.at(5).opening_chips == 50
    assert changed(club, preset="peel").opening_chips == 50


# What the club has played by.


def test_the_history_says_what_changed_when(club: Club) -> None:
    changed(club, options={"stake": 3})
    own(plan_night(club, at=AT, starts_at=AT), options={"stake": 9})  # No matter of the club's.
    changed(club, preset="peel", options={"stake": 3})

    told = steps(list(club.rules_revisions.of_club()))

    assert [step.revision.number for step in told] == [4, 2, 1]
    assert [[one.rule for one in step.differences] for step in told][1:] == [
        ["7.1", "7.4"],  # The stake, and what a jink costs each.
        [],
    ]
    assert told[0].differences[0].before.startswith("The ace of hearts, when led, calls for trumps")


# Nights follow the club's rules until people are seated.


def test_a_night_follows_its_club_until_people_are_seated(club: Club) -> None:
    night = open_night_with(club, guests(club, 5))
    changed(club, options={"stake": 3})
    assert stake(night) == 3

    seat_night(night)
    changed(club, options={"stake": 4})

    assert stake(night) == 3
    open_tables(night, at=AT)
    assert [stake(table) for table in tables_of(night)] == [3]


def test_a_night_that_is_opened_again_follows_its_club_again(club: Club) -> None:
    [first, *others] = guests(club, 6)
    night = seat_night(open_night_with(club, [first, *others]))
    changed(club, options={"stake": 4})

    check_out(night, first)
    assert stake(night) == 4
    changed(club, options={"stake": 5})
    assert stake(seat_night(night)) == 5
    changed(club, options={"stake": 6})
    check_in(night, [first], at=AT)

    assert stake(night) == 6


def test_seating_again_takes_the_rules_of_that_moment(club: Club) -> None:
    night = seat_night(open_night_with(club, guests(club, 5)))
    changed(club, options={"stake": 4})

    assert stake(seat_night(night)) == 4


def test_repairing_a_round_takes_the_rules_of_that_moment(club: Club) -> None:
    [first, *others] = guests(club, 6)
    night = seat_night(open_night_with(club, [first, *others]))
    check_out(night, first)
    changed(club, options={"stake": 4})
    night = repair_rounds(night)
    changed(club, options={"stake": 5})

    assert stake(night) == 4


def test_an_open_table_keeps_its_rules(club: Club) -> None:
    night = open_tables(seat_night(open_night_with(club, guests(club, 5))), at=AT)
    changed(club, options={"stake": 4})

    assert [stake(table) for table in tables_of(night)] == [2]


def test_a_night_with_rules_of_its_own_follows_nobody(club: Club) -> None:
    [first, *others] = guests(club, 5)
    night = own(open_night_with(club, [first, *others]), options={"stake": 7})
    changed(club, options={"stake": 3})

    assert stake(seat_night(night)) == 7
    check_out(night, first)
    assert stake(night) == 7

    own(night, as_club=True)
    assert stake(night) == 3


def test_a_night_may_start_from_the_club_again_and_differ(club: Club) -> None:
    night = own(plan_night(club, at=AT, starts_at=AT), preset="hervey")
    night = own(night, as_club=True, options={"stake": 7})

    assert (night.rules.preset, stake(night)) == ("standard", 7)
    assert night.has_own_rules


@pytest.mark.parametrize(
    ("status", "what_next"),
    [
        (NightStatus.SEATED, "take back a check-in first"),
        (NightStatus.PLAYING, "its tables are open"),
        (NightStatus.CLOSED, "it is over"),
    ],
)
def test_once_people_are_seated_the_rules_are_fixed(
    club: Club, status: NightStatus, what_next: str
) -> None:
    night = seat_night(open_night_with(club, guests(club, 5)))
    closed_at = AT if status == NightStatus.CLOSED else None
    Night.objects.filter(pk=night.pk).update(status=status, closed_at=closed_at)

    for wish in ({"options": {"stake": 7}}, {"as_club": True}):
        with pytest.raises(RulesFixed, match=what_next):
            own(night, **wish)


# What follows the number at the table is settled when it opens.


def test_a_preset_with_partners_is_settled_table_by_table(club: Club) -> None:
    """RULES.md 9: with wikipedia four people are two pairs, and five play alone."""
    changed(club, preset="wikipedia")
    night = plan_night(club, at=AT, starts_at=AT, mode=Mode.ONLINE)
    check_in(open_night(night), guests(club, 9), at=AT)

    open_tables(seat_night(night), at=AT)

    sides = {table.seats.count(): table.rules.sides for table in tables_of(night)}
    assert sides == {5: "individual", 4: "pairs"}


def test_sides_that_a_club_names_hold_at_every_table(club: Club) -> None:
    changed(club, preset="wikipedia", options={"sides": "individual"})
    night = open_night_with(club, guests(club, 4))

    open_tables(seat_night(night), at=AT)

    assert [table.rules.sides for table in tables_of(night)] == ["individual"]


@pytest.mark.parametrize(("seats_limit", "sides"), [(4, "pairs"), (5, "individual")])
def test_a_free_table_is_settled_by_its_seats(club: Club, seats_limit: int, sides: str) -> None:
    club = changed(club, preset="wikipedia")

    free = open_free_table(
        club, host=owner_of(club), access=Access.MEMBERS, name="F", seats_limit=seats_limit, at=AT
    )

    assert free.table.rules.sides == sides


def test_a_free_table_starts_from_the_club_from_a_preset_or_from_kept_rules(club: Club) -> None:
    changed(club, options={"stake": 5}, name="Christmas rules")
    club = changed(club, preset="standard", options={"stake": 3})

    assert rules_for_table(club).at(5).stake == 3
    assert rules_for_table(club, kept="Christmas rules").at(5).stake == 5
    assert rules_for_table(club, preset="hervey").at(5).stake == 1
    assert rules_for_table(club, options={"stake": 8}).at(5).stake == 8
    assert club.rules_revisions.count() == 3


def test_a_rematch_is_played_by_the_rules_of_the_table_before(club: Club) -> None:
    """The club has changed its own since; and four stay two pairs."""
    club, [guest] = changed(club, preset="wikipedia", options={"stake": 3}), guests(club, 1)
    free = open_free_table(
        club, host=owner_of(club), access=Access.MEMBERS, name="F", seats_limit=4, at=AT
    )
    take_seat(free, player=guest.player, chips=10, at=AT)
    changed(club, preset="standard")
    close_tables([free.table], at=AT)

    again = take_rematch(free, player=guest.player, chips=10, at=AT)

    assert (again.table.rules.sides, again.table.rules.stake) == ("pairs", 3)
