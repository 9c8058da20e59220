"""What moves chips is shown before it is done: who brings how much, and what goes home."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.defaultfilters import pluralize
from django.urls import reverse

from clubs.admin.refusals import REFUSALS, told
from clubs.models import Night
from clubs.nights import check_purses, close_night, open_tables
from deploy.rest.clock import database_now
from games.admin import going_home


@dataclass(frozen=True)
class Step:
    """A step of a night that moves chips.

    Attributes:
        shown: A sentence of what will happen, and the lines of who moves what; it refuses what the
            step would.
    """

    label: str
    do: Callable[..., Night]
    done: str
    shown: Callable[[Night], tuple[str, list[str]]]


def _bought_in(night: Night) -> tuple[str, list[str]]:
    chips: dict[str, int] = {}
    lines: dict[str, list[str]] = {}
    seated = night.attendances.seated().select_related(
        "night_table", "member__player", "member__purse"
    )
    check_purses(night, seated)
    for one in seated:
        table, purse = str(one.night_table), one.member.purse.balance
        brings = purse if night.buy_in_chips is None else night.buy_in_chips
        chips[table] = chips.get(table, 0) + brings
        lines.setdefault(table, []).append(f"{one.member} {brings}")
    people = sum(len(line) for line in lines.values())
    count = f"{len(lines)} table{pluralize(len(lines))}"
    sentence = f"{people} people bring {sum(chips.values())} chips to {count}."
    return sentence, [
        f"{table}, {chips[table]} chips: {', '.join(line)}" for table, line in lines.items()
    ]


def _going_home(night: Night) -> tuple[str, list[str]]:
    opened = night.tables.filter(table__closed_at=None).exclude(table=None).order_by("number")
    rows = opened.select_related("table__pool")
    return going_home((str(one), one.table) for one in rows if one.table)


STEPS = {
    "open-tables": Step("Open tables", open_tables, "is playing", _bought_in),
    "close": Step("Close night", close_night, "is closed", _going_home),
}


def confirm_page(
    request: HttpRequest, nights: list[Night], step: Step, context: dict[str, Any]
) -> HttpResponse:
    """Show what the step will move at these nights, and take it when the person says so."""
    back = reverse("admin:clubs_night_changelist")
    if len(nights) == 1:
        back = reverse("admin:clubs_night_change", args=[nights[0].pk])
    if request.method == "POST":
        for night in nights:
            with told(request):
                step.do(night, at=database_now())
                messages.success(request, f"{night} {step.done}.")
        return redirect(back)
    sections, is_ready = [], False
    for night in nights:
        try:
            sections.append((night, *step.shown(night)))
            is_ready = True
        except REFUSALS as refusal:
            sections.append((night, str(refusal), []))
    context |= {
        "title": step.label,
        "label": step.label if is_ready else "",
        "back": back,
        "sections": sections,
    }
    return render(request, "games/confirm.html", context)
