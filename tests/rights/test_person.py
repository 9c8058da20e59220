"""What somebody is, is asked of them through one typed door, and nobody reads it elsewhere."""

import ast
from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils.functional import SimpleLazyObject

from clubs.models import ORGANISING, Member, Player, Role
from clubs.rights import CHANGE_ROLE, OF_OFFICERS, READMIT
from deploy import rights
from deploy.rights import OPERATORS, ORGANISERS, OWNERS, SIGNED_IN, Person
from games.models import Table

APPS = ("clubs", "games", "ledger", "tournaments")
ROOT = Path(__file__).parents[2]
MAKERS = {  # They make operators, or list them; no right follows from what they read.
    "clubs/admin/player.py",
    "clubs/models/player.py",
    "games/management/commands/close_lost_tables.py",
}


def test_a_player_is_a_person_and_somebody_unknown_is_none() -> None:
    assert isinstance(Player(), Person)
    assert isinstance(SimpleLazyObject(Player), Person)  # As a request has its user.
    assert not isinstance(AnonymousUser(), Person)


@pytest.mark.parametrize(
    ("is_superuser", "roles", "everywhere"),
    [
        (True, OPERATORS, True),
        (True, SIGNED_IN, True),
        (True, OWNERS - OPERATORS, False),  # An operator owns no club by that.
        (False, SIGNED_IN, False),
    ],
)
def test_only_operators_have_a_role_everywhere(
    is_superuser: bool, roles: rights.Roles, everywhere: bool
) -> None:
    assert Player(is_superuser=is_superuser).has_everywhere(roles) == everywhere


def test_somebody_unknown_sees_no_table_and_no_query_is_asked() -> None:
    """The test has no database."""
    assert list(Table.objects.visible_to(AnonymousUser())) == []


def test_offices_are_those_of_the_matrix() -> None:
    assert {rights.Role(role.value) for role in ORGANISING} == ORGANISERS - OPERATORS


@pytest.mark.parametrize("role", list(Role))
def test_what_is_done_to_officers_is_a_deed_of_its_own(role: Role) -> None:
    member = Member(role=role)

    assert member.deed_on(READMIT) == (OF_OFFICERS[READMIT] if role in ORGANISING else READMIT)
    assert member.deed_on(OF_OFFICERS[READMIT]) == OF_OFFICERS[READMIT]


def test_deeds_on_officers_are_for_fewer_than_those_on_others() -> None:
    assert CHANGE_ROLE in OF_OFFICERS
    assert all(officers.may < others.may for others, officers in OF_OFFICERS.items())


def test_nobody_else_reads_who_is_an_operator_or_takes_a_user_for_a_person() -> None:
    found = set()
    for path in (path for app in APPS for path in (ROOT / app).rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if "/migrations/" in name or name in MAKERS:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            names = {getattr(node, field, None) for field in ("attr", "arg", "value")}
            is_cast = isinstance(node, ast.Call) and ast.unparse(node).startswith("cast(Person")
            if "is_superuser" in {one for one in names if isinstance(one, str)} or is_cast:
                found.add(name)

    assert found == set()
