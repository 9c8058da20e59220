"""Entering totals of real cards: one transfer brings everybody to the chips that were counted."""

from dataclasses import replace
from datetime import datetime

from games.errors import StaleTotals, WrongDeal
from games.evening.totals import Totals
from games.kinds import Entered, note_entered
from games.models import Table, TotalsEntry
from games.play.corrected_chips import lending_for, move
from games.play.corrections import Corrected
from games.play.differences import check_paid, difference
from games.play.journal import counted, evening_of, facts_of
from games.play.record_keeping import (
    check_has_no_deals,
    check_may_correct,
    check_own_totals,
    check_reason,
    latest_totals,
)
from games.reasons import TOTALS
from games.tables.holding import hold, moment_at


def enter_totals(
    table: Table,
    totals: Totals | None,
    *,
    version: int,
    actor_id: int,
    link_id: int | None = None,
    reason: str = "",
    may_be_closed: bool = True,
    is_dry_run: bool = False,
    at: datetime,
) -> Corrected:
    """Enter what an evening came to at a table, put that right, or take it back.

    Args:
        totals: None takes back what was entered: the table keeps its deals again.
        version: The entry that was seen, 0 where there was none.
        link_id: The link with which they came who entered it, if any.
        reason: Why; the first totals need none.
        may_be_closed: False for people who may do this only while the table is open.
        is_dry_run: Only say what would move.

    Raises:
        NotRecorded, TableClosed, CorrectedTooLate, ReasonMissing, PaidOtherwise, PoolPlayedOn: as
            in `games.play.corrections.correct_results`.
        DealsEntered: the table keeps its deals.
        NotOwnEntry: by a link, where somebody else entered them.
        StaleTotals: another entry was made since.
        WrongDeal: there is nothing to take back.
        TotalsImpossible: the evening cannot have come to this.
    """
    with hold(table) as table:
        entered = enter_held(
            table,
            totals,
            version=version,
            actor_id=actor_id,
            link_id=link_id,
            reason=reason,
            may_be_closed=may_be_closed,
            is_dry_run=is_dry_run,
            at=at,
        )
        made = latest_totals(table)
        if made is not None and made.version > version:
            note_entered(
                Entered(
                    table=table,
                    totals=made.version,
                    is_correction=version > 0,
                    actor_id=actor_id,
                    link_id=link_id,
                    at=at,
                )
            )
        return entered


def enter_held(
    table: Table,
    totals: Totals | None,
    *,
    version: int,
    actor_id: int,
    link_id: int | None = None,
    reason: str,
    counted_at: datetime | None = None,
    restores: int | None = None,
    may_be_closed: bool = True,
    is_dry_run: bool = False,
    at: datetime,
) -> Corrected:
    """`enter_totals` for a table that the caller holds.

    Args:
        counted_at: When the chips were counted; None if that is now.
        restores: The entry that counts again by this one, 0 for none; None if it says something
            new.
    """
    check_may_correct(table, may_be_closed=may_be_closed, at=at)
    check_has_no_deals(table)
    latest = latest_totals(table)
    _check(table, latest, totals, version)
    check_own_totals(latest, link_id)
    if reason or latest is not None:
        check_reason(reason)
    at = moment_at([table], at=at)
    facts = facts_of(table)
    totals = totals and totals.around(facts.circle)
    before = evening_of(facts, ())
    check_paid(facts, before)
    told = None if totals is None else counted(totals, counted_at or at)
    after = evening_of(replace(facts, totals=told), ())
    moves = difference(facts, before, after)
    lending = lending_for(moves.legs)
    if not is_dry_run and (latest is None or latest.totals != totals):
        TotalsEntry.objects.create(
            table=table,
            version=version + 1,
            totals_json=totals and totals.to_json(),
            by_id=actor_id,
            link_id=link_id,
            at=at,
            counted_at=counted_at,
            restores=restores,
            reason=reason,
        )
        lending = move(
            table,
            moves,
            key=f"table:{table.pk}:totals:{version + 1}",
            memo=f"{table}, totals: {reason}" if reason else f"{table}, totals",
            actor_id=actor_id,
            reason=TOTALS,
            at=at,
        )
    return Corrected(
        table=table,
        deals=(),
        changes=moves.changes,
        pool_before=before.pool,
        pool_after=after.pool,
        lending=lending,
    )


def _check(table: Table, latest: TotalsEntry | None, totals: Totals | None, version: int) -> None:
    now = latest.version if latest else 0
    if now != version:
        raise StaleTotals(
            f"The totals of {table} have entry {now} by now, and you saw entry {version}: look "
            "again.",
            version=now,
        )
    if totals is None and (latest is None or latest.totals is None):
        raise WrongDeal(f"{table} has no totals to take back.")
