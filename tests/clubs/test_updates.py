"""Programs that keep a copy ask what changed since; nothing that a list shows changes unseen."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import models, transaction

from clubs.attendance import check_in
from clubs.house_rules import change_club_rules
from clubs.invitations import accept_invitation, invite
from clubs.member_names import correct_name
from clubs.members import change_role, leave_club
from clubs.models import Club, Member, Night, Role
from clubs.nights import change_night, close_night, open_night, plan_night
from deploy.rest.clock import database_now
from tests.clubs.callers import Caller
from tests.clubs.copies import changed_since, whole
from tests.clubs.factories import AT, ClubFactory, PlayerFactory, guests, owner_of
from tests.games.crowds import in_a_thread


@pytest.fixture
def club() -> Club:
    club: Club = ClubFactory.create()
    return club


@pytest.fixture
def organiser(club: Club) -> Caller:
    return Caller(owner_of(club))


def claim(member: Member) -> None:
    """Somebody with a login turns out to be this member."""
    by, role = owner_of(member.club), Role.MEMBER
    _, code = invite(member.club, role=role, member=member, by=by, at=AT)
    accept_invitation(code, player=PlayerFactory.create(), at=AT)


def is_claimed(row: dict[str, Any]) -> bool:
    return row.get("claimed_by") is not None


@pytest.mark.django_db
def test_whatever_a_list_shows_of_a_row_changes_its_time(club: Club, organiser: Caller) -> None:
    """After each step a copy that takes what changed is as the list."""
    first, second = guests(club, 2)
    night, other = plan_night(club, at=AT, starts_at=AT), plan_night(club, at=AT, starts_at=AT)
    steps: list[Callable[[], object]] = [
        lambda: change_night(night, at=AT, venue="Castle bar"),
        lambda: open_night(night),
        lambda: check_in(night, [first], at=AT),
        lambda: night.attendances.update(checked_in_at=None),
        lambda: check_in(night, [first, second], at=AT),
        lambda: night.attendances.filter(member=second).delete(),
        lambda: close_night(night, at=AT),
        lambda: change_role(first, Role.SCORER, at=AT),
        lambda: correct_name(second, "Peg Mulvihill", seen=second.player.name),
        lambda: leave_club(second, at=AT),
        lambda: guests(club, 1),
        lambda: claim(first),
        lambda: change_club_rules(club, by=organiser.player, at=AT, options={"stake": 5}),
        lambda: Club.objects.filter(pk=club.pk).update(opening_chips=70),
        lambda: plan_night(club, at=AT, starts_at=AT),
    ]
    copies = {rows: whole(organiser, rows) for rows in ("clubs", "members", "nights")}
    assert other.pk in copies["nights"]

    for number, step in enumerate(steps):
        since = database_now()
        step()
        found = {rows: changed_since(organiser, rows, since) for rows in copies}
        for rows, copy in copies.items():
            copy |= found[rows]
            copies[rows] = copy = {id: row for id, row in copy.items() if not is_claimed(row)}
            assert copy == whole(organiser, rows), (number, rows)
        assert 1 <= sum(len(rows) for rows in found.values()) <= 2, number


@pytest.mark.django_db
def test_a_claimed_row_is_told_to_who_keeps_a_copy_and_is_nowhere_else(
    club: Club, organiser: Caller
) -> None:
    [guest] = guests(club, 1)
    since = database_now()
    claim(guest)
    claimer = club.members.latest("pk")

    for caller in (organiser, Caller(claimer.player)):
        found = changed_since(caller, "members", since)
        assert found.keys() == {guest.pk, claimer.pk}
        assert found[guest.pk]["claimed_by"] == claimer.pk
        assert found[claimer.pk]["claimed_by"] is None
        assert guest.pk not in whole(caller, "members")
        assert caller.get(f"/api/v1/members/{guest.pk}").status_code == 404
    assert changed_since(Caller(PlayerFactory.create()), "members", since) == {}


@pytest.mark.django_db
def test_what_is_as_it_was_is_left_out(club: Club, organiser: Caller) -> None:
    [guest], night = guests(club, 1), plan_night(club, at=AT, starts_at=AT)
    since = database_now()

    for row in (Club.objects.get(), Member.objects.get(pk=guest.pk), Night.objects.get()):
        row.refresh_from_db()
        row.save()
    check_in(open_night(night), [guest], at=AT)
    since = database_now()
    check_in(night, [guest], at=AT)
    guest.player.save()

    for rows in ("clubs", "members", "nights"):
        assert changed_since(organiser, rows, since) == {}


@pytest.mark.django_db
@pytest.mark.parametrize("model", [Club, Member, Night])
def test_nobody_sets_the_time_of_a_change(club: Club, model: type[models.Model]) -> None:
    plan_night(club, at=AT, starts_at=AT)
    row: Any = model._default_manager.earliest("pk")
    since = database_now()

    for moment in (AT - timedelta(days=900), AT + timedelta(days=900)):
        model._default_manager.filter(pk=row.pk).update(updated_at=moment)
        row.refresh_from_db()
        assert since < row.updated_at < database_now()


def test_a_change_that_was_written_before_and_seen_later_is_in_the_overlap(
    own_database: str,
) -> None:
    """A transaction stamps, others look, then it commits: a minute back it is found."""
    club: Club = ClubFactory.create()
    night, organiser = plan_night(club, at=AT, starts_at=AT), Caller(owner_of(club))

    with transaction.atomic():
        change_night(night, at=AT, venue="Castle bar")
        with ThreadPoolExecutor(1) as threads:
            looked_at = threads.submit(in_a_thread, database_now).result(timeout=30)
            seen = threads.submit(in_a_thread, lambda: whole(organiser, "nights")).result(30)
        assert seen[night.pk]["venue"] == ""

    assert changed_since(organiser, "nights", looked_at) == {}
    assert changed_since(organiser, "nights", looked_at - timedelta(minutes=1)).keys() == {night.pk}


@pytest.mark.django_db
@pytest.mark.parametrize("rows", ["clubs", "members", "nights", "tournaments"])
def test_a_moment_that_is_none_is_refused(organiser: Caller, rows: str) -> None:
    answer: Any = organiser.get(f"/api/v1/{rows}?updated_since=yesterday")

    assert answer.status_code == 400
    assert answer.json()["errors"].keys() == {"updated_since"}
