"""Twenty-five and Forty-five: the score of a deal, and who gets out."""

from games.engine.cards import ACES, Card
from games.engine.outcome import Outcome
from games.engine.places import Place
from games.engine.state import TRICKS, DealState

TRICK_POINTS = 5


def points_outcome(state: DealState) -> Outcome | None:
    """How the deal ends with the trick just turned, None if it goes on.

    Source: RULES.md 8.
    """
    has_bonus = state.rules.best_trump_bonus > 0
    is_played_out = len(state.tricks) == TRICKS
    if has_bonus and not is_played_out:
        return None
    bonus_trick = _bonus_trick(state) if has_bonus else None
    scores, winner, walked = _walk(state, bonus_trick)
    if winner is None and is_played_out:
        winner = _winner_of_all(state)
    if winner is None and not is_played_out:
        return None
    return Outcome(
        kind="scored" if winner is None else "won",
        winners=() if winner is None else state.layout.side(winner),
        tricks=state.tricks_won,
        barred=state.layout.barred,
        scores=scores,
        bonus_trick=bonus_trick if bonus_trick is not None and bonus_trick < walked else None,
    )


def known_bonus_trick(state: DealState) -> int | None:
    """The trick with the bonus, as far as it may be told during the deal.

    That is only where it fell to the highest trump there is: anything else would tell what is
    still hidden. Whether the side that took it may score it is not told before the end.

    Source: RULES.md 8.3.
    """
    if state.rules.best_trump_bonus == 0:
        return None
    if state.outcome is not None:
        return state.outcome.bonus_trick
    is_natural = state.rules.ranking == "natural"
    if is_natural and state.layout.is_ace_demoted:
        return None
    highest = ACES[state.trumps] if is_natural else Card.parse(f"5{state.trumps}")
    return next((n for n, trick in enumerate(state.tricks) if highest in trick.cards), None)


def _bonus_trick(state: DealState) -> int | None:
    """The trick in which the best trump fell, unless a barred side took it. RULES.md 8.2."""
    strength = {card: -position for position, card in enumerate(state.layout.ranking.trumps)}
    trumps = [
        (strength[card], number)
        for number, trick in enumerate(state.tricks)
        for card in trick.cards
        if card in strength
    ]
    if not trumps:
        return None
    _, number = max(trumps)
    return None if state.tricks[number].winner in state.layout.barred else number


def _walk(state: DealState, bonus_trick: int | None) -> tuple[tuple[int, ...], Place | None, int]:
    """The scores after the tricks in order, up to the first that reaches the target.

    Returns:
        The scores, a seat of the side that reached the target, and how many tricks scored.
    """
    assert state.rules.target is not None
    scores = list(state.layout.scores)
    for number, trick in enumerate(state.tricks):
        points = TRICK_POINTS
        if number == bonus_trick:
            points += state.rules.best_trump_bonus
        for place in state.layout.side(trick.winner):
            scores[place] = _scored(state, place, scores[place] + points)
        if scores[trick.winner] >= state.rules.target:
            return tuple(scores), trick.winner, number + 1
    return tuple(scores), None, len(state.tricks)


def _scored(state: DealState, place: Place, score: int) -> int:
    """The new score of a seat, as far as its side may score. Source: RULES.md 4.6."""
    if place not in state.layout.barred:
        return score
    if state.rules.barred_points == "none":
        return state.layout.scores[place]
    assert state.rules.target is not None
    return min(score, state.rules.target - TRICK_POINTS)


def _winner_of_all(state: DealState) -> Place | None:
    """A seat of the side that won every trick of the deal. Source: RULES.md 8.4."""
    winner = state.tricks[0].winner
    has_all = max(state.side_tricks) == TRICKS
    return winner if has_all and winner not in state.layout.barred else None
