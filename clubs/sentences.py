"""The log of an evening in plain English. Pure: names are handed in."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

MOST_NAMED: Final = 5

Told = Mapping[str, Any]
Names = Mapping[int, str]
"""Of members, by their keys."""

SENTENCES: Final = {
    "plan": "The night was planned",
    "change_plan": "The plan was changed",
    "rules": "The house rules were changed",
    "open": "The night was opened",
    "answer": "{people} answered: {answer}",
    "check_in": "{people} checked in",
    "welcome": "{people} came for the first time",
    "check_out": "{people} checked out",
    "wish": "A wish for {people} was stated",
    "drop_wish": "A wish was dropped",
    "partners": "{people} became partners",
    "cut": "{people} cut for partners",
    "end_partners": "The partnership of {people} ended",
    "want_partner": "{people} said whether they need a partner",
    "answer_partner": "{people} became partners",
    "draw": "{rounds} drawn",
    "repair": "{rounds} repaired",
    "swap": "{people} traded places",
    "place": "{people} moved by hand to table {table}",
    "lock": "Table {table} was {locking}",
    "seating": "{rounds} seated by hand",
    "open_tables": "The tables of round {round} were opened",
    "join": "{people} sat down at table {table}{with_chips}",
    "another_table": "Table {table} was opened for {people}",
    "leave": "{people} left {tables}",
    "move": "{people} moved from table {from_table} to table {to_table}",
    "bring": "{people} brought {chips} more chips to table {table}",
    "break_up": "Table {table} broke up",
    "result": "{at_table}, {deals}: {ended}",
    "correction": "{at_table}, {deals}: put right{ended_now}",
    "totals": "{at_table}: totals entered",
    "hand_out": "{handed} were handed out to {people}",
    "take_back": "{handed} were taken back from {people}",
    "end_round": "Round {round} ended",
    "next_round": "Round {round} began",
    "close": "The night was closed",
    "cancel": "The night was cancelled",
    "give_link": "A link {link_for} was given",
    "revoke_link": "A link {link_for} was revoked",
}
LINKS: Final = {
    "scorer": "for the results of {tables}",
    "door": "for the door",
    "hall": "for the screen of the hall",
}
ENDED: Final = {
    "won": "{winners} won",
    "jinked": "{winners} jinked",
    "jink_failed": "a jink failed",
    "spoilt": "spoilt",
    "scored": "scored",
    "misdeal": "misdeal",
}
INSTEAD: Final = {
    "plan": "Cancel the night.",
    "change_plan": "Change the plan again.",
    "rules": "Change the house rules again.",
    "wish": "Drop the wish.",
    "drop_wish": "State the wish again.",
    "partners": "End the partnership.",
    "cut": "End the partnerships, and cut again.",
    "end_partners": "Form the partnership again.",
    "want_partner": "They say for themselves whether they need one.",
    "answer_partner": "End the partnership.",
    "give_link": "Revoke the link.",
    "revoke_link": "Give a new link.",
}
"""What to do instead of undoing a deed of these kinds."""


def sentence(kind: str, told: Told, names: Names) -> str:
    """A deed in a sentence, without who did it and without its full stop.

    Args:
        kind: Of the deed; of an undo that of the deed that is undone at the end.
        told: The facts that were noted.
    """
    return SENTENCES[kind].format_map(_Facts(told, names))


def undone(text: str, *, undos: int) -> str:
    """The sentence of an undo.

    Args:
        text: Of the deed at the end of the chain.
        undos: How many undos the chain has with this one.
    """
    return f"{'Undone' if undos % 2 else 'Done again'}: {text}"


class _Facts(dict[str, str]):
    """What the sentences name; a fact that was not noted is left open."""

    def __init__(self, told: Told, names: Names) -> None:
        people = listed([names.get(pk, "somebody") for pk in told.get("people", ())])
        tables = [f"table {number}" for number in told.get("tables", ())]
        ended = _ended(told, names)
        super().__init__(
            {name: str(value) for name, value in told.items()}
            | {
                "locking": "locked" if told.get("is_locked", True) else "unlocked",
                "people": people or "somebody",
                "rounds": _rounds(told.get("rounds", ())),
                "tables": listed(tables),
                "from_table": str(told.get("tables", ["?"])[0]),
                "to_table": str(told.get("tables", ["?"])[-1]),
                "at_table": _at_table(told),
                "deals": _deals(told.get("deals", ())),
                "ended": ended or "entered",
                "ended_now": f", {ended}" if ended else "",
                "link_for": _link_for(told),
                "handed": _handed(told),
                "with_chips": f", handed {told['in_all']} chips" if "in_all" in told else "",
            }
        )

    def __missing__(self, name: str) -> str:
        return "?"


def listed(names: Sequence[str]) -> str:
    """Such as "Nora, Con and Dan"; of many the first ones."""
    if len(names) > MOST_NAMED:
        rest = len(names) - MOST_NAMED + 1
        names = [*names[: MOST_NAMED - 1], f"{rest} others"]
    *others, last = names or [""]
    return f"{', '.join(others)} and {last}" if others else last


def _rounds(numbers: Sequence[int]) -> str:
    if len(numbers) < 2:
        return f"Round {numbers[0]} was" if numbers else "Rounds were"
    return f"Rounds {numbers[0]} to {numbers[-1]} were"


def _deals(numbers: Sequence[int]) -> str:
    return f"deal{'s' if len(numbers) > 1 else ''} {listed([str(number) for number in numbers])}"


def _at_table(told: Told) -> str:
    table = told.get("table", "?")
    return (
        f"Table {table}" if told.get("round", 1) == 1 else f"Round {told['round']}, table {table}"
    )


def _handed(told: Told) -> str:
    """How many chips; `in_all` where each got as many as they lacked."""
    if "in_all" in told:
        return f"{told['in_all']} chips that were lacking"
    return f"{told.get('chips', '?')} chips{' each' if len(told.get('people', ())) > 1 else ''}"


def _link_for(told: Told) -> str:
    table = told.get("table")
    tables = "all tables" if table is None else f"table {table}"
    return LINKS.get(told.get("purpose", ""), "to the night").format(tables=tables)


def _ended(told: Told, names: Names) -> str:
    winners = listed([names.get(pk, "somebody") for pk in told.get("winners", ())])
    return ENDED.get(told.get("ended", ""), "").format(winners=winners)
