"""What a club decides for itself, changed by a program and in the admin alike."""

from typing import Any

import pytest

from clubs.members import leave_club, walk_in
from clubs.models import Club, Role
from tests.clubs.callers import MEMBER, ORGANISER, Caller
from tests.clubs.factories import AT
from tests.clubs.houses import bank_chips, house_chips

pytestmark = pytest.mark.django_db

CHANGES: dict[str, Any] = {
    "name": "The Long Hall",
    "time_zone": "Europe/Berlin",
    "opening_chips": 0,
    "allows_gifts": True,
    "hosts_seat_bots": False,
    "bot_buy_in_chips": 7,
    "bot_rebuys": 3,
    "bot_stake_limit": 3,
    "bot_extra_limit": 2,
    "bot_jink_limit": None,
    "bot_loss_limit": 70,
}


def test_a_program_changes_all_that_the_page_of_a_club_does(club: Club, organiser: Caller) -> None:
    changed = organiser.change(f"clubs/{club.pk}", CHANGES)

    told = organiser.get(f"/api/v1/clubs/{club.pk}").data
    assert {name: changed.data[name] for name in CHANGES} == CHANGES
    assert {name: told[name] for name in CHANGES} == CHANGES
    assert told["bot_limits"]["stake"] == 3
    assert changed.headers["ETag"].startswith(f'"{told["version"]}-')


def test_two_organisers_do_not_overwrite_each_other(club: Club, organiser: Caller) -> None:
    seen = organiser.get(f"/api/v1/clubs/{club.pk}").headers["ETag"]
    organiser.change(f"clubs/{club.pk}", {"allows_gifts": True}, seen=seen)

    late = organiser.change(f"clubs/{club.pk}", {"opening_chips": 5}, seen=seen)

    club.refresh_from_db()
    assert (late.status_code, late.data["code"]) == (412, "stale_version")
    assert (club.allows_gifts, club.opening_chips == 5) == (True, False)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"time_zone": "Kerry"}, "no time zone"),
        ({"bot_buy_in_chips": 0}, "whole number from 1"),
        ({"bot_rebuys": 101}, "100"),
        ({"opening_chips": None}, "null"),
        ({"house_rules": {}}, "no such field"),  # They have a door of their own.
        ({"slug": "elsewhere"}, "no such field"),
    ],
)
def test_what_makes_no_sense_is_refused(
    club: Club, organiser: Caller, wrong: dict[str, Any], words: str
) -> None:
    answer = organiser.change(f"clubs/{club.pk}", wrong)

    assert answer.status_code == 400
    assert words in str(answer.data["errors"])


def test_the_house_purse_gives_chips_back_as_far_as_it_holds_them(
    club: Club, organiser: Caller
) -> None:
    held, issued = house_chips(club), bank_chips(club)
    path = f"clubs/{club.pk}/house-purse/redeem"

    taken = organiser.order(path, {"chips": 10, "memo": "Fewer bots"}, key="once")
    again = organiser.order(path, {"chips": 10, "memo": "Fewer bots"}, key="once")
    too_many = organiser.order(path, {"chips": held})

    assert taken.data["chips"] == again.data["chips"] == held - 10 == house_chips(club)
    assert bank_chips(club) == issued + 10
    assert (too_many.status_code, too_many.data["code"]) == (409, "overdrawn")


def test_a_name_is_put_right_by_one_of_two(club: Club, organiser: Caller) -> None:
    con = walk_in(club, name="Con", at=AT)
    path = f"members/{con.pk}/correct-name"

    right = organiser.order(path, {"name": "Conn", "seen": "Con"})
    again = organiser.order(path, {"name": "Conn", "seen": "Con"})
    late = organiser.order(path, {"name": "Conor", "seen": "Con"})

    assert right.data["player"]["name"] == again.data["player"]["name"] == "Conn"
    assert (late.status_code, late.data["code"]) == (409, "name_taken")


def test_a_note_is_for_organisers_alone(club: Club, callers: dict[str, Caller]) -> None:
    con = walk_in(club, name="Con", at=AT)
    path = f"members/{con.pk}"

    written = callers[ORGANISER].order(f"{path}/note", {"note": "Pays next week", "seen": ""})
    blind = callers[ORGANISER].order(f"{path}/note", {"note": "Has paid", "seen": ""})
    told = callers[MEMBER].get(f"/api/v1/{path}")

    assert written.data["note"] == "Pays next week"
    assert (blind.status_code, blind.data["code"]) == (409, "note_changed")
    assert told.data["note"] is None


def test_somebody_who_left_comes_back_to_their_purse(club: Club, organiser: Caller) -> None:
    con = walk_in(club, name="Con", role=Role.MEMBER, at=AT)
    con.purse.refresh_from_db()
    leave_club(con, at=AT)

    back = organiser.order(f"members/{con.pk}/bring-back")
    twice = organiser.order(f"members/{con.pk}/bring-back")

    held = con.purse.balance
    con.purse.refresh_from_db()
    assert (back.data["left_at"], con.purse.balance) == (None, held)
    assert (twice.status_code, twice.data["code"]) == (409, "already_member")
