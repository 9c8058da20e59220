"""The requests that stand for each line of the admin's hand-made table."""

from collections.abc import Callable

from django.urls import reverse

from tests.rights.admin_asks import Ask, Form, at, both, listed, page, sent, ticked
from tests.rights.admin_clubs import ANNOUNCED, CLUB, CLUBS, ORDER, PLAN, Asks
from tests.rights.admin_tournaments import TOURNAMENT_DESK
from tests.rights.world import PASSWORD, World

NEW_PASSWORD = "knave of hearts, twice"
PASSWORDS: Form = {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
LOGIN: Form = {"username": "newcomer", "name": "Newcomer", "usable_password": "true"}
CHANGES: dict[str, Form] = {
    "clubs_club": {**CLUB, "bot_buy_in_chips": 30},
    "clubs_player": {"name": "Another", "username": "another", "is_active": "on"},
    "clubs_night": PLAN,
    "tournaments_tournament": ANNOUNCED,
}


KINDS = ("night", "tournament")  # A tournament has a book of its own.
NOUNS: dict[str, tuple[str, Callable[[World], list[int]]]] = {
    "club": ("clubs_club", lambda world: [world.club.pk]),
    "member": ("clubs_member", lambda world: [world.members["barred"].pk]),
    "invitation": ("clubs_invitation", lambda world: [world.rows["invitation"]]),
    "player": ("clubs_player", lambda world: [world.people["member"].pk]),
    "night": ("clubs_night", lambda world: [world.rows["nights"]["planned"].pk]),
    "free table": ("games_table", lambda world: [world.free["invitation"].table_id]),
    "table": ("games_table", lambda world: [world.tables[kind].pk for kind in KINDS]),
    "seat": ("games_seat", lambda world: [world.rows["seat"].pk]),
    "deal": ("games_deal", lambda world: [world.rows["deals"][kind] for kind in KINDS]),
    "tournament": ("tournaments_tournament", lambda world: [world.rows["cups"]["new"].pk]),
    "book": ("ledger_book", lambda world: [world.club.book_id]),
    "account": ("ledger_account", lambda world: [world.rows["other purse"], world.rows["pool"]]),
    "transfer": ("ledger_transfer", lambda world: [world.rows["other transfer"]]),
    "entry": ("ledger_entry", lambda world: [world.rows["entry"]]),
}
"""What the admin calls a thing, and some of them."""


def asks_of(world: World, noun: str, verb: str, variant: str, role: str) -> list[Ask]:
    """Those of a line; whatever Django itself offers for every model is asked of every model."""
    title = f"{noun}: {verb}" + (f" [{variant}]" if variant else "")
    if title in OF_ROLES:
        return OF_ROLES[title](world, role)
    if title in OWN:
        return OWN[title](world)
    model, rows = NOUNS[noun]
    return [ask for row in rows(world) for ask in DJANGOS[verb](model, row)]


def _list(model: str, row: int) -> list[Ask]:
    return listed(at(model, "changelist"), row)


def _see(model: str, row: int) -> list[Ask]:
    return [page(at(model, "change", row)), page(at(model, "history", row))]


def _add(model: str, _: int) -> list[Ask]:
    return both(at(model, "add"), {})


def _change(model: str, row: int) -> list[Ask]:
    return both(at(model, "change", row), CHANGES.get(model, {}), 'name="_save"')


def _delete(model: str, row: int) -> list[Ask]:
    all_at_once = {"action": "delete_selected", "_selected_action": row, "post": "yes"}
    return [
        *both(at(model, "delete", row), {"post": "yes"}),
        sent(at(model, "changelist"), all_at_once),
    ]


DJANGOS: dict[str, Callable[[str, int], list[Ask]]] = {
    "list": _list,
    "see": _see,
    "add": _add,
    "change": _change,
    "delete": _delete,
}


def _signing_in(world: World, role: str) -> list[Ask]:
    """Whoever has entered is led on, and whoever may not enter is told so: it is never refused."""
    address, person = reverse("account_login"), world.people[role] or world.people["member"]
    form = {"login": person.username, "password": PASSWORD}
    return [Ask(address, lambda *_: "+"), Ask(address, lambda *_: "+", form)]


def _entering(_: World) -> list[Ask]:
    return [page(reverse("admin:index"))]


def _entering_ticked(world: World, role: str) -> list[Ask]:
    """An operator sends the tick that there was, with the form of the player."""
    person, index = world.people[role], page(reverse("admin:index"))
    if person is None:
        return [index]
    form = {"name": person.name, "username": person.username, "is_active": "on", "is_staff": "on"}
    form |= {"is_superuser": "on"} if person.is_superuser else {}
    first = sent(at("clubs_player", "change", person.pk), form)
    return [Ask(index.address, index.judge, first=first)]


def _own_password(_: World) -> list[Ask]:
    names = ("oldpassword", "password1", "password2")
    form = dict(zip(names, (PASSWORD, NEW_PASSWORD, NEW_PASSWORD), strict=True))
    return both(reverse("account_change_password"), form, 'name="oldpassword"')


def _health(world: World, role: str) -> list[Ask]:
    club = world.elsewhere if role == "organiser_elsewhere" else world.club
    return [page(at("ledger_book", "change", club.book_id), "Last seal")]


def _player(form: Form, shows: str = "") -> Asks:
    def asks(world: World) -> list[Ask]:
        address = at("clubs_player", "change", world.people["member"].pk)
        return both(address, {**CHANGES["clubs_player"], **form}, shows)

    return asks


def _changing_logins(world: World) -> list[Ask]:
    member = world.people["member"].pk
    return [
        *_player({}, 'name="_save"')(world),
        *both(reverse("admin:auth_user_password_change", args=[member]), PASSWORDS),
        *ticked("clubs_player", "sign_out", member),
    ]


def _ticked(model: str, action: str, row: Callable[[World], int], **form: str) -> Asks:
    return lambda world: ticked(model, action, row(world), **form)


def _closing(world: World) -> list[Ask]:
    table = world.rows["nights"]["playing"].rounds.tables().get().table_id
    address = at("games_table", "close")
    found = ticked("games_table", "close", table, to=address)
    return [*found, *both(f"{address}?table={table}", {}, "</button>")]


def _statement(*endings: str) -> Asks:
    def asks(world: World) -> list[Ask]:
        purse = world.rows["other purse"]
        return [page(at("ledger_account", "statement", purse, ending)) for ending in endings]

    return asks


def _by_hand(deed: str, **form: str) -> Asks:
    def asks(world: World) -> list[Ask]:
        address, purse = at("ledger_account", "by_hand", deed), world.rows["other purse"]
        found = ticked("ledger_account", deed, purse, to=address)
        filled = {**ORDER, "chips": 1, **form}
        return [*found, *both(f"{address}?row={purse}", filled, 'name="chips"')]

    return asks


def _taking_back(world: World) -> list[Ask]:
    address, row = at("ledger_transfer", "reverse"), world.rows["other transfer"]
    found = ticked("ledger_transfer", "take_back", row, to=address)
    return [*found, *both(f"{address}?row={row}", ORDER, 'name="memo"')]


def _exporting(world: World) -> list[Ask]:
    return [page(at("ledger_book", "journal", world.club.book_id))]


def _sealing(world: World) -> list[Ask]:
    """Seals have no page but their book's."""
    address = at("ledger_book", "change", world.club.book_id)
    return both(address, {"newest_seal": "none"}, 'name="_save"')


OWN: dict[str, Asks] = {
    **CLUBS,
    **TOURNAMENT_DESK,
    "admin: enter": _entering,
    "password: change [own]": _own_password,
    "player: add": lambda _: both(at("clubs_player", "add"), {**LOGIN, **PASSWORDS}),
    "player: change": _changing_logins,
    "player: make an operator": _player({"is_superuser": "on"}, 'name="is_superuser"'),
    "table: pause": _ticked("games_table", "pause", lambda world: world.tables["night"].pk),
    "table: resume": _ticked("games_table", "resume", lambda world: world.rows["paused"]),
    "table: close": _closing,
    "table: send home": _ticked("games_seat", "send_home", lambda world: world.rows["seat"].pk),
    "table: let back": _ticked("games_seat", "let_back", lambda world: world.rows["sent home"]),
    "deal: void": _ticked(
        "games_deal", "void", lambda world: world.rows["last deal"], reason="A card was seen."
    ),
    "book: export": _exporting,
    "account: statement": _statement("html"),
    "account: export": _statement("csv", "pdf", "svg"),
    "account: issue": _by_hand("issue"),
    "account: redeem": _by_hand("redeem"),
    "account: adjust": _by_hand("adjust", way="gains"),
    "transfer: take back": _taking_back,
    "seal: change": _sealing,
}
"""Lines that have requests of their own."""

OF_ROLES: dict[str, Callable[[World, str], list[Ask]]] = {
    "login: see": _signing_in,
    "admin: enter [is_staff ticked, no other role]": _entering_ticked,
    "health: see [age of the last seal and audit]": _health,
}
"""Lines whose requests are not the same for all."""
