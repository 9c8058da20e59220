"""Who comes by a link to a night: nobody who has signed in, with one role at that night alone."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from deploy.rights import NOBODY, Role, Roles
from games.models import Table


@dataclass(frozen=True)
class LinkUser:
    """The holder of a link, as doors and queries ask them what they are (`deploy.rights.Person`).

    In the club of the night they are nothing, and in other clubs no stranger. So what asks for a
    role in a club finds none, and a door that knows nothing of links stays shut.

    Attributes:
        player_id: Who gave the link, and answers for what is done by it.
        table_number: The only table of the night that is lent, in every round; None for all.
    """

    link_id: int
    player_id: int
    night_id: int
    role: Role
    table_number: int | None = None

    is_authenticated = True
    is_anonymous = False
    is_active = True

    @property
    def pk(self) -> int:
        """No player's: they sit nowhere, not where the giver sits, and see nobody's cards."""
        return -self.link_id

    def roles_in(self, books: Iterable[int]) -> Roles:
        return NOBODY

    def roles_anywhere(self) -> Roles:
        return frozenset({self.role})

    def has_everywhere(self, roles: Roles) -> bool:
        return False

    def roles_by_book(self) -> dict[int, Roles]:
        return {}

    def roles_at_night(self, night_id: int) -> Roles:
        return frozenset({self.role}) if night_id == self.night_id else NOBODY

    def roles_at_table(self, table_id: int, book: int) -> Roles:
        mine = frozenset({self.role})
        return mine if self.tables_lent(mine).filter(pk=table_id).exists() else NOBODY

    def is_short_of_factor(self) -> bool:
        return False

    def tables_lent(self, roles: Roles) -> QuerySet[Any, Any]:
        tables: QuerySet[Any, Any] = Table.objects.filter(night_table__round__night=self.night_id)
        if self.table_number is not None:
            tables = tables.filter(night_table__number=self.table_number)
        return (tables if self.role in roles else tables.none()).values("pk")
