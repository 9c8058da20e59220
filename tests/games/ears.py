"""What a live stream tells one listener of a table, without a process and a line."""

from games.live.looking import Known, tell_all
from games.live.telling import digest, frame, public_table, summary, whole_table
from games.models import Table
from games.sight.events import BEGINNING, Event, carry_on, since, stand
from games.sight.tables import see_public, see_table


class Ear:
    """Hears of a table look by look."""

    def __init__(self, table_id: int, player_id: int) -> None:
        self.table_id, self.player_id = table_id, player_id
        self.heard: list[bytes] = []
        table = self._load()
        self.known = stand(table)
        self.digest = digest(public_table(see_public(table, until=None), self.known))

    def listen(self) -> None:
        table = self._load()
        self.known, events = carry_on(table, self.known)
        self.digest = self._hear(table, events, before=self.digest)

    def replay(self) -> None:
        """Everything again, as somebody hears it who missed it all; then the snapshot."""
        table = self._load()
        missed = since(table, BEGINNING)
        assert missed is not None
        self._hear(table, missed, before="0" * 12)
        whole = whole_table(see_table(table, self.player_id, until=None))
        self.heard.append(frame("snapshot", whole, id=self.digest))
        self.heard.append(frame("table", {"table": summary(table)}))

    def _hear(self, table: Table, events: list[Event], *, before: str) -> str:
        public = public_table(see_public(table, until=None), self.known)
        now = Known(self.known, digest(public), is_closed=False)
        told = tell_all(events, now, public, [self.player_id], before=before)
        self.heard += [said for one in told if (said := one.to(self.player_id))]
        return now.digest

    def _load(self) -> Table:
        table: Table = Table.objects.with_seats().get(pk=self.table_id)
        return table
