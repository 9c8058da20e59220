"""Addresses without a deed, of which nobody has said that they need none."""

from collections.abc import Iterator
from typing import Any

from django.contrib.admin import site
from django.urls import URLPattern
from django.views.generic import RedirectView

from deploy.matrix import leaves
from deploy.rest.rights import deeds_of
from deploy.urls import api

OF_NO_DEED = {
    "/admin/password_change/",  # The caller's own.
    *("/api/docs/", "/api/openapi.yaml", "/api/asyncapi.yaml"),
    *("/api/problems/", "/api/problems/<slug:slug>"),
}
"""The same for everybody, or about nobody but the caller."""


def strays(patterns: Any) -> Iterator[str]:
    """The addresses that are no door or page with deeds, no named page of the admin, and not above.

    Raises:
        ImproperlyConfigured: a viewset names no deed for one of its actions.
    """
    for top in patterns:
        is_admin = getattr(top, "namespace", None) == site.name
        for path, pattern in leaves([top]):
            is_known = _is_page(pattern) or _is_door(pattern) or path in OF_NO_DEED
            if not (_is_named(pattern) if is_admin else is_known):
                yield path


def name_of(pattern: URLPattern) -> str:
    """What a page of the admin is called: its address where it has no name of its own.

    Empty for the two addresses that Django leaves without one: they lead to a page with a name, or
    say that there is none.
    """
    view: Any = pattern.callback
    address = str(pattern.pattern)
    leads_on = address == "<path:object_id>/" and getattr(view, "view_class", None) is RedirectView
    is_last = getattr(view, "__wrapped__", None) == site.catch_all_view
    return "" if leads_on or is_last else pattern.name or address


def _is_named(pattern: URLPattern) -> bool:
    return name_of(pattern) in ("", pattern.name)


def _is_page(pattern: URLPattern) -> bool:
    """Whether it is a page of ours that names its deeds."""
    return bool(getattr(pattern.callback, "deeds", ()))


def _is_door(pattern: URLPattern) -> bool:
    """Whether it is of the API, where `deploy.matrix.doors` finds it with all its deeds."""
    view: Any = pattern.callback
    if pattern not in api.urls or not hasattr(view, "actions"):
        return False
    return all(deeds_of(view.cls, action) for action in view.actions.values())
