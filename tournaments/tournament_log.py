"""The log of a tournament: what happens is written in numbered lines, and read as sentences."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Any, Final

from django.db.models import Max, Q
from django.db.models.query import QuerySet

from deploy.names import refusal
from games.models import Deal
from tournaments.errors import NoReason
from tournaments.log_words import sentence
from tournaments.models import (
    Entrant,
    NewsKind,
    RoundTable,
    Tournament,
    TournamentDeed,
    TournamentDeedKind,
    TournamentStatus,
)
from tournaments.models.deed import LONGEST_REASON
from tournaments.news import tell

FIGURES = ("deals_won", "tricks", "deals", "jinks")
LINES_A_PAGE: Final = 200
RANKS_ANEW: Final = {
    *(TournamentDeedKind.DREW_AGAIN, TournamentDeedKind.MOVED, TournamentDeedKind.UNDID_DRAW),
    *(TournamentDeedKind.DEAL_TAKEN_BACK, TournamentDeedKind.CORRECTED),
    *(TournamentDeedKind.REPLAYED, TournamentDeedKind.PENALISED, TournamentDeedKind.LIFTED),
    TournamentDeedKind.PRIZES_CHANGED,
    *(TournamentDeedKind.ENDED, TournamentDeedKind.CANCELLED, TournamentDeedKind.PAID_RIGHT),
    TournamentDeedKind.PRIZES_CHANGED,
}
"""After them the standings may be others, so followers hear of them."""


@dataclass(frozen=True)
class LogLine:
    """A line of the log, for people to read.

    Attributes:
        number: Counts the lines of the tournament from 1.
        kind: As in the API.
        words: What was done.
        text: The whole of it in a sentence.
        by: Who did it; empty where it was done by itself.
        entrants: Whom it concerns, by their names and keys; nobody: all who play.
    """

    number: int
    kind: str
    words: str
    text: str
    at: datetime
    by: str
    reason: str
    round: int | None
    table: int | None
    entrants: Mapping[int, str]
    before: dict[str, Any]
    after: dict[str, Any]


def checked_reason(reason: str) -> str:
    """A reason that everybody in the tournament may read.

    Raises:
        NoReason: nobody says why, or in a text that others should not read.
    """
    reason = reason.strip()
    if not reason:
        raise NoReason("Say why; everybody in the tournament will read it.")
    if len(reason) > LONGEST_REASON:
        raise NoReason(f"Say why in {LONGEST_REASON} characters at the most.")
    if message := refusal(reason):
        raise NoReason(message)
    return reason


def note(
    tournament: Tournament,
    kind: TournamentDeedKind,
    *,
    by: int | None = None,
    reason: str = "",
    round_number: int | None = None,
    table_number: int | None = None,
    entrants: Iterable[int] = (),
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
    at: datetime,
) -> TournamentDeed:
    """Write a line into the log. The caller has locked the tournament.

    Args:
        by: The player who did it; None where it was done by itself.
        entrants: Whom it concerns; nobody: all who play.
    """
    deed = TournamentDeed(
        kind=kind,
        at=at,
        by_id=by,
        reason=reason,
        round_number=round_number,
        table_number=table_number,
        entrants=list(entrants),
        before=before or {},
        after=after or {},
    )
    _write(tournament, [deed])
    return deed


def note_each(
    tournament: Tournament,
    kind: TournamentDeedKind,
    entrants: Iterable[Entrant],
    *,
    by: int | None = None,
    after: dict[str, Any] | None = None,
    at: datetime,
) -> None:
    """Write a line for each of these entrants at once. The caller has locked the tournament."""
    told = after or {}
    _write(
        tournament,
        [
            TournamentDeed(kind=kind, at=at, by_id=by, entrants=[one.pk], after=told)
            for one in entrants
        ],
    )


def unnoted_deals() -> QuerySet[Deal]:
    """The deals that organisers took back at tables of tournaments, and that no line tells of."""
    deals: QuerySet[Deal] = Deal.objects.filter(
        voided_at__isnull=False,
        tournament_deed=None,
        table__round_table__round__tournament__status__in=(
            TournamentStatus.RUNNING,
            TournamentStatus.FINISHED,
        ),
    )
    return deals


def note_deals_taken_back(tournament: Tournament) -> None:
    """Write a line for each deal that was taken back since. The caller has locked the tournament.

    A table is locked while a deal of it is taken back, and nobody who holds a table may wait for
    its tournament; so the line follows in a transaction of its own.
    """
    deals = unnoted_deals().filter(table__round_table__round__tournament=tournament)
    tables = RoundTable.objects.filter(table__in=deals.values("table")).select_related("round")
    by_table = {one.table_id: one for one in tables.prefetch_related("seats")}
    lines = []
    for deal in deals.order_by("voided_at", "pk"):
        table = by_table[deal.table_id]
        assert deal.voided_at is not None
        lines.append(
            TournamentDeed(
                kind=TournamentDeedKind.DEAL_TAKEN_BACK,
                at=deal.voided_at,
                by_id=deal.voided_by_id,
                reason=deal.void_reason,
                round_number=table.round.number,
                table_number=table.number,
                entrants=list(dict.fromkeys(seat.entrant_id for seat in table.seats.all())),
                deal=deal,
                after={"deal": deal.number},
            )
        )
    _write(tournament, lines)


def last_line(tournament: Tournament) -> int:
    """The number of the newest line; 0 where nothing has happened."""
    return tournament.deeds.aggregate(last=Max("number"))["last"] or 0


def deeds_of(
    tournament: Tournament,
    *,
    entrant: int | None = None,
    after: int = 0,
    tells_refusals: bool = True,
) -> QuerySet[TournamentDeed]:
    """The rows of the log, newest first.

    Args:
        entrant: Only what concerns this one, or everybody; None for all of it.
        after: Only lines with a higher number.
        tells_refusals: With those who were not let in, of whom organisers alone read.
    """
    deeds: QuerySet[TournamentDeed] = tournament.deeds.filter(number__gt=after)
    if entrant is not None:
        deeds = deeds.filter(Q(entrants=[]) | Q(entrants__contains=[entrant]))
    if not tells_refusals:
        deeds = deeds.exclude(kind=TournamentDeedKind.REFUSED)
    return deeds.select_related("by").order_by("-number")


def lines_of(tournament: Tournament, deeds: Iterable[TournamentDeed]) -> list[LogLine]:
    """Rows of the log for people to read, by a constant number of queries."""
    named = list(tournament.entrants.named())
    names = {one.pk: str(one) for one in named}
    members = {
        each.member_id: str(each)
        for one in named
        for each in one.members.all()
        if each.member_id is not None
    }
    return [_line(deed, names, members) for deed in deeds]


def log_of(tournament: Tournament, *, most: int | None = None) -> list[LogLine]:
    """List the log for organisers, newest first.

    Args:
        most: How many lines at the most; None for all.
    """
    return lines_of(tournament, deeds_of(tournament)[:most])


def _write(tournament: Tournament, deeds: list[TournamentDeed]) -> None:
    if not deeds:
        return
    last = last_line(tournament)
    for number, deed in enumerate(deeds, start=last + 1):
        deed.tournament, deed.number = tournament, number
    TournamentDeed.objects.bulk_create(deeds)
    if any(deed.kind in RANKS_ANEW for deed in deeds):
        tell(tournament, NewsKind.STANDINGS)


def _line(deed: TournamentDeed, names: Mapping[int, str], members: Mapping[int, str]) -> LogLine:
    return LogLine(
        number=deed.number,
        kind=deed.kind,
        words=deed.get_kind_display(),
        text=sentence(deed, names, members),
        at=deed.at,
        by="" if deed.by is None else str(deed.by),
        reason=deed.reason,
        round=deed.round_number,
        table=deed.table_number,
        entrants={one: names[one] for one in deed.entrants},
        before=deed.before,
        after=deed.after,
    )


def figures_of(row: RoundTable) -> dict[str, Any]:
    """What a table came to, by seat, as the log keeps it."""
    seats = row.seats.order_by("seat").values("seat", "entrant", "chips", *FIGURES)
    return {"seats": list(seats)}


def corrections_of(tournament: Tournament) -> Counter[int]:
    """By entrant how many corrections concern them: of results, tables and penalties."""
    kinds = (
        *(TournamentDeedKind.CORRECTED, TournamentDeedKind.REPLAYED),
        *(TournamentDeedKind.PENALISED, TournamentDeedKind.LIFTED),
    )
    deeds = tournament.deeds.filter(kind__in=kinds)
    return Counter(chain.from_iterable(deeds.values_list("entrants", flat=True)))


def entrant_with(tournament: Tournament, player_id: int) -> Entrant | None:
    """As whom or with whom a player is, or was, in a tournament."""
    mine = tournament.entrants.filter(members__member__player=player_id)
    found: Entrant | None = mine.order_by("-pk").first()
    return found
