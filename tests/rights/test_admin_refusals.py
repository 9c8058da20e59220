"""What the admin answers to whoever entered it and asks for more than is theirs."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.members import join_club, walk_in
from clubs.models import Club, Invitation, Member, Role
from clubs.nights import plan_night
from ledger.models import Transfer
from tests.clubs.factories import AT, ClubFactory, PlayerFactory

pytestmark = pytest.mark.django_db
MEMBERS = "admin:clubs_member_changelist"
NUMBER_OF_NOBODY = 10**9


@pytest.fixture
def club() -> Club:
    return ClubFactory.create()


@pytest.fixture
def organiser(club: Club) -> Client:
    return entering(club, Role.ORGANISER)


def entering(club: Club, role: Role) -> Client:
    client = Client()
    client.force_login(join_club(club, player=PlayerFactory.create(), role=role, at=AT).player)
    return client


def change(row: Member | Club) -> str:
    return reverse(f"admin:clubs_{row._meta.model_name}_change", args=[row.pk])


@pytest.mark.parametrize("page", ["change", "history", "delete"])
def test_a_row_of_another_club_is_as_one_that_nobody_has(organiser: Client, page: str) -> None:
    foreign = ClubFactory.create()

    answers = [
        organiser.get(reverse(f"admin:clubs_club_{page}", args=[number]))
        for number in (foreign.pk, NUMBER_OF_NOBODY)
    ]

    assert [answer.status_code for answer in answers] == [404, 404]
    assert answers[0].content == answers[1].content


@pytest.mark.parametrize("page", ["change", "history", "delete"])
def test_somebody_who_sees_no_club_learns_nothing_of_its_number(club: Club, page: str) -> None:
    scorer = entering(club, Role.SCORER)

    for number in (club.pk, NUMBER_OF_NOBODY):
        address = reverse(f"admin:clubs_club_{page}", args=[number])
        assert scorer.get(address).status_code == 403


def test_what_nobody_may_is_refused_once_the_row_is_seen(organiser: Client, club: Club) -> None:
    address = reverse("admin:clubs_club_delete", args=[club.pk])

    assert organiser.post(address, {"post": "yes"}).status_code == 403


@pytest.mark.parametrize("ticked", ["foreign", NUMBER_OF_NOBODY, "one", "9" * 30, "-1"])
def test_an_action_finds_no_row_that_is_not_seen(
    organiser: Client, club: Club, ticked: str | int
) -> None:
    mine = walk_in(club, name="Con", at=AT)
    foreign = walk_in(ClubFactory.create(), name="Batt", at=AT)
    rows = [mine.pk, foreign.pk if ticked == "foreign" else ticked]

    answer = organiser.post(reverse(MEMBERS), {"action": "leave", "_selected_action": rows})

    assert answer.status_code == 404
    assert not Member.objects.exclude(left_at=None).exists()


@pytest.mark.parametrize("action", ["open", "close", "delete_selected"])
def test_an_action_that_is_not_offered_is_refused(club: Club, action: str) -> None:
    night, scorer = plan_night(club, at=AT, starts_at=AT), entering(club, Role.SCORER)
    nights = reverse("admin:clubs_night_changelist")

    answer = scorer.post(nights, {"action": action, "_selected_action": night.pk})

    assert answer.status_code == 403
    assert f'value="{action}"' not in scorer.get(nights).content.decode()


def test_an_organiser_looks_at_an_owner_and_changes_nothing(organiser: Client, club: Club) -> None:
    owner = club.members.get(role=Role.OWNER)

    page = organiser.get(change(owner)).content.decode()

    assert owner.player.name in page
    assert 'name="do_' not in page
    assert 'name="role"' not in page
    pressed = organiser.post(change(owner), {"role": "member", "do_turn_away": "1"})
    assert pressed.status_code == 403


def test_an_organiser_is_told_before_giving_a_reason_that_owners_turn_owners_away(
    organiser: Client, club: Club
) -> None:
    owner, page = club.members.get(role=Role.OWNER), reverse("admin:clubs_member_turn_away")

    for answer in (
        organiser.get(f"{page}?member={owner.pk}", follow=True),
        organiser.post(f"{page}?member={owner.pk}", {"reason": "Loud"}, follow=True),
    ):
        assert "ask an owner of the club" in answer.content.decode()
    owner.refresh_from_db()
    assert owner.turned_away_at is None


@pytest.mark.parametrize(("role", "offers"), [(Role.ORGANISER, False), (Role.OWNER, True)])
def test_owners_alone_are_offered_to_invite_owners(club: Club, role: Role, offers: bool) -> None:
    client, address = entering(club, role), reverse("admin:clubs_invitation_add")

    page = client.get(address).content.decode()
    client.post(address, {"club": club.pk, "role": Role.OWNER, "days": 14})

    assert ('<option value="owner"' in page) == offers
    assert Invitation.objects.filter(role=Role.OWNER).exists() == offers


def test_a_book_is_exported_by_whoever_sees_it(organiser: Client, club: Club) -> None:
    walk_in(club, name="Con", at=AT)

    answer = organiser.get(reverse("admin:ledger_book_journal", args=[club.book_id]))

    lines = b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]
    issue = Transfer.objects.filter(book=club.book_id).latest("pk")
    assert f'key: "{issue.key}"' in lines
    assert f"book-{club.book_id}.beancount" in answer["Content-Disposition"]


def test_a_book_of_others_is_not_exported(organiser: Client) -> None:
    foreign = ClubFactory.create().book_id

    assert organiser.get(reverse("admin:ledger_book_journal", args=[foreign])).status_code == 404


def test_a_page_looks_roles_up_no_more_often_for_its_menu(club: Club) -> None:
    """Django asks several times who enters; the menu's lists, four deeds each, ask once."""
    client, address = entering(club, Role.OWNER), reverse("admin:clubs_invitation_changelist")

    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200

    roles = 'FROM "clubs_member" WHERE "clubs_member"."player_id"'
    assert 0 < sum(roles in one["sql"] for one in queries) < 10
