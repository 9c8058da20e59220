"""Nothing that a door answers or a stream tells betrays cards that the caller has not seen.

A deal is played twice, once with the unseen cards in other places (tests/games/twins.py).
Everything that one seat, or a spectator, is then sent must be the same byte for byte: status,
headers, length and body, of answers and of refusals; and every event of a live stream, as it comes
and told again from the beginning. Only the id of the request differs, and in proofs of cards the
hashes beside a way, which commit to salted cards and open none of them.
"""

from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.deals import DealViewSet
from games.api.serializers import ActionSerializer
from games.engine import DealState
from games.fairness.merkle import prove_cards_of
from games.fairness.sealing import unseal
from games.models import Action, Deal, Table
from games.play.clocks import wind
from games.sight.choices import choices_of
from games.sight.events import Event
from tests.games.twins import PATHS, Stage, compare, in_play, twins, with_secret

pytestmark = pytest.mark.django_db

DEALS = 12
SEEDS_OF_A_LEAK = range(60)


def test_the_doors_tell_of_nothing_unseen(stage: Stage) -> None:
    """RULES.md 4.4, 4.6, 6.1, 8.3."""
    tally = compare(stage, twins(in_play, range(DEALS)))

    assert tally.different == set()
    assert tally.compared > DEALS / 2
    assert tally.refusals > 0


def test_every_door_is_listened_to(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison can fail at each of them."""
    finalize = APIView.finalize_response

    def leak(self: APIView, *args: Any, **kwargs: Any) -> Response:
        answer: Response = finalize(self, *args, **kwargs)
        answer["X-Pack"] = " ".join(map(str, stage.pack))
        return answer

    monkeypatch.setattr(APIView, "finalize_response", leak)

    pairs = with_secret(twins(in_play, SEEDS_OF_A_LEAK))
    assert compare(stage, pairs, is_leaking=True).different >= {*PATHS}


def tell_everybodys_choices(patch: pytest.MonkeyPatch) -> None:
    """The choices of the seat to act, to everybody."""
    patch.setattr("games.sight.deals.choices_of", lambda state, _: choices_of(state, state.to_act))


def tell_the_cards_put_out(patch: pytest.MonkeyPatch) -> None:
    """The text of an action as it stands in its row."""
    represent = ActionSerializer.to_representation

    def leak(self: ActionSerializer, row: Action) -> dict[str, Any]:
        return represent(self, row) | {"action": row.text}

    patch.setattr(ActionSerializer, "to_representation", leak)


def tell_a_hidden_card_by_a_proof(patch: pytest.MonkeyPatch) -> None:
    """A proof of the last card of the pack, which nobody has seen."""

    def prove(deal: Deal, player_id: int | None, *, until: object) -> Any:
        assert deal.sealed_seed is not None
        return prove_cards_of(unseal(deal.sealed_seed), [51])

    patch.setattr("games.api.deals.prove_cards", prove)


def count_silent_actions_in_a_header(patch: pytest.MonkeyPatch) -> None:
    finalize = DealViewSet.finalize_response

    def leak(self: DealViewSet, *args: Any, **kwargs: Any) -> Response:
        answer: Response = finalize(self, *args, **kwargs)
        answer["X-Actions"] = str(_actions(self))
        return answer

    patch.setattr(DealViewSet, "finalize_response", leak)


def grow_by_silent_actions(patch: pytest.MonkeyPatch) -> None:
    """Nothing but the length of a body tells: a blank for each action."""
    rendering = DealViewSet.finalize_response

    def leak(self: DealViewSet, *args: Any, **kwargs: Any) -> Response:
        answer: Response = rendering(self, *args, **kwargs)
        answer.add_post_render_callback(lambda done: _lengthen(done, _actions(self)))
        return answer

    patch.setattr(DealViewSet, "finalize_response", leak)


def _actions(door: DealViewSet) -> int:
    return Action.objects.filter(deal=door.kwargs.get("pk", 0)).count()


def _lengthen(answer: Response, count: int) -> None:
    answer.content = answer.content + b" " * count


def count_silent_actions_in_a_refusal(patch: pytest.MonkeyPatch) -> None:
    handle = DealViewSet.handle_exception

    def leak(self: DealViewSet, error: Exception) -> Response:
        answer: Response = handle(self, error)
        answer.data["detail"] = f"{answer.data['detail']} {_actions(self)}"
        return answer

    patch.setattr(DealViewSet, "handle_exception", leak)


def restart_the_clock_after_a_silent_decision(patch: pytest.MonkeyPatch) -> None:
    def rewind(table: Table, seats: Any, state: DealState, *, before: Any, at: Any) -> None:
        wind(table, seats, state, before=None, at=at)

    patch.setattr("games.play.acting.wind", rewind)


def whisper_to_everybody(patch: pytest.MonkeyPatch) -> None:
    """A stream tells all listeners when somebody decides in silence."""
    patch.setattr(Event, "is_for", lambda *_: True)


def stream_the_cards_put_out(patch: pytest.MonkeyPatch) -> None:
    def leak(event: Event, place: int | None) -> Action | None:
        if event.row is not None:
            event.row.told = event.row.text
        return event.row

    patch.setattr(Event, "told", leak)


LEAKS = [
    whisper_to_everybody,
    stream_the_cards_put_out,
    tell_everybodys_choices,
    tell_the_cards_put_out,
    tell_a_hidden_card_by_a_proof,
    count_silent_actions_in_a_header,
    grow_by_silent_actions,
    count_silent_actions_in_a_refusal,
    restart_the_clock_after_a_silent_decision,
]


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_a_door_that_leaks_is_found_out(
    leak: Callable[[pytest.MonkeyPatch], None], stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The comparison above can fail."""
    leak(monkeypatch)

    pairs = with_secret(twins(in_play, SEEDS_OF_A_LEAK))
    assert compare(stage, pairs, is_leaking=True).different
