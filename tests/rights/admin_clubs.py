"""What stands for the admin's lines of clubs, members, nights and tournaments."""

import uuid
from collections.abc import Callable

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
from tests.rights.world import World

Asks = Callable[[World], list[Ask]]
ORDER: Form = {"memo": "why", "order": str(uuid.UUID(int=1)), "post": "1"}
CLUB: Form = {"name": "Causeway", "time_zone": "Europe/Dublin", "opening_chips": 10}
ONLINE: Form = {"turn_seconds": 60, "time_bank_seconds": 0, "spectator_delay_seconds": 0}
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


def _door(form: Callable[[World], Form] | None = None, shows: str = "") -> Asks:
    def asks(world: World) -> list[Ask]:
        address = at("clubs_night", "door", world.rows["nights"]["open"].pk)
        return both(address, form(world), shows) if form else [page(address)]

    return asks


def _here(world: World) -> Form:
    return {"out": world.rows["nights"]["open"].attendances.here().earliest("pk").member_id}


def _at_the_table(form: Form, shows: str) -> Asks:
    def asks(world: World) -> list[Ask]:
        night = world.rows["nights"]["playing"]
        return both(at("clubs_night", "table", night.pk, 1, 1), form, shows)

    return asks


def _cup(cup: str, action: str) -> Asks:
    def asks(world: World) -> list[Ask]:
        row, model = world.rows["cups"][cup].pk, "tournaments_tournament"
        return [*ticked(model, action, row), *button(model, action, row, ANNOUNCED)]

    return asks


def _cancelling(world: World) -> list[Ask]:
    """In the list, on its page, and where it is confirmed before it is done."""
    row, model = world.rows["cups"]["entered"].pk, "tournaments_tournament"
    address = at(model, "cancel")
    found = ticked(model, "cancel", row, to=address)
    found += button(model, "cancel", row, ANNOUNCED, to=address)
    return [*found, *both(f"{address}?tournament={row}", {}, "</button>")]


def _entries(world: World) -> list[Ask]:
    cups, idle = world.rows["cups"], world.members["idle"].pk
    address = at("tournaments_tournament", "entries", cups["entered"].pk)
    return [
        *both(address, {"member": idle}, 'name="member"'),
        *both(address, {"out": cups["entrant"]}, 'name="out"'),
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
    "member: leave [a member]": _member("idle", "leave"),
    "member: leave [an organiser or owner]": _member("idle officer", "leave"),
    "member: turn away [a member]": _member("idle", "turn_away", LOUD),
    "member: turn away [an organiser or owner]": _member("idle officer", "turn_away", LOUD),
    "member: readmit [a member]": _member("barred", "readmit"),
    "member: readmit [an organiser or owner]": _member("barred officer", "readmit"),
    "night: add": _added("clubs_night", PLAN),
    "night: rules": _rules("clubs_night", lambda world: world.rows["nights"]["planned"].pk),
    "night: open": _stage("planned", "open"),
    "night: door": _door(),
    "night: check in": _door(lambda world: {"in": world.members["idle"].pk}, 'name="in"'),
    "night: check out": _door(_here, 'name="out"'),
    "night: welcome": _door(lambda _: {"walk_in": "Newcomer"}, 'name="walk_in"'),
    "night: seat": _stage("open", "seat"),
    "night: repair": _stage("stale", "repair"),
    "night: open tables": _stage("seated", "open_tables", "open-tables"),
    "night: end round": _stage("playing", "end_round", "end-round"),
    "night: next round": _stage("playing", "next_round", "next-round"),
    "night: results": _at_the_table(
        {"number": 1, "result": "misdeal", "dealer": 0}, 'name="result"'
    ),
    "night: bring chips": _at_the_table({"seat": 0, "chips": 1, "after": 1}, 'name="chips"'),
    "night: close": _stage("playing", "close", "close"),
    "tournament: add": _added("tournaments_tournament", ANNOUNCED),
    "tournament: rules": _rules(
        "tournaments_tournament", lambda world: world.rows["cups"]["new"].pk
    ),
    "tournament: who is in": _entries,
    "tournament: start": _cup("entered", "start"),
    "tournament: cancel": _cancelling,
    "tournament: delete": _deleting,
}
