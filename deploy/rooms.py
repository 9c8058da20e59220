"""The rooms of each app, and who imports whom, counted on the graph that import-linter checks."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import grimp

from deploy.paths import PROJECT_DIR

SIBLINGS = str.maketrans("|", ":")


@dataclass(frozen=True)
class House:
    """A package, and the order that its contract gives to what lies in it.

    Attributes:
        floors: The rooms, from the top floor down, as the contract names them.
    """

    package: str
    floors: tuple[tuple[str, ...], ...]
    graph: grimp.ImportGraph

    @cached_property
    def rooms(self) -> dict[str, int]:
        """The floor of each room, 0 for the top one."""
        return {room: number for number, floor in enumerate(self.floors) for room in floor}

    @cached_property
    def arrows(self) -> frozenset[tuple[str, str]]:
        """Each two rooms of which the first imports anything of the second."""
        return frozenset(
            (room, other)
            for importer, imported in self._imports()
            if (room := self._room_of(importer)) != (other := self._room_of(imported))
            and room is not None
            and other is not None
        )

    @property
    def upward(self) -> frozenset[tuple[str, str]]:
        """The arrows to a higher floor, of which a house in order has none."""
        return frozenset(
            (room, other) for room, other in self.arrows if self.rooms[other] < self.rooms[room]
        )

    def _imports(self) -> Iterator[tuple[str, str]]:
        for importer in self.graph.modules:
            for imported in self.graph.find_modules_directly_imported_by(importer):
                yield importer, imported

    def _room_of(self, module: str) -> str | None:
        if not module.startswith(f"{self.package}."):
            return None
        name = module.removeprefix(f"{self.package}.").partition(".")[0]
        return name if name in self.rooms else None


def houses() -> list[House]:
    """The packages of this project that have a contract of layers of their own."""
    settings = tomllib.loads((PROJECT_DIR / "pyproject.toml").read_text())["tool"]["importlinter"]
    graph = grimp.build_graph(*settings["root_packages"], cache_dir=None)
    return [
        House(package, tuple(_floor(layer) for layer in contract["layers"]), graph)
        for contract in settings["contracts"]
        for package in contract.get("containers", ())
    ]


def _floor(layer: str) -> tuple[str, ...]:
    return tuple(room.strip(" ()") for room in layer.translate(SIBLINGS).split(":"))


def lines(house: House, *, is_whole: bool) -> Iterator[str]:
    """How the house stands, in one line; whole, with every room and what it imports."""
    yield (
        f"{house.package}: {len(house.rooms)} rooms on {len(house.floors)} floors, "
        f"{len(house.arrows)} arrows, {len(house.upward)} upward"
    )
    if is_whole:
        for room, floor in house.rooms.items():
            imported = sorted(other for one, other in house.arrows if one == room)
            yield f"  {floor + 1} {room}: {', '.join(imported) or 'nothing'}"
