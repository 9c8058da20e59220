"""How a deal ended."""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from games.engine.places import Place

OutcomeKind: TypeAlias = Literal["won", "spoilt", "jinked", "jink_failed", "scored", "misdeal"]


@dataclass(frozen=True)
class Outcome:
    """The end of a deal, everything told.

    Attributes:
        kind: won | spoilt | jinked | jink_failed; scored where a game for points goes on;
            misdeal at a table with real cards.
        winners: The seats of the winning side, in order; nobody, unless won or jinked.
        tricks: The tricks that each seat took.
        barred: The seats of the sides that could not win this deal.
        scores: In a game for points what each seat's side stands at, the winner's total
            included; otherwise empty.
        bonus_trick: The number, from 0, of the trick with the best trump, where it scored ten:
            not where a barred side took it, nor after the trick that won the game.
    """

    kind: OutcomeKind
    winners: tuple[Place, ...]
    tricks: tuple[int, ...]
    barred: tuple[Place, ...] = ()
    scores: tuple[int, ...] = ()
    bonus_trick: int | None = None

    @property
    def is_won(self) -> bool:
        """Whether the pool is taken, so that the next deal opens a new one."""
        return bool(self.winners)

    @property
    def carried_scores(self) -> tuple[int, ...]:
        """The scores with which the next deal begins. Source: RULES.md 8.1."""
        return (0,) * len(self.scores) if self.is_won else self.scores

    @classmethod
    def from_json(cls, fields: dict[str, Any]) -> "Outcome":
        """The outcome that `to_json` wrote."""
        return cls(
            kind=fields["kind"],
            winners=tuple(map(Place, fields["winners"])),
            tricks=tuple(fields["tricks"]),
            barred=tuple(map(Place, fields["barred"])),
            scores=tuple(fields["scores"]),
            bonus_trick=fields["bonus_trick"],
        )

    def to_json(self) -> dict[str, Any]:
        """The fields by name, seats and tricks as lists."""
        return {
            "kind": self.kind,
            "winners": list(self.winners),
            "tricks": list(self.tricks),
            "barred": list(self.barred),
            "scores": list(self.scores),
            "bonus_trick": self.bonus_trick,
        }
