"""How a deal with real cards may have ended: what a form offers, and nothing else is accepted."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from games.engine.counting import Side, Tally, scores_after, ways_out, why_no_way
from games.engine.errors import ImpossibleOutcome
from games.engine.house_rules import HouseRules
from games.engine.options import either
from games.engine.outcome import Outcome, OutcomeKind
from games.engine.places import Place, places
from games.engine.sides import side_count, side_members
from games.engine.state import TRICKS

Offence: TypeAlias = Literal["robbed_without_ace", "revoked", "did_not_rob"]
"""What bars a side from a deal, where no program prevents it. Source: RULES.md 1.6, 4.5."""


NOTHING: Final[Mapping[Place, int]] = MappingProxyType({})


@dataclass(frozen=True)
class Ending:
    """A way in which a deal may have ended.

    Attributes:
        kind: In a game for points `scored` tells what the deal scored, and `won` follows from it;
            `won` says so itself, and has to be true.
        winners: A seat of each side that may have won; empty where nobody is named.
        is_counted: The tricks or the scores are told.
        may_deal_again: The dealer may pay once more and deal again.
    """

    kind: OutcomeKind
    winners: tuple[Place, ...] = ()
    is_counted: bool = False
    may_deal_again: bool = False


class Count(NamedTuple):
    """What each side took in a deal, who took the best trump, and who got out with it."""

    tricks: tuple[int, ...]
    bonus: Side | None
    winner: Side | None


def endings(
    rules: HouseRules,
    *,
    seats: int,
    barred: Collection[Place] = (),
    before: Sequence[int] = (),
) -> tuple[Ending, ...]:
    """The ways in which a deal may have ended; `recorded_outcome` accepts these and no other.

    Args:
        seats: How many were dealt in.
        barred: Seats that lost the right to win; each bars its side.
        before: In a game for points what each seat stood at before the deal; 0 if left out.

    Raises:
        ImpossibleRules: these rules are not for this number of players.

    Source: RULES.md 1.6, 4.6, 6, 8.
    """
    rules.check_players(seats)
    count = side_count(rules.sides, seats)
    out = frozenset(place % count for place in barred)
    free = tuple(place for place in places(count) if place not in out)
    misdeal = Ending("misdeal", may_deal_again=rules.misdeal == "pay_and_redeal")
    if rules.target is not None:
        ways = ways_out(rules, Tally(_standing(before, count), out))
        winners = tuple(Place(way) for way in ways if way is not None)
        won = (Ending("won", winners, is_counted=True),) if winners else ()
        return (Ending("scored", is_counted=True), *won, misdeal)
    found = [Ending("won", free)] if free else []
    if free and rules.may_jink(seats):
        found += [Ending("jinked", free), Ending("jink_failed")]
    if out or count * (rules.tricks_needed(seats) - 1) >= TRICKS:
        found.append(Ending("spoilt"))
    return (*found, misdeal)


def counts(
    rules: HouseRules,
    *,
    seats: int,
    barred: Collection[Place] = (),
    before: Sequence[int] = (),
) -> tuple[Count, ...]:
    """Every count of tricks with which a deal of a game for points may end, for few sides.

    Args:
        barred, before: As in `endings`.

    Source: RULES.md 8.
    """
    sides = side_count(rules.sides, seats)
    bonuses = (*range(sides), None) if rules.best_trump_bonus else (None,)
    known = Tally(_standing(before, sides), frozenset(place % sides for place in barred))
    return tuple(
        Count(tricks, bonus, winner)
        for tricks in product(range(TRICKS, -1, -1), repeat=sides)
        if 0 < sum(tricks) <= TRICKS
        for bonus in bonuses
        for winner in ways_out(rules, replace(known, tricks=tricks, bonus=bonus))
    )


def offences(rules: HouseRules) -> tuple[Offence, ...]:
    """What bars a side by these rules. Source: RULES.md 1.6, 4.5."""
    must_rob = rules.unrobbed in {"barred", "both"} and (
        rules.rob_with_ace != "off" or rules.rob_turned_ace == "must"
    )
    return ("robbed_without_ace", "revoked", *(("did_not_rob",) if must_rob else ()))


def recorded_outcome(
    rules: HouseRules,
    kind: OutcomeKind,
    *,
    seats: int,
    winner: Place | None = None,
    tricks: Mapping[Place, int] = NOTHING,
    scores: Mapping[Place, int] = NOTHING,
    bonus: Place | None = None,
    offenders: Collection[Place] = (),
    barred: Collection[Place] = (),
    before: Sequence[int] = (),
) -> Outcome:
    """The outcome of a deal with real cards, for `payout` to pay.

    Args:
        seats: How many were dealt in.
        winner: A seat of the side that won; in a game for points it may be left out where it
            follows from the score.
        tricks: The tricks of each seat that has some, those of a side at any of its seats; empty
            where nobody counted them.
        scores: In a game for points what each side stands at after the deal, told at any of its
            seats; empty where the tricks are told.
        bonus: A seat of the side that took the trick with the best trump; None if nobody did.
        offenders: Seats that lost the right to win in this deal. Source: RULES.md 1.6, 4.6.
        barred: Seats that a misdeal before has barred. Source: RULES.md 1.6.
        before: In a game for points what each seat stood at before the deal; 0 if left out.

    Raises:
        ImpossibleRules: these rules are not for this number of players.
        ImpossibleOutcome: no deal by these rules ends like this.

    Source: RULES.md 1.6, 6, 8.
    """
    members = side_members(rules.sides, seats)
    named = {winner, bonus, *offenders, *barred, *tricks, *scores} - {None}
    if not named <= set(places(seats)):
        raise ImpossibleOutcome(f"seats count from 0 to {seats - 1}.", rule="1.1")
    if any(number < 0 for number in (*tricks.values(), *scores.values())):
        raise ImpossibleOutcome("nobody has fewer than 0 tricks or points.", rule="6.1")
    out = tuple(sorted({place for one in (*barred, *offenders) for place in members[one]}))
    offered = endings(rules, seats=seats, barred=out, before=before)
    ending = next((each for each in offered if each.kind == kind), None)
    if ending is None:
        raise _not_offered(rules, kind, seats)
    if winner is not None and (refusal := _no_winner(ending, members[winner][0])):
        raise refusal
    outcome = Outcome(
        kind=kind,
        winners=() if winner is None else members[winner],
        tricks=tuple(tricks.get(place, 0) for place in places(seats)),
        barred=out,
    )
    if kind == "misdeal":
        if offenders or tricks or scores or bonus is not None:
            raise ImpossibleOutcome(
                "a misdeal has no tricks, no scores and no bars: leave them out.", rule="1.6"
            )
        return outcome
    if rules.target is not None:
        return _counted(rules, outcome, before=before, tricks=tricks, scores=scores, bonus=bonus)
    if scores or bonus is not None:
        raise ImpossibleOutcome("only a game for points has scores: leave them out.", rule="8.1")
    if ending.winners and winner is None:
        raise ImpossibleOutcome("say who won.", rule="6.1")
    if tricks:
        _check_tricks(rules, outcome)
    return outcome


def _not_offered(rules: HouseRules, kind: OutcomeKind, seats: int) -> ImpossibleOutcome:
    """Why no deal ends like this with these sides, of whom some may be barred."""
    if rules.target is not None:
        kinds: tuple[OutcomeKind, ...] = ("scored", "won", "misdeal")
    else:
        jinks: tuple[OutcomeKind, ...] = ("jinked", "jink_failed") if rules.may_jink(seats) else ()
        kinds = ("won", *jinks, "spoilt", "misdeal")
    if kind not in kinds:
        rule = "6" if rules.target is None else "8"
        return ImpossibleOutcome(
            f"by these house rules a deal is {either(kinds)}, not {kind}.", rule=rule
        )
    if kind == "spoilt":
        return ImpossibleOutcome(
            f"with so few sides one always takes {rules.tricks_needed(seats)} tricks, unless "
            "somebody is barred: say who won, or who was barred.",
            rule="6.2",
        )
    return ImpossibleOutcome(
        "everybody is barred, so nobody could win or jink: enter the deal as spoilt.", rule="4.6"
    )


def _no_winner(ending: Ending, side: Place) -> ImpossibleOutcome | None:
    if not ending.winners:
        return ImpossibleOutcome(
            f"nobody wins a deal that is {ending.kind}: leave out the winner.", rule="6.1"
        )
    if side not in ending.winners:
        return ImpossibleOutcome(
            "a barred side cannot win: enter the deal as spoilt, or bar nobody.", rule="4.6"
        )
    return None


def _check_tricks(rules: HouseRules, outcome: Outcome) -> None:
    """See that a deal of Spoil Five ends so with these tricks. Source: RULES.md 4.6, 6."""
    seats, count = len(outcome.tricks), sum(outcome.tricks)
    needed = rules.tricks_needed(seats)
    if count > TRICKS:
        raise ImpossibleOutcome(
            f"a deal has {TRICKS} tricks, and these are {count}: count again.", rule="6.1"
        )
    took = _by_side(rules, outcome.tricks)
    enough = [side for side, tricks in enumerate(took) if tricks >= needed]
    free = [side for side in enough if side not in outcome.barred]
    most = max(took)
    match outcome.kind:
        case "won":
            if enough != [outcome.winners[0]] or most > needed:
                raise ImpossibleOutcome(
                    f"the deal ends as soon as a side has {needed} tricks: the winner has {needed},"
                    " and everybody else has fewer.",
                    rule="6.1",
                )
        case "jinked":
            if took[outcome.winners[0]] != TRICKS:
                raise ImpossibleOutcome(
                    f"a jink wins all {TRICKS} tricks: whoever jinked has {TRICKS}.", rule="6.3"
                )
        case "jink_failed":
            if len(free) != 1 or most == count:
                raise ImpossibleOutcome(
                    f"a jink that failed took the first {needed} tricks, then lost one.", rule="6.3"
                )
        case "spoilt":
            if free:
                raise ImpossibleOutcome(
                    f"somebody took {needed} tricks and was not barred: they won.", rule="6.1"
                )
            if len(enough) > 1 or (most > needed and not rules.may_jink(seats)):
                raise ImpossibleOutcome(
                    f"the deal is spoilt as soon as a barred side has {needed} tricks.", rule="4.6"
                )
            if not enough and count < TRICKS:
                raise ImpossibleOutcome(
                    f"what nobody wins is played out: {count} tricks are not {TRICKS}.", rule="6.1"
                )


def _counted(
    rules: HouseRules,
    outcome: Outcome,
    *,
    before: Sequence[int],
    tricks: Mapping[Place, int],
    scores: Mapping[Place, int],
    bonus: Place | None,
) -> Outcome:
    """The outcome of a deal for points, its kind and its winner as the score has them."""
    seats = len(outcome.tricks)
    count = side_count(rules.sides, seats)
    if bonus is not None and not rules.best_trump_bonus:
        raise ImpossibleOutcome("the best trump scores nothing here: leave it out.", rule="8.2")
    if not tricks and not scores:
        raise ImpossibleOutcome("tell the tricks or the score of each side.", rule="8.1")
    tally = Tally(
        before=_standing(before, count),
        barred=frozenset(place % count for place in outcome.barred),
        tricks=_by_side(rules, outcome.tricks) if tricks else None,
        bonus=None if bonus is None else bonus % count,
        scores=_one_each(scores, count) if scores else None,
    )
    ways = ways_out(rules, tally)
    if not ways:
        raise why_no_way(rules, tally)
    winner = _winner(rules, outcome, ways, count)
    after = scores_after(rules, tally)
    return replace(
        outcome,
        kind="scored" if winner is None else "won",
        winners=() if winner is None else side_members(rules.sides, seats)[winner],
        scores=tuple(after[place % count] for place in places(seats)),
    )


def _winner(
    rules: HouseRules, outcome: Outcome, ways: Sequence[Side | None], count: int
) -> Side | None:
    """Who got out of those who may have; None where the game goes on."""
    if outcome.winners:
        winner = outcome.winners[0] % count
        if winner not in ways:
            raise ImpossibleOutcome(
                f"they cannot be the first at {rules.target}: count again.", rule="8.3"
            )
        return winner
    if outcome.kind == "scored" and None in ways:
        return None
    may_be_out = [way for way in ways if way is not None]
    if not may_be_out:
        raise ImpossibleOutcome(
            f"nobody is at {rules.target} yet: enter the deal as scored.", rule="8.3"
        )
    if len(may_be_out) > 1:
        raise ImpossibleOutcome(
            f"more than one side is at {rules.target}: say who was there first.", rule="8.3"
        )
    return may_be_out[0]


def _standing(before: Sequence[int], count: int) -> tuple[int, ...]:
    """What each side stood at before a deal: partners have one score."""
    return tuple(max(before[side::count], default=0) for side in range(count))


def _by_side(rules: HouseRules, tricks: Sequence[int]) -> tuple[int, ...]:
    count = side_count(rules.sides, len(tricks))
    return tuple(sum(tricks[side::count]) for side in range(count))


def _one_each(scores: Mapping[Place, int], count: int) -> tuple[int, ...]:
    """The score of each side, told at one of its seats or at several."""
    told: dict[Side, int] = {}
    for place, score in scores.items():
        if told.setdefault(place % count, score) != score:
            raise ImpossibleOutcome("partners have one score: tell it once.", rule="8.1")
    if len(told) < count:
        raise ImpossibleOutcome("tell the score of every side.", rule="8.1")
    return tuple(told[side] for side in range(count))
