"""The effects of a step, as they are told before it is taken: sentences, and chips that move."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.rehearsing import taken_back
from games.models import Table
from ledger.models import Account
from tournaments.awards import draft_payment, proposal_of
from tournaments.desk import Desk
from tournaments.errors import WrongMoment
from tournaments.life import expect_going
from tournaments.models import Tournament
from tournaments.pages.visits import Visit
from tournaments.shortening import Choice, choices_of
from tournaments.steps import Step
from tournaments.stopping import end_after_round
from tournaments.tournaments import draft_cancelling, start
from tournaments.waits import letting_go


@dataclass(frozen=True)
class Option:
    """One of several things that a step can do: a button to tick, and sentences beside it."""

    value: str
    label: str
    sentences: Sequence[str]


def effects_of(visit: Visit, step: Step, told: Desk) -> dict[str, Any]:
    """Say what a step does, whose chips it moves, and what can be chosen.

    Raises:
        TournamentsError: it cannot be taken.
    """
    match step:
        case Step.START:
            taken_back(lambda: start(visit.tournament, at=visit.at))
            return {"sentences": list(_start_words(visit))}
        case Step.PAY:
            gains = draft_payment(visit.tournament)
            names = {one.pk: str(one) for one in visit.tournament.entrants.named()}
            lines = proposal_of(visit.tournament).lines
            words = [f"{names[one.entrant]}: {one.chips}. {one.reason}" for one in lines]
            return {
                "sentences": words or [_("There are no prizes.")],
                "moves": _moves(gains),
            }
        case Step.CANCEL:
            gains = draft_cancelling(visit.tournament)
            fees = _("All fees go back.") if gains else _("No chips move.")
            words = [*_play_words(visit, told), fees, _("This cannot be undone.")]
            return {"sentences": words, "moves": _moves(gains)}
        case Step.FINISH:
            taken_back(lambda: end_after_round(visit.tournament, by=visit.player.pk, at=visit.at))
            return {"sentences": list(_finish_words(visit, told))}
        case Step.SHORTEN:
            return _shortening(visit, told)
    return {"sentences": []}


def _shortening(visit: Visit, told: Desk) -> dict[str, Any]:
    expect_going(visit.tournament)
    choices = choices_of(visit.tournament)
    if not choices:
        raise WrongMoment(
            _("The last round of {tournament} has begun: no round is left to drop.").format(
                tournament=visit.tournament
            )
        )
    stages = visit.tournament.stages.count()
    unfinished = unfinished_words(visit.tournament)
    options = [
        Option(
            value=f"{one.stage}-{one.rounds}",
            label=_choice_label(one, stages),
            sentences=[*_choice_words(one, told, is_last=one.stage == stages)],
        )
        for one in choices
    ]
    sentences = [_("The other rounds are drawn as they were planned."), *unfinished]
    return {"options": options, "sentences": [*sentences, _("This cannot be undone.")]}


def _choice_label(one: Choice, stages: int) -> str:
    rounds = ngettext("{count} round", "{count} rounds", one.rounds).format(count=one.rounds)
    if stages == 1:
        return rounds
    return _("Stage {stage}: {rounds}").format(stage=one.stage, rounds=rounds)


def _choice_words(one: Choice, told: Desk, *, is_last: bool) -> Iterator[str]:
    """Lines that say what falls away with the rounds, and what follows at once."""
    yield ngettext(
        "Round {numbers} is not played.", "Rounds {numbers} are not played.", len(one.dropped)
    ).format(numbers=_listed(one.dropped))
    if one.breaks:
        yield ngettext(
            "The break after round {numbers} falls away.",
            "The breaks after rounds {numbers} fall away.",
            len(one.breaks),
        ).format(numbers=_listed(one.breaks))
    if one.late_until:
        yield _("Late entries end with round {number}.").format(number=one.late_until)
    elif one.late_until == 0:
        yield _("Nobody can enter late any more.")
    if one.draw is not None:
        yield _("Draw {number}, which waits, is dropped.").format(number=one.draw)
    if not one.is_last_begun:
        return
    if told.open_tables:
        words = _("The round in play is the last one.")
        yield words if is_last else _("The round in play is the last one of this stage.")
    else:
        yield _("It ends now.") if is_last else _("The next stage follows.")


def unfinished_words(tournament: Tournament) -> Iterator[str]:
    """Tables that are not played out, by number, and pools that lie there."""
    tables = list(
        Table.objects.open()
        .filter(round_table__round__tournament=tournament)
        .annotate(played=Count("deals", filter=Q(deals__settled_at__isnull=False)))
        .select_related("round_table", "pool")
        .defer("sealed_tail")
        .order_by("round_table__number")
    )
    if not tables:
        return
    yield _("Deals are left to play: {tables}.").format(
        tables=", ".join(
            _("table {number} ({deals} of {all})").format(
                number=one.round_table.number, deals=one.played, all=one.deals_limit
            )
            for one in tables
        )
    )
    lying = [(one.round_table.number, one.pool.balance) for one in tables if one.pool.balance]
    if lying:
        words = _("table {number} ({chips} chips)")
        yield _("Pools that nobody has won yet: {tables}.").format(
            tables=", ".join(words.format(number=number, chips=chips) for number, chips in lying)
        )


def _play_words(visit: Visit, told: Desk) -> Iterator[str]:
    """Lines that say what becomes of the play when a running tournament is cancelled."""
    if told.status != "running":
        return
    if told.open_tables:
        yield ngettext(
            "{count} table of round {round} closes, and a deal in play there is void.",
            "{count} tables of round {round} close, and deals in play there are void.",
            told.open_tables,
        ).format(count=told.open_tables, round=told.round)
        yield from unfinished_words(visit.tournament)
    yield _("Nobody wins a prize. What was played stays to be read.")


def _finish_words(visit: Visit, told: Desk) -> Iterator[str]:
    if told.open_tables:
        yield ngettext(
            "{count} table of round {round} plays on to its end; nothing is drawn after it.",
            "{count} tables of round {round} play on to their end; nothing is drawn after them.",
            told.open_tables,
        ).format(count=told.open_tables, round=told.round)
        yield from unfinished_words(visit.tournament)
    else:
        yield _("It ends now, with the standings after round {round}.").format(round=told.round)
    yield _("Prizes follow the standings. This cannot be undone.")


def _start_words(visit: Visit) -> Iterator[str]:
    stage = visit.tournament.stages.get(number=1)
    if gone := letting_go(visit.tournament):
        yield gone
    yield _("Nobody enters after that, and no fee goes back.")
    yield _("Everybody is given {chips} playing chips, and round 1 is drawn.").format(
        chips=stage.starting_stack
    )


def _listed(numbers: Sequence[int]) -> str:
    *others, last = [str(one) for one in numbers]
    return _("{others} and {last}").format(others=", ".join(others), last=last) if others else last


def _moves(gains: dict[int, int]) -> list[tuple[str, int]]:
    """The gain of each account, by its name, the most first."""
    accounts = Account.objects.in_bulk(gains)
    moves = [(str(accounts[pk].name), chips) for pk, chips in gains.items() if chips]
    return sorted(moves, key=lambda move: (-move[1], move[0]))
