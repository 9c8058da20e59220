"""What deeds of an evening did beside the paper, each with what undoes it.

Whatever undoes an effect notes an effect of its own, so an undo is undone by the same code.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from clubs.chips import exchange_many
from clubs.log import Note
from clubs.models import Member, Night, NightPlace, NightRound
from deploy.rights import Doer
from games.models import Seat, Table
from games.play.breaking_off import gather_again, share_waiting
from games.play.reopening import reopen_tables
from games.play.undoing import bring_again, put_back_results, put_back_totals, take_back_more
from games.tables.closing import close_tables
from games.tables.pools import join_pools, part_pools
from games.tables.returning import close_unplayed, seat_again, send_back
from ledger.by_hand import Direction
from ledger.models import Account


@dataclass(frozen=True)
class Undoing:
    """An undo that is being done.

    Attributes:
        number: Of the deed that is undone.
        reason: Why results change; everybody at the table can read it.
        by: Who undoes it.
        note: Its own note.
        may_be_closed: False for people who undo results only while their table is open.
    """

    night: Night
    number: int
    reason: str
    by: Doer
    note: Note
    may_be_closed: bool
    at: datetime

    @property
    def actor_id(self) -> int:
        assert self.by.player_id is not None, "somebody undoes it"
        return self.by.player_id

    @property
    def entry(self) -> dict[str, Any]:
        """What an entry of results that undoes one says of itself."""
        return {
            "actor_id": self.actor_id,
            "link_id": self.by.link_id,
            "reason": self.reason,
            "may_be_closed": self.may_be_closed,
            "at": self.at,
        }

    @property
    def key(self) -> str:
        """Of transfers: a deed is undone once."""
        return f"night:{self.night.pk}:undo:{self.number}"


def undo_effect(name: str, data: list[Any], doing: Undoing) -> None:
    """Undo one effect of a deed.

    Raises:
        GamesError, LedgerError: it cannot be undone any more.
    """
    INVERSES[name](doing, *data)


def _came(doing: Undoing, pk: int) -> None:
    place = _place(pk)
    assert place.seat is not None
    assert place.table.table is not None
    send_back(place.table.table, [place.seat.number], at=doing.at)
    _leave(place, doing.at)
    doing.note.left(place)


def _left(doing: Undoing, pk: int) -> None:
    place = _place(pk)
    assert place.seat is not None
    assert place.table.table is not None
    seat_again(place.table.table, [place.seat.number], at=doing.at)
    _leave(place, None)
    doing.note.came(place)


def _forgot(doing: Undoing, pk: int) -> None:
    place = _place(pk)
    _leave(place, None)
    doing.note.effect("remembered", pk)
    doing.note.touch(f"attendance:{place.attendance_id}")


def _remembered(doing: Undoing, pk: int) -> None:
    place = _place(pk)
    doing.note.forgot(place)
    _leave(place, doing.at)


def _opened(doing: Undoing, pks: list[int]) -> None:
    close_unplayed(_tables(pks), at=doing.at)
    places = NightPlace.objects.taken().filter(table__table__in=pks)
    sat = list(places.values_list("pk", flat=True))
    places.update(left_at=doing.at)
    doing.note.effect("unopened", pks, sat)
    doing.note.touch(*_keys(pks))


def _unopened(doing: Undoing, pks: list[int], sat: list[int]) -> None:
    reopen_tables(_tables(pks), at=doing.at)
    places = NightPlace.objects.filter(pk__in=sat)
    places.update(left_at=None)
    doing.note.opened(_tables(pks), places.values_list("attendance", flat=True))


def _closed(doing: Undoing, pks: list[int], may_play_on: bool, is_split: bool) -> None:
    reopen_tables(_tables(pks), at=doing.at)
    doing.note.effect("reopened", pks, may_play_on, is_split)
    doing.note.touch(*_keys(pks))


def _reopened(doing: Undoing, pks: list[int], may_play_on: bool, is_split: bool) -> None:
    how = {"may_play_on": may_play_on, "is_split": is_split}
    doing.note.closed(close_tables(_tables(pks), **how, at=doing.at), **how)


def _shared(doing: Undoing, pks: list[int]) -> None:
    gather_again(_tables(pks), at=doing.at)
    doing.note.effect("gathered", pks)
    doing.note.touch(*_keys(pks))


def _gathered(doing: Undoing, pks: list[int]) -> None:
    doing.note.shared(share_waiting(_tables(pks), at=doing.at))


def _round(doing: Undoing, pk: int, status: str, finished_at: str | None) -> None:
    one = NightRound.objects.get(pk=pk)
    doing.note.round_was(one, one.status, one.finished_at)
    one.status = status
    one.finished_at = None if finished_at is None else datetime.fromisoformat(finished_at)
    one.save(update_fields=["status", "finished_at"])


def _issued(doing: Undoing, pks: list[int], chips: int) -> None:
    members = list(Member.objects.filter(pk__in=pks).select_related("purse").order_by("pk"))
    way = Direction.REDEEM if chips > 0 else Direction.ISSUE
    exchange_many(
        members,
        way,
        chips=abs(chips),
        key=doing.key,
        memo=doing.reason,
        actor_id=doing.actor_id,
        at=doing.at,
    )
    doing.note.issued(members, -chips)


def _brought(doing: Undoing, pk: int, chips: int) -> None:
    seat = Seat.objects.select_related("table").get(pk=pk)
    if chips > 0:
        take_back_more(seat.table, seat.number, chips, actor_id=doing.actor_id, at=doing.at)
    else:
        bring_again(seat.table, seat.number, -chips, actor_id=doing.actor_id, at=doing.at)
    doing.note.brought(seat, -chips)


def _results(doing: Undoing, pk: int, made: list[list[int]]) -> None:
    table = Table.objects.get(pk=pk)
    entries = [(number, version) for number, version in made]
    back = put_back_results(table, entries, **doing.entry)
    doing.note.results(table, back)


def _totals(doing: Undoing, pk: int, version: int) -> None:
    table = Table.objects.get(pk=pk)
    back = put_back_totals(table, version, **doing.entry)
    doing.note.totals(table, back)


def _joined(doing: Undoing, pk: int, pks: list[int]) -> None:
    pool = Account.objects.get(pk=pk)
    parted = part_pools(pool, _accounts(pks), at=doing.at)
    new = [one.pk for one in parted]
    doing.note.effect("parted", pk, new)
    doing.note.touch(*(f"pool:{one}" for one in (pk, *pks, *new)))


def _parted(doing: Undoing, pk: int, pks: list[int]) -> None:
    pool = Account.objects.get(pk=pk)
    doing.note.joined(pool, join_pools(pool, _accounts(pks), at=doing.at))


INVERSES: Final[dict[str, Callable[..., None]]] = {
    "came": _came,
    "left": _left,
    "forgot": _forgot,
    "remembered": _remembered,
    "opened": _opened,
    "unopened": _unopened,
    "closed": _closed,
    "reopened": _reopened,
    "shared": _shared,
    "gathered": _gathered,
    "round": _round,
    "issued": _issued,
    "brought": _brought,
    "results": _results,
    "totals": _totals,
    "joined": _joined,
    "parted": _parted,
}
"""What undoes each effect."""


def _place(pk: int) -> NightPlace:
    return NightPlace.objects.select_related("table__table", "seat").get(pk=pk)


def _leave(place: NightPlace, at: datetime | None) -> None:
    place.left_at = at
    place.save(update_fields=["left_at"])


def _tables(pks: list[int]) -> list[Table]:
    return list(Table.objects.filter(pk__in=pks).order_by("pk"))


def _accounts(pks: list[int]) -> list[Account]:
    """In the order in which they are named."""
    rows = Account.objects.in_bulk(pks)
    return [rows[pk] for pk in pks]


def _keys(pks: list[int]) -> list[str]:
    return [f"table:{pk}" for pk in pks]
