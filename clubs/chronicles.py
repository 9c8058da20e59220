"""What the stream of a night tells: each deed of its log, and each change of its tables."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, Final

from django.db.models import Count, Q

from clubs.models import Night, NightDeed, NightStatus
from clubs.models.night import OVERDUE_AFTER
from clubs.rights import SEE_NIGHT
from deploy.rights import Person, may
from games.chronicle import MOST_ENTRIES, Chronicle, Entry, Page
from games.rights import WATCH

NAME: Final = "nights"


def read(pk: int, after: int | None, at: datetime, hears_play: bool) -> Page | None:
    """The log of a night, as everybody may know it who sees the night.

    It is over when the night is closed and nobody can open it again.
    """
    night = Night.objects.filter(pk=pk).first()
    if night is None:
        return None
    last = night.deeds.order_by("-number").values_list("number", flat=True).first() or 0
    missed = night.deeds.filter(number__gt=last if after is None else after)
    playing = night.rounds.playing().values_list("number", flat=True).first()
    return Page(
        now={"night": pk, "status": night.status, "round": playing, "deed": last},
        last=last,
        entries=tuple(
            _entry(deed)
            for deed in missed.select_related("undoes").order_by("number")[:MOST_ENTRIES]
        ),
        tables=_tables(night, hears_play=hears_play),
        is_over=night.status == NightStatus.CLOSED and night.starts_at + OVERDUE_AFTER < at,
    )


def _entry(deed: NightDeed) -> Entry:
    """What was done and which tables it touched; who did what to whom is asked of the API."""
    touched = [key.partition(":") for key in deed.keys]
    data = {
        "number": deed.number,
        "kind": deed.kind,
        "at": deed.at,
        "undoes": deed.undoes.number if deed.undoes else None,
        "tables": sorted(int(pk) for name, _, pk in touched if name == "table"),
    }
    return Entry(deed.number, "deed", data)


def heard_by(asked: Collection[tuple[Person, int]]) -> set[tuple[int, int]]:
    """Who of these sees the night that they ask for; the nights are read at once."""
    nights = Night.objects.in_bulk({pk for _, pk in asked})
    return {
        (person.pk, pk)
        for person, pk in asked
        if pk in nights and nights[pk].is_visible_to(person)  # type: ignore[arg-type]
    }


def hears_play(person: Person) -> bool:
    """Not at the door: a door link lends no table, and no chips."""
    return person.link_id is None or may(person.roles_anywhere(), WATCH)


def _tables(night: Night, *, hears_play: bool) -> Mapping[int, Mapping[str, Any]]:
    """The open tables; of those that spectators see later only that they are open."""
    deals = Count("table__deals", filter=Q(table__deals__settled_at__isnull=False))
    laid = night.rounds.playing().tables().filter(table__isnull=False, table__closed_at=None)
    laid = laid.select_related("table__pool").defer("table__sealed_tail")
    found: dict[int, Mapping[str, Any]] = {}
    for one in laid.annotate(deals=deals):
        table = one.table
        assert table is not None, "it is open"
        is_told = hears_play and not table.spectator_delay_seconds
        told = {"deals": one.deals, "pool": table.pool.balance} if is_told else {}
        found[table.pk] = {"id": table.pk, "number": one.number, **told}
    return found


CHRONICLES: Final = (
    Chronicle(
        name=NAME,
        deeds=(SEE_NIGHT,),
        heard_by=heard_by,
        hears_play=hears_play,
        read=read,
    ),
)
