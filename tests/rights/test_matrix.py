"""The matrix is whole: every door stands for a deed, and the docs tell it."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from deploy.management.commands.rights import PAGE
from deploy.matrix import APPS, deeds_in, doors, page
from deploy.rest.rights import Deeds, deeds_of
from deploy.urls import api, pages

REFRESH = "python3 manage.py rights"


def test_every_door_of_the_api_stands_for_a_deed() -> None:
    listed = {deed.name for app in APPS for deed in deeds_in(app)}
    found = list(doors([*api.urls, *pages]))

    assert len(found) > 80
    assert {deed.name for _, _, deeds in found for deed in deeds} <= listed


def test_a_door_without_a_deed_refuses_everybody() -> None:
    class Careless(Deeds):
        pass

    with pytest.raises(ImproperlyConfigured, match="no deed for 'list'"):
        deeds_of(Careless, "list")


def test_no_two_deeds_have_one_name() -> None:
    names = [deed.name for app in APPS for deed in deeds_in(app)]

    assert len(names) == len(set(names))


def test_the_docs_are_of_today() -> None:
    assert PAGE.read_text() == page([*api.urls, *pages]), f"Refresh it: {REFRESH}"
