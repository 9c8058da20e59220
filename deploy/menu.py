"""The menu of the admin, in the order of an organiser's evening."""

from typing import Any

from django.apps import apps
from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse, reverse_lazy

MENU = {
    "Club": {
        "clubs.Night": "event",
        "clubs.Member": "group",
        "clubs.Invitation": "mail",
        "clubs.Club": "home",
    },
    "Tournaments": {"tournaments.Tournament": "trophy"},
    "Play": {
        "games.Table": "table_restaurant",
        "games.Seat": "event_seat",
        "games.Deal": "playing_cards",
    },
    "Chips": {
        "ledger.Account": "account_balance_wallet",
        "ledger.Transfer": "swap_horiz",
        "ledger.Entry": "receipt_long",
        "ledger.Book": "menu_book",
    },
    "Service": {"clubs.Player": "person"},
}


TODAY = {"title": "Today", "icon": "today", "link": reverse_lazy("admin:index")}
DESK = {"title": "The desk", "icon": "countertops", "link": reverse_lazy("desk-tonight")}
"""The night that is on, or the next one."""


def navigation(request: HttpRequest) -> list[dict[str, Any]]:
    """Each list that the person may look at, as unfold wants them."""
    evening = [TODAY, DESK] if _may(request, "clubs.Night") else []
    parts = [
        {
            "title": title,
            "items": [_item(label, icon) for label, icon in rows.items() if _may(request, label)],
        }
        for title, rows in MENU.items()
    ]
    parts.insert(0, {"title": "Tonight", "items": evening})
    return [part for part in parts if part["items"]]


def _may(request: HttpRequest, label: str) -> bool:
    return admin.site.get_model_admin(apps.get_model(label)).has_view_permission(request)


def _item(label: str, icon: str) -> dict[str, Any]:
    rows = apps.get_model(label)._meta
    return {
        "title": str(rows.verbose_name_plural).capitalize(),
        "icon": icon,
        "link": reverse(f"admin:{rows.app_label}_{rows.model_name}_changelist"),
    }
