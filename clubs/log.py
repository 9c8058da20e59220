"""The log of an evening: each deed on a night is noted with what undoing it needs.

A use case that is part of another one adds to the note of that one.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import Max

from clubs.models import DeedKind, Member, Night, NightDeed, NightPlace, NightRound, NightTable
from clubs.paper import changes, keys_of, picture_of
from deploy.rights import Doer
from games.bell import ring_log
from games.kinds import Entered
from games.models import Seat, Table
from ledger.models import Account


@dataclass
class Note:
    """What is told of a deed, and what it did beside the paper.

    Attributes:
        told: Facts for its sentence.
        effects: In order, each a name and what undoing it needs (`clubs.effects`).
        keys: What it touched.
        deed: Its row, once it is in the log.
    """

    told: dict[str, Any] = field(default_factory=dict)
    effects: list[list[Any]] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)
    deed: NightDeed | None = None

    def tell(self, **facts: Any) -> None:
        """Keep facts for the sentence of the log; those of an outer deed stand."""
        self.told = facts | self.told

    def people(self, members: Iterable[Member]) -> None:
        """Keep whom the deed is about."""
        self.tell(people=[member.pk for member in members])

    def touch(self, *keys: str) -> None:
        """Note what a deed touched, beside what its effects and the paper say."""
        self.keys.update(keys)

    def effect(self, name: str, *data: Any) -> None:
        self.effects.append([name, *data])

    def came(self, place: NightPlace) -> None:
        """Somebody sat down at an open table."""
        self.effect("came", place.pk)
        self.touch(f"attendance:{place.attendance_id}", f"table:{place.table.table_id}")

    def left(self, place: NightPlace) -> None:
        """Somebody went from an open table."""
        self.effect("left", place.pk)
        self.touch(f"attendance:{place.attendance_id}", f"table:{place.table.table_id}")

    def forgot(self, place: NightPlace) -> None:
        """Somebody had a place at a table from which their chips had gone, and gave it up."""
        self.effect("forgot", place.pk)
        self.touch(f"attendance:{place.attendance_id}", f"table:{place.table.table_id}")

    def joined(self, pool: Account, others: Iterable[Account]) -> None:
        """Pools were put into one."""
        pks = [other.pk for other in others]
        if not pks:
            return
        self.effect("joined", pool.pk, pks)
        self.touch(*(f"pool:{pk}" for pk in (pool.pk, *pks)))

    def opened(self, tables: Iterable[Table], people: Iterable[int]) -> None:
        """Tables were opened.

        Args:
            people: The attendances of those who sit there.
        """
        pks = [table.pk for table in tables]
        self.effect("opened", pks)
        self.touch(*(f"table:{pk}" for pk in pks), *(f"attendance:{pk}" for pk in people))

    def closed(
        self, tables: Iterable[Table], *, may_play_on: bool = True, is_split: bool = False
    ) -> None:
        """Tables were closed that were open.

        Args:
            may_play_on: As in `games.tables.closing.close_tables`.
            is_split: As there.
        """
        pks = [table.pk for table in tables]
        if pks:
            self.effect("closed", pks, may_play_on, is_split)
            self.touch(*(f"table:{pk}" for pk in pks))

    def shared(self, tables: Iterable[Table]) -> None:
        """Pools that waited at closed tables were shared out."""
        known = list(tables)
        if known:
            self.effect("shared", [table.pk for table in known])
            self.touch(*(f"table:{table.pk}" for table in known))
            self.touch(*(f"pool:{table.pool_id}" for table in known))

    def round_was(self, one: NightRound, status: str, finished_at: datetime | None) -> None:
        """A round was at this status until now."""
        told = None if finished_at is None else finished_at.isoformat()
        self.effect("round", one.pk, status, told)
        self.touch(f"round:{one.pk}")

    def brought(self, seat: Seat, chips: int) -> None:
        """Somebody brought more chips to their seat."""
        self.effect("brought", seat.pk, chips)
        place = NightPlace.objects.get(seat=seat)
        self.touch(f"attendance:{place.attendance_id}", f"table:{seat.table_id}")

    def results(self, table: Table, made: Iterable[tuple[int, int]]) -> None:
        """Entries were made for deals, each with its version."""
        self.effect("results", table.pk, [list(one) for one in made])
        self.touch(f"table:{table.pk}")

    def totals(self, table: Table, version: int) -> None:
        """This entry of its totals was made."""
        self.effect("totals", table.pk, version)
        self.touch(f"table:{table.pk}")

    def issued(self, members: Sequence[Member], chips: int) -> None:
        """Each member got chips from the bank; gave them back, if negative."""
        self.effect("issued", [member.pk for member in members], chips)
        self.touch(*(f"purse:{member.purse_id}" for member in members))


_current: ContextVar[Note | None] = ContextVar("the deed that is being done", default=None)


@contextmanager
def noted(
    night: Night,
    kind: DeedKind,
    *,
    undoes: NightDeed | None = None,
    by: Doer | None,
    at: datetime | None = None,
) -> Iterator[Note]:
    """Add a deed to the log of a night, which the caller has locked, as the last thing of it.

    If nothing has changed, nothing is added.

    Args:
        undoes: The deed that it undoes, if it is an undo.
        by: Who does it; None where nobody is to be told of it.
        at: When; needed where somebody does it.
    """
    outer = _current.get()
    if outer is not None or by is None:
        yield outer or Note()
        return
    assert at is not None
    before, note = picture_of(night), Note()
    token = _current.set(note)
    try:
        yield note
    finally:
        _current.reset(token)
    found = changes(before, picture_of(night))
    if found:
        note.touch(*keys_of(found))
    if note.keys or note.effects or undoes:
        note.deed = add(night.pk, kind, note, paper=found, undoes=undoes, by=by, at=at)


def note_entry(laid: NightTable, entered: Entered) -> None:
    """Note what somebody entered at a table of a night, unless it is part of another deed."""
    if _current.get() is not None:
        return
    note = Note()
    note.tell(round=laid.round.number, table=laid.number)
    if entered.totals is not None:
        kind = DeedKind.TOTALS
        note.totals(entered.table, entered.totals)
    else:
        kind = DeedKind.CORRECTION if entered.is_correction else DeedKind.RESULT
        note.tell(deals=[number for number, _ in entered.deals], **_how_it_ended(entered))
        note.results(entered.table, entered.deals)
    by = Doer(entered.actor_id, entered.link_id)
    add(laid.round.night_id, kind, note, by=by, at=entered.at)


def _how_it_ended(entered: Entered) -> dict[str, Any]:
    """Of one deal: how it ended, and who won; nothing where it was struck."""
    [(number, _), *others] = entered.deals
    deal = entered.table.deals.standing().filter(number=number).first()
    if others or deal is None or deal.outcome is None:
        return {}
    winners = {deal.seat_numbers[place] for place in deal.outcome.winners}
    places = NightPlace.objects.filter(seat__table=deal.table_id, seat__number__in=winners)
    people = places.order_by("seat__place").values_list("attendance__member", flat=True)
    return {"ended": deal.outcome.kind, "winners": list(people)}


def add(
    night_id: int,
    kind: DeedKind,
    note: Note,
    *,
    paper: dict[str, Any] | None = None,
    undoes: NightDeed | None = None,
    by: Doer,
    at: datetime,
) -> NightDeed:
    """Add a row to the log, as the last thing of its transaction.

    Its number is given under a lock of its own, so that numbers are seen in their order.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_advisory_xact_lock('clubs_nightdeed'::regclass::oid::integer, %s)",
            [night_id % 2**31],
        )
    deeds = NightDeed.objects.filter(night=night_id)
    last = deeds.aggregate(last=Max("number"))["last"] or 0
    ring_log("nights", night_id)
    before = {"paper": paper} if paper else {}
    return NightDeed.objects.create(
        night_id=night_id,
        number=last + 1,
        kind=kind,
        by_id=by.player_id,
        link_id=by.link_id,
        at=at,
        told=note.told,
        before=before | ({"effects": note.effects} if note.effects else {}),
        keys=sorted(note.keys),
        undoes=undoes,
    )
