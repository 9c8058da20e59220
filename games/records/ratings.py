"""How strong players are, judged by who won deals from whom: Plackett and Luce's model."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

from games.engine import HouseRules, Outcome, side_numbers

_MODEL: Final = PlackettLuce()


class Strength(NamedTuple):
    """What is believed of a player: a mean, and how far off it may be."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def points(self) -> float:
        """The strength that is almost certain, 0 for a beginner: for ranking lists."""
        return self.mu - 3 * self.sigma


def is_rated(outcome: Outcome) -> bool:
    """Whether a deal tells who is the stronger: a misdeal does not, nor half a game for points."""
    return outcome.kind not in ("misdeal", "scored")


def rated(
    rules: HouseRules, outcome: Outcome, strengths: Sequence[Strength]
) -> tuple[Strength, ...]:
    """What is believed of the players after a deal: the winners above all others, who are equal.

    A spoilt deal is a draw of all sides. Partners are judged together.

    Args:
        rules: The house rules, which say who plays together.
        outcome: How the deal of n seats ended.
        strengths: What was believed before, seat by seat.
    """
    sides = side_numbers(rules.sides, len(strengths))
    teams = [
        [
            _MODEL.rating(mu=strength.mu, sigma=strength.sigma)
            for strength, its_side in zip(strengths, sides, strict=True)
            if its_side == side
        ]
        for side in range(max(sides) + 1)
    ]
    won = {sides[seat] for seat in outcome.winners}
    judged = _MODEL.rate(teams, ranks=[float(side not in won) for side in range(len(teams))])
    members = [iter(team) for team in judged]
    ratings = [next(members[side]) for side in sides]
    return tuple(Strength(rating.mu, rating.sigma) for rating in ratings)
