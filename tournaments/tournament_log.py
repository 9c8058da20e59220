"""The log of a tournament: deeds are noted, and read with the deals that were taken back."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from deploy.names import refusal
from games.models import Deal
from tournaments.errors import NoReason
from tournaments.models import (
    Entrant,
    NewsKind,
    RoundTable,
    Tournament,
    TournamentDeed,
    TournamentDeedKind,
)
from tournaments.models.deed import LONGEST_REASON
from tournaments.news import tell

FIGURES = ("deals_won", "tricks", "deals", "jinks")
DEAL_TAKEN_BACK = "deal_taken_back"


@dataclass(frozen=True)
class LogLine:
    """A line of the log, for people to read.

    Attributes:
        kind: As in the API.
        words: What was done.
        by: Who did it; empty where it was done by itself.
        entrants: Whom it concerns, by their names and keys; nobody: all who play.
    """

    kind: str
    words: str
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
    """Write a line into the log.

    Args:
        by: The player who did it; None where it was done by itself.
        entrants: Whom it concerns; nobody: all who play.
    """
    deed = TournamentDeed.objects.create(
        tournament=tournament,
        kind=kind,
        at=at,
        by_id=by,
        reason=reason,
        round_number=round_number,
        table_number=table_number,
        before=before or {},
        after=after or {},
    )
    deed.entrants.set(entrants)
    tell(tournament, NewsKind.STANDINGS)  # They may be others now.
    return deed


def log_of(tournament: Tournament, *, entrant: int | None = None) -> list[LogLine]:
    """The log, newest first.

    Args:
        entrant: Only what concerns this one, or everybody; None for all of it.
    """
    names = {one.pk: str(one) for one in tournament.entrants.named()}
    lines = [*_deeds(tournament, names), *_deals(tournament, names)]
    if entrant is not None:
        lines = [line for line in lines if not line.entrants or entrant in line.entrants]
    return sorted(lines, key=lambda line: line.at, reverse=True)


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
    deeds = tournament.deeds.filter(kind__in=kinds, entrants__isnull=False)
    return Counter(deeds.values_list("entrants", flat=True))


def entrant_with(tournament: Tournament, player_id: int) -> Entrant | None:
    """As whom or with whom a player is, or was, in a tournament."""
    mine = tournament.entrants.filter(members__member__player=player_id)
    found: Entrant | None = mine.order_by("-pk").first()
    return found


def _deeds(tournament: Tournament, names: Mapping[int, str]) -> Iterable[LogLine]:
    deeds = tournament.deeds.select_related("by").prefetch_related("entrants").order_by("-pk")
    for deed in deeds:
        yield LogLine(
            kind=deed.kind,
            words=deed.get_kind_display(),
            at=deed.at,
            by="" if deed.by is None else str(deed.by),
            reason=deed.reason,
            round=deed.round_number,
            table=deed.table_number,
            entrants={one.pk: names[one.pk] for one in deed.entrants.all()},
            before=deed.before,
            after=deed.after,
        )


def _deals(tournament: Tournament, names: Mapping[int, str]) -> Iterable[LogLine]:
    """The deals that organisers took back at tables of the tournament."""
    deals = Deal.objects.filter(
        table__round_table__round__tournament=tournament, voided_at__isnull=False
    )
    tables = RoundTable.objects.filter(table__in=deals.values("table")).select_related("round")
    by_table = {one.table_id: one for one in tables.prefetch_related("seats")}
    for deal in deals.select_related("voided_by").order_by("-pk"):
        table = by_table[deal.table_id]
        assert deal.voided_at is not None
        yield LogLine(
            kind=DEAL_TAKEN_BACK,
            words=f"took deal {deal.number} back",
            at=deal.voided_at,
            by="" if deal.voided_by is None else str(deal.voided_by),
            reason=deal.void_reason,
            round=table.round.number,
            table=table.number,
            entrants={seat.entrant_id: names[seat.entrant_id] for seat in table.seats.all()},
            before={},
            after={},
        )
