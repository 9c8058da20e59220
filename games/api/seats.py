"""What the caller of a door is to a table: their roles in its club, and whether they sit there."""

from typing import Any

from deploy.rest.rights import Deeds
from deploy.rights import Deed, Person, Roles
from games.models import Table
from games.rights import WATCH, WATCH_OPEN
from games.sight.roles import roles_at_table


def author(request: Any) -> dict[str, Any]:
    """Who makes an entry: the caller; by a link its giver, and the link is named."""
    return {"actor_id": request.user.player_id, "link_id": request.user.link_id}


class AtTables(Deeds):
    """Mixed into a viewset whose rows are tables, or belong to one."""

    request: Any

    def roles_at(self, row: Any) -> Roles:
        table = row if isinstance(row, Table) else row.table
        person = self.request.user
        assert isinstance(person, Person)  # Nobody else comes as far as a row.
        return roles_at_table(person, table, person.roles_at_table(table.pk, table.club_book_id))

    def deed_at(self, row: Any) -> Deed:
        deed = super().deed_at(row)
        return self.seen_as(row) if deed == WATCH else deed

    def seen_as(self, row: Any) -> Deed:
        table = row if isinstance(row, Table) else row.table
        return WATCH_OPEN if table.is_public else WATCH
