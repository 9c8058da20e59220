"""Breaking off play at tables of an evening that is cancelled, and undoing what that shared out."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime

from games.errors import NotRecorded
from games.models import Mode, Seat, Table
from games.play.journal import evening_of, facts_of, slots_of
from games.play.settlement import pay_out
from games.reasons import POOL_RETURNED, POOL_SHARED
from games.sight.folding import dealt_in
from games.tables.closing import close_held, pool_gains, with_next_tables
from games.tables.holding import held, moment_at
from games.tables.returning import check_purses
from games.tables.stewarding import void_held
from ledger.books import close_accounts, open_account
from ledger.kinds import AccountKind
from ledger.models import Transfer
from ledger.posting import Posting, post_transfers
from ledger.reasons import Reason


def break_off(tables: Iterable[Table], *, actor_id: int, reason: str, at: datetime) -> list[Table]:
    """Close all of these tables at once: deals in play are void, every pool is shared out.

    A deal that has ended is paid first. Stacks go home.

    Args:
        reason: Why a deal is void; everybody at the table can read it.

    Returns:
        The tables that were open.

    Source: RULES.md 7.7.
    """
    ids = [table.pk for table in tables]
    with held(with_next_tables(ids)) as known:
        open_tables = [table for table in known if table.pk in ids]
        moment = moment_at(open_tables, at=at) if open_tables else at
        for table in open_tables:
            deal = table.deals.filter(settled_at=None).first()
            if deal is None:
                continue
            deal.table = table
            if deal.ended_at is None:
                void_held(table, deal, actor_id=actor_id, reason=reason, at=moment)
            else:
                pay_out(deal, dealt_in(deal), at=moment)
        close_held(open_tables, known=known, is_split=True, at=moment)
    return open_tables


def share_waiting(tables: Iterable[Table], *, at: datetime) -> list[Table]:
    """Share out the pools of closed tables that wait there, among those who sat there at the end.

    Returns:
        The tables whose pools were shared out.

    Source: RULES.md 7.6, 7.7.
    """
    shared, postings = [], list[Posting]()
    with held(Table.objects.filter(pk__in=[table.pk for table in tables])) as known:
        for table in known:
            table.pool.refresh_from_db(fields=["balance"])
            seats, chips = _sat_at_the_end(table), table.pool.balance
            table.is_pool_split = True
            gains = pool_gains(table, seats, chips, may_play_on=False)
            if not any(gains):
                table.is_pool_split = False
                continue
            postings += _moved(table, seats, gains, POOL_SHARED)
            shared.append(table)
        post_transfers(postings, at=moment_at(shared, at=at) if shared else at)
        close_accounts([table.pool for table in shared], at=at)
    return shared


def gather_again(tables: Iterable[Table], *, at: datetime) -> list[Table]:
    """Undo `share_waiting`: the shares go back from the purses to a pool that waits again.

    Raises:
        NotRecorded: cards were dealt online at one of the tables.
        PurseShort: a purse does not hold what was taken home.
    """
    postings = list[Posting]()
    with held(Table.objects.filter(pk__in=[table.pk for table in tables])) as known:
        for table in known:
            if table.mode != Mode.RECORDED:
                raise NotRecorded(f"{table} was played online: what was shared out stays so.")
            seats = _sat_at_the_end(table)
            check_purses(seats)
            facts, slots = facts_of(table), slots_of(table)
            shared = evening_of(facts, slots)
            table.is_pool_split = False
            waiting = evening_of(facts, slots)
            gains = [shared.chips_of(one.number) - waiting.chips_of(one.number) for one in seats]
            if table.pool.closed_at is not None:
                name = f"Pool of {table}"
                former = table.pool_id
                table.pool = open_account(table.book, kind=AccountKind.POOL, name=name)
                Table.objects.filter(pool=former).exclude(pk=table.pk).update(pool=table.pool)
            postings += _moved(table, seats, [-gain for gain in gains], POOL_RETURNED)
        post_transfers(postings, at=moment_at(known, at=at))
    return known


def _sat_at_the_end(table: Table) -> list[Seat]:
    """The seats whose players went home because the table closed, clockwise."""
    rows = table.seats.filter(number__in=facts_of(table).seated or ()).order_by("place")
    seats = list(rows.select_related("player", "stack", "purse"))
    for seat in seats:
        seat.table = table
    return seats


def _moved(
    table: Table, seats: Sequence[Seat], gains: Sequence[int], reason: Reason
) -> list[Posting]:
    """What brings these chips from the pool to the purses, which the seats note."""
    legs = Counter({table.pool_id: -sum(gains)})
    for seat, gain in zip(seats, gains, strict=True):
        seat.cashed_chips = (seat.cashed_chips or 0) + gain
        legs[seat.purse_id] += gain
    Seat.objects.bulk_update(seats, ["cashed_chips"])
    key = f"waiting:{table.pk}:"
    count = Transfer.objects.filter(book=table.book_id, key__startswith=key).count()
    return [
        Posting(
            book_id=table.book_id,
            reason=reason,
            key=f"{key}{count + 1}",
            legs={account: chips for account, chips in legs.items() if chips},
            memo=str(table),
        )
    ]
