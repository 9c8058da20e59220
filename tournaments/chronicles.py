"""What the stream of a tournament tells: draws, results, standings, and which tables play.

It tells what the board shows to everybody who reads it, and nothing of what is played at a table.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict
from datetime import datetime
from functools import lru_cache
from typing import Any, Final

from deploy.rights import Person, may
from games.chronicle import MOST_ENTRIES, Chronicle, Entry, Page
from tournaments.awards import told_prizes
from tournaments.entrant_list import states_of
from tournaments.entrant_states import State
from tournaments.models import (
    News,
    NewsKind,
    Round,
    RoundTable,
    Tournament,
    TournamentStatus,
)
from tournaments.news import NAME, last_number
from tournaments.results import results_of
from tournaments.rights import LOOK_AFTER, SEE, SEE_BOARD
from tournaments.rounds import drawn_rounds
from tournaments.tournament_log import last_line
from tournaments.waits import told_wait

OVER: Final = (TournamentStatus.PAID, TournamentStatus.CANCELLED)
BOARDS_KEPT: Final = 32
Told = dict[str, Any]


def read(pk: int, after: int | None, _at: datetime, _hears_play: bool) -> Page | None:
    """The news of a tournament, with what of it stands now; the same for all who may follow it."""
    tournament = Tournament.objects.filter(pk=pk).first()
    if tournament is None:
        return None
    last = last_number(tournament)
    missed = tournament.news.filter(number__gt=last if after is None else after)
    return Page(
        now=board_of(pk, last, tournament.version),
        last=last,
        entries=tuple(_entries(tournament, missed.order_by("number")[:MOST_ENTRIES])),
        tables=_tables(tournament),
        is_over=tournament.status in OVER,
    )


def heard_by(asked: Collection[tuple[Person, int]]) -> set[tuple[int, int]]:
    """Who of these reads the board of the tournament that they ask for."""
    tournaments = Tournament.objects.select_related("club").in_bulk({pk for _, pk in asked})
    return {
        (person.pk, pk)
        for person, pk in asked
        if pk in tournaments and reads_board(person, tournaments[pk])
    }


def reads_board(person: Person, tournament: Tournament) -> bool:
    """Whether somebody may follow it; its club is read already."""
    if not tournament.is_hidden:
        return True
    deed = LOOK_AFTER if tournament.status == TournamentStatus.DRAFT else SEE
    return may(person.roles_in([tournament.club.book_id]), deed)


def _entries(tournament: Tournament, news: Iterable[News]) -> Iterable[Entry]:
    """As it stands now; of several news of the same thing only the last."""
    newest = {(one.kind, one.round_number): one for one in news}
    numbers = {number for _, number in newest if number is not None}
    rounds = drawn_rounds(tournament).filter(number__in=numbers) if numbers else ()
    told_of = {round.number: _round(round) for round in rounds}
    line = last_line(tournament) if newest else 0
    for one in sorted(newest.values(), key=lambda one: one.number):
        kind = NewsKind(one.kind)
        data: Told = {"number": one.number, "log": line}
        if kind in (NewsKind.DRAW, NewsKind.RESULTS):
            data["round"] = told_of.get(one.round_number or 0)  # None: it was taken back.
        elif kind == NewsKind.STANDINGS:
            data["standings"] = _standings(tournament)
            data["prizes"] = _prizes(tournament)
        elif kind == NewsKind.ENTRIES:
            data["entered"] = tournament.entrants.playing().count()
            data["waits_for"] = told_wait(tournament)
        else:
            data["status"] = tournament.status
            data["waits_for"] = told_wait(tournament)
        yield Entry(one.number, kind.value, data)


@lru_cache(maxsize=BOARDS_KEPT)
def board_of(pk: int, last: int, version: int) -> Told:
    """The board as it stands: read once for all who are told of it, until there is news.

    Args:
        last: The number of the newest news.
        version: Of the announcement.
    """
    tournament = Tournament.objects.get(pk=pk)
    newest = drawn_rounds(tournament).order_by("-number").first()
    return {
        "tournament": pk,
        "name": tournament.name,
        "status": tournament.status,
        "entered": tournament.entrants.playing().count(),
        "waits_for": told_wait(tournament),
        "number": last,
        "log": last_line(tournament),
        "version": version,
        "round": newest and _round(newest),
        "standings": _standings(tournament) if newest else [],
        "prizes": _prizes(tournament),
    }


def _round(round: Round) -> Told:
    return {
        "number": round.number,
        "stage": round.stage.number,
        "is_over": round.finished_at is not None,
        "tables": [_table(table) for table in round.tables.all()],
        "byes": [
            {"entrant": bye.entrant_id, "name": str(bye.entrant), "reason": bye.reason}
            for bye in round.byes.all()
        ],
    }


def _table(table: RoundTable) -> Told:
    seats = [
        {"entrant": seat.entrant_id, "name": str(seat.member), "chips": seat.chips}
        for seat in table.seats.all()
    ]
    return {"number": table.number, "table": table.table_id, "seats": seats}


@lru_cache(maxsize=BOARDS_KEPT)
def states_told(pk: int, _last: int, _version: int) -> Mapping[int, State]:
    """The state of each entrant: read once until there is news, as `board_of` is."""
    return states_of(Tournament.objects.get(pk=pk))


def _standings(tournament: Tournament) -> list[Told]:
    states = states_of(tournament)
    return [{**asdict(one), "state": states[one.entrant].value} for one in results_of(tournament)]


def _prizes(tournament: Tournament) -> list[Told]:
    """Prizes that were paid: what is proposed may still change."""
    if tournament.status != TournamentStatus.PAID:
        return []
    return [asdict(one) for one in told_prizes(tournament)]


def _tables(tournament: Tournament) -> Mapping[int, Told]:
    """Those of the round that are open."""
    playing = RoundTable.objects.filter(round__tournament=tournament, round__finished_at=None)
    playing = playing.filter(table__closed_at=None).order_by("number")
    return {pk: {"id": pk, "number": no} for pk, no in playing.values_list("table", "number")}


CHRONICLES: Final = (
    Chronicle(
        name=NAME,
        deeds=(SEE, SEE_BOARD),
        heard_by=heard_by,
        hears_play=lambda _: False,
        read=read,
    ),
)
