"""Notes on members: organisers write and read them at the door, and nobody else."""

import pytest
from django.test import Client
from django.urls import reverse

from clubs.attendance import check_in
from clubs.errors import NoteChanged, NotNote
from clubs.invitations import accept_invitation, invite
from clubs.members import join_club, walk_in
from clubs.models import Club, LinkPurpose, Member, Night, Role
from clubs.notes import write_note
from tests.clubs.callers import Caller
from tests.clubs.factories import AT, PlayerFactory, guests, open_night_with, owner_of
from tests.clubs.link_bearers import given

pytestmark = pytest.mark.django_db

NOTE = "Pays next week"


@pytest.fixture
def con(club: Club) -> Member:
    return walk_in(club, name="Con", at=AT)


@pytest.fixture
def night(club: Club) -> Night:
    return open_night_with(club, guests(club, 1))


@pytest.fixture
def organiser(club: Club, client: Client) -> Client:
    client.force_login(owner_of(club))
    return client


def door(browser: Client, night: Night, query: str = "") -> str:
    return browser.get(reverse("desk-door", args=[night.pk]) + query).content.decode()


def test_a_note_stands_until_it_is_wiped(con: Member) -> None:
    write_note(con, f" {NOTE} ", instead_of="")
    con.refresh_from_db()
    noted = con.note
    write_note(con, "", instead_of=noted)

    con.refresh_from_db()
    assert (noted, con.note) == (NOTE, "")


def test_nobody_writes_over_what_they_have_not_read(con: Member) -> None:
    write_note(con, NOTE, instead_of="")

    with pytest.raises(NoteChanged, match=f"wrote “{NOTE}” meanwhile"):
        write_note(con, "Brings her sister", instead_of="")


@pytest.mark.parametrize("note", ["x" * 201, "\u202ehidden", "two\x00lines"])
def test_a_note_is_one_short_line(con: Member, note: str) -> None:
    with pytest.raises(NotNote):
        write_note(con, note, instead_of="")


def test_a_note_is_written_at_the_door(organiser: Client, night: Night, con: Member) -> None:
    address = reverse("desk-note", args=[night.pk, con.pk])
    organiser.post(address, {"note": NOTE, "instead_of": ""})
    refused = organiser.post(address, {"note": "Mine", "instead_of": ""}).content.decode()

    assert NOTE in door(organiser, night)
    assert "Somebody else wrote" in refused
    assert 'value="Mine"' in refused


def test_only_organisers_read_a_note(organiser: Client, night: Night, con: Member) -> None:
    write_note(con, NOTE, instead_of="")
    check_in(night, [con], at=AT)
    helper = Client()
    helper.post(reverse("link"), {"secret": given(night, LinkPurpose.DOOR)[1]})
    own = Caller(PlayerFactory.create(name="Con with a login"))
    join_club(night.club, player=own.player, role=Role.MEMBER, at=AT)

    told = [
        door(organiser, night, "?kept"),
        door(helper, night),
        helper.get(reverse("desk-self", args=[night.pk]) + "?name=con").content.decode(),
        own.get(f"/api/v1/members/{con.pk}").content.decode(),
        own.get(f"/api/v1/nights/{night.pk}").content.decode(),
    ]

    assert all("Con" in text for text in told)
    assert not any(NOTE in text for text in told)
    assert helper.get(reverse("desk-note", args=[night.pk, con.pk])).status_code == 404


def test_a_note_goes_over_with_a_row_that_is_claimed(club: Club, con: Member) -> None:
    write_note(con, NOTE, instead_of="")
    player = PlayerFactory.create(name="Con Murphy")
    _, code = invite(club, by=owner_of(club), role=Role.MEMBER, member=con, at=AT)

    member = accept_invitation(code, player=player, at=AT)

    member.refresh_from_db()
    assert member.note == NOTE
