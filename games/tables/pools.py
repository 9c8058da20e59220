"""Pools that wait for another table are put together, and parted again if that is undone."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db.models import Q

from games.errors import PoolPlayedOn
from games.models import Deal, Table
from games.reasons import POOL_JOINED, POOL_PARTED
from games.tables.holding import held, moment_at
from ledger.books import close_accounts, open_account
from ledger.kinds import AccountKind
from ledger.models import Account, Entry, Transfer
from ledger.posting import Posting, post_transfer

UNDONE = ":undone:"


def join_pools(
    pool: Account, others: Sequence[Account], *, key: str = "", at: datetime
) -> list[Account]:
    """Put what lies in other pools into one of them, in one transfer; the others are closed.

    No table is open with any of the others.

    Args:
        key: Of the transfer; left out where they were joined before, and parted (`part_pools`).

    Returns:
        Those in which something lay: they can be parted again.

    Source: RULES.md 7.7.
    """
    filled = [other for other in others if other.balance]
    if filled:
        chips = {other.pk: other.balance for other in filled}
        key = key or _last_transfer(filled, POOL_PARTED).key
        with held(Table.objects.filter(pool__in=[pool.pk, *chips])) as tables:
            at = moment_at(tables, at=at)
            post_transfer(draft_joined(pool, chips, key=key), at=at)
    close_accounts(others, at=at)
    return filled


def draft_joined(pool: Account, chips: Mapping[int, int], *, key: str) -> Posting:
    """What brings chips to a pool from others, which are named by their keys.

    Args:
        key: Of the transfer; each time that it was undone it is a new one.
    """
    return Posting(
        book_id=pool.book_id,
        reason=POOL_JOINED,
        key=_new_key(pool, key),
        legs={pool.pk: sum(chips.values()), **{pk: -held for pk, held in chips.items()}},
        memo=str(pool),
    )


def part_pools(pool: Account, others: Sequence[Account], *, at: datetime) -> list[Account]:
    """Take what `join_pools` put into a pool out again, as though it had never been there.

    Args:
        others: Those that were joined to it together, and are closed since.

    Returns:
        A new pool for each of them, with what lay there; tables that had the one have the other.

    Raises:
        PoolPlayedOn: a table has played for it since, or was opened with it.
    """
    joined = _last_transfer(others, POOL_JOINED)
    keys = [pool.pk, *(other.pk for other in others)]
    with held(Table.objects.filter(pool__in=keys)) as tables:
        rows = Entry.objects.filter(transfer=joined, account__in=keys)
        moved = dict(rows.values_list("account", "chips"))
        assert moved.keys() == set(keys), "they were joined together"
        pool.refresh_from_db(fields=["balance"])
        if pool.balance < moved[pool.pk] or _is_played_for(pool, joined):
            raise PoolPlayedOn(
                f"{pool} holds chips of {len(others) + 1} pools, and a table has it since: undo "
                "first what was played for it, or that the table opened."
            )
        new = [open_account(pool.book, kind=AccountKind.POOL, name=other.name) for other in others]
        back = {one.pk: -moved[other.pk] for one, other in zip(new, others, strict=True)}
        posting = Posting(
            book_id=pool.book_id,
            reason=POOL_PARTED,
            key=_new_key(pool, joined.key),
            legs={pool.pk: -sum(back.values()), **back},
            memo=str(pool),
        )
        post_transfer(posting, at=moment_at(tables, at=at))
        new_of = {other.pk: one for one, other in zip(new, others, strict=True)}
        for table in tables:
            table.pool = new_of.get(table.pool_id, table.pool)
    for one in new:
        one.refresh_from_db(fields=["balance"])
    return new


def _is_played_for(pool: Account, joined: Transfer) -> bool:
    """Whether a table has played for a pool, or has it, since others were joined to it."""
    since = joined.effective_at
    tables = Table.objects.filter(pool=pool, is_taken_back=False)
    played = Deal.objects.standing().filter(table__in=tables, dealt_at__gt=since)
    counted = Q(totals_entries__at__gt=since, totals_entries__totals_json__isnull=False)
    has_it = Q(opened_at__gte=since) | Q(closed_at__gt=since)
    return bool(played.exists() or tables.filter(has_it | counted).exists())


def _last_transfer(pools: Sequence[Account], reason: str) -> Transfer:
    """The last one of a reason that moved the chips of these pools."""
    return Transfer.objects.filter(entries__account__in=pools, reason=reason).latest("pk")


def _new_key(pool: Account, key: str) -> str:
    """The key, or what follows from it where it was joined before, and parted."""
    first, _, _ = key.partition(UNDONE)
    known = Transfer.objects.filter(book=pool.book_id)
    count = known.filter(Q(key=first) | Q(key__startswith=f"{first}{UNDONE}")).count()
    return f"{first}{UNDONE}{count}" if count else first
