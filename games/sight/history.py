"""Deals that are over, told again: from your own seat until the seeds are revealed."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from games.engine import DealState, Place, Transcript, View, view
from games.errors import DealInPlay
from games.models import Action, Deal, Table
from games.sight.delay import deal_as_of
from games.sight.folding import acted, as_written, dealt_in, fold, place_of
from games.sight.revealing import is_revealed

ToldUntil = Callable[[Table], datetime | None]
"""Until when somebody is told what happened at a table (`games.sight.delay.shown_until`)."""


@dataclass(frozen=True)
class PastDeal:
    """A deal that is over, as far as somebody may know it.

    Attributes:
        deal: As it was at the moment up to which they are told.
        is_open: The seeds are revealed, so that everybody may see every card.
        place: The place at which they were dealt in, None for a spectator.
        transcript: The deal as written down; None where the cards were real ones.
        views: What they saw, before the first public action and after each of them.
    """

    deal: Deal
    is_open: bool
    place: Place | None
    transcript: Transcript | None
    views: tuple[View, ...] = ()


def replay(deal: Deal, player_id: int | None, *, told_until: ToldUntil) -> PastDeal:
    """A deal step by step.

    The steps are the public actions: a silent decision makes none, not even for the one who took
    it (RULES.md 4.4).

    Raises:
        DealInPlay: it is not over.
    """
    if deal.ended_at is None:
        raise DealInPlay("The deal is still being played: look at the deal itself.")
    (told,) = tell([deal], player_id, told_until=told_until)
    if deal.is_recorded:
        return told
    views = views_of(_states(deal, _texts([deal])[deal.pk]), told.place)
    return replace(told, views=views)


def views_of(states: Iterable[DealState], place: Place | None) -> tuple[View, ...]:
    """What a seat saw, of the states of a deal: one view for each ply, as soon as it stood."""
    steps: dict[int, DealState] = {}
    for state in states:
        steps.setdefault(state.ply, state)
    return tuple(view(state, place) for state in steps.values())


def tell(
    deals: Iterable[Deal], player_id: int | None, *, told_until: ToldUntil
) -> Iterator[PastDeal]:
    """Deals that are over, each as the player may know it."""
    over = [deal for deal in deals if deal.ended_at is not None]
    texts = _texts(over)
    tables = {deal.table_id: deal.table for deal in over}
    moments = {table_id: told_until(table) for table_id, table in tables.items()}
    for row in over:
        until = moments[row.table_id]
        deal, is_open = deal_as_of(row, until), is_revealed(row, until=until)
        place = place_of(dealt_in(deal), player_id)
        if deal.is_recorded:
            yield PastDeal(deal, is_open, place, None)
            continue
        *_, last = _states(deal, texts[deal.pk])
        transcript = Transcript.of(last) if is_open else Transcript.seen(last, place)
        yield PastDeal(deal, is_open, place, transcript)


def _texts(deals: Iterable[Deal]) -> dict[int, list[str]]:
    """The texts of the actions of each deal, in order."""
    texts: dict[int, list[str]] = {deal.pk: [] for deal in deals}
    rows = Action.objects.filter(deal__in=texts).order_by("deal", "sequence")
    for deal_id, text in rows.values_list("deal", "text"):
        texts[deal_id].append(text)
    return texts


def _states(deal: Deal, texts: Iterable[str]) -> Iterator[DealState]:
    """The deal before its first action and after each."""
    state = fold(deal)
    yield state
    for text in texts:
        state = as_written(deal, acted(state, text))
        yield state
