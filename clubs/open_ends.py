"""What a round leaves open: pools that nobody won, and tables that are not finished."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from clubs.game_scores import running_games
from clubs.models import Night, NightTable
from clubs.pools import waiting_pools
from clubs.steps import Step
from clubs.tables_at_play import opened
from games.models import Deal, Mode, TotalsEntry

ENDING: Final = frozenset({Step.NEXT_ROUND, Step.END_ROUND, Step.CLOSE, Step.CANCEL})
"""Steps that close the tables of a round."""


@dataclass(frozen=True)
class OpenEnd:
    """A table of the round that is played, at which something is left to play.

    Attributes:
        pool: Chips in its pool that nobody won.
        unclaimed: What its house rules do with them (RULES.md 7.7).
        deals: Those that were played; misdeals do not count.
        deals_limit: How many its night plans, where fewer were played; else None.
        points: What the sides stand at in a game for points that is not over; else empty.
        has_result: Something was entered there, or played.
    """

    number: int
    pool: int
    unclaimed: str
    deals: int
    deals_limit: int | None
    points: str
    has_result: bool


def open_ends(night: Night) -> list[OpenEnd]:
    """The tables that something is left to play at, by number, by a constant number of queries."""
    laid = night.rounds.playing().tables().filter(table__isnull=False, table__closed_at=None)
    rows = list(laid.select_related("table__pool").defer("table__sealed_tail").order_by("number"))
    tables = [opened(one) for one in rows]
    played = Count("pk", filter=~Q(outcome_json__kind="misdeal"))
    dealt = Deal.objects.filter(table__in=tables).counted().order_by()
    deals = dict(dealt.values("table").annotate(all=played).values_list("table", "all"))
    newest = TotalsEntry.objects.filter(table__in=tables).newest()
    counted = {entry.table_id for entry in newest if entry.totals is not None}
    games = running_games(tables)
    found = [
        _open_end(
            one,
            deals=deals.get(one.table_id or 0, 0),
            has_totals=one.table_id in counted,
            points=games[opened(one).pk].points if opened(one).pk in games else "",
        )
        for one in rows
    ]
    return [one for one in found if one.pool or one.deals_limit or one.points or not one.has_result]


def _open_end(one: NightTable, *, deals: int, has_totals: bool, points: str) -> OpenEnd:
    table = opened(one)
    is_short = table.deals_limit is not None and deals < table.deals_limit and not has_totals
    return OpenEnd(
        number=one.number,
        pool=table.pool.balance,
        unclaimed=table.rules.unclaimed_pool,
        deals=deals,
        deals_limit=table.deals_limit if is_short else None,
        points=points,
        has_result=bool(deals) or has_totals,
    )


def told_of(night: Night, step: Step) -> list[str]:
    """What a step that ends a round does with pools and tables that are not finished.

    A sentence for each thing, with the tables it is about; nothing where all is played. A night
    that is cancelled says first what that means.
    """
    if step not in ENDING:
        return []
    cancelling = _cancelling(night) if step is Step.CANCEL else []
    ends = open_ends(night)
    pools: dict[str, list[tuple[int, int]]] = {}
    for one in ends:
        if one.pool:
            pools.setdefault(one.unclaimed, []).append((one.number, one.pool))
    for number, pool, _table in waiting_pools(night):
        pools.setdefault("carry", []).append((number, pool.balance))
    if step is Step.CANCEL:  # Whatever the house rules say.
        lying = sorted(one for some in pools.values() for one in some)
        pools = {"split": lying} if lying else {}
    return [*cancelling, *_pools(pools, step), *_tables(ends)]


def _cancelling(night: Night) -> Iterable[str]:
    if not night.rounds.played().exists():
        yield _("Nothing was played: the night reads as cancelled.")
    else:
        yield _("What was won stays won, and everybody takes home what they hold.")
    laid = night.rounds.playing().tables().filter(table__isnull=False, table__closed_at=None)
    unsettled = laid.filter(table__deals__settled_at=None, table__deals__isnull=False)
    in_play = sorted(set(unsettled.values_list("number", flat=True)))
    if in_play:
        tables = ", ".join(_("table {number}").format(number=one) for one in in_play)
        yield _("Deals in play are void, and their stakes go back: {tables}.").format(tables=tables)
    if Mode(night.mode) is Mode.ONLINE and laid.exists():
        yield _("Tables online stay closed: this cannot be undone.")
    else:
        yield _("You can undo this in the log.")


def opening_with(tables: Iterable[NightTable]) -> list[str]:
    """What tables that open take over of pools that nobody won."""
    pools = [(one.number, opened(one).pool.balance) for one in tables]
    taken = [(number, chips) for number, chips in pools if chips]
    if not taken:
        return []
    return [
        _("Pools that nobody won are played for again: {tables}.").format(tables=_with_chips(taken))
    ]


def _pools(pools: dict[str, list[tuple[int, int]]], step: Step) -> Iterable[str]:
    carried = {
        Step.CANCEL: "",
        Step.NEXT_ROUND: _("Pools that nobody won go on to the next round: {tables}."),
        Step.END_ROUND: _("Pools that nobody won wait for the next round: {tables}."),
        Step.CLOSE: _("Pools that nobody won wait for the next night: {tables}."),
    }
    words = {
        "split": _("Pools that nobody won are shared out: {tables}."),
        "carry": carried[step],
        "play_on": _("Your house plays on until these pools are won: {tables}."),
    }
    for unclaimed, lying in pools.items():
        yield words[unclaimed].format(tables=_with_chips(sorted(lying)))


def _with_chips(pools: Sequence[tuple[int, int]]) -> str:
    words = _("table {number} ({chips} chips)")
    return ", ".join(words.format(number=number, chips=chips) for number, chips in pools)


def _tables(ends: Sequence[OpenEnd]) -> Iterable[str]:
    games = [
        _("table {number} ({points})").format(number=one.number, points=one.points)
        for one in ends
        if one.points
    ]
    short = [
        _("table {number} ({deals} of {all})").format(
            number=one.number, deals=one.deals, all=one.deals_limit
        )
        for one in ends
        if one.deals_limit and one.has_result
    ]
    empty = [_("table {number}").format(number=one.number) for one in ends if not one.has_result]
    for words, tables in (
        (_("Games are broken off: {tables}."), games),
        (_("Deals are left to play: {tables}."), short),
        (_("No result was entered yet: {tables}."), empty),
    ):
        if tables:
            yield words.format(tables=", ".join(tables))
