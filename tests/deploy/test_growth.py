"""What a page or a list asks of the database does not depend on how many rows there are."""

import logging
from collections.abc import Iterator

import pytest
from django.db import connection

from deploy.bench.growth.effort import statements_of
from deploy.bench.growth.grown import Grown
from deploy.bench.growth.linear import why_linear
from deploy.bench.growth.walk import looks
from tests.lengths import part

FEW, MANY = part(3, of=10), part(9, of=50)
"""Evenings of a club: each has three kinds of tables, deals, and chips that moved."""

ASKED = ("long owner", "page", "task")
"""Who has most to look at."""


@pytest.fixture(autouse=True)
def as_its_owner(own_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Copies pass by the guards."""
    monkeypatch.delitem(connection.settings_dict["OPTIONS"], "assume_role")


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Doors log their refusals."""
    logging.disable(logging.ERROR)
    yield
    logging.disable(logging.NOTSET)


def test_every_look_asks_as_often_at_many_rows_as_at_few() -> None:
    grown = Grown(evenings=2, open_tables=FEW)
    asked = []
    for size in (FEW, MANY):
        grown.grow_by(clubs=size, evenings=size)
        found = (one for one in looks(grown) if one.name.startswith(ASKED))
        asked.append({one.name: statements_of(one.look) for one in found})

    few, many = asked
    assert len(few) > 100
    more = {name: (few[name], many[name]) for name in many if few[name] != many[name]}
    assert {name: counts for name, counts in more.items() if not why_linear(name)} == {}
