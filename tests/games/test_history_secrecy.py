"""A deal that is over betrays no unseen card before the seeds are revealed, wherever it is told.

The comparison of tests/games/test_http_secrecy.py, for deals that were played to their end,
settled and counted, at a free table that is open still.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import pytest

from clubs.api.free_table_serializers import FreeTableSerializer
from clubs.models import FreeTable
from games.api.history import PastDealSerializer
from games.engine import DealState, Place, Transcript, View, view
from games.models import Action, Deal
from games.records.record import Record, record_of
from games.sight.folding import fold, texts_of
from games.sight.history import PastDeal
from tests.games.twins import Stage, compare, over, twins, with_secret

pytestmark = pytest.mark.django_db

SEEDS = range(60, 106)  # A twin that differs in more than idle cards is rarer when all is over.
MORE_SEEDS = range(2300, 2420)  # Three of them differ in a silent refusal, which is rarer still.
HISTORY = {
    *("history", "history?table={table}&player={other}", "history/{deal}"),
    *("history/{deal}/notation", "history/export?table={table}"),
}
FREE_TABLES = {"free-tables", "free-tables/{free}"}
RECORDS = {"records", "records/{other}"}


def test_a_deal_that_is_over_tells_of_nothing_unseen(stage: Stage) -> None:
    """RULES.md 4.4, 6.1: put out, left in the stock, or in a hand when the deal was won."""
    tally = compare(stage, with_secret(twins(over, (*SEEDS, *MORE_SEEDS))))

    assert tally.different == set()
    assert tally.compared > 5
    assert tally.refusals > 1


def reveal_too_early(patch: pytest.MonkeyPatch) -> set[str]:
    patch.setattr("games.sight.history.is_revealed", lambda *_, **__: True)
    return HISTORY


def tell_the_card_put_out(patch: pytest.MonkeyPatch) -> set[str]:
    """One hidden card, beside all that the caller may know of a deal."""
    represent = PastDealSerializer.to_representation

    def leak(self: PastDealSerializer, told: PastDeal) -> Any:
        card = fold(told.deal, texts_of(told.deal)).layout.put_out
        return represent(self, told) | {"put_out": str(card)}

    patch.setattr(PastDealSerializer, "to_representation", leak)
    return HISTORY - {"history/{deal}/notation", "history/export?table={table}"}


def write_the_stock_down(patch: pytest.MonkeyPatch) -> set[str]:
    """What was left when everybody had their cards, in the records alone."""
    write = Transcript.seen

    def leak(state: DealState, place: Place | None) -> Transcript:
        return replace(write(state, place), stock=Transcript.of(state).stock)

    patch.setattr(Transcript, "seen", leak)
    return HISTORY


def show_a_step_for_each_silent_decision(patch: pytest.MonkeyPatch) -> set[str]:
    def leak(states: Iterable[DealState], place: Place | None) -> tuple[View, ...]:
        return tuple(view(state, place) for state in states)

    patch.setattr("games.sight.history.views_of", leak)
    return {"history/{deal}"}


def grow_a_text_by_silent_decisions(patch: pytest.MonkeyPatch) -> set[str]:
    """Nothing but the length of the text tells: a blank for each action."""

    def leak(told: Iterable[PastDeal]) -> str:
        return "".join(" " * one.deal.actions.count() for one in told)

    patch.setattr("games.api.history._notation", leak)
    return HISTORY


def count_silent_decisions_at_a_free_table(patch: pytest.MonkeyPatch) -> set[str]:
    def leak(_: FreeTableSerializer, free: FreeTable) -> int:
        return Action.objects.filter(deal__table=free.table_id).count()

    patch.setattr(FreeTableSerializer, "get_pool", leak)
    return FREE_TABLES


def count_silent_decisions_in_records(patch: pytest.MonkeyPatch) -> set[str]:
    def leak(player_id: int) -> list[Record]:
        deals = Deal.objects.filter(results__player=player_id)
        spoils = Action.objects.filter(deal__in=deals).count()
        return [replace(record, spoils=spoils) for record in record_of(player_id)]

    patch.setattr("games.api.history.record_of", leak)
    return RECORDS


LEAKS = [
    reveal_too_early,
    tell_the_card_put_out,
    write_the_stock_down,
    show_a_step_for_each_silent_decision,
    grow_a_text_by_silent_decisions,
    count_silent_decisions_at_a_free_table,
    count_silent_decisions_in_records,
]


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_a_leak_is_heard_where_it_is(
    leak: Callable[[pytest.MonkeyPatch], set[str]], stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The comparison above can fail."""
    pairs = list(with_secret(twins(over, SEEDS)))
    by_silence = next(pair for pair in pairs if pair.is_told_apart_by_silence)
    by_card = next(pair for pair in pairs if pair.is_put_out_another)
    doors = leak(monkeypatch)

    tally = compare(stage, [by_silence, by_card], is_leaking=True)

    assert tally.different == doors
