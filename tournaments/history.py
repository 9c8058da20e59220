"""What happened in a tournament, told from its rows, the latest first."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ledger.models import Transfer
from tournaments.models import (
    Entrant,
    EntrantMember,
    Round,
    RoundDraw,
    Tournament,
    TournamentDeedKind,
)
from tournaments.tournament_log import log_of


class Order(IntEnum):
    """What comes first of things that happen in one moment."""

    PEOPLE = 0
    ROUND_OVER = 1
    STAGE_BEGAN = 2
    DRAWN = 3
    ROUND_BEGAN = 4
    END = 5
    PAID = 6
    PUT_RIGHT = 7


TOLD_ELSEWHERE = {
    TournamentDeedKind.LET_GO,
    TournamentDeedKind.DREW_AGAIN,
    TournamentDeedKind.CONFIRMED,
    TournamentDeedKind.MOVED,
}


@dataclass(frozen=True)
class Happening:
    at: datetime
    order: Order
    text: str


def history_of(tournament: Tournament) -> list[Happening]:
    """All of it, by a constant number of queries."""
    found = [
        *_entrants(tournament),
        *_stages(tournament),
        *_draws(tournament),
        *_rounds(tournament),
        *_end(tournament),
        *_put_right(tournament),
    ]
    return sorted(found, key=lambda one: (one.at, one.order), reverse=True)


def _entrants(tournament: Tournament) -> Iterator[Happening]:
    for entrant in tournament.entrants.named():
        name = str(entrant)
        yield Happening(entrant.entered_at, Order.PEOPLE, _("{name} entered.").format(name=name))
        if entrant.checked_in_at is not None:
            yield Happening(
                entrant.checked_in_at, Order.PEOPLE, _("{name} checked in.").format(name=name)
            )
        if entrant.withdrawn_at is not None:
            is_let_go = entrant.no_show_at is not None
            words = (
                _("{name} did not come, and was let go.") if is_let_go else _("{name} withdrew.")
            )
            yield Happening(entrant.withdrawn_at, Order.PEOPLE, words.format(name=name))
        yield from _substitutes(entrant)


def _substitutes(entrant: Entrant) -> Iterator[Happening]:
    before: dict[int, EntrantMember] = {}
    for one in sorted(entrant.members.all(), key=lambda one: (one.joined_at, one.pk)):
        if leaver := before.get(one.number):
            words = _("{name} plays for {leaver} from now on.")
            yield Happening(one.joined_at, Order.PEOPLE, words.format(name=one, leaver=leaver))
        before[one.number] = one


def _stages(tournament: Tournament) -> Iterator[Happening]:
    for stage in tournament.stages.order_by("number"):
        if stage.started_at is not None:
            words = _("Stage {number} began: {format}.")
            told = words.format(number=stage.number, format=stage.played_as.name)
            yield Happening(stage.started_at, Order.STAGE_BEGAN, told)


def _rounds(tournament: Tournament) -> Iterator[Happening]:
    for round in tournament.rounds.select_related("draw__published_by").order_by("number"):
        yield Happening(round.started_at, Order.ROUND_BEGAN, _began(round))
        if round.finished_at is not None:
            words = _("Round {number} was over.").format(number=round.number)
            yield Happening(round.finished_at, Order.ROUND_OVER, words)


def _draws(tournament: Tournament) -> Iterator[Happening]:
    for draw in tournament.draws.select_related("drawn_by"):
        words = (
            _("Draw {number} of round {round}, by {name}.")
            if draw.drawn_by
            else _("Draw {number} of round {round}.")
        )
        told = words.format(number=draw.number, round=draw.round_number, name=draw.drawn_by)
        yield Happening(draw.drawn_at, Order.DRAWN, f"{told} {_repeats(draw)}")


def _began(round: Round) -> str:
    confirmed_by = round.draw.published_by if round.draw else None
    if confirmed_by is None:
        return _("Round {number} began.").format(number=round.number)
    words = _("{name} confirmed the draw, and round {number} began.")
    return words.format(name=confirmed_by, number=round.number)


def _repeats(draw: RoundDraw) -> str:
    if not draw.repeat_meetings:
        return _("Nobody meets again.")
    return ngettext(
        "{count} repeat meeting; any draw has at least {least}.",
        "{count} repeat meetings; any draw has at least {least}.",
        draw.repeat_meetings,
    ).format(count=draw.repeat_meetings, least=draw.least_repeats)


def _end(tournament: Tournament) -> Iterator[Happening]:
    if tournament.finished_at is not None:
        yield Happening(tournament.finished_at, Order.END, _("The last round was counted."))
    paid = Transfer.objects.filter(
        book=tournament.club.book_id, key=f"tournament:{tournament.pk}:prizes"
    )
    for at in paid.values_list("effective_at", flat=True):
        yield Happening(at, Order.PAID, _("The prizes were paid."))


def _put_right(tournament: Tournament) -> Iterator[Happening]:
    for line in log_of(tournament):
        if line.kind in TOLD_ELSEWHERE:
            continue
        names = ", ".join(line.entrants.values()) or _("everybody")
        words = _("{by}: {what}, for {names}. {reason}")
        told = words.format(by=line.by, what=line.words, names=names, reason=line.reason)
        yield Happening(line.at, Order.PUT_RIGHT, told)
