"""The page by hand: tables are locked, people moved, partners and wishes ended."""

import pytest
from django.test import Client
from django.urls import reverse

from clubs.draws import seat_night
from clubs.models import Club, Member, Night, WishKind
from clubs.partnerships import form_partnerships
from clubs.wishes import state_wish
from tests.clubs.factories import AT, ClubFactory, guests, open_night_with, owner_of
from tests.clubs.test_locks import locked_of, tables_in


@pytest.fixture
def club(db: None) -> Club:
    return ClubFactory.create(name="Ballyduff")


@pytest.fixture
def organiser(club: Club) -> Client:
    client = Client()
    client.force_login(owner_of(club))
    return client


def hall(club: Club, people: int = 8, **options: str) -> tuple[Night, list[Member]]:
    members = guests(club, people)
    return open_night_with(club, members, table_size=4, options=options), members


def sent(client: Client, night: Night, **form: object) -> str:
    address = reverse("admin:clubs_night_by_hand", args=[night.pk])
    return client.post(address, form, follow=True).content.decode()


def test_the_page_of_the_night_leads_there(club: Club, organiser: Client) -> None:
    night, _ = hall(club)
    page = organiser.get(reverse("admin:clubs_night_change", args=[night.pk])).content.decode()
    address = reverse("admin:clubs_night_by_hand", args=[night.pk])

    assert f'href="{address}"' in page
    assert "No round is drawn." in organiser.get(address).content.decode()


def test_a_table_is_locked_and_unlocked(club: Club, organiser: Client) -> None:
    night, _ = hall(club)
    seat_night(night, seed=1)
    table = night.rounds.tables().get(number=2)
    page = sent(organiser, night, lock=table.pk)
    assert "Table 2 of round 1 is locked." in page
    assert "Table 2, locked" in page
    assert locked_of(night) == [2]

    assert "is not locked any more" in sent(organiser, night, unlock=table.pk)
    assert locked_of(night) == []


def test_a_move_is_tried_then_done(club: Club, organiser: Client) -> None:
    night, _ = hall(club)
    seat_night(night, seed=1)
    before = tables_in(night)
    mover, beside = before[1][0], before[2][0]
    form = {"round": 1, "member": mover, "table": 2, "after": beside}
    page = sent(organiser, night, **form, **{"try": 1})
    assert "0 pairs of round 1 meet again; now it is 0. Nobody was moved." in page
    assert tables_in(night) == before

    assert "sits at table 2 in round 1." in sent(organiser, night, **form, move=1)
    assert tables_in(night)[2] == [beside, mover, *before[2][1:]]
    assert night.deeds.get().by == owner_of(club)


def test_a_refusal_is_shown(club: Club, organiser: Client) -> None:
    night, members = hall(club, sides="pairs")
    seat_night(night, seed=1)
    [home] = [table for table, people in tables_in(night).items() if members[0].pk in people]
    form = {"round": 1, "member": members[0].pk, "table": 3 - home, "move": 1}

    assert f"Table {home} would have 3" in sent(organiser, night, **form)


def test_partners_and_wishes_are_seen_and_ended(club: Club, organiser: Client) -> None:
    night, members = hall(club, sides="pairs")
    form_partnerships(night, [members[:2]], at=AT)
    wish = state_wish(night, WishKind.TABLE, members[2:3], table=2)
    page = organiser.get(reverse("admin:clubs_night_by_hand", args=[night.pk])).content.decode()
    assert "Guest 0 and Guest 1" in page
    assert "Guest 2: at table 2" in page

    assert "Guest 0 has no partner any more." in sent(organiser, night, end=members[0].pk)
    assert "The wish is dropped." in sent(organiser, night, drop=wish.pk)
    assert not night.wishes.exists()
