"""Every address stands for a deed, or is known to need none: nobody serves one unseen."""

import ast
from pathlib import Path
from typing import Any

import pytest
from django.contrib import admin
from django.http import HttpResponse
from django.urls import include, path

from clubs.api.clubs import ClubViewSet
from deploy.matrix import leaves
from deploy.urls import urlpatterns
from games.chronicle import declared_chronicles
from games.live import streams
from tests.rights.addresses import OF_NO_DEED, strays

PULSE = "/live/livez"  # That the process lives, said to everybody.
LOGS = "/live/"  # Before the name that an app gives to the log that it keeps.


def view(_: Any) -> HttpResponse:
    return HttpResponse()


def in_the_admin(*more: Any) -> Any:
    return path("admin/", ([*more, *admin.site.get_urls()], "admin", "admin"))


def test_every_address_is_known() -> None:
    assert list(strays(urlpatterns)) == []
    assert {address for address, _ in leaves(urlpatterns)} >= OF_NO_DEED


@pytest.mark.parametrize(
    ("stray", "address"),
    [
        (path("api/v1/members/all", view), "/api/v1/members/all"),
        (path("api/v1/", include([path("members/all", view)])), "/api/v1/members/all"),
        (path("admin/members/all", view, name="members"), "/admin/members/all"),
        # A viewset beside the router: its deeds would be in no page and in no walk.
        (path("api/v1/halls", ClubViewSet.as_view({"get": "list"})), "/api/v1/halls"),
        (in_the_admin(path("members/", view)), "/admin/members/"),
        (in_the_admin(path("members/", include([path("all", view)]))), "/admin/members/all"),
    ],
)
def test_a_new_address_without_a_deed_is_found(stray: Any, address: str) -> None:
    assert list(strays([stray, *urlpatterns])) == [address]


def test_the_live_process_tells_nothing_but_its_streams() -> None:
    """They are found in one tuple, with their deeds; no other address stands in its code."""
    sources = Path(streams.__file__).parent.glob("*.py")
    nodes = [node for source in sources for node in ast.walk(ast.parse(source.read_text()))]
    texts = {node.value for node in nodes if isinstance(node, ast.Constant)}
    written = {text for text in texts if isinstance(text, str) and text.startswith("/live")}

    logs = {rf"/live/{log.name}/(?P<pk>\d{{1,18}})" for log in declared_chronicles()}
    assert written | logs == {PULSE, LOGS, *(address.path for address in streams.ADDRESSES)}
    assert logs
    assert all(address.deeds for address in streams.ADDRESSES)
