"""What concerns one player at one moment, and how it is told to whom knew it otherwise."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, Final

from games.concern import Told, declared_concerns
from games.live.telling import digest, frame
from games.sight.own_tables import Parting

TABLES: Final = "tables"
TURNS: Final = "turns"
MOST_PARTINGS: Final = 50

Key = tuple[str, int]
"""A kind and a number: `("tables", 12)`. A turn has the number of its table."""


@cache
def names() -> dict[str, str]:
    """The kinds in the order in which they are told, and what a change of one is called."""
    concerns = {concern.name: concern.one for concern in declared_concerns()}
    return {TABLES: "table", TURNS: "turn", **concerns}


@dataclass(frozen=True)
class Matters:
    """All that concerns a player.

    Attributes:
        told: What they are told of each, in the order of the kinds and of their numbers.
        partings: Why tables are no longer theirs, of the last that are not.
    """

    player: int
    told: Mapping[Key, Told] = field(default_factory=dict)
    partings: Mapping[int, Parting] = field(default_factory=dict)

    @cached_property
    def id(self) -> str:
        """Another one as soon as anything that they are told is another."""
        return digest([[*key, told] for key, told in self.told.items()])

    def of(self, kind: str) -> list[Told]:
        return [told for (name, _), told in self.told.items() if name == kind]

    def snapshot(self) -> bytes:
        """For somebody who begins to listen."""
        return frame("snapshot", self.whole, id=self.id)

    @property
    def whole(self) -> dict[str, Any]:
        return {"player": self.player, **{kind: self.of(kind) for kind in names()}}

    def changes(self, before: "Matters") -> bytes:
        """What is told to somebody who knows how it was before; only the last has an id."""
        events = [
            *(before._over(key, self) for key in before.told if key not in self.told),
            *(
                (names()[key[0]], told if key[0] == TURNS else {names()[key[0]]: told})
                for key, told in self.told.items()
                if before.told.get(key) != told
            ),
        ]
        last = len(events) - 1
        return b"".join(
            frame(kind, data, id=self.id if number == last else "")
            for number, (kind, data) in enumerate(events)
        )

    def _over(self, key: Key, now: "Matters") -> tuple[str, Told]:
        """That something no longer concerns them."""
        kind, pk = key
        if kind == TURNS:
            return "turn_over", {"table": pk, "deal": self.told[key]["deal"]}
        if kind == TABLES:
            parting = now.partings.get(pk, Parting("hidden"))
            return "left", {"table": pk, "why": parting.why, "to": parting.to}
        return "gone", {names()[kind]: pk}
