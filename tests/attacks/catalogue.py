"""What an attack is, and the list of all of them.

An attack yields what got through, in words; one that yields nothing was held.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.attacks.stage import Stage

Does = Callable[[Stage], Iterator[str]]
DATABASE, PROCESSES = "--database", "--data"


@dataclass(frozen=True)
class Attack:
    """Attributes:
    point: The point of docs/guards.md that it belongs to.
    does: Carries it out.
    harms: What it breaks in the instance, and how it puts that back; empty where nothing.
    needs: The options of the runner without which it cannot be carried out.
    """

    name: str
    point: str
    does: Does
    harms: str
    needs: tuple[str, ...]

    @property
    def words(self) -> str:
        return " ".join((self.does.__doc__ or "").split())


@dataclass(frozen=True)
class Outcome:
    """How an attack ended: held, with what got through, or not carried out and why."""

    attack: Attack
    through: list[str]
    obstacle: str
    seconds: float

    @property
    def was_held(self) -> bool:
        return not self.through and not self.obstacle

    def __str__(self) -> str:
        obstacle = [f"not carried out: {self.obstacle}"] if self.obstacle else []
        return "; ".join([*self.through, *obstacle]) or "held"


ATTACKS: dict[str, Attack] = {}


def attack(point: str, *, harms: str = "", needs: tuple[str, ...] = ()) -> Callable[[Does], Does]:
    """Puts a function into the list, under its own name."""

    def add(does: Does) -> Does:
        name = does.__name__.replace("_", "-")
        ATTACKS[name] = Attack(name, point, does, harms, needs)
        return does

    return add


def carry_out(one: Attack, stage: Stage) -> Outcome:
    """Whatever keeps it from being carried out is told, not taken for a success of the guards."""
    began = time.monotonic()
    through: list[str] = []
    obstacle = ""
    try:
        for words in one.does(stage):
            through.append(words)  # noqa: PERF402  # What came before an error is told too.
    except Exception as error:  # Of any kind: the other attacks go on.
        obstacle = f"{type(error).__name__}: {error}"
    finally:
        stage.hang_up()
    return Outcome(one, through, obstacle, time.monotonic() - began)
