"""Every page says which icon stands for it."""

from pathlib import Path

import pytest
from django.test import Client

from deploy.paths import PROJECT_DIR

WHOLE = [
    path
    for path in sorted(PROJECT_DIR.glob("[a-z]*/templates/**/*.html"))
    if "<head>" in path.read_text()
]


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.name)
def test_a_page_has_an_icon(path: Path) -> None:
    assert 'rel="icon"' in path.read_text()


def test_pages_of_the_admin_have_one(admin_client: Client) -> None:
    pages = [admin_client.get(path).content.decode() for path in ("/admin/", "/admin/clubs/club/")]

    assert all(
        'rel="icon"' in page for page in [*pages, Client().get("/accounts/login/").content.decode()]
    )
