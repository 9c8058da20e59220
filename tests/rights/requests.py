"""A good request for every line of the hand-made table, as somebody of each role would send it."""

from collections.abc import Callable
from typing import Any

from tests.rights.world import NOBODY, PASSWORD, World

Asked = tuple[str, dict[str, Any] | None]
KEPT = {"chips": 1, "memo": "why"}
NEW = "seven of clubs"
WHY = {"reason": "Miscounted"}
SOON = "2026-12-05T20:00:00Z"


def request_of(world: World, method: str, path: str, variant: str, role: str) -> Asked:
    """The address below the site, and the body."""
    address = path if path.startswith(("/api/", "/live", "/readyz")) else f"/api/v1{path}"
    body = BODIES.get(f"{method} {path}", NO_BODY)(world, variant, role)
    for name, number in _numbers(world, path, variant, role).items():
        address = address.replace(name, str(number))
    return address, body


def _numbers(world: World, path: str, variant: str, role: str) -> dict[str, Any]:
    collection = path.split("/")[1]
    known: dict[str, Callable[[], Any]] = {
        "clubs": lambda: world.club.pk,
        "nights": lambda: world.rows["night"],
        "tournaments": lambda: world.rows["tournament"],
        "free-tables": lambda: world.free[_first(variant)].pk,
        "tables": lambda: world.tables[variant].pk,
        "live": lambda: (
            world.rows[told]
            if (told := path.split("/")[2].removesuffix("s")) in ("night", "tournament")
            else world.tables[variant].pk
        ),
        "deals": lambda: world.rows["deals"][variant],
        "history": lambda: world.rows["deals"][variant],
        "members": lambda: _member(world, variant, role),
        "accounts": lambda: _account(world, variant, role),
        "transfers": lambda: _transfer(world, variant, role),
        "records": lambda: _player(world, variant, role),
        "invitations": lambda: world.rows["invitation"],
        "sessions": lambda: "current",
        "links": lambda: "current",
        "second-factor": lambda: "current",
    }
    if path == "/history/export":
        return {"/export": f"/export?table={world.tables[variant].pk}"}
    numbers: dict[str, Any] = {"{ending}": "csv", "{code}": "not-found"}
    if "{token_key}" in path:
        owner = role if variant == "own" else "other token"
        numbers["{token_key}"] = world.rows["token keys"].get(owner, NOBODY)
    if "{id}" in path and collection in known:
        numbers["{id}"] = known[collection]()
    return numbers


def _first(variant: str) -> str:
    return variant.split(",")[0]


def _member(world: World, variant: str, role: str) -> int:
    first = _first(variant)
    if first == "own":
        return world.own(role)
    if first.startswith(("an organiser's or owner's", "an organiser or owner")):
        return world.members["barred officer" if "turned away" in variant else "second owner"].pk
    named = {"who left": "gone", "who was turned away": "barred", "a visitor's": "visitor"}
    if first == "a visitor's" and role == "visitor":
        return int(world.rows["second visitor"])
    return world.members[named.get(first, "other")].pk


def _account(world: World, variant: str, role: str) -> int:
    if variant.startswith("own purse"):
        return world.own_purse(role)
    if variant.startswith("own stack"):
        return world.own_stack(role)
    if variant.startswith("from a pool"):
        return int(world.rows["pool"])
    return int(world.rows["other purse"])


def _transfer(world: World, variant: str, role: str) -> int:
    if "own account" in variant:
        return world.own_transfer(role)
    return int(world.rows["play transfer" if variant.startswith("of play") else "other transfer"])


def _player(world: World, variant: str, role: str) -> int:
    if variant == "own":
        person = world.people[role]
        return person.pk if person else NOBODY
    named = {"who played at tables of the night alone": "night player"}
    return int(world.rows[named.get(variant, "open seat player")])


def _role(world: World, variant: str, role: str) -> dict[str, Any]:
    if variant.endswith("owner]") or "to owner" in variant or "to organiser" in variant:
        return {"role": "owner"}
    return {"role": "member" if "to member" in variant else "scorer"}


def _give(world: World, variant: str, role: str) -> dict[str, Any]:
    return {"to": world.members["foreign" if "another club" in variant else "other"].pk, **KEPT}


def _named(world: World, variant: str, role: str) -> dict[str, Any]:
    if variant == "oneself":
        return {}
    return {"member": world.members["foreign" if "another club" in variant else "other"].pk}


def _moved(world: World, variant: str, role: str) -> dict[str, Any]:
    target = "foreign purse" if "another club" in variant else "other purse"
    if variant.startswith("another's purse"):
        return {"to": world.members["second owner"].purse_id, **KEPT}
    return {"to": world.rows[target], **KEPT}


def _seat(world: World, variant: str, role: str) -> dict[str, Any]:
    return {"seat": world.rows["bot" if "a bot" in variant else "person"][_first(variant)]}


def _join(world: World, variant: str, role: str) -> dict[str, Any]:
    code = world.free["invitation"].code if variant == "a good code" else "nonsense"
    return {"chips": 5, "code": code}


def _invited(world: World, variant: str, role: str) -> dict[str, Any]:
    named: dict[str, dict[str, Any]] = {
        "as organiser or owner": {"role": "organiser"},
        "a walk-in's row to be claimed": {"member": world.members["walk-in"].pk},
        "an organiser's or owner's row to be claimed": {"member": world.members["second owner"].pk},
        "a row of another club to be claimed": {"member": world.members["foreign"].pk},
    }
    return {"club": world.club.pk, **named.get(variant, {"role": "scorer"})}


def _code(world: World, variant: str, role: str) -> dict[str, Any]:
    return {"code": world.rows["code"] if variant == "a good code" else "nonsense"}


def _signing_in(world: World, variant: str, role: str) -> dict[str, Any]:
    person = world.people[role] or world.people["member"]
    assert person is not None
    return {"username": person.username, "password": PASSWORD}


def _secret(world: World, variant: str, role: str) -> dict[str, Any]:
    return {"secret": world.rows["secret"] if variant == "a good secret" else "nonsense"}


Body = Callable[..., dict[str, Any] | None]


def _always(body: dict[str, Any] | None) -> Body:
    return lambda *_: body


NO_BODY = _always(None)
BUY_IN = _always({"chips": 5})
BODIES: dict[str, Body] = {
    "POST /players": _always({"name": "Bríd", "email": "brid@example.org", "password": NEW}),
    "POST /players/confirm": _always({"key": "nonsense"}),
    "POST /players/forgotten-password": _always({"email": "nobody@example.org"}),
    "POST /players/new-password": _always({"key": "1-nonsense", "password": NEW}),
    "POST /second-factor": _always({"password": PASSWORD}),
    **{
        f"POST /second-factor/{deed}": _always({"code": "000000"})
        for deed in ("switch-on", "recovery-codes", "switch-off")
    },
    "POST /sessions": _signing_in,
    "POST /tokens": lambda world, variant, role: {"name": "a", **_signing_in(world, variant, role)},
    "POST /clubs": _always({"name": "Causeway"}),
    "PATCH /clubs/{id}": _always({"allows_gifts": True}),
    "POST /clubs/{id}/house-purse": _always(KEPT),
    "POST /clubs/{id}/house-purse/redeem": _always(KEPT),
    **{
        f"{method} /{rows}/{{id}}/rules{ending}": _always({"options": {"stake": 3}})
        for rows in ("clubs", "nights", "tournaments")
        for method, ending in (("PATCH", ""), ("POST", "/preview"))
    },
    "POST /clubs/{id}/rules/kept/remove": _always({"name": "Our rules"}),
    "POST /clubs/{id}/rules/kept/keep": _always({"name": "Our rules"}),
    "POST /members": lambda world, *_: {"club": world.club.pk, "name": "Con"},
    "POST /members/add-many": lambda world, *_: {
        "club": world.club.pk,
        "members": [{"name": "Con"}],
    },
    "PATCH /members/{id}": _role,
    "POST /members/{id}/issue": _always(KEPT),
    "POST /members/{id}/redeem": _always(KEPT),
    "POST /members/{id}/give": _give,
    "POST /members/{id}/correct-name": _always({"name": "Conor", "seen": "Con"}),
    "POST /members/{id}/note": _always({"note": "Pays next week", "seen": ""}),
    "POST /members/{id}/leave": _always({"purse": "keep"}),
    "POST /members/{id}/turn-away": _always({"reason": "Loud"}),
    "POST /invitations": _invited,
    "POST /invitations/accept": _code,
    "POST /nights": lambda world, *_: {"club": world.club.pk, "starts_at": SOON},
    "PATCH /nights/{id}": _always({"starts_at": SOON}),
    "POST /nights/{id}/links": _always({"purpose": "hall", "expires_at": None}),
    "POST /nights/{id}/links/revoke": lambda world, *_: {"link": world.rows["link"]},
    "POST /links/enter": _secret,
    "POST /nights/{id}/answer": lambda world, variant, role: {
        "answer": "maybe",
        **_named(world, variant, role),
    },
    "POST /nights/{id}/sit-out": lambda world, *_: {
        "round": 1,
        "member": world.members["other"].pk,
    },
    "POST /nights/{id}/check-in": lambda world, variant, _: {
        "members": [world.members["foreign" if variant else "other"].pk]
    },
    "POST /nights/{id}/check-out": lambda world, *_: {"member": world.members["other"].pk},
    "POST /nights/{id}/welcome": _always({"name": "Newcomer"}),
    "POST /nights/{id}/partners": lambda world, *_: {
        "partners": [[world.members["other"].pk, world.members["second owner"].pk]]
    },
    "POST /nights/{id}/wishes": lambda world, *_: {
        "kind": "table",
        "members": [world.members["other"].pk],
        "table": 1,
    },
    "POST /nights/{id}/wishes/drop": _always({"wish": 1}),
    "POST /nights/{id}/swap": lambda world, *_: {
        "round": 1,
        "one": world.members["other"].pk,
        "other": world.members["second owner"].pk,
    },
    "POST /nights/{id}/rounds": lambda world, *_: {
        "rounds": [{"number": 1, "tables": [{"number": 1, "members": [world.members["other"].pk]}]}]
    },
    "POST /nights/{id}/place": lambda world, *_: {
        "round": 1,
        "member": world.members["other"].pk,
        "table": 1,
    },
    "POST /nights/{id}/lock": _always({"round": 1, "table": 1}),
    "POST /nights/{id}/partners/cut": _always({}),
    "POST /nights/{id}/partners/end": lambda world, *_: {"member": world.members["other"].pk},
    "POST /nights/{id}/partners/want": _always({}),
    "POST /nights/{id}/partners/answer": lambda world, *_: {"member": world.members["other"].pk},
    "POST /nights/{id}/end-round": _always({"round": 1}),
    "POST /nights/{id}/next-round": _always({"round": 1}),
    "POST /nights/{id}/join": lambda world, *_: {"members": [world.members["other"].pk]},
    "POST /nights/{id}/another-table": lambda world, *_: {"members": [world.members["other"].pk]},
    "POST /nights/{id}/leave-table": lambda world, *_: {"members": [world.members["other"].pk]},
    "POST /nights/{id}/move": lambda world, *_: {"member": world.members["other"].pk, "table": 1},
    "POST /nights/{id}/undo": lambda world, variant, _: {
        "deed": world.rows["night deeds"][variant]
    },
    "POST /nights/{id}/hand-out": lambda world, *_: {
        "members": [world.members["other"].pk],
        **KEPT,
    },
    "POST /nights/{id}/take-back-chips": lambda world, *_: {
        "members": [world.members["other"].pk],
        **KEPT,
    },
    "POST /nights/{id}/break-up": _always({"table": 1}),
    "POST /nights/{id}/bring-chips": lambda world, *_: {
        "member": world.members["other"].pk,
        "chips": 5,
    },
    "POST /tournaments": lambda world, *_: {
        "club": world.club.pk,
        "name": "Plate",
        "rounds_count": 1,
        "deals_a_round": 1,
        "starting_stack": 20,
    },
    "PATCH /tournaments/{id}": _always({"name": "Shield"}),
    "POST /tournaments/{id}/enter": _named,
    "POST /tournaments/{id}/enter-many": lambda world, *_: {
        "entries": [{"member": world.members["other"].pk}]
    },
    "POST /tournaments/{id}/withdraw": _named,
    "POST /tournaments/{id}/undo-withdrawal": _named,
    "POST /tournaments/{id}/approve": lambda world, *_: {"member": world.members["other"].pk},
    "POST /tournaments/{id}/refuse": lambda world, *_: {
        "member": world.members["other"].pk,
        "reason": "why",
    },
    "POST /tournaments/{id}/check-in": _named,
    "POST /tournaments/{id}/substitute": lambda world, *_: {
        "member": world.members["seated"].pk,
        "substitute": world.members["other"].pk,
    },
    "POST /tournaments/{id}/move-in-draw": _always({"entrant": 1, "other": 2}),
    "POST /tournaments/{id}/undo-draw": _always(WHY),
    "POST /tournaments/{id}/replay": _always({"round": 1, "table": 1, **WHY}),
    "POST /tournaments/{id}/correct": _always(
        {"round": 1, "table": 1, "seats": [{"seat": 0, "chips": 1}], **WHY}
    ),
    "POST /tournaments/{id}/penalise": _always({"entrant": 1, "points": "1", **WHY}),
    "POST /tournaments/{id}/lift-penalty": _always({"penalty": 1, **WHY}),
    "POST /free-tables": lambda world, *_: {"club": world.club.pk, "name": "Mine"},
    "POST /free-tables/{id}/sit": BUY_IN,
    "POST /free-tables/join": _join,
    "POST /free-tables/{id}/rematch": BUY_IN,
    "POST /free-tables/{id}/bring-chips": BUY_IN,
    "POST /free-tables/{id}/seat-bot": _always({}),
    "POST /free-tables/{id}/send-away": _seat,
    "POST /free-tables/{id}/let-back": _seat,
    "POST /tables/{id}/close": _always({}),
    "POST /tables/{id}/send-home": _always({"seat": 0}),
    "POST /tables/{id}/let-back": _always({"seat": 0}),
    "POST /deals/{id}/take-back": _always(WHY),
    "POST /tables/{id}/entropy": _always({"commitment": "0" * 64}),
    "POST /tables/{id}/results": _always({"deal": 1, "result": {"kind": "spoilt"}}),
    "POST /tables/{id}/corrections": _always(
        {"reason": "why", "results": [{"deal": 1, "version": 1, "result": {"kind": "spoilt"}}]}
    ),
    "POST /tables/{id}/undo": _always({"deed": None}),
    "POST /tables/{id}/totals": _always({"version": 0, "totals": None}),
    "POST /tables/{id}/open_string": _always({"text": "a"}),
    "POST /deals/{id}/actions": _always({"ply": 0, "action": "play 5H"}),
    "POST /accounts/{id}/transfer": _moved,
    "POST /transfers/{id}/reverse": _always({"memo": "why"}),
}
