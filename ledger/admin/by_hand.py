"""Issue, redeem, adjust, reverse: a reason first, then what will be posted, then the posting."""

import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.db import connection, transaction
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextInputWidget,
)

from deploy.names import NameFormField
from ledger.by_hand import (
    Hand,
    corrections_of,
    draft_adjustment,
    draft_issue,
    draft_redeem,
    others,
)
from ledger.errors import LedgerError
from ledger.kinds import AccountKind
from ledger.models import Account
from ledger.posting import Posting, post_transfers
from ledger.reversals import check_by_hand, draft_reversal, reverse_by_hand


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
    chips = forms.IntegerField(
        min_value=1, max_value=1_000_000_000, widget=UnfoldAdminIntegerFieldWidget
    )


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


@dataclass(frozen=True)
class Way:
    """Something that is done with accounts by hand."""

    label: str
    form: type[Order]
    draft: Callable[[Account, Mapping[str, Any], Hand], Posting]
    kinds: frozenset[AccountKind] = frozenset(AccountKind)

    def fits(self, account: Account) -> bool:
        return account.kind in self.kinds


def _adjust(account: Account, given: Mapping[str, Any], hand: Hand) -> Posting:
    other = given["other"] or corrections_of(account)
    giver, taker = (other, account) if given["way"] == "gains" else (account, other)
    return draft_adjustment(giver, taker, chips=given["chips"], hand=hand)


PURSES = frozenset({AccountKind.PURSE})
WAYS = {
    "issue": Way(
        "Issue chips",
        ChipsOrder,
        lambda purse, given, hand: draft_issue(purse, chips=given["chips"], hand=hand),
        PURSES,
    ),
    "redeem": Way(
        "Redeem chips",
        ChipsOrder,
        lambda purse, given, hand: draft_redeem(purse, chips=given["chips"], hand=hand),
        PURSES,
    ),
    "adjust": Way(
        "Adjust",
        AdjustOrder,
        _adjust,
        frozenset(kind for kind in AccountKind if kind.is_moved_by_hand),
    ),
}


def accounts_by_hand(account_admin: ModelAdmin, request: HttpRequest, name: str) -> HttpResponse:
    """Ask for the order, show what it would post, post it when the person says so."""
    if name not in WAYS:
        raise Http404
    accounts, way = _rows(account_admin, request, name), WAYS[name]
    form = _form(way.form, request)
    if isinstance(form, AdjustOrder) and len(accounts) == 1:
        other: Any = form.fields["other"]
        other.queryset = others(accounts[0])
    drafts: list[Posting] = []
    if form.is_valid():
        given = form.cleaned_data
        try:
            drafts = [
                way.draft(account, given, _hand(request, given, account)) for account in accounts
            ]
            if "post" in request.POST:
                post_atomically(drafts)
                return _done(account_admin, request, f"{way.label}: {given['chips']} chips moved.")
        except LedgerError as refusal:
            messages.error(request, str(refusal))
    return _asked(account_admin, request, way.label, accounts, form, drafts)


def transfers_by_hand(transfer_admin: ModelAdmin, request: HttpRequest) -> HttpResponse:
    """As for accounts; what is posted is looked up again, since the purses may have moved."""
    transfers = _rows(transfer_admin, request, "take_back")
    form = _form(Order, request)
    drafts: list[Posting] = []
    if form.is_valid():
        memo, actor_id = form.cleaned_data["memo"], _actor_id(request)
        try:
            for transfer in transfers:
                check_by_hand(transfer)
            drafts = [
                draft_reversal(transfer, actor_id=actor_id, memo=memo) for transfer in transfers
            ]
            if "post" in request.POST:
                with transaction.atomic():
                    for transfer in transfers:
                        reverse_by_hand(transfer, actor_id=actor_id, memo=memo, at=_now())
                return _done(transfer_admin, request, f"Taken back: {len(transfers)}.")
        except LedgerError as refusal:
            messages.error(request, str(refusal))
    return _asked(transfer_admin, request, "Take back", transfers, form, drafts)


def post_atomically(drafts: Sequence[Posting]) -> None:
    with transaction.atomic():
        post_transfers(drafts, at=_now())


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


def _form(kind: type[Order], request: HttpRequest) -> Order:
    return kind(request.POST or None, initial={"order": uuid.uuid4()})


def _hand(request: HttpRequest, given: Mapping[str, Any], account: Account) -> Hand:
    key = f"form:{given['order']}:{account.pk}"
    return Hand(actor_id=_actor_id(request), memo=given["memo"], key=key)


def _actor_id(request: HttpRequest) -> int:
    assert request.user.pk is not None  # The admin lets nobody in who is not.
    return request.user.pk


def _done(of: ModelAdmin, request: HttpRequest, words: str) -> HttpResponse:
    messages.success(request, words)
    return redirect(f"admin:ledger_{of.opts.model_name}_changelist")


def _asked(
    of: ModelAdmin,
    request: HttpRequest,
    label: str,
    rows: Sequence[Model],
    form: Order,
    drafts: Sequence[Posting],
) -> HttpResponse:
    context = {
        **of.admin_site.each_context(request),
        "title": label,
        "rows": rows,
        "form": form,
        "postings": _shown(drafts),
        "back": f"admin:ledger_{of.opts.model_name}_changelist",
    }
    return render(request, "ledger/by_hand.html", context)


def _shown(drafts: Iterable[Posting]) -> list[dict[str, Any]]:
    """Each posting as it will stand, in its legs: what is held before, moves, is held after."""
    held = {pk: 0 for draft in drafts for pk in draft.legs}
    accounts = Account.objects.in_bulk(held)
    held |= {pk: account.balance for pk, account in accounts.items()}
    shown = []
    for draft in drafts:
        legs = []
        for pk, chips in sorted(draft.legs.items(), key=lambda leg: leg[1]):
            legs.append((accounts[pk], held[pk], chips, held[pk] + chips))
            held[pk] += chips  # One bank may serve several postings.
        shown.append({"reason": draft.reason.sentence, "memo": draft.memo, "legs": legs})
    return shown
