"""What stands for the lines of the desk of a tournament."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.urls import reverse

from tests.rights.admin_asks import Ask, Form, both, page, sent
from tests.rights.admin_clubs import Asks
from tests.rights.world import World
from tournaments.models import Entrant


def _at(name: str, cup: str, *args: object) -> Callable[[World], str]:
    return lambda world: reverse(f"tournament-desk{name}", args=[world.rows["cups"][cup].pk, *args])


def _shows(name: str, words: str) -> Asks:
    return lambda world: [page(_at(name, "finished")(world), words)]


def _step(cup: str, step: str) -> Asks:
    """What is asked, and the step taken."""
    return lambda world: both(_at("-step", cup, step)(world), {}, "</button>")


def _entrant(name: str, form: Callable[[World], Form], shows: str) -> Asks:
    def asks(world: World) -> list[Ask]:
        address = _at(name, "entered", world.rows["cups"]["entrant"])(world)
        return both(address, form(world), shows)

    return asks


def _checked_in(world: World) -> list[Ask]:
    """Once an operator has begun the check-in."""
    began = sent(_at("-step", "entered", "open_check_in")(world), {})
    here = sent(_at("-here", "entered", world.rows["cups"]["entrant"])(world), {})
    return [replace(here, first=began)]


def _substitute(world: World) -> Form:
    [leaver] = Entrant.objects.get(pk=world.rows["cups"]["entrant"]).members.all()
    return {"leaver": leaver.member_id, "comer": world.members["idle"].pk}


def _refused(name: str, *args: object, form: Form) -> Asks:
    """No draw waits in a tournament that is over, and so they are told."""
    return lambda world: [
        sent(_at(name, "finished", *args)(world), form, says="cannot be done now")
    ]


def _leads_on(address: Callable[[World], str]) -> Asks:
    return lambda world: [
        Ask(address(world), lambda answer, _: "+" if answer.status_code == 302 else "?")
    ]


def _new(world: World) -> list[Ask]:
    """The sentence, whether the club can be chosen in it, and all that it says sent."""
    sentence: Form = {
        "club": world.club.pk,
        "name": "May Cup",
        "table_size": 5,
        "starting_stack": 100,
        "entry_chips": 1,
        "shares": "100",
        "format_1": "swiss",
        "rounds_1": 1,
        "deals_1": 1,
    }

    def offered(answer: Any, has_written: bool) -> str:
        is_club = not has_written and answer.context["form"].fields["club"].queryset.filter(
            pk=world.club.pk
        )
        return "+" if has_written or is_club else "."

    address = reverse("tournament-desk-new")
    return [Ask(address, offered), Ask(address, offered, sentence)]


TOURNAMENT_DESK: dict[str, Asks] = {
    "tournament desk: enter": _leads_on(lambda _: reverse("tournaments-desk")),
    "tournament desk: see": _leads_on(_at("", "entered")),
    "tournament desk: entrants": _shows("-entrants", "Log"),
    "tournament desk: tables": _shows("-tables", "Round 1"),
    "tournament desk: standings": _shows("-standings", "Prizes as they are proposed"),
    "tournament desk: log": _shows("-log", "What happened"),
    "tournament desk: new": _new,
    "tournament desk: announce": _step("draft", "announce"),
    "tournament desk: open entries": _step("announced", "open_entries"),
    "tournament desk: open check in": _step("entered", "open_check_in"),
    "tournament desk: check in": _checked_in,
    "tournament desk: withdraw": _entrant("-out", lambda _: {}, "Take them out"),
    "tournament desk: substitute": _entrant("-substitute", _substitute, "Who comes"),
    "tournament desk: start": _step("entered", "start"),
    "tournament desk: shorten": _refused("-step", "shorten", form={"rounds": "1-1"}),
    "tournament desk: finish": _refused("-step", "finish", form={}),
    "tournament desk: cancel": _step("entered", "cancel"),
    "tournament desk: draw again": _refused("-draw", form={"again": 1}),
    "tournament desk: move in draw": _refused("-draw", form={"one": 1, "other": 2}),
    "tournament desk: confirm draw": _refused("-step", "confirm_draw", form={}),
    "tournament desk: end a break": _refused("-step", "end_break", form={}),
    "tournament desk: pause": _refused("-step", "pause", form={}),
    "tournament desk: let it go on": _refused("-step", "resume", form={}),
    "tournament desk: pay": _step("finished", "pay"),
}
