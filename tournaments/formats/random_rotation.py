"""Random rotation: every round draws new tables, with as few repeat meetings as possible."""

from dataclasses import replace
from itertools import chain
from typing import Final

from clubs.seating import ready_made
from tournaments.draws import Draw, draw
from tournaments.formats.companies import largest_company
from tournaments.formats.measures import CHIPS, DEALS_WON
from tournaments.formats.protocol import Format, Situation
from tournaments.formats.settings import COMMON, ROUNDS, Plan


class RandomRotation(Format):
    """The lot of the first round orders a schedule of the whole tournament.

    So no round leads the later ones into repeat meetings; each round's own lot gives the tables.
    """

    name = "Random rotation"
    sentence = "Every round draws new tables, so that people meet as many others as possible."
    settings = COMMON
    measures = (CHIPS, DEALS_WON)

    def refusal(self, plan: Plan) -> str | None:
        return None

    def draw(self, situation: Situation) -> Draw | None:
        history, rounds = situation.history, situation.plan[ROUNDS.key]
        if len(history) >= rounds:
            return None
        company, sizes = largest_company(situation)
        if not company:
            return None
        entrants = sorted(company)
        starters = sorted(chain.from_iterable(history[0])) if history else entrants
        first_sizes = [len(table) for table in history[0]] if history else sizes
        plan = ready_made(first_sizes, rounds=rounds)
        places = situation.shuffle_once(starters)
        tables = plan[len(history)] if len(history) < len(plan) else ()
        planned = [[places[place] for place in table] for table in tables]
        order = situation.shuffle(entrants)
        drawn = draw(order, sizes=sizes, history=history, planned=planned)
        return replace(
            drawn,
            tables=tuple(situation.shuffle(drawn.tables)),
            sits_out=tuple(situation.able[len(company) :]),
        )


FORMAT: Final[Format] = RandomRotation()
