"""Orders that are carried out, one at least at each address of the API that takes any."""

import re
from datetime import timedelta
from hashlib import sha256
from typing import Any
from uuid import uuid4

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from clubs.members import join_club
from clubs.models import NightDeed, NightPlace, Player
from deploy.rest.clock import database_now
from games.engine import view
from games.models import Deal, Table
from games.play.advance import advance_table
from games.play.strings import commit_string
from games.sight.folding import fold, texts_of
from tests.clubs.factories import AT, PlayerFactory
from tests.clubs.logins import shown
from tests.rest.description import PATHS
from tests.rest.world import World
from tests.tournaments.cups import play_round
from tournaments.models import EntrantMember, Penalty, Tournament
from tournaments.rounds import advance_round

STRING = "a-string-that-nobody-else-gives"
COMMITMENT = sha256(STRING.encode())
SOON = "2026-12-05T20:00:00Z"
PASSWORD = "five of hearts"
SETTINGS = {
    "name": "Knocknagoshel",
    "time_zone": "Europe/Dublin",
    "opening_chips": 50,
    "allows_gifts": True,
    "hosts_seat_bots": True,
    "bot_buy_in_chips": 20,
    "bot_rebuys": 2,
    "bot_stake_limit": 2,
    "bot_extra_limit": None,
    "bot_jink_limit": None,
    "bot_loss_limit": 200,
}


class Done(set[tuple[str, str]]):
    """The method and path of each order.

    Attributes:
        noted: Those that added a deed of the caller to the log of a night.
        taken: By order how many statements it took; the most, where it was given several times.
        told: By order its body and what was answered; the longest body, where it was given
            several times.
    """

    def __init__(self) -> None:
        super().__init__()
        self.noted: set[tuple[str, str]] = set()
        self.taken: dict[tuple[str, str], int] = {}
        self.told: dict[tuple[str, str], tuple[dict[str, Any], Any]] = {}


def template_of(address: str) -> str:
    """As the description writes it; one without a number of its own comes first."""
    return next(
        one
        for one in sorted(PATHS, key=lambda path: path.count("{"))
        if re.fullmatch(re.sub(r"{\w+}", "[^/]+", one), address)
    )


class Orders(APIClient):
    """Somebody whose orders are all carried out; `done` has the method and path of each."""

    def __init__(self, player: Player, done: Done) -> None:
        super().__init__()
        self.force_authenticate(player)
        self.player = player
        self.done = done

    def order(self, path: str, body: dict[str, Any] | None = None, *, method: str = "post") -> Any:
        headers = {"Idempotency-Key": uuid4().hex, "If-Match": "*"}
        send = getattr(self, method)
        mine = NightDeed.objects.filter(by=self.player)
        before = mine.count()
        with CaptureQueriesContext(connection) as queries:
            answer = send(f"/api/v1/{path}", body or {}, format="json", headers=headers)
        assert answer.status_code in (200, 201, 202, 204), (path, answer.data)
        door = (method, template_of(f"/api/v1/{path}"))
        self.done.add(door)
        self.done.taken[door] = max(len(queries), self.done.taken.get(door, 0))
        longest, _ = self.done.told.get(door, ({}, None))
        if len(body or {}) >= len(longest):
            self.done.told[door] = body or {}, answer.data
        if mine.count() > before:
            self.done.noted.add(door)
        return answer.data


def carry_out(world: World) -> Done:
    """Give the orders of every room; the methods and paths of what was carried out."""
    done = Done()
    chief = Orders(world.chief, done)
    _club(world, chief)
    _table(world, chief)
    _free_table(world, chief)
    _night(world, chief)
    _late_comers(world, chief)
    _partners(world, chief)
    _tournament(world, chief)
    return done


def _club(world: World, chief: Orders) -> None:
    club, own = world.club.pk, world.rows["members"]
    chief.order("clubs", {"name": "Causeway"})
    chief.order(f"clubs/{club}", SETTINGS, method="patch")
    chief.order(f"clubs/{club}/house-purse", {"chips": 9})
    chief.order(f"clubs/{club}/house-purse/redeem", {"chips": 9, "memo": "Enough"})
    _rules(chief, f"clubs/{club}")
    chief.order(f"clubs/{club}/rules", {"name": "Ours"}, method="patch")
    chief.order(f"clubs/{club}/rules/kept/remove", {"name": "Ours"})
    chief.order(f"clubs/{club}/rules/kept/keep", {"name": "Ours"})
    member = chief.order("members", {"club": club, "name": "Con"})
    chief.order("members/add-many", {"club": club, "members": [{"name": "Conn"}]})
    for direction in ("issue", "redeem"):
        chief.order(f"members/{member['id']}/{direction}", {"chips": 9})
    chief.order(f"members/{own}/issue", {"chips": 50})
    chief.order(f"members/{own}/give", {"to": member["id"], "chips": 1})
    purse = {"to": member["purse"], "chips": 2, "memo": "Miscounted"}
    mine = chief.get(f"/api/v1/members/{own}").data["purse"]
    moved = chief.order(f"accounts/{mine}/transfer", purse)
    chief.order(f"transfers/{moved['id']}/reverse", {"memo": "Counted again"})
    chief.order(f"members/{member['id']}", {"role": "guest"}, method="patch")
    chief.order(f"members/{member['id']}/correct-name", {"name": "Con Houlihan", "seen": "Con"})
    chief.order(f"members/{member['id']}/note", {"note": "Pays next week", "seen": ""})
    chief.order(f"members/{member['id']}/turn-away", {"reason": "Loud"})
    chief.order(f"members/{member['id']}/readmit")
    chief.order(f"members/{member['id']}/leave", {"purse": "redeem"})
    chief.order(f"members/{member['id']}/bring-back")
    chief.order(f"invitations/{world.rows['invitations']}", method="delete")
    invited = Orders(PlayerFactory.create(), chief.done)
    code = chief.order("invitations", {"club": club, "role": "member"})["code"]
    invited.order("invitations/accept", {"code": code})
    world.outsider.set_password(PASSWORD)
    world.outsider.save()
    signing_in = {"username": world.outsider.username, "password": PASSWORD}
    for path, body in (("sessions", signing_in), ("tokens", {**signing_in, "name": "phone"})):
        nobody = Orders(world.outsider, chief.done)
        nobody.force_authenticate(None)
        nobody.order(path, body)
    nobody.order("links/leave")
    _login(world, nobody)
    chief.order(f"tokens/{world.rows['tokens']}", method="delete")
    chief.order("tokens/revoke-all")
    chief.order("sessions/current", method="delete")


def _login(world: World, nobody: Orders) -> None:
    """Everything that somebody does with a login of their own, from the sign-up on."""
    address = "brid@example.org"
    nobody.order("players", {"name": "Bríd", "email": address, "password": PASSWORD})
    kept = EmailAddress.objects.get(email=address)
    nobody.order("players/confirm", {"key": EmailConfirmationHMAC(kept).key})
    nobody.order("players/forgotten-password", {"email": address})
    key = f"{user_pk_to_url_str(kept.user)}-{default_token_generator.make_token(kept.user)}"
    nobody.order("players/new-password", {"key": key, "password": PASSWORD})
    brid = Orders(kept.user, nobody.done)
    brid.force_login(kept.user)
    secret = brid.order("second-factor", {"password": PASSWORD})["secret"]
    first, *_ = brid.order("second-factor/switch-on", {"code": shown(secret)})["recovery_codes"]
    third, *_ = brid.order("second-factor/recovery-codes", {"code": first})["recovery_codes"]
    brid.order("second-factor/switch-off", {"code": third})


def _rules(chief: Orders, path: str) -> None:
    chief.order(f"{path}/rules/preview", {"preset": "peel"})
    chief.order(f"{path}/rules", {"preset": "peel"}, method="patch")


def _table(world: World, chief: Orders) -> None:
    deal = Deal.objects.select_related("table").defer(None).get(pk=world.rows["deals"])
    table = deal.table
    state = fold(deal, texts_of(deal))
    assert state.to_act is not None
    actor = table.seats.get(number=deal.seat_numbers[state.to_act]).player
    seen = view(state, state.to_act)
    body = {"ply": len(seen.actions), "action": str(seen.legal[0])}
    Orders(actor, chief.done).order(f"deals/{deal.pk}/actions", body)
    chief.order(f"tables/{table.pk}/back")
    chief.order(f"tables/{table.pk}/entropy", {"commitment": COMMITMENT.hexdigest()})
    chief.order(f"tables/{table.pk}/pause")
    chief.order(f"deals/{deal.pk}/take-back", {"reason": "A card lay face up"})
    chief.order(f"tables/{table.pk}/resume")
    for step in ("send-home", "let-back"):
        chief.order(f"tables/{table.pk}/{step}", {"seat": deal.seat_numbers[state.to_act]})
    chief.order(f"tables/{table.pk}/close", {"split": True})


def _free_table(world: World, chief: Orders) -> None:
    fellows = [Orders(player, chief.done) for player in PlayerFactory.create_batch(2)]
    for fellow in fellows:
        join_club(world.club, player=fellow.player, at=AT)
    terms = {"club": world.club.pk, "name": "Snug", "access": "invitation"}
    free = chief.order("free-tables", terms)
    path = f"free-tables/{free['id']}"
    chief.order(f"{path}/sit", {"chips": 8})
    chief.order(f"{path}/bring-chips", {"chips": 1})
    chief.order(f"{path}/seat-bot", {"bot_level": "thumb"})
    for fellow in fellows:
        fellow.order("free-tables/join", {"chips": 8, "code": free["code"]})
    table = Table.objects.get(pk=free["table"])
    numbers = {seat.player_id: seat.number for seat in table.seats.all()}
    gone = numbers[fellows[0].player.pk]
    chief.order(f"{path}/send-away", {"seat": gone})
    chief.order(f"{path}/let-back", {"seat": gone})
    now = database_now()
    commit_string(table, player_id=fellows[1].player.pk, commitment=COMMITMENT.digest(), at=now)
    advance_table(table.pk, at=now)
    fellows[1].order(f"tables/{table.pk}/open_string", {"text": STRING})
    chief.order(f"{path}/sit-out")
    for player in (fellows[1], chief):
        player.order(f"{path}/leave")
    for days in (1, 2):  # The bot plays the deal out, waits for company, and goes home.
        while advance_table(table.pk, at=now + timedelta(days=days)):
            pass
    chief.order(f"{path}/rematch", {"chips": 8})


def _night(world: World, chief: Orders) -> None:
    night = chief.order("nights", {"club": world.club.pk, "starts_at": SOON})
    path = f"nights/{night['id']}"
    chief.order(path, {"venue": "Hall"}, method="patch")
    _rules(chief, path)
    chief.order(f"{path}/answer", {"answer": "going"})
    chief.order(f"{path}/open")
    here = [
        chief.order("members", {"club": world.club.pk, "name": name})["id"]
        for name in ("Peg", "Nell", "Donal")
    ]
    link = chief.order(f"{path}/links", {"purpose": "hall"})
    chief.order("links/enter", {"secret": link["secret"]})
    chief.order(f"{path}/links/revoke", {"link": link["id"]})
    chief.order(f"{path}/answer", {"answer": "going", "member": here[0]})
    chief.order(f"{path}/check-in", {"members": here})
    chief.order(f"{path}/check-out", {"member": here[2]})
    chief.order(f"{path}/hand-out", {"members": here[:2], "chips": 2})
    chief.order(f"{path}/take-back-chips", {"members": here[:2], "chips": 1})
    [last, *_] = chief.get(f"/api/v1/{path}/deeds").data["results"]
    chief.order(f"{path}/undo", {"deed": last["number"]})
    chief.order(f"{path}/welcome", {"name": "Sorcha"})
    chief.order(f"{path}/seat")
    chief.order(f"{path}/welcome", {"name": "Fintan"})
    chief.order(f"{path}/repair")
    opened = chief.order(f"{path}/open-tables", {"dry_run": False})["tables"][0]["table"]
    spoilt = {"kind": "spoilt", "dealer": 0}
    chief.order(f"tables/{opened}/results", {"deal": 1, "result": spoilt})
    won = {"deal": 1, "version": 1, "result": {"kind": "won", "winner": 1, "dealer": 0}}
    chief.order(f"tables/{opened}/corrections", {"reason": "Paper", "results": [won]})
    undone = chief.order(f"tables/{opened}/undo")
    chief.order(f"tables/{opened}/undo", {"deed": undone["number"]})
    struck = {"deal": 1, "version": 4, "result": None}
    chief.order(f"tables/{opened}/corrections", {"reason": "Totals", "results": [struck]})
    seats = Table.objects.get(pk=opened).seats.select_related("stack")
    lines = [{"seat": one.number, "deals_won": 1, "chips": one.stack.balance} for one in seats]
    totals = {"deals": len(lines) + 1, "of_seats": lines}
    chief.order(f"tables/{opened}/totals", {"version": 0, "totals": totals})
    chief.order(f"members/{here[0]}/issue", {"chips": 1})
    chief.order(f"{path}/bring-chips", {"member": here[0], "chips": 1})
    _rounds(chief, path, here)
    chief.order(f"{path}/close", {"split": True})


def _rounds(chief: Orders, path: str, here: list[int]) -> None:
    """Somebody goes, comes back, and all sit down anew."""
    chief.order(f"{path}/leave-table", {"members": here[:1], "may_wait": True})
    chief.order(f"{path}/join", {"members": here[:1], "may_wait": True})
    chief.order(f"{path}/next-round", {"round": 1})
    chief.order(f"{path}/end-round", {"round": 2})


def _late_comers(world: World, chief: Orders) -> None:
    """A table more for two who left theirs, and one of them goes back."""
    path, here = _night_with(
        world, chief, 6, table_size=3, rules={"options": {"sides": "individual"}}
    )
    wish = chief.order(f"{path}/wishes", {"kind": "apart", "members": here[:2]})["wishes"][0]
    chief.order(f"{path}/wishes/drop", {"wish": wish["id"]})
    chief.order(f"{path}/seat", {"rounds": 6})  # Some meet again.
    chief.order(f"{path}/swap", {"round": 6, "one": here[0], "other": here[5]})
    chief.order(f"{path}/place", {"round": 6, "member": here[0], "table": 2})
    drawn = chief.get(f"/api/v1/{path}/rounds").data
    chief.order(f"{path}/rounds", drawn)
    chief.order(f"{path}/lock", {"round": 6, "table": 2})
    chief.order(f"{path}/sit-out", {"round": 1, "member": here[5]})
    chief.order(f"{path}/repair")
    chief.order(f"{path}/open-tables")
    places = NightPlace.objects.filter(round__number=1, attendance__member__in=here).order_by(
        "table__number", "pk"
    )
    first, *_, last = [place.attendance.member_id for place in places.select_related("attendance")]
    gone = {"members": [first, last], "may_wait": True}
    chief.order(f"{path}/leave-table", gone)
    chief.order(f"{path}/another-table", {"members": [first, last]})
    chief.order(f"{path}/move", {"member": last, "table": 1, "may_wait": True})
    chief.order(f"{path}/break-up", {"table": 1, "places": [{"member": last, "table": 2}]})
    chief.order(f"{path}/cancel", {"dry_run": False})


def _partners(world: World, chief: Orders) -> None:
    path, here = _night_with(
        world, chief, 4, rules={"options": {"sides": "pairs", "partners_by": "cut"}}
    )
    chief.order(f"{path}/partners", {"partners": [here[:2]]})
    chief.order(f"{path}/partners/end", {"member": here[0]})
    cut = chief.order(f"{path}/partners/cut", {"members": here})["partnerships"]
    for partnership in cut:
        chief.order(f"{path}/partners/end", {"member": partnership["partners"][0]["member"]})
    fellow = Orders(PlayerFactory.create(), chief.done)
    join_club(world.club, player=fellow.player, at=AT)
    chief.order(f"{path}/partners/want", {"needs_partner": True})
    asking = world.club.members.get(player=chief.player).pk
    fellow.order(f"{path}/partners/answer", {"member": asking})


def _night_with(world: World, chief: Orders, count: int, **plan: Any) -> tuple[str, list[int]]:
    """The path of a night that is open for check-in, and the members who are here."""
    night = chief.order("nights", {"club": world.club.pk, "starts_at": SOON, **plan})
    path = f"nights/{night['id']}"
    chief.order(f"{path}/open")
    here = [
        chief.order(
            "members", {"club": world.club.pk, "name": f"Guest {10 * night['id'] + number}"}
        )["id"]
        for number in range(count)
    ]
    chief.order(f"{path}/check-in", {"members": here})
    return path, here


def _tournament(world: World, chief: Orders) -> None:
    terms = {"rounds_count": 1, "deals_a_round": 1, "starting_stack": 20, "club": world.club.pk}
    plate, shield = (
        f"tournaments/{chief.order('tournaments', {**terms, 'name': name})['id']}"
        for name in ("Plate", "Shield")
    )
    draft = chief.order(
        "tournaments", {**terms, "name": "Draft", "is_draft": True, "opens_at": SOON}
    )
    unwanted = chief.order("tournaments", {**terms, "name": "Unwanted", "is_draft": True})
    chief.order(f"tournaments/{unwanted['id']}", method="delete")
    chief.order(f"tournaments/{draft['id']}/announce")
    chief.order(f"tournaments/{draft['id']}/open")
    chief.order(plate, {"name": "Bowl"}, method="patch")
    _rules(chief, plate)
    chief.order(f"{plate}/enter")
    chief.order(f"{plate}/withdraw")
    mine = {"member": world.club.members.get(player=world.chief).pk}
    chief.order(f"{plate}/undo-withdrawal", mine)
    chief.order(f"{plate}/withdraw")
    mug = chief.order("tournaments", {**terms, "name": "Mug", "needs_approval": True})["id"]
    for answer, more in (("approve", {}), ("withdraw", {}), ("refuse", {"reason": "Full"})):
        if answer != "withdraw":
            chief.order(f"tournaments/{mug}/enter")
        chief.order(f"tournaments/{mug}/{answer}", {**mine, **more})
    *others, third = world.club.members.order_by("-pk")[:3]
    for member in others:
        chief.order(f"{plate}/enter", {"member": member.pk})
    chief.order(f"{plate}/enter-many", {"entries": [{"member": third.pk}]})
    one, other = world.club.members.order_by("-pk")[2:4]
    chief.order(f"{plate}/substitute", {"member": one.pk, "substitute": other.pk})
    chief.order(f"{plate}/open-check-in")
    for member in world.club.members.order_by("-pk")[:4]:
        if EntrantMember.objects.playing().filter(member=member).exists():
            chief.order(f"{plate}/check-in", {"member": member.pk})
    chief.order(f"{plate}/start")
    chief.order(f"{plate}/finish")
    chief.order(f"{shield}/cancel")
    rest = {"breaks": [{"after_round": 1, "minutes": 10}], "payout_minutes": 10, "draw_minutes": 10}
    made = chief.order("tournaments", {**terms, "name": "Cup", **rest})
    cup = Tournament.objects.get(pk=made["id"])
    for member in world.club.members.order_by("-pk")[:2]:
        chief.order(f"tournaments/{cup.pk}/enter", {"member": member.pk, "bot_level": "thumb"})
    chief.order(f"tournaments/{cup.pk}/start")
    chief.order(f"tournaments/{cup.pk}/draw-again", {"draw": 1})
    first, second = cup.entrants.values_list("pk", flat=True)
    chief.order(f"tournaments/{cup.pk}/move-in-draw", {"entrant": first, "other": second})
    chief.order(f"tournaments/{cup.pk}/confirm-draw", {"draw": 2})
    why = {"reason": "Miscounted"}
    chief.order(f"tournaments/{cup.pk}/undo-draw", why)
    chief.order(f"tournaments/{cup.pk}/draw-again")
    chief.order(f"tournaments/{cup.pk}/confirm-draw")
    for step in ("pause", "resume"):
        chief.order(f"tournaments/{cup.pk}/{step}")
    advance_round(play_round(cup), at=database_now())
    table = {"round": 1, "table": 1, **why}
    chief.order(f"tournaments/{cup.pk}/replay", table)
    advance_round(play_round(cup), at=database_now())
    chief.order(f"tournaments/{cup.pk}/end-break")
    chief.order(f"tournaments/{cup.pk}/correct", {**table, "seats": [{"seat": 0, "tricks": 1}]})
    penalty = {"entrant": first, "points": "1", **why}
    chief.order(f"tournaments/{cup.pk}/penalise", penalty)
    given = Penalty.objects.get(entrant=first)
    chief.order(f"tournaments/{cup.pk}/lift-penalty", {"penalty": given.pk, **why})
    chief.order(f"tournaments/{cup.pk}/pay")
