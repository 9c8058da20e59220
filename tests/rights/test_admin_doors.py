"""Every address and every action of the admin stands for a deed."""

from typing import Any

import pytest
from django.contrib import admin
from django.http import HttpResponse
from django.urls import URLPattern, path

from clubs.rights import ENTER_ADMIN
from deploy.matrix import APPS, deeds_in
from deploy.rights import LINKS
from ledger.admin import ByDeed
from tests.rights.addresses import name_of

SITES_OWN = {
    *("index", "login", "logout", "password_change", "password_change_done", "autocomplete"),
    *("jsi18n", "view_on_site", "app_list", "search"),
}
"""For whoever enters; what they find there is asked of the lists."""

DJANGOS = {"changelist": "see", "history": "see", "change": "see", "add": "add", "delete": "delete"}
ADMINS: list[Any] = sorted(admin.site._registry.values(), key=str)


def pages_of(one: Any) -> set[str]:
    """The pages that Django does not know of, as their addresses are called."""
    names = {name_of(pattern) for pattern in one.get_urls()} - {""}
    prefix = f"{one.opts.app_label}_{one.opts.model_name}_"
    return {name.removeprefix(prefix).removeprefix("auth_user_") for name in names} - set(DJANGOS)


def unnamed(one: Any) -> set[str]:
    assert isinstance(one, ByDeed), f"{one} asks no matrix."
    return (pages_of(one) | {str(name) for name in getattr(one, "actions", None) or ()}) - set(
        one.deeds
    )


def test_every_address_of_the_site_is_known() -> None:
    addresses = admin.site.get_urls()
    names = {name_of(one) for one in addresses if isinstance(one, URLPattern)} - {""}
    folders = {str(one.pattern) for one in addresses if not isinstance(one, URLPattern)}

    assert names <= SITES_OWN
    assert folders == {f"{one.opts.app_label}/{one.opts.model_name}/" for one in ADMINS}


@pytest.mark.parametrize("one", ADMINS, ids=str)
def test_every_page_and_action_stands_for_a_deed(one: Any) -> None:
    assert unnamed(one) == set()
    assert isinstance(one, ByDeed)
    listed = {deed for app in APPS for deed in deeds_in(app)}
    assert {deed for name in one.deeds for deed in one._deeds(name)} <= listed


@pytest.mark.parametrize("one", ADMINS, ids=str)
def test_somebody_who_sees_rows_enters(one: ByDeed) -> None:
    assert one.roles_for("see") <= ENTER_ADMIN.may
    assert all(one.roles_for(name) - LINKS <= one.roles_for("see") for name in one.deeds)


def test_a_page_without_a_deed_is_found() -> None:
    night = next(one for one in ADMINS if one.opts.model_name == "night")

    class Careless(type(night)):  # type: ignore[misc]
        deeds = {name: deed for name, deed in night.deeds.items() if name not in ("rules", "close")}

    assert unnamed(Careless(night.model, admin.site)) == {"rules", "close"}


def test_a_page_without_a_name_is_found() -> None:
    night = next(one for one in ADMINS if one.opts.model_name == "night")

    class Careless(type(night)):  # type: ignore[misc]
        def get_urls(self) -> list[URLPattern]:
            return [path("all/", lambda _: HttpResponse()), *super().get_urls()]

    assert unnamed(Careless(night.model, admin.site)) == {"all/"}
