"""Which deeds of a log stand on which. Pure.

A deed, its undo, the undo of that, and so on are a chain. What a deed touched is as it was right
after it, if all that later deeds did to it has been undone.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

OPENING = "open"
AT_THE_DOOR = frozenset({"check_in", "check_out", "welcome"})


@dataclass(frozen=True)
class Link:
    """A deed as the chains see it.

    Attributes:
        undoes: The number of the deed that it undoes.
    """

    number: int
    kind: str
    keys: frozenset[str]
    undoes: int | None


@dataclass(frozen=True)
class Chain:
    """A deed and its undos, the oldest first."""

    links: tuple[Link, ...]

    @property
    def root(self) -> Link:
        return self.links[0]

    @property
    def last(self) -> Link:
        return self.links[-1]

    @property
    def is_done(self) -> bool:
        return len(self.links) % 2 == 1

    def after(self, number: int) -> tuple[Link, ...]:
        """What was done or undone after the deed of this number."""
        return tuple(link for link in self.links if link.number > number)


class Chains:
    """All deeds of a night."""

    def __init__(self, links: Iterable[Link]) -> None:
        self._links = {link.number: link for link in sorted(links, key=lambda link: link.number)}

    @cached_property
    def _chains(self) -> dict[int, Chain]:
        """By the number of each deed its chain, which is one for all of them."""
        links: dict[int, list[Link]] = {}
        for number, link in self._links.items():
            chain = [] if link.undoes is None else links[link.undoes]
            chain.append(link)
            links[number] = chain
        made = {chain[0].number: Chain(tuple(chain)) for chain in links.values()}
        return {number: made[chain[0].number] for number, chain in links.items()}

    @cached_property
    def _by_key(self) -> dict[str, dict[int, Chain]]:
        """By what was touched the chains that touched it, each by the number of its root."""
        found: dict[str, dict[int, Chain]] = defaultdict(dict)
        for number, link in self._links.items():
            chain = self._chains[number]
            for key in link.keys:
                found[key][chain.root.number] = chain
        return found

    def of(self, number: int) -> Chain:
        return self._chains[number]

    def with_roots(self, roots: Iterable[int]) -> list[int]:
        """The numbers of these deeds and of their undos; the latest first."""
        wanted = set(roots)
        found = (number for number, chain in self._chains.items() if chain.root.number in wanted)
        return sorted(found, reverse=True)

    def undone_by(self, number: int) -> int | None:
        """The number of the undo of a deed."""
        later = self.of(number).after(number)
        return later[0].number if later else None

    def undos(self, number: int) -> int:
        """How many undos lie between a deed and the one that it is about at the end."""
        return sum(link.number < number for link in self.of(number).links)

    def latest(self, *kinds: str) -> Chain | None:
        """The latest deed of one of these kinds, with its undos."""
        of_kind = [number for number, link in self._links.items() if link.kind in kinds]
        return self.of(max(of_kind)) if of_kind else None

    def like(self, number: int) -> int:
        """The deed of its chain whose paper tells what undoing the deed of this number writes.

        That is the deed itself, unless something stands on it. Then it may be one before that,
        which was undone and done again since, and on which nothing stands.
        """
        links = self.of(number).links
        same = [link for link in links if link.number <= number][::-2]
        return next((one.number for one in same if self._standing_on(one) is None), number)

    def in_the_way(self, number: int) -> Chain | None:
        """The latest chain that has to be taken back before the deed of this number is."""
        return self._standing_on(self._links[self.like(number)])

    def _standing_on(self, deed: Link) -> Chain | None:
        root = self.of(deed.number).root
        near: dict[int, Chain] = {}
        for key in deed.keys:
            near |= self._by_key.get(key, {})
        if root.kind == OPENING:
            near = {chain.root.number: chain for chain in self._chains.values()}
        others = [chain for chain in near.values() if chain.root != root]
        found = [chain for chain in others if _stands_on(chain, deed, root)]
        return max(found, key=lambda chain: chain.last.number, default=None)


def _stands_on(chain: Chain, deed: Link, root: Link) -> bool:
    """Whether a chain did something since that is not undone, to what the deed touched."""
    later = chain.after(deed.number)
    if len(later) % 2 == 0:
        return False
    if root.kind == OPENING and chain.root.kind in AT_THE_DOOR:
        return True
    return any(deed.keys & link.keys for link in later)
