"""Accounts: what they hold, how they came to it, and what a treasurer may do with them by hand."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import URLPattern, path, reverse
from unfold.admin import ModelAdmin

from ledger.admin.books import OwnBooksFilter
from ledger.admin.by_hand import WAYS, accounts_by_hand
from ledger.admin.deeds import ByDeed
from ledger.admin.read_only import OpenFilter
from ledger.admin.statements import STATEMENTS, statement_page
from ledger.books import check_book
from ledger.errors import NotByHand
from ledger.kinds import AccountKind
from ledger.models import Account
from ledger.rights import ADJUST, ISSUE, REDEEM, SEE_ACCOUNT
from ledger.wording import FLOW_OF_KIND


@admin.register(Account)
class AccountAdmin(ByDeed, ModelAdmin):
    deeds = {
        "see": SEE_ACCOUNT,
        "statement": SEE_ACCOUNT,
        "issue": ISSUE,
        "redeem": REDEEM,
        "adjust": ADJUST,
        "by_hand": (ISSUE, REDEEM, ADJUST),
    }
    list_display = ("name", "kind", "holder", "balance", "book", "closed_at")
    list_select_related = ("holder", "book")
    list_filter: tuple[Any, ...] = ("kind", OpenFilter, ("book", OwnBooksFilter))
    search_fields = ("name", "holder__name_parts", "book__name__parts")
    most_searched = None
    by_name = ("book", "holder__sort_name", "name", "pk")
    fields = (
        *("name", "book", "kind", "holder", "balance", "min_balance", "closed_at"),
        *("its_statement", "its_entries", "to_do"),
    )
    readonly_fields = ("its_entries", "its_statement", "to_do")
    actions = ("issue", "redeem", "adjust")

    def get_ordering(self, request: HttpRequest) -> tuple[str, ...]:
        """Purses by the names of their holders; of all accounts the newest first.

        Stacks and pools grow with all that was played: sorted by name, each would be read.
        """
        return self.by_name if request.GET.get("kind__exact") == AccountKind.PURSE else ("-pk",)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet, search_term: str
    ) -> tuple[QuerySet, bool]:
        """Of accounts that stand open, unless the list is filtered: closed ones are empty."""
        if search_term and OpenFilter.parameter_name not in request.GET:
            queryset = queryset.filter(closed_at=None)
        return super().get_search_results(request, queryset, search_term)

    @admin.display(description="Entries")
    def its_entries(self, account: Account) -> str:
        address = f"{reverse('admin:ledger_entry_changelist')}?account__id__exact={account.pk}"
        return _links([(f"{account.version} entries", address)])

    @admin.display(description="Statement")
    def its_statement(self, account: Account) -> str:
        return _links(
            (label, reverse("admin:ledger_account_statement", args=[account.pk, ending]))
            for ending, label in STATEMENTS.items()
        )

    @admin.display(description="By hand")
    def to_do(self, account: Account) -> str:
        if account.closed_at is not None:
            return "The account is closed: nothing moves any more."
        if not any(way.fits(account) for way in WAYS.values()):
            return FLOW_OF_KIND[AccountKind(account.kind)]
        try:
            check_book(account.book_id)
        except NotByHand as refusal:
            return str(refusal)
        return _links(
            (way.label, f"{reverse('admin:ledger_account_by_hand', args=[name])}?row={account.pk}")
            for name, way in WAYS.items()
            if way.fits(account)
        )

    @admin.action(description="Issue chips to them")
    def issue(self, request: HttpRequest, rows: QuerySet[Account]) -> HttpResponse:
        return _by_hand("issue", rows)

    @admin.action(description="Redeem chips from them")
    def redeem(self, request: HttpRequest, rows: QuerySet[Account]) -> HttpResponse:
        return _by_hand("redeem", rows)

    @admin.action(description="Adjust them")
    def adjust(self, request: HttpRequest, rows: QuerySet[Account]) -> HttpResponse:
        return _by_hand("adjust", rows)

    def get_urls(self) -> list[URLPattern]:
        def paper(request: HttpRequest, pk: int, ending: str) -> HttpResponse:
            return statement_page(self, request, pk, ending)

        def by_hand(request: HttpRequest, way: str) -> HttpResponse:
            return accounts_by_hand(self, request, way)

        guarded: Callable[..., Callable[..., HttpResponse]] = self.admin_site.admin_view
        return [
            path(
                "<int:pk>/statement.<str:ending>", guarded(paper), name="ledger_account_statement"
            ),
            path("by-hand/<slug:way>/", guarded(by_hand), name="ledger_account_by_hand"),
            *super().get_urls(),
        ]


def _by_hand(way: str, rows: QuerySet[Account]) -> HttpResponse:
    which = "&".join(f"row={pk}" for pk in rows.order_by("pk").values_list("pk", flat=True))
    return redirect(f"{reverse('admin:ledger_account_by_hand', args=[way])}?{which}")


def _links(links: object) -> str:
    return render_to_string("ledger/links.html", {"links": links})
