"""Organisers are the treasurers of their clubs: they see their books, and nobody else's."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.members import join_club
from clubs.models import Club, Player
from clubs.turning_away import turn_away
from ledger.books import open_account
from ledger.kinds import AccountKind
from ledger.models import Entry, Transfer
from tests.clubs.callers import Caller
from tests.clubs.factories import AT, ClubFactory, guests, owner_of

pytestmark = pytest.mark.django_db
LISTS = ["book", "account", "transfer", "entry"]


@pytest.fixture
def club() -> Club:
    return ClubFactory.create(name="Ballyduff")


@pytest.fixture
def other() -> Club:
    other: Club = ClubFactory.create(name="Causeway")
    guests(other, 1)
    return other


@pytest.fixture
def organiser(club: Club, client: Client) -> Client:
    client.force_login(owner_of(club))
    return client


@pytest.mark.parametrize("rows", LISTS)
def test_a_list_holds_the_rows_of_ones_own_clubs(
    organiser: Client, club: Club, other: Club, rows: str
) -> None:
    page = organiser.get(reverse(f"admin:ledger_{rows}_changelist"))

    listed = page.context["cl"].result_list
    assert len(listed) > 0
    books = {
        row.pk if rows == "book" else row.account.book_id if rows == "entry" else row.book_id
        for row in listed
    }
    assert books == {club.book_id}
    assert "Causeway" not in page.content.decode()


def test_what_belongs_to_others_has_no_page(organiser: Client, other: Club) -> None:
    member = other.members.latest("pk")
    transfer = Transfer.objects.filter(book=other.book_id).earliest("pk")
    by_hand = reverse("admin:ledger_account_by_hand", args=["issue"])
    pages = [
        reverse("admin:ledger_account_statement", args=[member.purse_id, "csv"]),
        f"{by_hand}?row={member.purse_id}",
        f"{reverse('admin:ledger_transfer_reverse')}?row={transfer.pk}",
    ]

    assert [organiser.get(page).status_code for page in pages] == [404, 404, 404]
    rows: list[tuple[str, Any]] = [
        ("book", other.book_id),
        ("account", member.purse_id),
        ("transfer", transfer.pk),
        ("entry", Entry.objects.filter(transfer=transfer).earliest("pk").pk),
    ]
    for name, pk in rows:
        page = organiser.get(reverse(f"admin:ledger_{name}_change", args=[pk]))
        assert page.status_code == 404


def test_the_legs_of_a_transfer_and_the_accounts_of_a_book_are_shown(
    organiser: Client, club: Club
) -> None:
    posted = Transfer.objects.filter(book=club.book_id, key__startswith="member:")
    transfer = posted.earliest("pk")
    pages = [
        organiser.get(reverse("admin:ledger_transfer_change", args=[transfer.pk])),
        organiser.get(reverse("admin:ledger_book_change", args=[club.book_id])),
    ]

    for page in pages:
        [inline] = page.context["inline_admin_formsets"]
        accounts = {str(getattr(row, "account", row)) for row in inline.formset.queryset}
        assert {"Bank", f"Purse of {owner_of(club)}"} <= accounts


def test_an_organiser_issues_and_takes_back(organiser: Client, club: Club) -> None:
    [member] = guests(club, 1)
    address = f"{reverse('admin:ledger_account_by_hand', args=['issue'])}?row={member.purse_id}"
    order = organiser.get(address).context["form"].initial["order"]
    organiser.post(address, {"chips": 5, "memo": "New Year", "order": order, "post": "1"})
    issued = Transfer.objects.get(memo="New Year")
    address = f"{reverse('admin:ledger_transfer_reverse')}?row={issued.pk}"
    organiser.post(address, {"memo": "Not him", "order": order, "post": "1"})

    assert issued.actor == owner_of(club)
    assert Transfer.objects.get(reverses=issued).memo == "Not him"


def test_nobody_is_issued_chips_after_they_were_turned_away(organiser: Client, club: Club) -> None:
    """By no door: they all ask the ledger, and the ledger asks the club."""
    owner, [loud] = owner_of(club), guests(club, 1)
    turn_away(loud, by=owner, reason="Loud", at=AT)
    pages = [
        f"{reverse('admin:ledger_account_by_hand', args=['issue'])}?row={loud.purse_id}",
        f"{reverse('admin:clubs_member_chips')}?member={loud.pk}",
    ]
    for page in pages:
        order = organiser.get(page).context["form"].initial["order"]
        form = {"way": "issue", "chips": 5, "memo": "New Year", "order": order}
        for sent in (form, {**form, "post": "1"}):
            assert "is turned away: readmit them" in organiser.post(page, sent).content.decode()
    answer = Caller(owner).order(f"members/{loud.pk}/issue", {"chips": 5})

    assert (answer.status_code, answer.data["code"]) == (409, "turned_away")
    loud.purse.refresh_from_db()
    assert loud.purse.balance == 20
    organiser.post(pages[0].replace("issue", "redeem"), {**form, "post": "1"})
    loud.purse.refresh_from_db()
    assert loud.purse.balance == 15


@pytest.mark.parametrize("rows", LISTS)
def test_nobody_changes_a_row(organiser: Client, club: Club, rows: str) -> None:
    open_account(club.book, kind=AccountKind.POOL, name="Pool")

    assert organiser.get(reverse(f"admin:ledger_{rows}_add")).status_code == 403


@pytest.mark.parametrize("rows", LISTS)
def test_a_member_sees_no_books(client: Client, club: Club, rows: str) -> None:
    member = Player.objects.create_user("con", name="Con")
    join_club(club, player=member, at=AT)
    client.force_login(member)

    assert client.get(reverse(f"admin:ledger_{rows}_changelist")).status_code == 302
