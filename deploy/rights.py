"""Rights are one matrix: roles, deeds, and which role may do which deed.

To add a door: list its deed in your app's `rights.py`; name it in the `deeds` of the viewset or of
the admin that does it; say in `tests/rights/expected.txt` (or `expected_admin.txt`) what each role
should get; and write `docs/rights.md` again with `python3 manage.py rights`. A door without a deed
refuses everybody, and fails `tests/rights/test_matrix.py`.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, runtime_checkable


class Role(StrEnum):
    """What somebody is to the club or the table that a deed is about; they may be several."""

    ANONYMOUS = "anonymous"
    STRANGER = "stranger"
    VISITOR = "visitor"
    GUEST = "guest"
    MEMBER = "member"
    SEATED = "seated"
    HOST = "host"
    SCORER = "scorer"
    ORGANISER = "organiser"
    OWNER = "owner"
    LEFT = "left"
    TURNED_AWAY = "turned_away"
    OPERATOR = "operator"


Roles = frozenset[Role]

NOBODY: Roles = frozenset()
EVERYBODY: Roles = frozenset(Role)
SIGNED_IN: Roles = EVERYBODY - {Role.ANONYMOUS}
NOT_BARRED: Roles = SIGNED_IN - {Role.TURNED_AWAY}
OPERATORS: Roles = frozenset({Role.OPERATOR})
OWNERS: Roles = OPERATORS | {Role.OWNER}
ORGANISERS: Roles = OWNERS | {Role.ORGANISER}
SCORERS: Roles = ORGANISERS | {Role.SCORER}
MEMBERS: Roles = SCORERS | {Role.MEMBER}
PEOPLE: Roles = MEMBERS | {Role.GUEST}
SEATED: Roles = frozenset({Role.SEATED})


@dataclass(frozen=True)
class Deed:
    """Something that can be done, through whichever door.

    Attributes:
        name: A noun and a verb, such as `nights.close`.
        wording: What it is, so that "You may not ..." goes on with it: "close a night".
        may: The roles that may do it.
        sees: The roles for which there is something to do it to, those that may among them. For
            all others it does not exist (404); a role that only sees it is refused (403).
    """

    name: str
    wording: str
    may: Roles
    sees: Roles = NOBODY

    def __post_init__(self) -> None:
        object.__setattr__(self, "sees", self.sees | self.may)


@runtime_checkable
class Person(Protocol):
    """Somebody who is signed in, as games and ledger ask about them: they know no more of clubs.

    The user model is one; `AnonymousUser` is not. So `isinstance` tells who has to be asked at all.
    """

    def roles_in(self, books: Iterable[int]) -> Roles:
        """What they are in the clubs with these books; a stranger where they are nothing."""

    def roles_anywhere(self) -> Roles:
        """What they are in any club, and a stranger in all others."""

    def has_everywhere(self, roles: Roles) -> bool:
        """Whether they have one of these roles wherever it is, as operators have theirs."""

    def books_as(self, roles: Roles) -> Any:
        """The books of the clubs in which they have one of these roles, as a query."""


def may(roles: Collection[Role], deed: Deed) -> bool:
    return not deed.may.isdisjoint(roles)


def sees(roles: Collection[Role], deed: Deed) -> bool:
    return not deed.sees.isdisjoint(roles)
