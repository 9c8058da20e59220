"""Walks through a night of real cards: what is offered and accepted, and what comes of it."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import pytest
from django.test import Client

from games.engine import PoolNotWon, Ruleset
from games.engine.house_rules import PLAYERS
from tests.clubs.evening_count import Ahead, Evening, Told, can_play
from tests.clubs.offers import check_api, check_page
from tests.clubs.told_results import (
    FEW_SIDES,
    as_json,
    ending,
    every_result,
    filled_in,
    misdeals,
    some_results,
    with_tricks,
)
from tests.clubs.walked_halls import TablePage, WalkedHall
from tests.engine.strategies import random_rules
from tests.engine.tellings import Options, offences
from tests.transactions import taken_back

WEIGHTS: Final = {"won": 2, "spoilt": 4, "jinked": 2, "jink_failed": 2, "misdeal": 2, "scored": 4}
RUBBISH: Final = ("", "x", "won:99", "won:-1", "spoilt:x", "count:", "count:0=9:::", "scored:0")


def rules_of(number: int) -> Ruleset:
    """The random rules of this number, always the same; every third is a game for points."""
    chance = random.Random(f"rules {number}")
    rules = random_rules(chance)
    while (rules.target is not None) != (number % 3 == 0):
        rules = random_rules(chance)
    if rules.pool_max is not None:  # So that three deals can fill the pool.
        rules = replace(rules, pool_max=chance.randrange(15), dealer_extra=chance.choice((0, 2)))
    return Ruleset.of(rules)


def options_at(rules: Ruleset, people: int) -> Options:
    """What this number of people play: RULES.md 9 has pairs at some tables of `wikipedia`."""
    options: Options = rules.options()
    if rules.preset.startswith("wikipedia") and "sides" not in rules.changes:
        options |= {"sides": "pairs" if people in (4, 6, 8) else "individual"}
    return options


class Walk:
    """An evening by these rules. What happens follows from them and from the number of people."""

    def __init__(
        self,
        client: Client,
        rules: Ruleset,
        about: str,
        *,
        people: int | None = None,
        stacks: Sequence[int] = (),
    ) -> None:
        self.chance = random.Random(about)
        able = [n for n in range(1, 12) if can_play(options_at(rules, n), n)]
        assert able == [n for n in PLAYERS if rules.refusal(n) is None]
        self.people = people or len(stacks) or min(self.chance.choices(able, k=3))
        self.options = options_at(rules, self.people)
        opening_chips = min(stacks, default=0) or self.chance.choice((2, 20, 40, 60))
        stacks = stacks or [self._stack(opening_chips) for _ in range(self.people)]
        self.evening = Evening(self.options, stacks)
        self.hall = WalkedHall(client, rules, stacks, opening_chips=opening_chips)
        self.number = 1
        self.counted = Counter[str]()

    def _stack(self, opening_chips: int) -> int:
        """What somebody brings: some have more than a new member is given, and few have little."""
        is_little = opening_chips < 10
        more = self.chance.randrange(1, 40) if self.chance.random() < 0.3 + 0.5 * is_little else 0
        return opening_chips + more

    def play(self, *most: int) -> None:
        """One deal for each of these numbers: that many results of each kind are tried before."""
        for count in most:
            page, ahead = self._page(), self.evening.ahead()
            if ahead is None:
                self._wait(page)
            else:
                self._deal(page, ahead, count)
                if self.chance.random() < 0.3:
                    self._bring_to_the_poorest()

    def end(self) -> None:
        """Close the night: the pool as the house has it, and all chips home."""
        if self.options["unclaimed_pool"] == "play_on" and self.evening.pool:
            with pytest.raises(PoolNotWon), taken_back():
                self.hall.close()
        self.hall.close(may_play_on=False)
        self.evening.close()
        assert self.hall.purses() == self.evening.stacks
        assert self.hall.books() == ([0] * self.people, self.evening.pool)

    def _page(self, **chosen: Any) -> TablePage:
        """The page of the table, on which the chips are those that were counted."""
        page = self.hall.look(number=self.number, **chosen) if chosen else self.hall.page()
        assert (page.stacks, page.pool) == (self.evening.stacks, self.evening.pool)
        return page

    def _deal(self, page: TablePage, ahead: Ahead, most: int) -> None:
        dealers = self.evening.dealers()
        others = [seat for seat in dealers if self.number == 1 or seat != ahead.dealer]
        check_page(page, self.options, ahead, {}, number=self.number, dealers=others)
        in_turn, ahead = ahead, self._as_dealt(ahead, dealers)
        bars = self._bars(ahead)
        if bars or ahead != in_turn:
            barred = [f"{seat}:{why}" for seat, why in bars.items()]
            page = self._page(barred=barred, dealer=ahead.dealer)
            check_page(page, self.options, ahead, bars, number=self.number, dealers=others)
        if most:
            shown = self.hall.shown(ahead.dealer)
            check_api(shown, self.options, ahead, number=self.number, dealers=dealers)
        results = self._results(ahead, bars, most or 1)
        if most:
            self._try(page, ahead, results, bars)
        kinds = sorted({told.kind for told in results})
        [kind] = self.chance.choices(kinds, [WEIGHTS[kind] for kind in kinds])
        told = self.chance.choice([told for told in results if told.kind == kind])
        by_api = self.chance.random() < 0.3
        self.evening = self._send(ahead, told) if by_api else self._enter(page, ahead, told)
        self.number += 1
        self.counted += Counter(deals=1, barred=len(bars), **{told.kind: 1})

    def _bars(self, ahead: Ahead) -> dict[int, str]:
        """Who has offended in this deal, by the number of their seat."""
        if self.chance.random() > 0.35:
            return {}
        seats = self.chance.sample(ahead.players, k=self.chance.choice((1, 1, 2)))
        return {seat: self.chance.choice(sorted(offences(self.options))) for seat in seats}

    def _as_dealt(self, ahead: Ahead, dealers: Sequence[int]) -> Ahead:
        """The deal as it was dealt in the hall: the first one as the cards fell, others in turn.

        Where somebody sits out who would play if another dealt, that often happens.
        """
        deals = [deal for seat in dealers if (deal := self.evening.ahead(seat)) is not None]
        with_more = [deal for deal in deals if set(deal.players) > set(ahead.players)]
        if with_more and self.chance.random() < 0.8:
            self.counted["let_in"] += 1
            return self.chance.choice(with_more)
        if self.number > 1 and self.chance.random() > 0.2:
            return ahead
        return self.chance.choice(deals)

    def _results(self, ahead: Ahead, bars: dict[int, str], most: int) -> list[Told]:
        """Results that the page has to accept, `most` of each kind at most."""
        if self.options["target"] is not None and ahead.sides > FEW_SIDES:
            some = some_results(self.options, ahead, bars, self.chance, most)
            return [*some, *misdeals(self.options, bars)]
        every = sorted(every_result(self.options, ahead, bars), key=str)
        self.chance.shuffle(every)
        seen, chosen = Counter[str](), []
        for told in every:
            seen[told.kind] += 1
            if seen[told.kind] <= most:
                chosen.append(told)
        return chosen

    def _try(
        self, page: TablePage, ahead: Ahead, results: Sequence[Told], bars: dict[int, str]
    ) -> None:
        """See that all of these are accepted, and that what cannot have happened is refused."""
        for told in results:
            with taken_back():
                self._enter(page, ahead, told)
        for told in self._results_of_programs(ahead, results, bars):
            with taken_back():
                self._send(ahead, told)
            self.counted["accepted"] += 1
        self.counted["accepted"] += len(results)
        right = self._filled_in(page, ahead, self.chance.choice(results))
        other = self.chance.choice([seat for seat in range(12) if seat not in ahead.players])
        crafted: list[dict[str, Any]] = [
            {"result": self.chance.choice(RUBBISH)},
            {"dealer": other},
            {"number": self.number + 1},
            {"barred": f"{ahead.players[0]}:slept"},
            {"barred": f"{other}:revoked"},
        ]
        wrong = self._impossible(ahead, bars)
        if wrong is None or self.chance.random() < 0.5:
            self._refuse_on_page(right | self.chance.choice(crafted))
        else:
            self._refuse_on_page(self._filled_in(page, ahead, wrong))
        if wrong is not None:
            answer = self.hall.send(self.number, as_json(ahead, wrong)).json()
            assert answer["code"] == "impossible_outcome", (wrong, answer)
            self._check_nothing_moved(wrong)

    def _results_of_programs(
        self, ahead: Ahead, results: Sequence[Told], bars: dict[int, str]
    ) -> list[Told]:
        """What programs may send besides: the scores of few sides, and tricks of Spoil Five."""
        if self.options["target"] is not None:
            some = some_results(self.options, ahead, bars, self.chance, 2)
            return self.chance.sample(some, k=min(2, len(some)))
        few = self.chance.sample(results, k=min(2, len(results)))
        return [with_tricks(self.options, ahead, told, self.chance) for told in few]

    def _enter(self, page: TablePage, ahead: Ahead, told: Told) -> Evening:
        """Send the form; the chips are as they were counted, and so is the evening after it."""
        then = self._then(ahead, told)
        said = self.hall.post(self._filled_in(page, ahead, told))
        assert [level for level, _ in said] == ["success"], (told, said)
        assert said[0][1].startswith(f"Deal {self.number} is entered."), (told, said)
        assert self.hall.books() == (then.stacks, then.pool), told
        return then

    def _send(self, ahead: Ahead, told: Told) -> Evening:
        """The same by the API, which answers with what moved."""
        then = self._then(ahead, told)
        answer = self.hall.send(self.number, as_json(ahead, told))
        assert answer.status_code == 200, (told, answer.json())
        lines, before = answer.json()["seats"], self.evening.stacks
        assert [line["put_in"] for line in lines] == list(ahead.paid), told
        gained = [
            then.stacks[seat] - before[seat] + chips
            for seat, chips in zip(ahead.players, ahead.paid, strict=True)
        ]
        assert [line["gained"] for line in lines] == gained, told
        assert self.hall.books() == (then.stacks, then.pool), told
        return then

    def _then(self, ahead: Ahead, told: Told) -> Evening:
        found = ending(self.options, ahead, told)
        assert found is not None, told
        return self.evening.after(ahead, told, *found)

    def _filled_in(self, page: TablePage, ahead: Ahead, told: Told) -> dict[str, Any]:
        assert page.entering is not None
        return {**page.entering.sent, **filled_in(ahead, told)}

    def _refuse_on_page(self, sent: dict[str, Any]) -> None:
        said = self.hall.post(sent)
        assert [level for level, _ in said] == ["error"], (sent, said)
        self._check_nothing_moved(sent)

    def _check_nothing_moved(self, sent: object) -> None:
        assert self.hall.books() == (self.evening.stacks, self.evening.pool), sent
        assert self.hall.table.deals.count() == self.number - 1, sent
        self.counted["refused"] += 1

    def _impossible(self, ahead: Ahead, bars: dict[int, str]) -> Told | None:
        """A result with which no deal ends so, if chance finds one."""
        sides = range(ahead.sides)
        for _ in range(20):
            winner = self.chance.choice((None, *sides))
            if self.options["target"] is None:
                told = Told(self.chance.choice(sorted(WEIGHTS)), winner, bars=bars)
            elif self.chance.random() < 0.5:
                tricks = tuple(self.chance.choice((0, 0, 1, 2, 3)) for _ in sides)
                told = Told("won" if winner is not None else "scored", winner, tricks, bars=bars)
            else:
                scores = tuple(points + 5 * self.chance.randrange(6) for points in ahead.before)
                told = Told("scored", scores=scores, bars=bars)
            if ending(self.options, ahead, told) is None:
                return told
        return None

    def _wait(self, page: TablePage) -> None:
        """Too few can pay: the page has no form, what is sent is refused, somebody brings more."""
        assert page.entering is None
        assert self.hall.shown() is None
        self._refuse_on_page({"number": self.number, "result": "misdeal", "dealer": 0})
        self.counted["waited"] += 1
        for _ in range(self.people):
            self._bring_to_the_poorest()

    def _bring_to_the_poorest(self) -> None:
        """More chips for somebody, so that they play again; not where partners play for points."""
        if self.options["target"] is not None and not self.evening.is_new:
            return
        seat = min(range(self.people), key=lambda seat: self.evening.stacks[seat])
        if self.evening.stacks[seat] < 10:
            self.hall.bring(seat, 15)
            self.evening.stacks[seat] += 15
            self.counted["brought"] += 1
