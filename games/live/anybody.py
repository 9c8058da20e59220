"""Whoever has not signed in, at streams that are open to everybody."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, Final

from deploy.rights import Role, Roles

ROLES: Final[Roles] = frozenset({Role.ANONYMOUS})
NOBODYS: Final = 0
"""The number of no player, and of no link."""


@dataclass(frozen=True)
class Anybody:
    """Somebody of whom only the address is known, as rights ask about them.

    They are a `deploy.rights.Person`. Their ticket never expires: they are where they call from.

    Attributes:
        auth_header: How they could sign in, as the header of a refusal says it.
    """

    address: str
    auth_header: str | None = None

    link_id = None
    player_id = NOBODYS
    pk = NOBODYS

    @staticmethod
    def holders(keys: Collection[Any]) -> dict[Any, Any]:
        """As in `deploy.rest.authentication.Way`."""
        return {address: Anybody(address) for address in keys}

    def roles_in(self, books: Iterable[int]) -> Roles:
        return ROLES

    def roles_anywhere(self) -> Roles:
        return ROLES

    def has_everywhere(self, roles: Roles) -> bool:
        return False

    def roles_by_book(self) -> dict[int, Roles]:
        return {}

    def roles_at_table(self, table_id: int, book: int) -> Roles:
        return ROLES

    def is_short_of_factor(self) -> bool:
        return False

    def tables_lent(self, roles: Roles) -> None:
        return None
