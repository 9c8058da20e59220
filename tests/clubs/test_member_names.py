"""Names of members: none twice, put right where they are wrong; people who left come back."""

import pytest
from django.test import Client
from django.urls import reverse

from clubs.chips import exchange_chips
from clubs.errors import AlreadyMember, HasLogin, NameTaken, NotAName, TurnedAway
from clubs.member_names import correct_name
from clubs.members import add_member, bring_back, change_role, join_club, leave_club, walk_in
from clubs.models import Club, Member, Role
from clubs.turning_away import turn_away
from ledger.by_hand import Direction
from tests.clubs.factories import AT, ClubFactory, PlayerFactory, owner_of
from tests.clubs.forms import form_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    made: Club = ClubFactory.create()
    return made


@pytest.fixture
def aine(club: Club) -> Member:
    return walk_in(club, name="Áine Ní Bhriain", at=AT)


@pytest.fixture
def organiser(club: Club, client: Client) -> Client:
    client.force_login(owner_of(club))
    return client


def with_login(club: Club) -> Member:
    player = PlayerFactory.create()
    player.set_password("knave of hearts, twice")
    player.save()
    return join_club(club, player=player, at=AT)


def gone(member: Member) -> Member:
    actor = owner_of(member.club)
    exchange_chips(member, Direction.ISSUE, chips=15, key="more", actor=actor, at=AT)
    return leave_club(member, at=AT)


def press(client: Client, member: Member, button: str) -> str:
    address = reverse("admin:clubs_member_change", args=[member.pk])
    form = form_on(client, address) | {f"do_{button}": "1"}
    return str(client.post(address, form, follow=True).content.decode())


class TestComingBack:
    def test_somebody_finds_the_old_purse_and_is_given_nothing(self, aine: Member) -> None:
        back = bring_back(gone(aine), at=AT)
        back.purse.refresh_from_db()

        assert (back.pk, back.left_at, back.purse.balance) == (aine.pk, None, 35)

    def test_an_officer_comes_back_as_a_member(self, club: Club, aine: Member) -> None:
        change_role(aine, Role.ORGANISER, at=AT)

        assert bring_back(leave_club(aine, at=AT), at=AT).role == Role.MEMBER

    def test_nobody_with_a_login_is_brought_back_without_asking(self, club: Club) -> None:
        with pytest.raises(HasLogin, match="invite them"):
            bring_back(leave_club(with_login(club), at=AT), at=AT)

    def test_whoever_is_there_does_not_come_back(self, aine: Member) -> None:
        with pytest.raises(AlreadyMember):
            bring_back(aine, at=AT)

    def test_nobody_comes_back_who_is_turned_away(self, club: Club, aine: Member) -> None:
        leave_club(aine, at=AT)
        turn_away(aine, reason="Loud", by=owner_of(club), at=AT)

        with pytest.raises(TurnedAway):
            bring_back(aine, at=AT)

    def test_it_is_one_button_and_leaving_asks_first(self, organiser: Client, aine: Member) -> None:
        asked = press(organiser, aine, "leave")
        aine.refresh_from_db()
        was_asked = aine.left_at is None
        organiser.post(f"{reverse('admin:clubs_member_leave')}?member={aine.pk}")
        aine.refresh_from_db()
        has_left = aine.left_at is not None
        told = press(organiser, aine, "bring_back")
        aine.refresh_from_db()

        assert was_asked
        assert "20 chips wait." in asked
        assert has_left
        assert "is back, with 20 chips in the old purse" in told
        assert aine.left_at is None


class TestCorrecting:
    def test_somebody_is_called_otherwise(self, aine: Member) -> None:
        correct_name(aine, " Áine  Ní Bhroin ", seen="Áine Ní Bhriain")

        assert str(Member.objects.get(pk=aine.pk)) == "Áine Ní Bhroin"

    def test_capitals_and_accents_of_the_same_name_are_put_right(self, aine: Member) -> None:
        assert str(correct_name(aine, "Áine ní Bhriain", seen=str(aine))) == "Áine ní Bhriain"

    def test_two_do_not_get_one_name(self, club: Club, aine: Member) -> None:
        walk_in(club, name="Con", at=AT)

        with pytest.raises(NameTaken):
            correct_name(aine, "CON", seen=str(aine))

    def test_a_correction_of_somebody_else_is_not_lost(self, aine: Member) -> None:
        with pytest.raises(NameTaken, match="meanwhile"):
            correct_name(aine, "Una", seen="Anne")

    @pytest.mark.parametrize("name", ["", "  ", "\u202e", "a\nb"])
    def test_a_name_can_be_called_out(self, aine: Member, name: str) -> None:
        with pytest.raises(NotAName):
            correct_name(aine, name, seen=str(aine))

    def test_people_with_a_login_have_a_name_of_their_own(self, club: Club) -> None:
        member = with_login(club)

        with pytest.raises(HasLogin, match="ask the person who runs"):
            correct_name(member, "Una", seen=str(member))

    def test_it_has_a_page(self, organiser: Client, aine: Member) -> None:
        page = press(organiser, aine, "correct_name")
        address = f"{reverse('admin:clubs_member_name')}?member={aine.pk}"
        form = {"seen": str(aine)}
        refused = organiser.post(address, {**form, "name": "a\u202eb"}).content.decode()
        organiser.post(address, {**form, "name": "Áine Ní Bhroin"})

        assert "Everywhere the name is shown" in page
        assert "direction of the text" in refused
        assert str(Member.objects.get(pk=aine.pk)) == "Áine Ní Bhroin"

    def test_there_is_no_button_for_people_with_a_login(
        self, organiser: Client, club: Club
    ) -> None:
        address = reverse("admin:clubs_member_change", args=[with_login(club).pk])

        assert "do_correct_name" not in organiser.get(address).content.decode()


class TestAdding:
    def test_the_form_names_who_has_the_name_and_keeps_what_was_written(
        self, organiser: Client, club: Club, aine: Member
    ) -> None:
        form = {"club": club.pk, "name": "áine ní bhriain", "role": "scorer"}

        page = organiser.post(reverse("admin:clubs_member_add"), form).content.decode()

        assert "is already in the list" in page
        assert f'href="{reverse("admin:clubs_member_change", args=[aine.pk])}"' in page
        assert "Áine Ní Bhriain, guest" in page
        assert 'value="áine ní bhriain"' in page
        assert club.members.count() == 2

    def test_somebody_who_left_is_not_made_twice(
        self, organiser: Client, club: Club, aine: Member
    ) -> None:
        leave_club(aine, at=AT)
        with pytest.raises(NameTaken, match="Back again"):
            add_member(club, name="Áine Ní Bhriain", role=Role.GUEST, at=AT)
        form = {"club": club.pk, "name": "Áine Ní Bhriain", "role": "guest"}

        page = organiser.post(reverse("admin:clubs_member_add"), form).content.decode()

        assert "Áine Ní Bhriain, has left" in page
        assert club.members.count() == 2
