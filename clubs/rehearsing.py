"""Dry runs: a use case of a night is done, looked at, and taken back as though it had not been."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from django.db import connection, transaction
from django.db.models import F, Max, Prefetch, Q, Sum

from clubs.models import Attendance, Night, NightPlace, NightRound, NightTable
from ledger.kinds import AccountKind
from ledger.models import Account, Entry, Transfer

T = TypeVar("T")

ORDER = {kind: rank for rank, kind in enumerate((AccountKind.PURSE, AccountKind.STACK))}
"""Purses are told first, then stacks, then pools."""


@dataclass(frozen=True)
class Moved:
    """Chips that an account would gain; negative for what it would give.

    Attributes:
        player_id: Whose purse or stack it is; None for a pool.
        table: The number of its table, as it is called in the hall; None for a purse, and for a
            pool that lies at no table of this night.
        given: Chips that would leave it, whatever comes to it besides.
        balance: What it would hold then.
    """

    kind: str
    name: str
    player_id: int | None
    table: int | None
    chips: int
    given: int
    balance: int

    @property
    def taken(self) -> int:
        """Chips that would come to it, whatever leaves it besides."""
        return self.chips + self.given


@dataclass(frozen=True)
class Rehearsal:
    """How a night would be after something was done.

    Attributes:
        night: As it would be then.
        round: The round that would be played, with its tables and the places that are taken.
        waiting: Who would be here without a seat at an open table.
        moved: Whose chips would move.
    """

    night: Night
    round: NightRound | None
    waiting: list[Attendance]
    moved: list[Moved]

    @property
    def changed(self) -> list[Moved]:
        """Without those to whom comes as much as leaves them."""
        return [one for one in self.moved if one.chips]


def rehearse(night: Night, deed: Callable[[], object]) -> Rehearsal:
    """What a use case would do to a night; nothing is kept of it, and no stream is rung.

    Raises:
        Exception: whatever the use case refuses.
    """
    last = Transfer.objects.aggregate(last=Max("pk"))["last"] or 0

    def told() -> Rehearsal:
        deed()
        playing = _playing(night)
        return Rehearsal(
            Night.objects.get(pk=night.pk), playing, _waiting(night, playing), _moved(night, last)
        )

    return taken_back(told)


def taken_back(deed: Callable[[], T]) -> T:
    """What a use case answers; whatever it did is taken back."""
    with transaction.atomic():
        answer = deed()
        transaction.set_rollback(True)
    return answer


def _playing(night: Night) -> NightRound | None:
    taken = NightPlace.objects.taken().filter(seat__cashed_chips=None)
    tables = NightTable.objects.filter(table__closed_at=None).select_related("table__pool")
    return (
        night.rounds.playing()
        .prefetch_related(
            Prefetch("tables", tables.defer("table__sealed_tail").order_by("number")),
            Prefetch("tables__places", taken.told().round_the_tables()),
        )
        .first()
    )


def _waiting(night: Night, playing: NightRound | None) -> list[Attendance]:
    tables = playing.tables.all() if playing else ()
    seated = {place.attendance_id for table in tables for place in table.places.all()}
    here = night.attendances.here().exclude(pk__in=seated).select_related("member__player")
    return list(here.order_by("member__player__sort_name", "pk"))


def _moved(night: Night, last: int) -> list[Moved]:
    """Net of all transfers of this transaction since the one of this number."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_xact_id()::text::bigint")
        [xact] = cursor.fetchone()
    made = Transfer.objects.filter(pk__gt=last, xact=xact)
    entries = Entry.objects.filter(transfer__in=made).order_by().values("account")
    given = Sum(-F("chips"), filter=Q(chips__lt=0), default=0)
    sums = entries.annotate(gained=Sum("chips"), given=given)
    found = {
        pk: (gained, given) for pk, gained, given in sums.values_list("account", "gained", "given")
    }
    accounts = Account.objects.select_related("holder").in_bulk(found)
    number_of = _numbers(night, accounts)
    moved = [
        Moved(
            kind=account.kind,
            name=str(account.holder or account),
            player_id=account.holder_id,
            table=number_of.get(pk),
            chips=found[pk][0],
            given=found[pk][1],
            balance=account.balance,
        )
        for pk, account in accounts.items()
        if any(found[pk])
    ]
    last_rank = len(ORDER)
    return sorted(
        moved,
        key=lambda one: (
            ORDER.get(AccountKind(one.kind), last_rank),
            one.table or 0,
            one.name,
            one.player_id or 0,
        ),
    )


def _numbers(night: Night, accounts: Iterable[int]) -> dict[int, int]:
    """By stack or pool the number of its table; where it lay at several, that of the last one."""
    tables = NightTable.objects.filter(round__night=night).order_by("round__number", "number")
    keys = list(accounts)
    stacks = tables.filter(table__seats__stack__in=keys)
    pools = tables.filter(table__pool__in=keys)
    return dict(stacks.values_list("table__seats__stack", "number")) | dict(
        pools.values_list("table__pool", "number")
    )
