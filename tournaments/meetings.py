"""Repeat meetings: who met again in which round. They follow from who sat where."""

from collections.abc import Iterable
from dataclasses import dataclass

from clubs.seating import meeting_again, note_meetings
from tournaments.models import Entrant, Round


@dataclass(frozen=True)
class Meeting:
    """Two who meet again.

    Attributes:
        entrants: The two, by their entry.
        times: At how many tables they have met before.
    """

    entrants: tuple[Entrant, Entrant]
    times: int

    @property
    def names(self) -> list[str]:
        return [str(entrant) for entrant in self.entrants]


def repeat_meetings(rounds: Iterable[Round]) -> dict[int, list[Meeting]]:
    """By the number of a round who meets again in the tournament, most often first.

    Args:
        rounds: From the first one on, as `drawn_rounds` gives them.
    """
    met: dict[int, dict[int, int]] = {}
    found = {}
    for round in rounds:
        companies = [
            list(dict.fromkeys(seat.entrant for seat in table.seats.all()))
            for table in round.tables.all()
        ]
        entrant_of = {entrant.pk: entrant for company in companies for entrant in company}
        tables = [[entrant.pk for entrant in company] for company in companies]
        found[round.number] = [
            Meeting((entrant_of[again.one], entrant_of[again.other]), again.times)
            for again in meeting_again(tables, met)
        ]
        note_meetings(met, tables)
    return found
