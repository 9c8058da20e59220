"""The log of an evening as it is read: in sentences, with what can be undone."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from clubs.chains import Chain, Chains, Link
from clubs.errors import AlreadyUndone, CannotUndo, ClubsError, StandsOn, UnknownDeed, WrongMoment
from clubs.models import DeedKind, Member, Night, NightStatus
from clubs.models.night import OVERDUE_AFTER
from clubs.rights import UNDO, UNDO_RESULT
from clubs.sentences import INSTEAD, sentence, undone
from deploy.rights import Deed, Doer
from games.errors import GamesError, NotOwnEntry
from games.models import Table

RESULTS: Final = frozenset({DeedKind.RESULT, DeedKind.CORRECTION, DeedKind.TOTALS})
ENDS: Final = frozenset({DeedKind.CLOSE, DeedKind.CANCEL})
"""After them the night is over."""

AFTER_THE_END: Final = RESULTS | ENDS | {DeedKind.HAND_OUT, DeedKind.TAKE_BACK}
"""What is undone while the night is closed."""


class EveningLog:
    """All deeds of a night, and what stands on what; facts and names are read where told."""

    def __init__(self, night: Night) -> None:
        self.night = night
        rows = night.deeds.values_list("number", "kind", "keys", "undoes__number", "link")
        links, self._came_by = [], dict[int, int | None]()
        for number, kind, keys, undoes, link_id in rows:
            links.append(Link(number, kind, frozenset(keys), undoes))
            self._came_by[number] = link_id
        self.chains = Chains(links)
        self._told = dict[int, dict[str, Any]]()
        self._names = dict[int, str]()

    def read(self, numbers: Iterable[int]) -> None:
        """Read at once what is told of these deeds, and of what is in the way of undoing them."""
        roots = set[int]()
        for number in numbers:
            roots.add(self.chain(number).root.number)
            if (chain := self.chains.in_the_way(number)) is not None:
                roots.add(chain.root.number)
        if (closing := self.chains.latest(*ENDS)) is not None:
            roots.add(closing.root.number)
        self._read(roots)

    def _read(self, roots: set[int]) -> None:
        unread = self.night.deeds.filter(number__in=roots - self._told.keys())
        self._told |= dict(unread.values_list("number", "told"))
        people = {
            pk
            for number in roots
            for fact in ("people", "winners")
            for pk in self._told[number].get(fact, ())
        }
        unknown = Member.objects.filter(pk__in=people - self._names.keys())
        self._names |= {one.pk: str(one) for one in unknown.select_related("player")}

    def chain(self, number: int) -> Chain:
        """A deed with its undos.

        Raises:
            UnknownDeed: the log has no such deed.
        """
        if number not in self._came_by:
            raise UnknownDeed(f"The log of {self.night} has no deed {number}: look at it again.")
        return self.chains.of(number)

    def text(self, number: int) -> str:
        """A deed in a sentence, without who did it and without its full stop."""
        root = self.chain(number).root
        if root.number not in self._told:
            self._read({root.number})
        text = sentence(root.kind, self._told[root.number], self._names)
        undos = self.chains.undos(number)
        return undone(text, undos=undos) if undos else text

    def right_to_undo(self, number: int) -> Deed:
        """What somebody has to be allowed to undo a deed.

        Raises:
            UnknownDeed: the log has no such deed.
        """
        chain = self.chain(number)
        if chain.root.kind not in RESULTS:
            return UNDO
        tables = [key.removeprefix("table:") for key in chain.root.keys]
        is_closed = Table.objects.filter(pk__in=tables).exclude(closed_at=None).exists()
        return UNDO if is_closed else UNDO_RESULT

    def entered_at(self, table: Table) -> list[int]:
        """The deeds that entered something at a table, and their undos; the latest first."""
        found = (number for number in self._came_by if self._is_entered_at(table, number))
        return sorted(found, reverse=True)

    def last_entered(self, table: Table) -> int | None:
        """Of what was entered at a table and counts, the deed by which it does; None if none."""
        entered = self.entered_at(table)
        return next((one for one in entered if self.chain(one).is_done), None)

    def _is_entered_at(self, table: Table, number: int) -> bool:
        root = self.chain(number).root
        return root.kind in RESULTS and f"table:{table.pk}" in root.keys

    def refusal(self, number: int, *, by: Doer, at: datetime) -> ClubsError | GamesError | None:
        """Why a deed cannot be undone by them, as far as the log knows; None if it can.

        Raises:
            UnknownDeed: the log has no such deed.
        """
        kind, night = self.chain(number).root.kind, self.night
        if by.link_id not in (None, self._came_by[number]):
            return NotOwnEntry(
                f"“{self.text(number)}” was done by somebody else: ask an organiser to undo it."
            )
        if (later := self.chains.undone_by(number)) is not None:
            return AlreadyUndone(
                f"Deed {number} was undone by deed {later}: undo that one to do it again."
            )
        if kind in INSTEAD:
            return CannotUndo(f"This cannot be undone. {INSTEAD[kind]}")
        if (chain := self.chains.in_the_way(number)) is not None:
            return self.stands_on(chain)
        if night.status == NightStatus.CLOSED and kind not in AFTER_THE_END:
            closing = self.chains.latest(*ENDS)
            if closing is not None and closing.is_done:
                return self.stands_on(closing)
            return WrongMoment(f"{night} is closed: plan another one.")
        if kind in ENDS and at > night.starts_at + OVERDUE_AFTER:
            return WrongMoment(
                f"{night} began long ago and would close by itself again: plan another one."
            )
        return None

    def stands_on(self, chain: Chain) -> StandsOn:
        """The refusal that names a deed that has to be undone, or done again, first."""
        text = self.text(chain.root.number)
        if chain.is_done:
            told = f"“{text}” stands on it: undo that first."
        else:
            told = f"“{text}” came after it, and is undone: do that again first."
        return StandsOn(told, deed=chain.last.number)
