"""Whether a draw follows from its seed and its inputs: drawn once more from its document alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from clubs.seating import PLANNER_VERSION
from tournaments.draw_documents.inputs import situation_from
from tournaments.draw_documents.laid import Laid
from tournaments.draw_documents.moves import move_from, moved, told
from tournaments.errors import TournamentsError
from tournaments.formats import FORMATS

_UNREADABLE: Final = (KeyError, TypeError, ValueError, AttributeError, IndexError)


@dataclass(frozen=True)
class Verdict:
    """What came of drawing again.

    Attributes:
        faults: What is not as the document says, in words; nothing where all is well.
        moves: The moves by hand, in words and in their order.
    """

    faults: tuple[str, ...]
    moves: tuple[str, ...] = ()

    @property
    def follows(self) -> bool:
        """Whether the draw follows from its seed and its inputs, and what is played from both."""
        return not self.faults


def verified(document: Mapping[str, Any]) -> Verdict:
    """Draw again what a document tells, move by hand what it says, and compare.

    Args:
        document: As `GET /tournaments/{id}/draw` answers.
    """
    try:
        return _verified(document)
    except TournamentsError as refusal:
        return Verdict((f"A move by hand cannot be made: {refusal}",))
    except _UNREADABLE:
        return Verdict(("This is not a whole document of a draw.",))


def _verified(document: Mapping[str, Any]) -> Verdict:
    inputs = document["inputs"]
    situation = situation_from(inputs)
    moves = [move_from(one) for one in document["moves"]]
    names = {int(one): str(name) for one, name in document["names"].items()}
    drawn, played = Laid.from_json(document["drawn"]), Laid.from_json(document["played"])
    faults = []
    if str(document["seed"]) != str(inputs["seed"]):
        faults.append("The seed is another one than that of the inputs.")
    again = FORMATS[inputs["format"]].draw(situation)
    if again is None or Laid.of(again) != drawn:
        faults.append(_other_draw(document["planner"]))
    if moved(drawn, moves, allowed=situation.entrants_a_table) != played:
        faults.append("What is played is not the draw with the moves by hand.")
    if (counted := played.repeats(situation.whole_history)) != document["repeat_meetings"]:
        said = document["repeat_meetings"]
        faults.append(f"It has {counted} repeat meetings, and the document says {said}.")
    if sorted(played.everybody) != sorted(situation.able):
        faults.append("Not everybody who could play stands in it exactly once.")
    return Verdict(tuple(faults), tuple(told(one, names) for one in moves))


def _other_draw(planner: object) -> str:
    words = "The seed and the inputs make another draw."
    if planner == PLANNER_VERSION:
        return words
    return (
        f"{words} It was drawn by planner {planner}, and this is planner {PLANNER_VERSION}: draw "
        "again with the version of that time."
    )
