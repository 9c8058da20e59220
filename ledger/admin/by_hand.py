"""Issue, redeem, adjust, take back: a reason first, then what will be posted, then the posting."""

import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, TypeVar, cast

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.db import connection, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.module_loading import import_string
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextInputWidget,
)

from deploy.names import NameFormField
from ledger.admin.asking import Section, asking_page
from ledger.by_hand import (
    Direction,
    Hand,
    bars,
    corrections_of,
    draft_adjustment,
    draft_exchange,
    others,
)
from ledger.chips import ChipsFormField
from ledger.errors import LedgerError
from ledger.kinds import AccountKind
from ledger.models import Account
from ledger.posting import Posting, post_transfers
from ledger.reversals import check_by_hand, draft_reversal, reverse_by_hand

Given = Mapping[str, Any]


class Order(forms.Form):
    """Why; `order` names the form, so a form that is sent twice moves chips once."""

    memo = NameFormField(
        label="Why",
        max_length=300,
        widget=UnfoldAdminTextInputWidget,
        help_text="Shown in the statement of every account that it touches.",
    )
    order = forms.UUIDField(widget=forms.HiddenInput)
    field_order: Sequence[str] = ("way", "chips", "other", "memo", "order")


class ChipsOrder(Order):
    chips = ChipsFormField(widget=UnfoldAdminIntegerFieldWidget)


class AdjustOrder(ChipsOrder):
    """One account is put right with another; with several, each with the corrections."""

    way = forms.ChoiceField(
        label="The account",
        choices=[("gains", "gains chips"), ("gives", "gives chips")],
        widget=UnfoldAdminSelectWidget,
    )
    other = forms.ModelChoiceField(
        Account.objects.none(),
        label="From or to",
        required=False,
        empty_label="corrections, until somebody explains them",
        widget=UnfoldAdminSelectWidget,
    )


AnyOrder = TypeVar("AnyOrder", bound=Order)


@dataclass(frozen=True)
class Way:
    """Something that is done with accounts by hand."""

    label: str
    form: type[Order]
    draft: Callable[[Account, Given, Hand], Posting]
    kinds: frozenset[AccountKind]

    def fits(self, account: Account) -> bool:
        return account.kind in self.kinds


def _exchange(direction: Direction, purse: Account, given: Given, hand: Hand) -> Posting:
    return draft_exchange(purse, direction, chips=given["chips"], hand=hand)


def _adjust(account: Account, given: Given, hand: Hand) -> Posting:
    other = given["other"] or corrections_of(account)
    giver, taker = (other, account) if given["way"] == "gains" else (account, other)
    return draft_adjustment(giver, taker, chips=given["chips"], hand=hand)


PURSES = frozenset({AccountKind.PURSE})
MOVED_BY_HAND = frozenset(kind for kind in AccountKind if kind.is_moved_by_hand)
WAYS = {
    "issue": Way("Issue chips", ChipsOrder, partial(_exchange, Direction.ISSUE), PURSES),
    "redeem": Way("Redeem chips", ChipsOrder, partial(_exchange, Direction.REDEEM), PURSES),
    "adjust": Way("Adjust", AdjustOrder, _adjust, MOVED_BY_HAND),
}


def accounts_by_hand(account_admin: ModelAdmin, request: HttpRequest, name: str) -> HttpResponse:
    """Issue to the accounts, redeem from them, or adjust them."""
    if name not in WAYS:
        raise Http404
    accounts, way = _rows(account_admin, request, name), WAYS[name]
    form = bound(way.form, request)
    if isinstance(form, AdjustOrder) and len(accounts) == 1:
        other: Any = form.fields["other"]
        other.queryset = others(accounts[0])

    def draft(given: Given) -> list[Posting]:
        return [way.draft(one, given, hand_of(request, given, one)) for one in accounts]

    def post(given: Given) -> str:
        post_transfers(draft(given), at=_now())
        return f"{way.label}: {given['chips']} chips moved."

    return order_page(
        account_admin,
        request,
        form,
        title=way.label,
        asked=Section(", ".join(map(str, accounts))),
        shown=lambda given: sections_of(draft(given)),
        post=post,
        refusals=(LedgerError, *(bar.refusal for bar in bars())),
    )


def transfers_by_hand(transfer_admin: ModelAdmin, request: HttpRequest) -> HttpResponse:
    """Take the transfers back; each is drafted again then, since the purses may have moved."""
    transfers = _rows(transfer_admin, request, "take_back")
    actor_id = _actor_id(request)

    def shown(given: Given) -> list[Section]:
        for transfer in transfers:
            check_by_hand(transfer)
        drafts = [draft_reversal(one, actor_id=actor_id, memo=given["memo"]) for one in transfers]
        return sections_of(drafts)

    def post(given: Given) -> str:
        for transfer in transfers:
            reverse_by_hand(transfer, actor_id=actor_id, memo=given["memo"], at=_now())
        return f"Taken back: {len(transfers)}."

    return order_page(
        transfer_admin,
        request,
        bound(Order, request),
        title="Take back",
        asked=Section(", ".join(map(str, transfers))),
        shown=shown,
        post=post,
    )


def order_page(
    of: ModelAdmin,
    request: HttpRequest,
    form: Order,
    *,
    title: str,
    asked: Section,
    shown: Callable[[Given], list[Section]],
    post: Callable[[Given], str],
    refusals: tuple[type[Exception], ...] = (LedgerError,),
) -> HttpResponse:
    """Take an order, show what it would move, and carry it out when the person says so.

    Before that it asks for the password, where that was long ago (`settings.ASKS_AGAIN`).

    Args:
        asked: Whom the order is about, while it is asked for.
        shown: What the order would move; it may refuse what `post` would.
        post: Carries the order out, and says what was done.
        refusals: What both may refuse with.
    """
    context = of.admin_site.each_context(request)
    if question := import_string(settings.ASKS_AGAIN)(request, context):
        return cast(HttpResponse, question)
    back = reverse(f"admin:{of.opts.app_label}_{of.opts.model_name}_changelist")
    sections: list[Section] = []
    if form.is_valid():
        try:
            if "post" in request.POST:
                with transaction.atomic():
                    done = post(form.cleaned_data)
                messages.success(request, done)
                return redirect(back)
            sections = shown(form.cleaned_data)
        except refusals as refusal:
            messages.error(request, str(refusal))
    return asking_page(
        request,
        context,
        title=title,
        sections=sections or [asked],
        label="Move the chips" if sections else "Show what will move",
        back=back,
        form=form,
        is_filled=bool(sections),
    )


def bound(kind: type[AnyOrder], request: HttpRequest) -> AnyOrder:
    """The form with what was sent, or an empty one with a name of its own."""
    return kind(request.POST or None, initial={"order": uuid.uuid4()})


def hand_of(request: HttpRequest, given: Given, row: Any) -> Hand:
    """Who moves chips of this row by this form, and why."""
    key = f"form:{given['order']}:{row.pk}"
    return Hand(actor_id=_actor_id(request), memo=given["memo"], key=key)


def sections_of(drafts: Iterable[Posting]) -> list[Section]:
    """Each posting as it will stand."""
    return [Section(draft.reason.sentence, draft.memo, draft.legs) for draft in drafts]


def _now() -> datetime:
    """The database's clock; the doors' own stands above this app."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        [now] = cursor.fetchone() or (None,)
    assert isinstance(now, datetime)
    return now


def _rows(of: Any, request: HttpRequest, name: str) -> list[Any]:
    """The rows that were ticked, all of which the person has to see."""
    pks = {int(pk) for pk in request.GET.getlist("row") if pk.isdecimal()}
    rows = of.get_queryset(request).filter(pk__in=pks)
    of.ask(request, name, rows)
    found = list(rows.select_related("book").order_by("pk"))
    if not found or len(found) != len(pks):
        raise Http404
    return found


def _actor_id(request: HttpRequest) -> int:
    assert request.user.pk is not None  # The admin lets nobody in who is not.
    return request.user.pk
