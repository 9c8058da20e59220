"""What players are told of tournaments that they entered: their entry, table, rank and prize."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django.db.models import Exists, F, Max, OuterRef, Q

from deploy.rights import Person
from games.concern import Concern
from tournaments.chronicles import board_of, reads_board, states_told
from tournaments.entrant_states import State
from tournaments.models import (
    NOT_OVER,
    EntrantMember,
    News,
    RoundSeat,
    TournamentDeed,
    TournamentDeedKind,
    TournamentStatus,
)
from tournaments.news import NAME

TOLD_FOR: Final = timedelta(days=1)
"""How long after its end a tournament is still told, so that everybody hears how it ended."""

Told = Mapping[str, Any]


class _Sitting(NamedTuple):
    """Where somebody sits in a round; the chips as on the board."""

    round: int
    number: int
    table: int
    chips: int | None


def read(people: Collection[Person], at: datetime) -> dict[int, dict[int, Told]]:
    """By player, by tournament: how they stand there.

    Three statements for all of them, and those of a board where there is news of it.
    """
    known = {person.pk: person for person in people}
    since = at - TOLD_FOR
    going = Q(tournament__status__in=NOT_OVER)
    paid = Q(tournament__status=TournamentStatus.PAID, tournament__finished_at__gte=since)
    called_off = TournamentDeed.objects.filter(
        tournament=OuterRef("tournament"), kind=TournamentDeedKind.CANCELLED, at__gte=since
    )
    cancelled = Q(Exists(called_off), tournament__status=TournamentStatus.CANCELLED)
    entered = EntrantMember.objects.filter(member__player__in=known)
    rows = entered.filter(going | paid | cancelled).select_related(
        "member", "entrant", "tournament__club"
    )
    newest = {  # Of several the one that plays, or else the last that has left.
        (row.person.player_id, row.tournament_id): row
        for row in rows.order_by(F("left_at").asc(nulls_last=True), "pk")
    }
    seen = {
        key: row
        for key, row in newest.items()
        if reads_board(known[row.person.player_id], row.tournament)
    }
    if not seen:
        return {}
    told_of = News.objects.filter(tournament__in={row.tournament_id for row in seen.values()})
    last = dict(told_of.order_by().values_list("tournament").annotate(Max("number")))
    sittings = _sittings(row.pk for row in seen.values())
    found: dict[int, dict[int, Told]] = {}
    for (player, pk), row in seen.items():
        known_as = pk, last.get(pk, 0), row.tournament.version
        board, state = board_of(*known_as), states_told(*known_as)[row.entrant_id]
        is_replaced = row.left_at not in (None, row.entrant.withdrawn_at)
        told = _told(row, State.SUBSTITUTED if is_replaced else state, board, sittings.get(row.pk))
        found.setdefault(player, {})[pk] = told
    return found


def _sittings(members: Iterable[int]) -> dict[int, _Sitting]:
    """By the row of a member the newest round in which they have a seat."""
    seats = RoundSeat.objects.standing().filter(member__in=list(members))
    newest = seats.order_by("member", "-round_table__round__number").distinct("member")
    columns = ("round_table__round__number", "round_table__number", "round_table__table", "chips")
    return {
        member: _Sitting(*sitting) for member, *sitting in newest.values_list("member", *columns)
    }


def _told(
    row: EntrantMember, state: State, board: Mapping[str, Any], sitting: _Sitting | None
) -> Told:
    tournament, entrant = row.tournament, row.entrant
    line = next((one for one in board["standings"] if one["entrant"] == entrant.pk), None)
    return {
        "id": tournament.pk,
        "name": tournament.name,
        "status": tournament.status,
        "starts_at": tournament.starts_at,
        "is_paused": tournament.paused_at is not None,
        "entrant": entrant.pk,
        "state": state.value,
        "refusal": entrant.refusal,
        "round": board["round"] and _round(row, board["round"], sitting),
        "rank": line and line["rank"],
        "prize_chips": line["prize_chips"] if line else 0,
    }


def _round(row: EntrantMember, round: Mapping[str, Any], sitting: _Sitting | None) -> Told:
    """The newest round, and where they sit in it, if they do."""
    here = sitting if sitting is not None and sitting.round == round["number"] else None
    byes = (bye["reason"] for bye in round["byes"] if bye["entrant"] == row.entrant_id)
    return {
        "number": round["number"],
        "stage": round["stage"],
        "is_over": round["is_over"],
        "table": here and {"number": here.number, "table": here.table},
        "chips": here and here.chips,
        "bye": next(byes, None),
    }


CONCERNS: Final = (Concern(name=NAME, one="tournament", read=read),)
