"""Round robin: everybody meets everybody."""

from collections.abc import Sequence
from itertools import chain
from typing import Final

from clubs.seating import Chance, Tables
from tournaments.formats.companies import sizes_for_most
from tournaments.formats.counting import COUNTING
from tournaments.formats.draw import Bye, Draw
from tournaments.formats.fresh import FreshStacks, byes_for
from tournaments.formats.meeting_all import least_rounds, next_round, planned, strangers
from tournaments.formats.protocol import Format, Length, Situation
from tournaments.formats.rotating import at_seats
from tournaments.formats.settings import DEALS, STACK, TABLE_SIZE


class RoundRobin(FreshStacks):
    """A plan of the fewest rounds that were found. Who comes or goes makes a new plan."""

    name = "Round robin"
    sentence = (
        "Everybody meets everybody at least once, in as few rounds as can be found. It ends by "
        "itself: choose it for few people and a long evening."
    )
    game = (
        "A game is one round at one table. Everybody begins it with the starting stack, and it is "
        "over after the deals of the round. There are rounds until everybody has met everybody."
    )
    settings = (DEALS, STACK, TABLE_SIZE, *COUNTING)

    def draw(self, situation: Situation) -> Draw | None:
        sizes = sizes_for_most(situation, len(situation.able))
        if not sizes or not strangers(situation.able, situation.history):
            return None
        byes = _byes(situation, len(situation.able) - sum(sizes))
        company = sorted(set(situation.able) - {bye.entrant for bye in byes})
        rounds = None if byes else _planned(situation, company, sizes)
        tables = (
            rounds[0]
            if rounds
            else next_round(
                company, sizes=sizes, history=situation.history, seed=str(situation.seed)
            )
        )
        return Draw(at_seats(situation, tables), byes=byes)

    def length(self, situation: Situation) -> Length:
        """Nobody can say how many where some have byes, or where there are very many."""
        able, history = sorted(situation.able), situation.history
        played = len(history)
        sizes = sizes_for_most(situation, len(able))
        if not sizes or not strangers(able, history):
            return Length(played, played)
        least = played + least_rounds(able, sizes=sizes, history=history)
        rounds = _planned(situation, able, sizes) if sum(sizes) == len(able) else None
        return Length(None if rounds is None else played + len(rounds), least)

    def is_last(self, situation: Situation) -> bool:
        """Whether everybody has met everybody once the newest round is over."""
        return not strangers(situation.able, situation.history)


def _planned(
    situation: Situation, company: Sequence[int], sizes: Sequence[int]
) -> Sequence[Tables] | None:
    """The rounds to come: those of the first plan, as long as it was kept and the same people play.

    Returns:
        None where there are too many people to look so far ahead.
    """
    history, seed = situation.history, f"{situation.first_seed}:plan"
    plans = situation.plans
    if not history or sorted(chain.from_iterable(history[0])) == list(company):
        whole = planned(company, sizes=sizes, history=(), seed=seed, plans=plans)
        if whole is None or _companies(history) == _companies(whole[: len(history)]):
            return None if whole is None else whole[len(history) :]
    now = f"{seed}:{len(history)}"
    return planned(company, sizes=sizes, history=history, seed=now, plans=plans)


def _companies(rounds: Sequence[Tables]) -> list[set[frozenset[int]]]:
    return [{frozenset(table) for table in tables} for tables in rounds]


def _byes(situation: Situation, count: int) -> tuple[Bye, ...]:
    """Those who have met the most others, of them those with the fewest byes, then the lot.

    More sit down than have a bye, and each of them lacks as many others or more: so there are
    two among them who have not met.
    """
    lacks = dict.fromkeys(situation.able, 0)
    for one in chain.from_iterable(strangers(situation.able, situation.history)):
        lacks[one] += 1
    by_lot = Chance(f"{situation.seed}:byes").shuffled(sorted(situation.able))
    by_lot.sort(key=lambda one: (lacks[one], situation.byes_of(one)))
    words = "No table has a seat for them: of those who have met the most others."
    return byes_for(by_lot[:count], words)


FORMAT: Final[Format] = RoundRobin()
