"""The numbers of an evening's deals, what counts for each, and how that is put right."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeAlias

from games.circle import Circle
from games.errors import NotDealtIn, StaleResult, WrongDeal
from games.evening.replay import Told
from games.evening.result import Result
from games.seat_numbers import SeatNumber

Moment: TypeAlias = tuple[datetime, int]
"""When something happened; of things at the same time, in which order they were posted."""


@dataclass(frozen=True)
class Slot:
    """The number of a deal at its table.

    Attributes:
        version: How many entries it has.
        told: What counts; None where the number is free, because the deal was struck.
        moment: When the deal was dealt, or was before it was struck.
    """

    number: int
    version: int
    told: Told | None
    moment: Moment


@dataclass(frozen=True, kw_only=True)
class Correction:
    """What is to count for a deal.

    Attributes:
        deal: The number of the deal; for one more at the end, the number after the last.
        version: The entry that was seen, 0 where there was none.
        result: None strikes the deal: its number is free again. Where it names no dealer, the first
            deal keeps the one who was named.
        seats: Who was dealt in; left out, as before, or as in the deal beside it.
        is_forgotten: It was played before the deal of this number, which moves on by one with all
            that follow, as far as the next free number.
    """

    deal: int
    version: int
    result: Result | None
    seats: tuple[SeatNumber, ...] | None = None
    is_forgotten: bool = False


@dataclass(frozen=True)
class _Line:
    """A deal in the order of the evening: what counted for it, and what is to count.

    Attributes:
        is_numbered: It has a number already, if only a free one.
    """

    told: Told | None
    correction: Correction | None
    moment: Moment
    is_numbered: bool = True

    @property
    def is_free(self) -> bool:
        """Whether nothing is to count for its number."""
        return (self.correction.result if self.correction else self.told) is None


def put_right(
    slots: Sequence[Slot], corrections: Sequence[Correction], *, circle: Circle, at: datetime
) -> list[Slot]:
    """What is to count for each deal.

    Args:
        slots: All numbers of the evening, from 1 on.
        at: When a deal at the end was played.

    Raises:
        WrongDeal: there is no such deal, or it is named twice.
        StaleResult: another entry was made since.
        NotDealtIn: nobody says who was dealt in.
    """
    known = {slot.number: slot for slot in slots}
    end = len(slots) + 1
    replaced: dict[int, Correction] = {}
    forgotten: dict[int, list[Correction]] = defaultdict(list)
    for each in corrections:
        _check(each, known.get(each.deal), end)
        if each.is_forgotten or each.deal == end:
            forgotten[each.deal].append(each)
        elif each.deal in replaced:
            raise WrongDeal(f"Deal {each.deal} is put right twice: say it once.")
        else:
            replaced[each.deal] = each
    lines = []
    for slot in slots:
        lines += [
            _Line(None, each, slot.moment, is_numbered=False) for each in forgotten[slot.number]
        ]
        lines.append(_Line(slot.told, replaced.get(slot.number), slot.moment))
    lines += [_Line(None, each, (at, 0), is_numbered=False) for each in forgotten[end]]
    return _numbered(_without_gaps(lines), known, circle)


def changed(before: Iterable[Slot], after: Iterable[Slot]) -> tuple[int, ...]:
    """The numbers for which something else counts now: a result, or when its deal was dealt."""
    counted = {slot.number: _counts(slot) for slot in before}
    return tuple(slot.number for slot in after if counted.get(slot.number) != _counts(slot))


def _counts(slot: Slot) -> tuple[Told, datetime] | None:
    return None if slot.told is None else (slot.told, slot.moment[0])


def _check(correction: Correction, slot: Slot | None, end: int) -> None:
    number = correction.deal
    if slot is None and number != end:
        raise WrongDeal(f"There is no deal {number} at this table: the last is deal {end - 1}.")
    if correction.result is None and (slot is None or correction.is_forgotten):
        raise WrongDeal(f"Deal {number} cannot be struck before it is there.")
    version = slot.version if slot else 0
    if version != correction.version:
        raise StaleResult(
            f"Deal {number} has entry {version} by now, and you saw entry {correction.version}: "
            "look again.",
            deal=number,
            version=version,
        )


def _without_gaps(lines: Sequence[_Line]) -> list[_Line]:
    """A forgotten deal takes the next free number: what lies between makes room."""
    kept, room_wanted = [], 0
    for line in lines:
        if line.is_free and room_wanted:
            room_wanted -= 1
            continue
        room_wanted += not line.is_numbered
        kept.append(line)
    return kept


def _numbered(lines: Sequence[_Line], known: Mapping[int, Slot], circle: Circle) -> list[Slot]:
    told = [_told(lines, index, circle) for index in range(len(lines))]
    return [
        Slot(
            number=number,
            version=known[number].version if number in known else 0,
            told=one and replace(one, deal=number),
            moment=lines[number - 1].moment,
        )
        for number, one in enumerate(told, start=1)
    ]


def _told(lines: Sequence[_Line], index: int, circle: Circle) -> Told | None:
    line = lines[index]
    if line.correction is None or line.correction.result is None:
        return line.told if line.correction is None else None
    seats, result = line.correction.seats or _dealt_in(lines, index), line.correction.result
    if index == 0 and result.dealer is None and line.told is not None:
        result = replace(result, dealer=line.told.result.dealer)  # Nothing else tells who it was.
    return Told(line.correction.deal, circle.clockwise(seats), result)


def _dealt_in(lines: Sequence[_Line], index: int) -> tuple[SeatNumber, ...]:
    """Who was dealt in: as before, as in the deal before, or as in the one after."""
    for line in (lines[index], *reversed(lines[:index]), *lines[index + 1 :]):
        if line.told is not None:
            return line.told.numbers
    raise NotDealtIn(f"Say who was dealt in to deal {index + 1}: no other deal tells it.")
