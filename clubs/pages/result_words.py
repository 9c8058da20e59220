"""How deals of real cards ended, in words."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine import Offence, Outcome
from games.engine.outcome import OutcomeKind
from games.engine.sides import side_members
from games.evening.result import Names, Result
from games.evening.totals import Totals
from games.models import Deal, TotalsEntry

ENDED: Final[dict[OutcomeKind, Promise]] = {
    "won": gettext_lazy("Won"),
    "jinked": gettext_lazy("Jinked: all five tricks"),
    "jink_failed": gettext_lazy("A jink failed"),
    "spoilt": gettext_lazy("Spoilt: nobody won"),
    "scored": gettext_lazy("Scored"),
    "misdeal": gettext_lazy("Misdeal"),
}
OFFENCES: Final[dict[Offence, Promise]] = {
    "robbed_without_ace": gettext_lazy("robbed without the ace"),
    "revoked": gettext_lazy("revoked"),
    "did_not_rob": gettext_lazy("held the ace and did not rob"),
}


@dataclass(frozen=True)
class ToldDeal:
    """A deal as a page tells it.

    Attributes:
        earlier: What was entered before, and counts no more.
        by: Who made the entry that counts, empty where nobody noted it.
        reason: Why it was put right; empty for a first entry.
    """

    number: int
    version: int
    dealer: str
    ended: str
    is_struck: bool
    earlier: tuple[str, ...]
    barred: tuple[str, ...]
    by: str
    at: datetime | None
    reason: str


def told_deal(deal: Deal, names: Names) -> ToldDeal:
    """A deal with its entries; they were read with it."""
    entries = list(deal.entries.all())
    newest = entries[-1] if entries else None
    result = newest.result if newest else None
    return ToldDeal(
        number=deal.number,
        version=newest.version if newest else 0,
        dealer=names[deal.seat_numbers[deal.dealer]],
        ended=ended(deal, names),
        is_struck=deal.voided_at is not None,
        earlier=tuple(told_result(one.result, names) for one in entries[:-1]),
        barred=_barred(result, names),
        by=str(newest.by) if newest and newest.by else "",
        at=newest.at if newest else None,
        reason=newest.reason if newest else "",
    )


def ended(deal: Deal, names: Names) -> str:
    """How a deal ended: `Won: Nora, 12 chips`."""
    if deal.voided_at is not None:
        return _("Taken back")
    outcome = deal.outcome
    if outcome is None:
        return _("In play")
    words = str(ENDED[outcome.kind])
    if outcome.winners:
        who = listed(names[deal.seat_numbers[place]] for place in outcome.winners)
        words = _("{ended}: {who}").format(ended=words, who=who)
        won = sum(deal.gains[place] for place in outcome.winners) if deal.gains else 0
        if won:
            words += ", " + ngettext("{chips} chip", "{chips} chips", won).format(chips=won)
    if outcome.scores:
        words += ". " + _scores(deal, outcome, names)
    return (
        _("{ended}; the same dealer deals again").format(ended=words)
        if (deal.is_dealt_again)
        else words
    )


def _scores(deal: Deal, outcome: Outcome, names: Names) -> str:
    sides = dict.fromkeys(side_members(deal.table.rules.sides, len(outcome.scores)))
    return ", ".join(
        f"{listed(names[deal.seat_numbers[place]] for place in side)} {outcome.scores[side[0]]}"
        for side in sides
    )


def told_result(result: Result | None, names: Names) -> str:
    """What somebody told of a deal, without what it came to."""
    if result is None:
        return _("Taken back")
    words = str(ENDED[result.kind])
    if result.winner is not None:
        words = _("{ended}: {who}").format(ended=words, who=names.get(result.winner, "?"))
    for told in (result.tricks, result.scores):
        if told:
            words += ". " + ", ".join(f"{names.get(one, '?')} {told[one]}" for one in told)
    return ". ".join([words, *_barred(result, names)])


@dataclass(frozen=True)
class ToldEntry:
    """Totals as they were entered; `words` say what, unless they were taken back."""

    words: str
    is_struck: bool
    by: str
    at: datetime
    reason: str


def told_entries(entries: Iterable[TotalsEntry], names: Names) -> list[ToldEntry]:
    """The totals of a table, the latest first; only the first of these may count."""
    found = sorted(entries, key=lambda one: -one.version)
    return [
        ToldEntry(
            told_totals(entry.totals, names) if entry.totals else _("Taken back"),
            is_struck=place > 0,
            by=str(entry.by),
            at=entry.at,
            reason=entry.reason,
        )
        for place, entry in enumerate(found)
    ]


def told_totals(totals: Totals, names: Names) -> str:
    """`12 deals. Nora: 3 won, 25 chips`."""
    words = ngettext("{deals} deal", "{deals} deals", totals.deals).format(deals=totals.deals)
    each = (
        ngettext(
            "{who}: {won} won, {chips} chip", "{who}: {won} won, {chips} chips", one.chips
        ).format(who=names.get(number, "?"), won=one.deals_won, chips=one.chips)
        for number, one in totals.of_seats.items()
    )
    pool = [_("pool: {chips}").format(chips=totals.pool)] if totals.pool else []
    return f"{words}. {'; '.join([*each, *pool])}"


def _barred(result: Result | None, names: Names) -> tuple[str, ...]:
    return tuple(
        _("Barred: {who} {why}").format(who=names.get(number, "?"), why=OFFENCES[why])
        for number, why in (result.barred.items() if result else ())
    )


def listed(names: Iterable[str]) -> str:
    return _(" and ").join(names)
