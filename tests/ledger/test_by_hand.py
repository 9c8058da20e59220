"""A treasurer says why, sees what will be posted, and only then posts it, once."""

import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.reasons import GIFT
from ledger.books import close_accounts, open_account
from ledger.by_hand import Direction, Hand, draft_adjustment, draft_exchange, others
from ledger.chips import MOST_MOVED
from ledger.declarations import declared_reasons
from ledger.errors import HandMissing, NotByHand, NotChips
from ledger.kinds import AccountKind
from ledger.models import Account, Book, Transfer
from ledger.posting import post_transfer
from ledger.reasons import ADJUSTMENT, ISSUE, REDEEM, REVERSAL, Reason
from ledger.reversals import check_by_hand
from ledger.wording import FLOW_OF_KIND
from tests.ledger.factories import AT, BookFactory, HolderFactory, bank_of, gift, purse

pytestmark = pytest.mark.django_db
HAND = Hand(actor_id=1, memo="Miscounted", key="form:1")


@pytest.fixture
def book() -> Book:
    return BookFactory.create()


@pytest.fixture
def maire(book: Book) -> Account:
    return purse(book, chips=20, name="Máire's purse")


def held(*accounts: Account) -> list[int]:
    chips = Account.objects.in_bulk([account.pk for account in accounts])
    return [chips[account.pk].balance for account in accounts]


class Treasurer:
    """Somebody at the forms: they look first, and may post what they saw."""

    def __init__(self, client: Client) -> None:
        self.client = client

    def look(self, address: str, **given: Any) -> tuple[str, dict[str, Any]]:
        """What the page says will be posted, and the form that would post it."""
        order = self.client.get(address).context["form"].initial["order"]
        form = {"memo": "Miscounted", "order": order, **given}
        return self.client.post(address, form).content.decode(), {**form, "post": "1"}

    def post(self, address: str, form: dict[str, Any]) -> str:
        return self.client.post(address, form, follow=True).content.decode()


@pytest.fixture
def treasurer(admin_client: Client) -> Treasurer:
    return Treasurer(admin_client)


def by_hand(way: str, *accounts: Account) -> str:
    which = "&".join(f"row={account.pk}" for account in accounts)
    return f"{reverse('admin:ledger_account_by_hand', args=[way])}?{which}"


def legs(page: str) -> list[tuple[str, ...]]:
    """Account, holds, moves, will hold: of each leg that the page shows."""
    cell = r"<td[^>]*>([^<]*)</td>"
    return re.findall(rf"<tr>{cell * 4}</tr>", page.replace("&#x27;", "'"))


@pytest.mark.parametrize(
    ("way", "given", "shown", "after"),
    [
        ("issue", {}, [("Bank", "-20", "-5", "-25"), ("Máire's purse", "20", "+5", "25")], 25),
        ("redeem", {}, [("Máire's purse", "20", "-5", "15"), ("Bank", "-20", "+5", "-15")], 15),
        (
            "adjust",
            {"way": "gains"},
            [("Corrections", "0", "-5", "-5"), ("Máire's purse", "20", "+5", "25")],
            25,
        ),
        (
            "adjust",
            {"way": "gives"},
            [("Máire's purse", "20", "-5", "15"), ("Corrections", "0", "+5", "5")],
            15,
        ),
    ],
)
def test_what_will_be_posted_is_shown_and_posted_once(
    treasurer: Treasurer,
    maire: Account,
    way: str,
    given: dict[str, str],
    shown: list[tuple[str, ...]],
    after: int,
) -> None:
    page, form = treasurer.look(by_hand(way, maire), chips=5, **given)
    before = held(maire)
    for _ in range(2):
        treasurer.post(by_hand(way, maire), form)

    assert legs(page) == shown
    assert before == [20]
    assert held(maire) == [after]
    posted = Transfer.objects.latest("pk")
    assert (posted.reason_id, posted.memo) == (way.replace("adjust", "adjustment"), "Miscounted")
    assert posted.actor is not None


def test_several_purses_get_the_same_or_none(
    treasurer: Treasurer, book: Book, maire: Account
) -> None:
    sean = purse(book, chips=4)
    page, form = treasurer.look(by_hand("issue", maire, sean), chips=5)
    treasurer.post(by_hand("issue", maire, sean), form)
    _, too_many = treasurer.look(by_hand("redeem", maire, sean), chips=10)
    refused = treasurer.post(by_hand("redeem", maire, sean), too_many)

    assert [leg[1:] for leg in legs(page) if leg[0] == "Bank"] == [
        ("-24", "-5", "-29"),
        ("-29", "-5", "-34"),
    ]
    assert "Purse needs 10 chips and has 9" in refused
    assert held(maire, sean) == [25, 9]


def test_a_purse_is_put_right_with_another(
    treasurer: Treasurer, book: Book, maire: Account
) -> None:
    sean = purse(book, chips=4, name="Seán's purse")
    page, form = treasurer.look(by_hand("adjust", maire), chips=5, way="gives", other=sean.pk)
    treasurer.post(by_hand("adjust", maire), form)

    assert [leg[0] for leg in legs(page)] == ["Máire's purse", "Seán's purse"]
    assert held(maire, sean) == [15, 9]


@pytest.mark.parametrize("missing", ["memo", "chips", "order"])
def test_nothing_is_moved_without_a_why(treasurer: Treasurer, maire: Account, missing: str) -> None:
    page, form = treasurer.look(by_hand("issue", maire), **{"chips": 5, missing: ""})
    treasurer.post(by_hand("issue", maire), form)

    assert "This will be posted" not in page
    assert held(maire) == [20]


def test_a_why_is_a_line_that_can_be_read(treasurer: Treasurer, maire: Account) -> None:
    page, form = treasurer.look(by_hand("issue", maire), chips=5, memo="a\u202eb")
    treasurer.post(by_hand("issue", maire), form)

    assert "marks that change the direction" in page
    assert held(maire) == [20]


def test_another_books_account_is_not_offered(
    treasurer: Treasurer, book: Book, maire: Account
) -> None:
    stranger = purse(BookFactory.create(), chips=5)
    page, form = treasurer.look(by_hand("adjust", maire), chips=5, way="gains", other=stranger.pk)
    treasurer.post(by_hand("adjust", maire), form)

    assert "Select a valid choice" in page
    assert held(maire, stranger) == [20, 5]


def test_chips_are_issued_to_purses_alone(treasurer: Treasurer, book: Book) -> None:
    pool = open_account(book, kind=AccountKind.POOL, name="Corner table")
    page, _ = treasurer.look(by_hand("issue", pool), chips=5)

    assert "Corner table is not a purse" in page


FLOWS = {
    AccountKind.STACK: "Take back the deal that moved them, let the player bring more or get up",
    AccountKind.POOL: "Take back the deal that moved them, or close the table",
    AccountKind.FUND: "Let the entrant withdraw, or cancel the tournament",
    AccountKind.BANK: "Issue chips to a purse, or redeem them from one",
}


@pytest.mark.parametrize("kind", FLOWS)
@pytest.mark.parametrize("gives", [True, False])
def test_by_hand_nothing_moves_but_purses_and_corrections(
    book: Book, maire: Account, kind: AccountKind, gives: bool
) -> None:
    live = bank_of(book)
    if kind != AccountKind.BANK:
        holder = maire.holder_id if kind == AccountKind.STACK else None
        live = open_account(book, kind=kind, name="Live one", holder_id=holder)
    giver, taker = (live, maire) if gives else (maire, live)

    with pytest.raises(NotByHand, match=f"by hand. {FLOWS[kind]}"):
        draft_adjustment(giver, taker, chips=1, hand=HAND)


def test_the_house_purse_deals_with_the_bank_and_the_corrections(
    book: Book, maire: Account
) -> None:
    house = open_account(book, kind=AccountKind.PURSE, name="House")
    [corrections] = others(house)

    for giver, taker in ((house, maire), (maire, house)):
        with pytest.raises(NotByHand, match="House belongs to the club, not to a player"):
            draft_adjustment(giver, taker, chips=1, hand=HAND)
    assert corrections.kind == AccountKind.CORRECTION
    assert house not in others(maire)
    assert house in others(corrections)
    assert draft_adjustment(corrections, house, chips=1, hand=HAND).legs
    assert draft_exchange(house, Direction.ISSUE, chips=5, hand=HAND).reason == ISSUE


def test_every_kind_and_reason_has_its_flow() -> None:
    by_hand_kinds = {kind for kind in AccountKind if kind.is_moved_by_hand}

    assert FLOW_OF_KIND.keys() == set(AccountKind) - by_hand_kinds
    for reason in declared_reasons():
        assert reason.is_by_hand == (reason in {ISSUE, REDEEM, GIFT, ADJUSTMENT})


@pytest.mark.parametrize("reason", [one for one in declared_reasons() if not one.is_by_hand])
def test_what_a_flow_posted_is_not_taken_back_by_hand(
    treasurer: Treasurer, book: Book, maire: Account, reason: Reason
) -> None:
    sean = purse(book)
    back: dict[str, Any] = {}
    if reason is REVERSAL:
        before = post_transfer(gift(maire, sean, 1, key="before"), at=AT)
        back = {"reverses_id": before.pk}
    posting = replace(
        gift(maire, sean, 5), reason=reason, actor_id=maire.holder_id, memo="why", **back
    )
    posted = post_transfer(posting, at=AT)
    page, form = treasurer.look(reverse_address(posted))
    refused = treasurer.post(reverse_address(posted), form)

    assert "This will be posted" not in page
    assert "gift cannot be taken back by hand." in refused
    assert not Transfer.objects.filter(reverses=posted).exists()
    assert held(sean)[0] >= 4
    told = treasurer.client.get(reverse("admin:ledger_transfer_change", args=[posted.pk]))
    assert reason.undone_by in unescape(told.content.decode())


def test_an_old_adjustment_of_a_stack_stays(book: Book, maire: Account) -> None:
    """Stacks were moved by hand once; taking that back now would move a live one."""
    stack = open_account(book, kind=AccountKind.STACK, name="Seat 1", holder_id=maire.holder_id)
    old = replace(gift(maire, stack, 5), reason=ADJUSTMENT, actor_id=maire.holder_id, memo="Top-up")

    with pytest.raises(NotByHand, match="moved chips of Seat 1, which cannot be moved by hand"):
        check_by_hand(post_transfer(old, at=AT))


def test_what_nobody_posted_by_hand_stays(book: Book, maire: Account) -> None:
    """Opening chips, and the stacks with which a tournament starts."""
    with pytest.raises(NotByHand, match=r"Nobody posted opening:\d+ by hand: if the purse"):
        check_by_hand(maire.entries.get().transfer)


def reverse_address(*transfers: Transfer) -> str:
    which = "&".join(f"row={transfer.pk}" for transfer in transfers)
    return f"{reverse('admin:ledger_transfer_reverse')}?{which}"


def test_a_transfer_is_taken_back(treasurer: Treasurer, book: Book, maire: Account) -> None:
    sean = purse(book, name="Seán's purse")
    wrong = post_transfer(
        replace(gift(maire, sean, 7), reason=GIFT, actor_id=maire.holder_id), at=AT
    )
    post_transfer(gift(sean, maire, 2, key="spent"), at=AT)
    page, form = treasurer.look(reverse_address(wrong))
    for _ in range(2):
        treasurer.post(reverse_address(wrong), form)

    assert legs(page) == [
        ("Seán's purse", "5", "-5", "0"),
        ("Corrections", "0", "-2", "-2"),
        ("Máire's purse", "15", "+7", "22"),
    ]
    assert "(2 chips were spent already and come from Corrections)" in page
    assert held(maire, sean) == [22, 0]
    told = treasurer.client.get(reverse("admin:ledger_transfer_change", args=[wrong.pk]))
    assert "has taken it back: Miscounted" in told.content.decode()


def test_what_cannot_be_taken_back_is_told(
    treasurer: Treasurer, book: Book, maire: Account
) -> None:
    sean = purse(book)
    given = replace(gift(maire, sean, 20), reason=GIFT, actor_id=maire.holder_id)
    wrong = post_transfer(given, at=AT)
    close_accounts([maire], at=AT)
    _, form = treasurer.look(reverse_address(wrong))

    assert "purse is closed" in treasurer.post(reverse_address(wrong), form)
    assert held(sean) == [20]


def test_somebody_who_may_not_post_is_shown_no_form(client: Client, maire: Account) -> None:
    client.force_login(HolderFactory.create())
    transfer = maire.entries.get().transfer

    assert client.get(by_hand("issue", maire)).status_code == 302
    assert client.get(reverse_address(transfer)).status_code == 302


@pytest.mark.parametrize(
    "address", ["issue/?row=0", "issue/", "rake/?row={pk}", "issue/?row={pk}&row=0"]
)
def test_what_there_is_not(admin_client: Client, maire: Account, address: str) -> None:
    base = reverse("admin:ledger_account_by_hand", args=["issue"]).removesuffix("issue/")

    assert admin_client.get(base + address.format(pk=maire.pk)).status_code == 404


def test_the_actions_of_the_lists_lead_to_the_forms(
    admin_client: Client, book: Book, maire: Account
) -> None:
    purses = reverse("admin:ledger_account_changelist")
    chosen = admin_client.post(purses, {"action": "issue", "_selected_action": [maire.pk]})
    transfer = maire.entries.get().transfer
    back = admin_client.post(
        reverse("admin:ledger_transfer_changelist"),
        {"action": "take_back", "_selected_action": [transfer.pk]},
    )

    assert chosen.headers["Location"] == by_hand("issue", maire)
    assert back.headers["Location"] == reverse_address(transfer)


def test_drafts_are_refused_before_anything_is_shown(book: Book, maire: Account) -> None:
    with pytest.raises(HandMissing):
        Hand(actor_id=1, memo=" ", key="form:1")
    for chips in (0, -5, True, MOST_MOVED + 1):
        with pytest.raises(NotChips, match="chips: must be a whole number from 1 to 1,000,000,000"):
            draft_exchange(maire, Direction.ISSUE, chips=chips, hand=HAND)
    with pytest.raises(NotByHand, match="same book"):
        draft_adjustment(maire, maire, chips=1, hand=HAND)
    with pytest.raises(NotByHand, match="same book"):
        draft_adjustment(maire, purse(BookFactory.create()), chips=1, hand=HAND)
    with pytest.raises(NotByHand, match="not a purse"):
        draft_exchange(bank_of(book), Direction.REDEEM, chips=1, hand=HAND)
    assert draft_exchange(maire, Direction.REDEEM, chips=1, hand=HAND).reason == REDEEM
