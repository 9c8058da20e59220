"""House rules that a club keeps under a name: chosen again, removed and kept again."""

from typing import Any

import pytest

from clubs.errors import UnknownRules
from clubs.kept_rules import keep_again, kept_rules, remove_kept, removed_rules
from clubs.models import Club, RulesRemoval
from clubs.nights import plan_night
from tests.clubs.factories import AT, ClubFactory, owner_of
from tests.clubs.test_house_rules import changed, own, stake

pytestmark = pytest.mark.django_db


def test_kept_rules_are_chosen_again_as_a_new_revision(club: Club) -> None:
    changed(club, options={"stake": 5}, name="Christmas rules")
    changed(club, preset="standard")
    assert (stake(club), club.rules_revisions.count()) == (2, 3)

    again = changed(club, kept="Christmas rules").house_rules

    assert (again.number, again.name, again.changes) == (4, "Christmas rules", {"stake": 5})
    assert [one.number for one in kept_rules(club)] == [4]


def test_unknown_names_are_refused_with_those_that_there_are(club: Club) -> None:
    changed(club, options={"stake": 5}, name="Christmas rules")

    with pytest.raises(UnknownRules, match=r"no rules called 'Easter'. It has Christmas rules"):
        changed(club, kept="Easter")
    with pytest.raises(UnknownRules):
        changed(ClubFactory.create(), kept="Christmas rules")  # Those of another club.


@pytest.mark.parametrize(
    ("wish", "name"),
    [
        ({"options": {"stake": 4}}, "Our rules"),  # Changed in place.
        ({"preset": "peel"}, ""),
        ({"kept": "Christmas rules"}, "Christmas rules"),
        ({"kept": "Christmas rules", "options": {"stake": 4}}, ""),  # Not those any more.
        ({"options": {"stake": 4}, "name": ""}, ""),
        ({"preset": "peel", "name": "  Peel's   way "}, "Peel's way"),
    ],
)
def test_rules_keep_their_name_while_they_are_the_same(
    club: Club, wish: dict[str, Any], name: str
) -> None:
    changed(club, options={"stake": 5}, name="Christmas rules")
    changed(club, options={"stake": 3}, name="Our rules")

    assert changed(club, **wish).house_rules.name == name


def test_a_night_that_changes_the_clubs_rules_takes_no_name_from_them(club: Club) -> None:
    """Else choosing the name again would bring the night's rules."""
    changed(club, options={"stake": 3}, name="Our rules")
    own(plan_night(club, at=AT, starts_at=AT), options={"stake": 9})

    assert [one.ruleset.at(5).stake for one in kept_rules(club)] == [3]


def names(revisions: Any) -> list[str]:
    return [one.name for one in revisions]


def removed(club: Club, name: str) -> None:
    remove_kept(club, name, by=owner_of(club), at=AT)


def test_a_name_is_removed_and_kept_again_without_deleting_anything(club: Club) -> None:
    changed(club, options={"stake": 5}, name="Christmas rules")
    club = changed(club, preset="standard")
    rows = club.rules_revisions.count()

    for _ in range(2):  # A second time is harmless.
        removed(club, " Christmas  rules")
    assert (names(kept_rules(club)), names(removed_rules(club))) == ([], ["Christmas rules"])
    with pytest.raises(UnknownRules, match="It has none yet"):
        changed(club, kept="Christmas rules")
    for _ in range(2):
        keep_again(club, "Christmas rules", by=owner_of(club), at=AT)

    assert (names(kept_rules(club)), names(removed_rules(club))) == (["Christmas rules"], [])
    assert club.rules_revisions.count() == rows
    told = RulesRemoval.objects.order_by("pk").values_list("is_removed", "by", "at")
    assert list(told) == [(True, owner_of(club).pk, AT), (False, owner_of(club).pk, AT)]


def test_saving_rules_under_a_removed_name_keeps_it(club: Club) -> None:
    changed(club, options={"stake": 5}, name="Christmas rules")
    removed(club, "Christmas rules")

    changed(club, options={"stake": 6}, name="Christmas rules")

    [kept] = kept_rules(club)
    assert (kept.name, kept.changes) == ("Christmas rules", {"stake": 6})


def test_a_removed_name_comes_back_by_no_other_change(club: Club) -> None:
    """The rules in force lose it when they change, and stay in the history under it."""
    changed(club, options={"stake": 5}, name="Christmas rules")
    night = own(plan_night(club, at=AT, starts_at=AT), options={"stake": 6}, name="Short night")
    for name in ("Christmas rules", "Short night"):
        removed(club, name)

    assert changed(club, options={"stake": 5}).house_rules.number == 2  # Nothing changed.
    assert changed(club, options={"stake": 7}).house_rules.name == ""
    assert own(night, options={"stake": 8}).rules_in_force.name == ""
    assert names(kept_rules(club)) == []
    assert "Christmas rules" in names(club.rules_revisions.all())


def test_only_names_that_the_club_has_kept_are_removed(club: Club) -> None:
    other = changed(ClubFactory.create(), options={"stake": 5}, name="Christmas rules")

    with pytest.raises(UnknownRules, match="never kept rules under the name 'Christmas rules'"):
        removed(club, "Christmas rules")
    assert names(kept_rules(other)) == ["Christmas rules"]
