"""The inputs of a draw as a document, and back: all that a format is told before a round."""

from collections.abc import Mapping
from typing import Any

from tournaments.formats.protocol import Situation
from tournaments.standings import Played, Record, Results

_PLAYED = ("round", "table", "chips", "deals_won", "tricks", "deals", "jinks")


def inputs_of(situation: Situation, format: str) -> dict[str, Any]:
    """The inputs of a draw.

    Args:
        format: The key of the format.
    """
    return {
        "format": format,
        "plan": dict(situation.plan),
        "sizes": list(situation.sizes),
        "able": list(situation.able),
        "figures": {str(one): list(row) for one, row in situation.figures.items()},
        "history": _lists(situation.history),
        "earlier": _lists(situation.earlier),
        "byes": [sorted(one) for one in situation.byes],
        "seed": str(situation.seed),  # Some programs cannot hold 63-bit numbers.
        "first_seed": str(situation.first_seed),
        "results": {str(one): _told(record) for one, record in situation.results.records.items()},
    }


def situation_from(inputs: Mapping[str, Any]) -> Situation:
    """The situation that stands in a document.

    Raises:
        KeyError, TypeError, ValueError, AttributeError: it is no document of a draw.
    """
    records = {int(one): _record(told) for one, told in inputs["results"].items()}
    return Situation(
        plan=inputs["plan"],
        sizes=[int(one) for one in inputs["sizes"]],
        able=[int(one) for one in inputs["able"]],
        figures={int(one): tuple(row) for one, row in inputs["figures"].items()},
        history=_lists(inputs["history"]),
        earlier=_lists(inputs["earlier"]),
        byes=[set(one) for one in inputs["byes"]],
        seed=int(inputs["seed"]),
        first_seed=int(inputs["first_seed"]),
        results=Results({one: records[one] for one in sorted(records)}),
    )


def _lists(rounds: Any) -> list[list[list[int]]]:
    return [[[int(one) for one in table] for table in tables] for tables in rounds]


def _told(record: Record) -> dict[str, Any]:
    return {
        "played": [{name: getattr(one, name) for name in _PLAYED} for one in record.played],
        "byes": {str(number): points for number, points in record.byes.items()},
        "carried": record.carried,
        "late": record.late,
        "penalties": {str(number): points for number, points in record.penalties.items()},
        "lot": record.lot,
    }


def _record(told: Mapping[str, Any]) -> Record:
    return Record(
        played=[Played(**{name: int(one[name]) for name in _PLAYED}) for one in told["played"]],
        byes={int(number): points for number, points in told["byes"].items()},
        carried=told["carried"],
        late=told["late"],
        penalties={int(number): points for number, points in told["penalties"].items()},
        lot=told["lot"],
    )
