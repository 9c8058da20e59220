"""Rights are one matrix: roles, deeds, and which role may do which deed.

To add a door: list its deed in your app's `rights.py`, with the scope that a token needs; name it
in the `deeds` of the viewset or of the admin that does it; say in `tests/rights/expected.txt` (or
`expected_admin.txt`) what each role should get, and in `expected_scopes.txt` what each token
should; and write `docs/rights.md` again with `python3 manage.py rights`. A door without a deed
refuses everybody, and fails `tests/rights/test_matrix.py`.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, Protocol, runtime_checkable


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
    SCORER_LINK = "scorer_link"
    DOOR_LINK = "door_link"
    HALL_LINK = "hall_link"


class Scope(StrEnum):
    """What a token may be used for; its owner chooses. Sessions and links have no such limit."""

    READ = "read"
    PLAY = "play"
    ORGANISE = "organise"
    TREASURER = "treasurer"


Scopes = frozenset[Scope]
UNLIMITED: Scopes = frozenset(Scope)

Roles = frozenset[Role]

NOBODY: Roles = frozenset()
EVERYBODY: Roles = frozenset(Role)
LINKS: Roles = frozenset({Role.SCORER_LINK, Role.DOOR_LINK, Role.HALL_LINK})
"""Nobody who has signed in: somebody who was handed a link to one night. It lends them one role
there, and they have none elsewhere, not even a stranger's."""

SIGNED_IN: Roles = EVERYBODY - LINKS - {Role.ANONYMOUS}
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
        scope: What a token must be for, to do it; None where no token does, but a session alone.
    """

    name: str
    wording: str
    may: Roles
    sees: Roles = NOBODY
    scope: Scope | None = field(kw_only=True)

    def __post_init__(self) -> None:
        object.__setattr__(self, "sees", self.sees | self.may)


@dataclass(frozen=True)
class Doer:
    """Who does a deed, so that it can be told afterwards.

    Attributes:
        player_id: A player; None for the program itself, such as a sweep.
        link_id: The link with which they came, if any. Then the player is its giver.
    """

    player_id: int | None
    link_id: int | None = None


PROGRAM: Final = Doer(player_id=None)


@runtime_checkable
class Person(Protocol):
    """Somebody who is known, as games and ledger ask about them: they know no more of clubs.

    The user model is one, and so is a link; `AnonymousUser` is not. So `isinstance` tells who has
    to be asked at all.
    """

    @property
    def pk(self) -> Any:
        """A player's id; of a link a number below 0, which has no seat and no card."""

    @property
    def player_id(self) -> int:
        """The player who answers for what they do: themselves, or who gave the link."""

    @property
    def link_id(self) -> int | None:
        """The link by which they came; None for who signed in."""

    def roles_in(self, books: Iterable[int]) -> Roles:
        """What they are in the clubs with these books; a stranger where they are nothing."""

    def roles_anywhere(self) -> Roles:
        """What they are in any club, and a stranger in all others."""

    def has_everywhere(self, roles: Roles) -> bool:
        """Whether they have one of these roles wherever it is, as operators have theirs."""

    def roles_by_book(self) -> dict[int, Roles]:
        """What they are in each club in which they are anything, by its book."""

    def roles_at_table(self, table_id: int, book: int) -> Roles:
        """What they are to a table of the club with this book, apart from sitting there."""

    def is_short_of_factor(self) -> bool:
        """Whether they organise, and have to switch on a second factor first."""

    def tables_lent(self, roles: Roles) -> Any:
        """Of a link the only tables at which it lends one of these roles, as a query; else None."""


def books_as(person: Person, roles: Roles) -> list[int]:
    """The books of the clubs in which somebody has one of these roles."""
    return [book for book, theirs in person.roles_by_book().items() if theirs & roles]


def may(roles: Collection[Role], deed: Deed) -> bool:
    return not deed.may.isdisjoint(roles)


def sees(roles: Collection[Role], deed: Deed) -> bool:
    return not deed.sees.isdisjoint(roles)
