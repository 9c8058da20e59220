"""What everybody brings home from a night: if it closes now, or when it has closed."""

from dataclasses import dataclass
from datetime import datetime

from clubs.errors import ClubsError
from clubs.holdings import holdings
from clubs.models import Night, NightStatus
from clubs.nights import close_night
from clubs.rehearsing import rehearse
from games.engine.errors import EngineError
from games.errors import GamesError
from ledger.kinds import AccountKind


@dataclass(frozen=True)
class Homecoming:
    """What somebody brings home from a night.

    Attributes:
        brought: Chips that they brought to its tables.
        takes: Chips that they took home, or would if the night closed now.
        purse: What the purse holds then.
    """

    member_id: int
    name: str
    brought: int
    takes: int
    purse: int

    @property
    def won(self) -> int:
        return self.takes - self.brought


@dataclass(frozen=True)
class Closing:
    """What everybody brings home when a night closes now, or did when it closed.

    Attributes:
        refusal: Why it cannot close now; then shares of pools are left out.
    """

    people: tuple[Homecoming, ...]
    is_closed: bool
    refusal: str = ""

    @property
    def brought(self) -> int:
        return sum(one.brought for one in self.people)

    @property
    def takes(self) -> int:
        return sum(one.takes for one in self.people)

    @property
    def stays(self) -> int:
        """Chips that nobody takes home: they lie in pools that are carried over."""
        return self.brought - self.takes


def closing_of(night: Night, *, at: datetime) -> Closing:
    """Whoever played, by name; the night is closed, looked at, and open again."""
    is_closed = night.status == NightStatus.CLOSED
    gained, refusal = dict[int, int](), ""
    people = [one for one in holdings(night) if one.brought]
    try:
        if not is_closed:
            moved = rehearse(night, lambda: close_night(night, at=at)).moved
            purses = [one for one in moved if one.kind == AccountKind.PURSE]
            gained = {one.player_id: one.chips for one in purses if one.player_id is not None}
    except (ClubsError, GamesError, EngineError) as reason:
        refusal = str(reason)
        gained = {one.player_id: one.stack for one in people}
    told = (
        Homecoming(
            one.member_id,
            one.name,
            brought=one.brought,
            takes=one.came_home + gained.get(one.player_id, 0),
            purse=one.purse + gained.get(one.player_id, 0),
        )
        for one in people
    )
    return Closing(tuple(told), is_closed, refusal)
