"""The chips of a table, counted by hand beside the service: everybody plays for themselves."""

from dataclasses import dataclass, field

STAKE, DEALER_EXTRA, REDUCED_STAKE = 2, 2, 1  # RULES.md 7.1, 7.2: those of the standard game.


@dataclass
class Deal:
    line: list[str]
    dealer: str
    winner: str | None
    """None: it was spoilt, and the pool grows."""


@dataclass
class Tally:
    """What happened at a table; it is counted again from its beginning every time."""

    told: list[tuple[str, int] | str | Deal] = field(default_factory=list)

    def sits(self, name: str, chips: int) -> None:
        self.told.append((name, chips))

    def goes(self, name: str) -> None:
        self.told.append(name)

    def deal(self, line: list[str], dealer: str, winner: str | None) -> None:
        self.told.append(Deal(line, dealer, winner))

    def corrects(self, number: int, winner: str | None) -> None:
        """Somebody else had won that deal."""
        [*deals] = [one for one in self.told if isinstance(one, Deal)]
        deals[number - 1].winner = winner

    def stacks(self) -> dict[str, int]:
        """What lies before each who sits there."""
        return self._count()[0]

    def taken_home(self) -> dict[str, int]:
        """What each took home who has gone."""
        return self._count()[1]

    @property
    def pool(self) -> int:
        return self._count()[2]

    def _count(self) -> tuple[dict[str, int], dict[str, int], int]:
        stacks: dict[str, int] = {}
        home: dict[str, int] = {}
        pool, known, is_new = 0, set[str](), True
        for one in self.told:
            if isinstance(one, tuple):
                stacks[one[0]] = one[1]
            elif isinstance(one, str):
                home[one] = stacks.pop(one)
            else:
                for name in one.line:
                    due = STAKE if is_new or name not in known else REDUCED_STAKE
                    paid = min(stacks[name], due + (DEALER_EXTRA if name == one.dealer else 0))
                    stacks[name] -= paid
                    pool += paid
                known |= {*one.line}
                is_new = one.winner is not None
                if one.winner is not None:
                    stacks[one.winner] += pool
                    pool = 0
        return stacks, home, pool
