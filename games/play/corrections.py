"""Putting results of real cards right: what follows from them is paid as one sum, today.

Nothing that was posted is taken back. The evening is walked through as it was entered, and as it is
to stand; the difference moves in one transfer.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from deploy.rights import Doer
from games.evening.course import Chair, Line, next_line
from games.evening.replay import Dealt, Evening
from games.evening.slots import Correction, Slot, changed, put_right
from games.kinds import Entered, note_entered
from games.models import Deal, ResultEntry, Table
from games.play.corrected_chips import Lending, lending_for, move
from games.play.differences import Change, check_paid, difference
from games.play.journal import Facts, evening_of, facts_of, slots_of
from games.play.lineup import first_dealer_of
from games.play.record_keeping import (
    check_has_no_totals,
    check_may_correct,
    check_own_deals,
    check_reason,
)
from games.tables.holding import hold, moment_at


@dataclass(frozen=True)
class Corrected:
    """What a correction has moved, or would move.

    Attributes:
        table: As it is then.
        deals: The numbers for which something else counts now.
        changes: Of everybody who sat there, round the table.
        lending: What the corrections give for purses that hold less, and get back.
        upcoming: Who would deal next, and what goes in; None at a table that has closed.
    """

    table: Table
    deals: tuple[int, ...]
    changes: tuple[Change, ...]
    pool_before: int
    pool_after: int
    lending: Lending
    upcoming: Line | None = None


def correct_results(
    table: Table,
    corrections: Sequence[Correction],
    *,
    actor_id: int,
    link_id: int | None = None,
    reason: str,
    may_be_closed: bool = True,
    is_dry_run: bool = False,
    at: datetime,
) -> Corrected:
    """Put results of a table right, all of them or none.

    Args:
        link_id: The link with which they came who put them right, if any.
        may_be_closed: False for people who may correct only while the table is open.
        is_dry_run: Only say what would move.

    Raises:
        NotRecorded: the cards of this table are dealt online.
        ReasonMissing: nobody says why, or in a text that others should not read.
        TableClosed: it has closed, and they may correct only open tables.
        CorrectedTooLate: it closed more than 30 days ago.
        TotalsEntered: its totals are entered instead.
        NotOwnEntry: by a link, where it was entered otherwise.
        WrongDeal: there is no such deal.
        StaleResult: another entry was made since.
        EntryImpossible: a deal, this one or a later one, cannot have ended so after what came
            before.
        PaidOtherwise: the chips do not lie as the results say.
        PoolPlayedOn: the pool was carried over, and another table has played for it.
    """
    with hold(table) as table:
        check_may_correct(table, may_be_closed=may_be_closed, at=at)
        check_reason(reason)
        check_has_no_totals(table)
        at = moment_at([table], at=at)
        slots = slots_of(table)
        facts = facts_of(table)
        wanted = put_right(slots, corrections, circle=facts.circle, at=table.closed_at or at)
        corrected = let_count(
            facts,
            slots,
            wanted,
            actor_id=actor_id,
            link_id=link_id,
            reason=reason,
            is_dry_run=is_dry_run,
            at=at,
        )
        if corrected.deals and not is_dry_run:
            made = [(one.number, one.version + 1) for one in wanted]
            note_entered(
                Entered(
                    table=table,
                    deals=tuple(entry for entry in made if entry[0] in corrected.deals),
                    is_correction=True,
                    actor_id=actor_id,
                    link_id=link_id,
                    at=at,
                )
            )
        return corrected


def let_count(
    facts: Facts,
    slots: Sequence[Slot],
    wanted: Sequence[Slot],
    *,
    actor_id: int,
    link_id: int | None = None,
    reason: str,
    restored: Mapping[int, int] | None = None,
    is_dry_run: bool = False,
    at: datetime,
) -> Corrected:
    """Let something else count for deals of a table that the caller holds.

    Args:
        slots: What counts.
        wanted: What is to count.
        restored: By the number of a deal, which of its entries counts again; 0 for none.

    Raises:
        NotOwnEntry, EntryImpossible, PaidOtherwise, PoolPlayedOn: as in `correct_results`.
    """
    table = facts.table
    before = evening_of(facts, slots)
    check_paid(facts, before)
    after = evening_of(facts, wanted)
    moves = difference(facts, before, after)
    deals = changed(slots, wanted)
    check_own_deals(table, deals, link_id)
    lending = lending_for(moves.legs)
    if not is_dry_run and deals:
        _store(table, wanted, after, deals, actor_id=actor_id, reason=reason, at=at)
        by = Doer(actor_id, link_id)
        _enter(table, wanted, deals, restored or {}, by=by, reason=reason, at=at)
        lending = move(
            table,
            moves,
            key=_key(table, wanted, deals),
            memo=_memo(table, deals, reason),
            actor_id=actor_id,
            at=at,
        )
    return Corrected(
        table=table,
        deals=deals,
        changes=moves.changes,
        pool_before=before.pool,
        pool_after=after.pool,
        lending=lending,
        upcoming=_upcoming(facts, after) if table.closed_at is None else None,
    )


def _upcoming(facts: Facts, evening: Evening) -> Line:
    table = facts.table
    chairs = [Chair(seat.number, evening.chips_of(seat.number)) for seat in table.seats.ready()]
    return next_line(
        table.rules,
        evening.course,
        chairs,
        circle=facts.circle,
        pool=evening.pool,
        lot=partial(first_dealer_of, table),
        is_all_in=table.policies.is_all_in,
        sides=facts.sides,
    )


def _store(
    table: Table,
    slots: Sequence[Slot],
    evening: Evening,
    deals: Sequence[int],
    *,
    actor_id: int,
    reason: str,
    at: datetime,
) -> None:
    """Every deal as it follows from them all."""
    rows = {deal.number: deal for deal in table.deals.all()}
    follows = {dealt.number: dealt for dealt in evening.deals}
    for slot in slots:
        deal = rows.get(slot.number) or Deal(table=table, number=slot.number)
        was = _derived(deal)
        deal.dealt_at = deal.ended_at = deal.settled_at = slot.moment[0]
        if slot.told is not None:
            _stand(deal, follows[slot.number])
        elif slot.number in deals:
            _strike(deal, actor_id=actor_id, reason=reason, at=at)
        if slot.number in deals or _derived(deal) != was:
            deal.is_stale = True
            deal.save()


def _enter(
    table: Table,
    slots: Sequence[Slot],
    deals: Sequence[int],
    restored: Mapping[int, int],
    *,
    by: Doer,
    reason: str,
    at: datetime,
) -> None:
    """New entries for what was put right; the deals are stored."""
    rows = dict(table.deals.filter(number__in=deals).values_list("number", "pk"))
    ResultEntry.objects.bulk_create(
        ResultEntry(
            deal_id=rows[slot.number],
            version=slot.version + 1,
            seat_numbers=list(slot.told.numbers) if slot.told else [],
            result_json=slot.told.result.to_json() if slot.told else None,
            by_id=by.player_id,
            link_id=by.link_id,
            at=at,
            dealt_at=slot.moment[0],
            reason=reason,
            restores=restored.get(slot.number),
        )
        for slot in slots
        if slot.number in deals
    )


def _stand(deal: Deal, dealt: Dealt) -> None:
    """The deal is as it follows from its entry and those before; it is not stored."""
    line = dealt.line
    deal.seat_numbers, deal.dealer = list(line.numbers), line.dealer
    deal.is_new_pool, deal.scores = line.is_new_pool, list(line.scores)
    deal.contributions, deal.gains = list(line.contributions), list(dealt.gains)
    deal.outcome_json, deal.is_dealt_again = dealt.outcome.to_json(), dealt.is_dealt_again
    deal.voided_at, deal.voided_by_id, deal.void_reason = None, None, ""


def _strike(deal: Deal, *, actor_id: int, reason: str, at: datetime) -> None:
    """The deal is taken back, with all that it moved; it is not stored."""
    deal.voided_at, deal.voided_by_id, deal.void_reason = at, actor_id, reason
    deal.contributions = deal.gains = [0] * len(deal.seat_numbers)


def _derived(deal: Deal) -> tuple[object, ...]:
    """What of a deal other deals may have changed."""
    return (
        *(deal.seat_numbers, deal.dealer, deal.is_new_pool, deal.scores, deal.outcome_json),
        *(deal.contributions, deal.gains, deal.dealt_at),
    )


def _key(table: Table, slots: Sequence[Slot], deals: Sequence[int]) -> str:
    """From the first entry that is made: no other correction makes it."""
    first = next(slot for slot in slots if slot.number in deals)
    return f"table:{table.pk}:results:{first.number}:{first.version + 1}"


def _memo(table: Table, deals: Sequence[int], reason: str) -> str:
    numbers = ", ".join(map(str, deals))
    return f"{table}, deal{'s' if len(deals) > 1 else ''} {numbers}: {reason}"
