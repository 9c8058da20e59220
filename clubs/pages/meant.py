"""What somebody has tapped so far in the room, which the address of the page keeps."""

from dataclasses import dataclass
from typing import Final

from django.http import QueryDict

from clubs.pages.visits import MOST_DIGITS, number_in

PLACE: Final = "place-"
MOST_PEOPLE: Final = 300


@dataclass(frozen=True)
class Meant:
    """What was tapped; 0 where nothing.

    Attributes:
        round: Its number.
        pick: The member whose place is to change.
        at: The table where they are to sit down.
        broken: The table that is to break up.
        places: By member who is to go on at a certain table, that table's number.
        another: One more table is to be opened; `out` waits all the same.
    """

    round: int = 0
    pick: int = 0
    at: int = 0
    broken: int = 0
    places: tuple[tuple[int, int], ...] = ()
    another: int = 0
    out: frozenset[int] = frozenset()

    @classmethod
    def of(cls, sent: QueryDict) -> "Meant":
        return cls(
            round=number_in(sent, "round"),
            pick=number_in(sent, "pick"),
            at=number_in(sent, "at"),
            broken=number_in(sent, "break"),
            places=places_in(sent),
            another=number_in(sent, "another"),
            out=frozenset(numbers_in(sent, "out")),
        )

    @property
    def query(self) -> str:
        """By which the page comes again as it is."""
        sent = QueryDict(mutable=True)
        found = {"round": self.round, "pick": self.pick, "at": self.at, "break": self.broken}
        found |= {"another": self.another} | {f"{PLACE}{one}": at for one, at in self.places}
        sent.update({name: str(number) for name, number in found.items() if number})
        sent.setlist("out", [str(one) for one in sorted(self.out)])
        return sent.urlencode()


def places_in(sent: QueryDict) -> tuple[tuple[int, int], ...]:
    """Who is to go on at which table; nobody of whom no table was chosen."""
    names = [name for name in sent if name.startswith(PLACE)][:MOST_PEOPLE]
    texts = [name.removeprefix(PLACE) for name in names]
    members = [int(one) for one in texts if one.isdecimal() and len(one) <= MOST_DIGITS]
    chosen = ((member, number_in(sent, f"{PLACE}{member}")) for member in members)
    return tuple((member, table) for member, table in chosen if table)


def numbers_in(sent: QueryDict, name: str) -> list[int]:
    """Every number that was sent by this name, each once."""
    texts = sent.getlist(name)[:MOST_PEOPLE]
    return list(
        dict.fromkeys(int(one) for one in texts if one.isdecimal() and len(one) <= MOST_DIGITS)
    )
