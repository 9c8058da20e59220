"""The clock of a table: when a worker looks there next, and whose time runs."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

IDLE = timedelta(minutes=15)  # Then a free table at which nothing is dealt closes.


@dataclass(frozen=True, slots=True)
class Clock:
    """How a table's time stands; every change is a new clock.

    Attributes:
        due_at: When a worker is to look; None where nothing happens before somebody does something.
        turn_began_at: When the others last saw something happen; None between two deals.
        is_running: A person is to act until it is due.
        idle_since: Since when nobody can be dealt to.
        strings_until: How long the next deal waits for strings of the seats (docs/fairness.md).
        next_deal_at: Until when people look at the last deal; None where nobody does.
        paused_at: Since when all of it rests.
    """

    due_at: datetime | None = None
    turn_began_at: datetime | None = None
    is_running: bool = False
    idle_since: datetime | None = None
    strings_until: datetime | None = None
    next_deal_at: datetime | None = None
    paused_at: datetime | None = None

    def wake_at(self, moment: datetime) -> "Clock":
        """A worker looks then, no matter whose time runs."""
        return replace(self, due_at=moment)

    def begin_turn(self, at: datetime) -> "Clock":
        """The others have seen something happen; a deal is in play."""
        return replace(self, turn_began_at=at, idle_since=None, next_deal_at=None)

    def await_person(self, until: datetime) -> "Clock":
        """A person has the turn; the clock acts for them at that moment."""
        return replace(self, is_running=True, due_at=until)

    def await_worker(self, moment: datetime) -> "Clock":
        """A worker acts then: for a bot, or for somebody who is away."""
        return replace(self, is_running=False, due_at=moment)

    def end_turns(self, at: datetime, *, pause_until: datetime | None = None) -> "Clock":
        """Nobody has the turn any more; a worker goes on now, and deals no earlier than then."""
        return replace(
            self, turn_began_at=None, is_running=False, due_at=at, next_deal_at=pause_until
        )

    def await_next_deal(self) -> "Clock":
        """A worker comes back when people have looked at the last deal."""
        return replace(self, due_at=self.next_deal_at)

    def hide_turn(self) -> "Clock":
        """As it is told to people who must not know how far the deal has come."""
        return replace(self, turn_began_at=None, next_deal_at=None)

    def wait_for_strings(self, until: datetime | None) -> "Clock":
        """The next deal waits for strings until then; None: no longer."""
        return replace(self, strings_until=until)

    def wait_for_company(self, at: datetime) -> "Clock":
        """Nobody can be dealt to: a worker looks when the table has been idle for too long."""
        since = self.idle_since or at
        return replace(self, idle_since=since, due_at=since + IDLE, next_deal_at=None)

    def is_given_up(self, at: datetime) -> bool:
        """Whether company has been waited for long enough."""
        return self.idle_since is not None and at - self.idle_since >= IDLE

    def rest(self, at: datetime) -> "Clock":
        """Nothing is dealt until somebody comes back."""
        return replace(self, idle_since=at, due_at=None, next_deal_at=None)

    def come_back(self) -> "Clock":
        """Somebody came, went or changed their mind: a worker looks whether there is company."""
        if self.idle_since is None:
            return self
        return replace(self, idle_since=None, due_at=self.idle_since)

    def pause(self, at: datetime) -> "Clock":
        """From now on all of it rests; a clock that rests stays as it is."""
        return self if self.paused_at is not None else replace(self, paused_at=at)

    def resume(self, at: datetime) -> "Clock":
        """Go on; the player with the turn has the time that was left to them."""
        if self.paused_at is None:
            return self
        rest = at - self.paused_at
        return replace(
            self,
            due_at=_later(self.due_at, rest) if self.is_running or self.due_at is None else at,
            turn_began_at=_later(self.turn_began_at, rest),
            idle_since=_later(self.idle_since, rest),
            strings_until=_later(self.strings_until, rest),
            next_deal_at=_later(self.next_deal_at, rest),
            paused_at=None,
        )

    def shift(self, began_at: datetime, ended_at: datetime) -> "Clock":
        """Make an outage good: a person's turn gets back what it lost, up to a whole turn."""
        if not self.is_running or self.turn_began_at is None or self.due_at is None:
            return self
        began = min(self.turn_began_at + (ended_at - began_at), ended_at)
        return replace(self, turn_began_at=began, due_at=self.due_at + (began - self.turn_began_at))

    def put_back(self, lead: timedelta) -> "Clock":
        """The clock of the database went back by so much: everything else follows it."""
        return replace(
            self,
            due_at=_later(self.due_at, -lead),
            turn_began_at=_later(self.turn_began_at, -lead),
            idle_since=_later(self.idle_since, -lead),
            strings_until=_later(self.strings_until, -lead),
            next_deal_at=_later(self.next_deal_at, -lead),
            paused_at=_later(self.paused_at, -lead),
        )


STOPPED = Clock()
"""The clock of a table that is closed, or at which nothing is dealt online."""


def _later(moment: datetime | None, rest: timedelta) -> datetime | None:
    return None if moment is None else moment + rest
