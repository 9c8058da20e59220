"""What stands for the admin's lines of clubs, members, nights and tournaments."""

import uuid
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.urls import reverse

from clubs.models import Night, NightPlace
from clubs.pages.papers import PAPERS
from tests.rights.admin_asks import (
    Ask,
    Form,
    at,
    both,
    button,
    completing,
    offering,
    page,
    sent,
    ticked,
)
from tests.rights.world import NOBODY, World
from tournaments.models import RoundSeat

Asks = Callable[[World], list[Ask]]
ORDER: Form = {"memo": "why", "order": str(uuid.UUID(int=1)), "post": "1"}
CLUB: Form = {
    "name": "Causeway",
    "time_zone": "Europe/Dublin",
    "opening_chips": 10,
    "bot_rebuys": 0,
}
ONLINE: Form = {"turn_seconds": 60, "time_bank_seconds": 0, "pause_seconds": 4}
ONLINE |= {"spectator_delay_seconds": 0}
PLAN: Form = {
    "starts_at_0": "2090-11-21",
    "starts_at_1": "20:00:00",
    "venue": "Hall",
    "table_size": 5,
    "mode": "online",
    **ONLINE,
}
ANNOUNCED: Form = {
    "name": "Shield",
    "entry_chips": 1,
    "prize_percents": "60,40",
    "starting_stack": 30,
    "table_size": 4,
    "rounds_count": 1,
    "deals_a_round": 1,
    **ONLINE,
}
RULES: Form = {"option_stake": 3, "name": "Ours", "version": 1, "save": "1"}
LOUD: Form = {"reason": "Loud"}
DAYS: Form = {"days": 14}


def _added(model: str, form: Form, *, is_completed: bool = True, **choices: str) -> Asks:
    """A new row of the club: its page, whether the club can be chosen there, and the form sent."""

    def asks(world: World) -> list[Ask]:
        club, address = world.club.pk, at(model, "add")
        completed = [completing(model, "club", club)] * is_completed
        filled = {**form, **choices, "club": club}
        return [offering(address, club=club, **choices), *completed, sent(address, filled)]

    return asks


def _opening_a_club(world: World) -> list[Ask]:
    form = {**CLUB, "preset": "standard", "owner": world.people["member"].username}
    return both(at("clubs_club", "add"), form)


def _rules(model: str, row: Callable[[World], int]) -> Asks:
    return lambda world: both(at(model, "rules", row(world)), RULES, 'name="save"')


def _house_purse(world: World) -> list[Ask]:
    return [
        page(at("clubs_club", "change", world.club.pk), "issue more, redeem some"),
        page(at("ledger_account", "change", world.club.house_purse_id)),
    ]


def _filling(world: World) -> list[Ask]:
    address = at("ledger_account", "by_hand", "issue")
    purse = world.club.house_purse_id
    return both(f"{address}?row={purse}", {**ORDER, "chips": 1}, 'name="chips"')


def _seeing_why(world: World) -> list[Ask]:
    barred = world.members["barred"].pk
    return [
        page(at("clubs_member", "change", barred), "Loud"),
        page(at("clubs_member", "history", barred)),
    ]


def _member(name: str, action: str, form: Form | None = None) -> Asks:
    """Something done to a member: in the list, on their page, and on its own page if it has one."""

    def asks(world: World) -> list[Ask]:
        member = world.members[name]
        address = at("clubs_member", action) if form is not None else ""
        found = button("clubs_member", action, member.pk, {"role": member.role}, to=address)
        if "officer" not in name:
            found += ticked("clubs_member", action, member.pk, to=address)
        elif not address:  # It is offered for others in the list, so the sent form alone tells.
            found += ticked("clubs_member", action, member.pk)[1:]
        return [*found, *(both(f"{address}?member={member.pk}", form or {}, "<form") * bool(form))]

    return asks


def _naming(world: World) -> list[Ask]:
    """In the list, on their page, and on the page with the name."""
    member, address = world.members["walk-in"], at("clubs_member", "name")
    form = {"name": "Another name", "seen": str(member)}
    return [
        *button("clubs_member", "correct_name", member.pk, {"role": member.role}, to=address),
        *ticked("clubs_member", "correct_name", member.pk, to=address),
        *both(f"{address}?member={member.pk}", form, "<form"),
    ]


def _role(name: str, role: str) -> Asks:
    def asks(world: World) -> list[Ask]:
        address = at("clubs_member", "change", world.members[name].pk)
        return both(address, {"role": role}, f'<option value="{role}"')

    return asks


def _chips(way: str) -> Asks:
    def asks(world: World) -> list[Ask]:
        address, other = at("clubs_member", "chips"), world.members["other"].pk
        found = ticked("clubs_member", "chips", other, to=address)
        found += button("clubs_member", "chips", other, {"role": "member"}, to=address)
        form = {**ORDER, "way": way, "chips": 1}
        return [*found, *both(f"{address}?member={other}", form, f'<option value="{way}"')]

    return asks


def _withdrawing(world: World) -> list[Ask]:
    return ticked("clubs_invitation", "withdraw", world.rows["invitation"])


def _stage(stage: str, action: str, step: str = "") -> Asks:
    """A step of a night: in the list, on its page, and where it is confirmed before it is done."""

    def asks(world: World) -> list[Ask]:
        night = world.rows["nights"][stage].pk
        address = at("clubs_night", "confirm", step) if step else ""
        found = ticked("clubs_night", action, night, to=address)
        found += button("clubs_night", action, night, PLAN, to=address)
        which = f"{address}?night={night}&round-{night}=1"
        return [*found, *(both(which, {}, "</button>") * bool(step))]

    return asks


def _desk(
    name: str,
    night: str,
    *args: Any,
    form: Callable[[World], Form] | None = None,
    shows: str = "",
) -> Asks:
    """A page of a night's desk, and what is sent there."""

    def asks(world: World) -> list[Ask]:
        address = reverse(name, args=[world.rows["nights"][night].pk, *args])
        return both(address, form(world), shows) if form else [page(address, shows)]

    return asks


def _entered(world: World) -> str:
    return reverse("desk-entered", args=[world.rows["nights"]["playing"].pk, 1, 1])


def _tools(world: World) -> str:
    return reverse("desk-tools", args=[world.rows["nights"]["open"].pk])


def _by_hand(world: World) -> list[Ask]:
    night = world.rows["nights"]["seated"]
    table = night.rounds.tables().earliest("pk").pk
    return both(at("clubs_night", "by_hand", night.pk), {"lock": table}, 'name="lock"')


def _entering_the_desk(world: World) -> list[Ask]:
    """It leads on to the room that fits the moment."""
    address = reverse("desk", args=[world.rows["nights"]["open"].pk])
    return [Ask(address, lambda answer, _: "+" if answer.status_code == 302 else "?")]


def _step(night: str, step: str) -> Asks:
    """What is asked, and the step taken."""
    return _desk("desk-step", night, step, form=lambda _: {"round": "1"}, shows="</button>")


def _welcoming(world: World) -> list[Ask]:
    address = reverse("desk-guest", args=[world.rows["nights"]["open"].pk])
    return [sent(address, {"name": "Newcomer"})]


def _sending_what_waited(world: World) -> list[Ask]:
    """A tap of somebody else: nothing is done, and the tablet is told who is signed in."""
    address = reverse("desk-waiting-tap", args=[world.rows["nights"]["open"].pk])
    order = {"in": world.members["idle"].pk, "key": "one tap", "sent_as": 0}
    return [Ask(address, lambda answer, _: "+" if "other" in answer.json() else "?", order)]


def _writing_a_note(world: World) -> list[Ask]:
    night, idle = world.rows["nights"]["open"].pk, world.members["idle"].pk
    note = {"note": "Pays next week", "instead_of": ""}
    return both(reverse("desk-note", args=[night, idle]), note, 'name="note"')


def _handing_out(world: World) -> list[Ask]:
    night, idle = world.rows["nights"]["open"].pk, world.members["idle"].pk
    order = {"chips": 5, "key": "one order"}
    return both(reverse("desk-chips", args=[night, idle]), order, 'name="chips"')


def _putting_right(world: World) -> list[Ask]:
    """The first deal, which an operator has entered before."""
    night = world.rows["nights"]["playing"].pk
    misdeal = {"number": 1, "result": "misdeal", "dealer": 0}
    entered = sent(reverse("desk-table", args=[night, 1, 1]), misdeal)
    address = reverse("desk-deal", args=[night, 1, 1, 1])
    change = {"version": 1, "reason": "Wrong", "sure": "1", "number": 1, "dealer": 0}
    asks = both(address, change | {"result": "spoilt"}, 'value="none"')
    return [replace(one, first=entered) for one in asks]


def _here(world: World) -> Form:
    return {"out": world.rows["nights"]["open"].attendances.here().earliest("pk").member_id}


def _in_the_room(night: str, form: Callable[[Night], Form], *, says: str = "") -> Asks:
    """A tap in the room of a night, that writes something or is answered with these words."""

    def judge(answer: Any, has_written: bool) -> str:
        return "+" if has_written or (says and says in answer.content.decode()) else "?"

    def asks(world: World) -> list[Ask]:
        row = world.rows["nights"][night]
        return [Ask(reverse("desk-room", args=[row.pk]), judge, form(row))]

    return asks


def _one_at(night: Night) -> int:
    place = NightPlace.objects.taken().filter(round__night=night).earliest("pk")
    return int(place.attendance.member_id)


def _cup(cup: str, action: str) -> Asks:
    """In the list, on its page, and where it is confirmed before it is done."""

    def asks(world: World) -> list[Ask]:
        row, model = world.rows["cups"][cup].pk, "tournaments_tournament"
        address = at(model, action)
        found = ticked(model, action, row, to=address)
        found += button(model, action, row, ANNOUNCED, to=address)
        return [*found, *both(f"{address}?tournament={row}", {}, "</button>")]

    return asks


def _moved(cup: str, action: str) -> Asks:
    """In the list and on its page: it is done at once."""

    def asks(world: World) -> list[Ask]:
        row, model = world.rows["cups"][cup].pk, "tournaments_tournament"
        return [*ticked(model, action, row), *button(model, action, row, ANNOUNCED)]

    return asks


def _correcting(cup: str, name: str, *numbers: int, **form: Any) -> Asks:
    """A page that asks for a reason."""

    def asks(world: World) -> list[Ask]:
        row = world.rows["cups"][cup]
        address = at("tournaments_tournament", name, row.pk, *numbers)
        given = {"reason": "Miscounted", "entrant": row.entrants.earliest("pk").pk, **form}
        seats = RoundSeat.objects.filter(round_table__round__tournament=row)
        for seat in seats.values():
            for figure in ("chips", "deals_won", "tricks", "jinks"):
                given[f"{figure}_{seat['seat']}"] = seat[figure]
        return both(address, given, 'name="reason"')

    return asks


def _entries(world: World) -> list[Ask]:
    cups, idle = world.rows["cups"], world.members["idle"].pk
    address = at("tournaments_tournament", "entries", cups["entered"].pk)
    return [
        *both(address, {"member": idle}, 'name="member"'),
        *both(address, {"out": cups["entrant"], "post": "1"}, 'name="out"'),
    ]


def _deleting(world: World) -> list[Ask]:
    """A tournament that nobody has entered, and one that somebody has."""
    model, cups = "tournaments_tournament", world.rows["cups"]
    entered = at(model, "delete", cups["entered"].pk)
    return [
        *both(at(model, "delete", cups["new"].pk), {"post": "yes"}),
        sent(entered, {"post": "yes"}, says="cancel it instead"),
    ]


CLUBS: dict[str, Asks] = {
    "club: add": _opening_a_club,
    "club: rules": _rules("clubs_club", lambda world: world.club.pk),
    "club: wall": lambda world: [page(at("clubs_club", "wall", world.club.pk), "House rules")],
    "house purse: see": _house_purse,
    "house purse: fill": _filling,
    "member: see": _seeing_why,
    "member: add by name": _added("clubs_member", {"name": "Con"}, role="scorer"),
    "member: invite [as guest, member or scorer]": _added(
        "clubs_invitation", DAYS, role="scorer", is_completed=False
    ),
    "member: invite [as organiser or owner]": _added(
        "clubs_invitation", DAYS, role="owner", is_completed=False
    ),
    "member: invite [a walk-in's row to be claimed]": _member("walk-in", "invite_to_claim"),
    "member: invite [an organiser's or owner's row to be claimed]": _member(
        "walk-in officer", "invite_to_claim"
    ),
    "member: take back an invitation": _withdrawing,
    "member: change role [to guest, member or scorer]": _role("idle", "scorer"),
    "member: change role [to organiser or owner]": _role("idle", "owner"),
    "member: change role [of an organiser or owner]": _role("idle officer", "member"),
    "member: issue": _chips("issue"),
    "member: redeem": _chips("redeem"),
    "member: leave [a member]": _member("idle", "leave", {"post": "1"}),
    "member: leave [an organiser or owner]": _member("idle officer", "leave", {"post": "1"}),
    "member: let back": _member("gone", "bring_back"),
    "member: correct the name": _naming,
    "member: turn away [a member]": _member("idle", "turn_away", LOUD),
    "member: turn away [an organiser or owner]": _member("idle officer", "turn_away", LOUD),
    "member: readmit [a member]": _member("barred", "readmit"),
    "member: readmit [an organiser or owner]": _member("barred officer", "readmit"),
    "night: add": _added("clubs_night", PLAN),
    "night: rules": _rules("clubs_night", lambda world: world.rows["nights"]["planned"].pk),
    "night: open": _stage("planned", "open"),
    "desk: enter": lambda _: [
        Ask(reverse("desk-tonight"), lambda answer, _: "+" if answer.status_code == 302 else "?")
    ],
    "desk: see": _entering_the_desk,
    "desk: door": _desk("desk-door", "open", shows='name="in"'),
    "desk: check in": _desk(
        "desk-door", "open", form=lambda world: {"in": world.members["idle"].pk}, shows='name="in"'
    ),
    "desk: check out": _desk("desk-door", "open", form=_here, shows='name="out"'),
    "desk: welcome": _welcoming,
    "desk: send a tap that waited": _sending_what_waited,
    "desk: door without network": _desk("desk-door-worker", "open", shows="addEventListener"),
    "desk: check in by oneself": _desk("desk-self", "open", shows="Who are you?"),
    "desk: write a note": _writing_a_note,
    "desk: hand out": _handing_out,
    "desk: room": _desk("desk-room", "seated", shows="Round 1"),
    "desk: lock a table": _in_the_room("seated", lambda _: {"round": 1, "lock": 1}),
    "desk: move by hand": _in_the_room(
        "seated", lambda night: {"round": 1, "pick": _one_at(night), "table": 1}
    ),
    "desk: seat people": _in_the_room(
        "playing", lambda night: {"pick": _one_at(night), "leave": 1, "may_wait": 1}
    ),
    "desk: break up": _in_the_room("playing", lambda _: {"break_up": 1}, says="No other table"),
    "desk: undo in the room": _in_the_room("open", lambda _: {"undo": 999}, says="has no deed 999"),
    "desk: results": _desk("desk-results", "playing", shows="Table 1"),
    "desk: enter results": _desk(
        *("desk-table", "playing", 1, 1),
        form=lambda _: {"number": 1, "result": "misdeal", "dealer": 0},
        shows='name="result"',
    ),
    "desk: put right": _putting_right,
    "desk: undo at a table": lambda world: [
        page(_entered(world), "What was entered here"),
        sent(_entered(world), {"deed": "999"}, says="entered nothing"),
    ],
    "desk: bring chips": _desk(
        *("desk-table", "playing", 1, 1),
        form=lambda _: {"seat": 0, "chips": 1, "after": 1},
        shows='name="chips"',
    ),
    "desk: give a scorer a table": lambda world: [
        page(reverse("desk-phone", args=[world.rows["nights"]["playing"].pk, 1, 1]), "Show a code")
    ],
    "desk: totals": lambda world: [
        page(
            reverse("desk-totals", args=[world.rows["nights"]["playing"].pk, 1, 1]), "Deals played"
        )
    ],
    "desk: money": _desk("desk-money", "open", shows="Purse"),
    "desk: hand out to many": _desk(
        *("desk-money", "open"),
        form=lambda world: {"give": 5, "who": world.members["idle"].pk, "key": "one order"},
        shows="Purse",
    ),
    "desk: journal": _desk("desk-journal", "open", shows="moved"),
    "desk: going home": _desk("desk-home", "open", shows="chips to a table"),
    "desk: statement": lambda world: [
        page(
            reverse(
                "desk-statement",
                args=[world.rows["nights"]["open"].pk, world.members["idle"].pk, "csv"],
            )
        )
    ],
    "desk: give a link": lambda world: [
        page(_tools(world), 'name="purpose"'),
        sent(_tools(world), {"purpose": "hall"}, says="expired"),
    ],
    "desk: revoke a link": lambda world: [
        sent(_tools(world), {"revoke": NOBODY}, says="has no link")
    ],
    "desk: print": lambda world: [
        page(reverse("desk-paper", args=[world.rows["nights"]["seated"].pk, paper]), "Name")
        if paper in ("rounds", "sign-in")
        else page(reverse("desk-paper", args=[world.rows["nights"]["seated"].pk, paper]), "Table")
        for paper in PAPERS
    ],
    "desk: hall screen": _desk("hall", "playing", shows="Table 1"),
    "desk: log": _desk("desk-log", "open", shows="What was done"),
    "desk: health": _desk("desk-health", "open", shows="Worker"),
    "desk: undo": lambda world: [
        sent(
            reverse("desk-log", args=[world.rows["nights"]["open"].pk]),
            {"deed": "999"},
            says="has no deed 999",
        )
    ],
    "desk: open": _step("planned", "open"),
    "desk: seat": _step("open", "draw"),
    "desk: repair": _step("stale", "repair"),
    "desk: open tables": _step("seated", "open-tables"),
    "desk: end round": _step("playing", "end-round"),
    "desk: next round": _step("playing", "next-round"),
    "desk: close": _step("playing", "close"),
    "night: seat": _stage("open", "seat"),
    "night: repair": _stage("stale", "repair"),
    "night: by hand": _by_hand,
    "night: open tables": _stage("seated", "open_tables", "open-tables"),
    "night: end round": _stage("playing", "end_round", "end-round"),
    "night: next round": _stage("playing", "next_round", "next-round"),
    "night: close": _stage("playing", "close", "close"),
    "tournament: add": _added("tournaments_tournament", ANNOUNCED),
    "tournament: rules": _rules(
        "tournaments_tournament", lambda world: world.rows["cups"]["new"].pk
    ),
    "tournament: who is in": _entries,
    "tournament: announce": _moved("draft", "announce"),
    "tournament: open entries": _moved("announced", "open_entries"),
    "tournament: open check in": _moved("entered", "open_check_in"),
    "tournament: pay": _cup("finished", "pay"),
    "tournament: start": _cup("entered", "start"),
    "tournament: pause": _moved("running", "pause"),
    "tournament: resume": _moved("paused", "resume"),
    "tournament: end break": _moved("resting", "end_break"),
    "tournament: confirm draw": _moved("drawn", "confirm_draw"),
    "tournament: draw again": _moved("drawn", "draw_again"),
    "tournament: undo draw": _correcting("drawn", "undo_draw"),
    "tournament: penalise": _correcting("finished", "penalise", points=1),
    "tournament: put right": _correcting("finished", "correct", 1, 1),
    "tournament: play again": _correcting("finished", "replay", 1, 1),
    "tournament: cancel": _cup("entered", "cancel"),
    "tournament: delete": _deleting,
}
