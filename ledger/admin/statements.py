"""The statement of an account as a page, a sheet, a paper and a picture."""

from collections.abc import Callable, Mapping
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.contrib.admin import ModelAdmin
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.timezone import get_current_timezone, get_current_timezone_name, make_aware
from unfold.widgets import UnfoldAdminDateWidget, UnfoldAdminSelectWidget

from ledger.declarations import reason_choices
from ledger.errors import StatementTooLong
from ledger.models import Account
from ledger.sheets import sheet
from ledger.statements import Statement, statement, words

STATEMENTS = {"html": "Look at it", "csv": "Sheet (CSV)", "pdf": "Paper (PDF)", "svg": "Chart"}
FIRST_DAY, LAST_DAY = date(1970, 1, 1), date(9998, 12, 31)
LINES_A_PAGE = 100


class Days(forms.Form):
    """From the first to the last day, both with; by the hall's clock."""

    since = forms.DateField(required=False, label="From", widget=UnfoldAdminDateWidget)
    until = forms.DateField(required=False, label="To", widget=UnfoldAdminDateWidget)
    reason = forms.ChoiceField(
        required=False,
        label="Only",
        choices=lambda: [("", "everything"), *reason_choices()],
        widget=UnfoldAdminSelectWidget,
    )

    def clean(self) -> None:
        first, last = self.cleaned_data.get("since"), self.cleaned_data.get("until")
        if first and last and first > last:
            self.add_error("since", "The first day must not be after the last.")

    def stated(self, account: Account) -> Statement:
        given: dict[str, Any] = self.cleaned_data if self.is_valid() else {}
        first, last = given.get("since") or FIRST_DAY, given.get("until") or LAST_DAY
        just_before = _midnight(first) - timedelta(microseconds=1)
        next_day = min(last, LAST_DAY) + timedelta(days=1)
        until = _midnight(next_day) - timedelta(microseconds=1)
        zone = ZoneInfo(get_current_timezone_name())
        return statement(account, since=just_before, until=until, zone=zone)


def statement_page(
    account_admin: ModelAdmin, request: HttpRequest, pk: int, ending: str
) -> HttpResponse:
    """The statement of an account that the person may see."""
    if not account_admin.has_view_permission(request):
        raise PermissionDenied
    account = get_object_or_404(account_admin.get_queryset(request).select_related("book"), pk=pk)
    days = Days(request.GET)
    stated = days.stated(account)
    if ending == "html":
        return _page(account_admin, request, stated, days)
    if ending not in FILES:
        raise Http404
    if not days.is_valid():
        said = " ".join(str(one) for errors in days.errors.values() for one in errors)
        return HttpResponse(said, status=400, content_type="text/plain; charset=utf-8")
    return FILES[ending](stated)


def _page(
    account_admin: ModelAdmin, request: HttpRequest, stated: Statement, days: Days
) -> HttpResponse:
    lines = stated.lines
    if reason := days.cleaned_data.get("reason"):
        lines = lines.filter(transfer__reason=reason)
    page = Paginator(lines, LINES_A_PAGE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        **account_admin.admin_site.each_context(request),
        "title": f"Statement of {stated.account}",
        "account": stated.account,
        "statement": stated,
        "days": days,
        "page": page,
        "query": query.urlencode() if days.is_valid() else "",
        "lines": [(entry, words(entry)) for entry in page],
        "files": {ending: label for ending, label in STATEMENTS.items() if ending != "html"},
    }
    return render(request, "ledger/statement.html", context)


def _sheet(stated: Statement) -> HttpResponse:
    return StreamingHttpResponse(  # type: ignore[return-value]
        sheet(stated), content_type="text/csv; charset=utf-8", headers=_saved_as(stated, "csv")
    )


def _paper(stated: Statement) -> HttpResponse:
    from ledger.papers import paper  # Takes a third of a second, and few ask for it.

    try:
        made = paper(stated)
    except StatementTooLong as refusal:
        return HttpResponse(str(refusal), status=409, content_type="text/plain; charset=utf-8")
    return HttpResponse(made, content_type="application/pdf", headers=_saved_as(stated, "pdf"))


def _picture(stated: Statement) -> HttpResponse:
    from ledger.charts import chart  # As above.

    return HttpResponse(chart(stated), content_type="image/svg+xml")


FILES: Mapping[str, Callable[[Statement], HttpResponse]] = {
    "csv": _sheet,
    "pdf": _paper,
    "svg": _picture,
}
"""By the ending of its name what a file of a statement is made with."""


def _saved_as(stated: Statement, ending: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="account-{stated.account.pk}.{ending}"'}


def _midnight(day: date) -> datetime:
    return make_aware(datetime.combine(day, time.min), get_current_timezone())
