"""Names and reasons: one line that can be seen, spelt in one way, compared as people compare."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.forms import BaseForm, CharField, modelform_factory
from rest_framework import serializers
from rest_framework.test import APIClient
from unfold.forms import ActionForm

from clubs.admin.player import Creation
from clubs.attendance import welcome
from clubs.clubs import open_club
from clubs.errors import NameTaken, NotAName
from clubs.members import walk_in
from clubs.models import Club, Night, Player
from clubs.nights import open_night, plan_night
from deploy.names import NameField, NameFormField, likeness, neat, plain, refusal
from deploy.rest.serializers import StrictSerializer
from deploy.rest.throttles import cache
from games.engine import Ruleset
from games.errors import ReasonMissing
from games.tables.stewarding import void_deal
from tests.clubs.factories import AT, ClubFactory, PlayerFactory, owner_of
from tests.games.factories import anything, dealt
from tests.rest.inputs import INPUTS
from tournaments.models import Tournament

APPS = ("clubs.", "games.", "ledger.", "tournaments.")
BAD = {
    "a\x00b": "control",
    "a\nb": "control",
    "a\tb": "control",
    "a\u2028b": "control",
    "Nora\u202eaniL": "direction",
    "\u2066Nora": "direction",
    "No\u200bra": "cannot be seen",
    "Nora\u3164": "cannot be seen",
    "\ufeffNora": "cannot be seen",
    "\u200d\u200d": "can be seen",
    "\u0301": "can be seen",
    "N\u043era": "alphabet",  # A Cyrillic o.
}
GOOD = [
    "Áine Ní Bhriain",
    "O'Brien",
    "\u041d\u043e\u0440\u0430",
    "नोरा",
    "Nora 👩\u200d🌾",
    "李小龍",
    "Nora \u041d\u043e\u0440\u0430",
    "5♥",
]


@pytest.mark.parametrize("text", BAD)
def test_what_nobody_should_read(text: str) -> None:
    message = refusal(text)

    assert message is not None
    assert BAD[text] in message


@pytest.mark.parametrize("text", GOOD)
def test_what_people_are_called(text: str) -> None:
    assert refusal(text) is None


def test_one_spelling() -> None:
    assert neat("  A\u0301ine \u00a0 Ní  ") == "Áine Ní"
    assert likeness("A\u0301INE  ní") == likeness("áine Ní") == likeness("Áine\u200b NÍ")
    assert likeness("Weiß") == likeness("WEISS")
    assert likeness("Áine") != likeness("Aine")


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
    def test_a_walk_in_who_is_in_the_list_by_any_spelling(self) -> None:
        club = ClubFactory.create()
        night = open_night(plan_night(club, at=AT, starts_at=AT))
        welcome(night, "Áine Ní  Bhriain", at=AT)

        for same in ("áine ní bhriain", "A\u0301INE NÍ BHRIAIN", " Áine\u00a0Ní Bhriain"):
            with pytest.raises(NameTaken):
                welcome(night, same, at=AT)
        welcome(night, "Aine Ni Bhriain", at=AT)

    @pytest.mark.parametrize("name", BAD)
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

    def test_a_member_whom_people_take_for_another(self) -> None:
        cache.clear()
        club = ClubFactory.create()
        client = APIClient()
        client.force_authenticate(owner_of(club))

        def add(name: str, key: str) -> Any:
            body, headers = {"club": club.pk, "name": name}, {"Idempotency-Key": key}
            return client.post("/api/v1/members", body, headers=headers)

        names = {"one": "Áine", "two": "A\u0301INE", "three": "Aine"}
        answers = [add(name, key) for key, name in names.items()]

        assert [answer.status_code for answer in answers] == [201, 409, 201]
        assert "tells the two apart" in answers[1].json()["detail"]

    def test_the_database_keeps_no_two_user_names_but_for_capitals(self) -> None:
        PlayerFactory.create(username="Con")

        with pytest.raises(IntegrityError), transaction.atomic():
            PlayerFactory.create(username="con")
        assert walk_in(ClubFactory.create(), name="con", at=AT).player.username == "con-2"

    def test_a_reason_that_is_read_at_the_table(self) -> None:
        deal = dealt(anything)

        with pytest.raises(ReasonMissing, match="direction"):
            void_deal(deal, actor_id=1, reason="a\u202eb", at=AT)


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Áine Ní Ó'Briain", "aine ni obriain"),
        ("Mary-Kate O\u2019Shea", "mary kate oshea"),
        ("Søren Łukasz Æsir", "soren lukasz aesir"),
        ("GROSS Groß", "gross gross"),
    ],
)
def test_a_name_is_found_by_what_people_type(name: str, typed: str) -> None:
    assert plain(name) == typed
