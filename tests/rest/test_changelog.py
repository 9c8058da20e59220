"""A contract that changes is told in the changelog: programs of others are built on it.

Whoever changes it names each piece under `### The contract` of the unreleased section, between
backticks: an operation as `GET /tables`, a shared schema by its name, or what all operations have
as `headers`, `problems` or `security`. After a release, `REFRESH=1` stores the contract anew.
"""

import copy
import os
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from tests.rest import contract
from tests.rest.description import DOCUMENT

CHANGELOG = Path(settings.PROJECT_DIR, "CHANGELOG.md").read_text()
CHANGED = contract.changed(contract.read(), contract.pieces(DOCUMENT))
NEWEST = re.findall(r"^## ([0-9][^ \n]*)", CHANGELOG, re.MULTILINE)[0]


def named() -> set[str]:
    """What the unreleased section says of the contract."""
    unreleased = CHANGELOG.split("## Unreleased", 1)[1].split("\n## ", 1)[0]
    told = unreleased.split("### The contract", 1)[1].split("\n### ", 1)[0]
    return set(re.findall(r"`([^`]+)`", told))


def test_the_stored_contract_is_that_of_the_newest_release() -> None:
    if "REFRESH" in os.environ and contract.version() != NEWEST:
        contract.write(DOCUMENT, NEWEST)

    assert contract.version() == NEWEST, "released? REFRESH=1 stores its contract"


def test_the_changelog_names_each_piece_that_changed() -> None:
    assert CHANGED - named() == set(), "name them under `### The contract`"


def test_the_changelog_names_no_operation_that_is_as_it_was() -> None:
    operations = {name for name in named() if re.match(r"[A-Z]+ /", name)}

    assert operations - CHANGED == set()


LIST, ROW = "/api/v1/members", "/api/v1/members/{id}"


def a_word(document: Any) -> None:
    document["paths"][LIST]["get"]["summary"] = "Everybody"
    document["components"]["schemas"]["Member"]["description"] = "Somebody of a club"


def a_parameter(document: Any) -> None:
    document["paths"][LIST]["get"]["parameters"].append({"name": "since", "in": "query"})


def a_field(document: Any) -> None:
    document["components"]["schemas"]["Member"]["properties"]["title"] = {"type": "string"}


def a_door_that_is_gone(document: Any) -> None:
    del document["paths"][ROW]["patch"]


def a_header(document: Any) -> None:
    document["paths"][LIST]["get"]["responses"]["200"]["headers"]["X-Total"] = {}


def a_right(document: Any) -> None:
    document["paths"][LIST]["get"]["security"] = []


@pytest.mark.parametrize(
    ("change", "pieces"),
    [
        (a_word, set()),
        (a_parameter, {"GET /members"}),
        (a_field, {"Member"}),  # Although words are called `title`, too.
        (a_door_that_is_gone, {"PATCH /members/{id}"}),
        (a_header, {"headers"}),
        (a_right, {"security"}),
    ],
)
def test_what_counts_as_a_change(change: Any, pieces: set[str]) -> None:
    before, document = contract.pieces(DOCUMENT), copy.deepcopy(DOCUMENT)
    change(document)

    assert contract.changed(before, contract.pieces(document)) == pieces
