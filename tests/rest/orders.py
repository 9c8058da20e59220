"""Orders that are carried out, one at least at each address of the API that takes any."""

import re
from datetime import timedelta
from hashlib import sha256
from typing import Any
from uuid import uuid4

from rest_framework.test import APIClient

from clubs.members import join_club
from clubs.models import Club, NightPlace, Player
from deploy.rest.clock import database_now
from games.engine import view
from games.models import Deal, Table
from games.play.advance import advance_table
from games.play.strings import commit_string
from games.sight.folding import fold, texts_of
from tests.clubs.factories import AT, PlayerFactory
from tests.rest.world import World

STRING = "a-string-that-nobody-else-gives"
COMMITMENT = sha256(STRING.encode())
SOON = "2026-12-05T20:00:00Z"
PASSWORD = "five of hearts"


class Orders(APIClient):
    """Somebody whose orders are all carried out; `done` has the method and path of each."""

    def __init__(self, player: Player, done: set[tuple[str, str]]) -> None:
        super().__init__()
        self.force_authenticate(player)
        self.player = player
        self.done = done

    def order(self, path: str, body: dict[str, Any] | None = None, *, method: str = "post") -> Any:
        headers = {"Idempotency-Key": uuid4().hex, "If-Match": "*"}
        send = getattr(self, method)
        answer = send(f"/api/v1/{path}", body or {}, format="json", headers=headers)
        assert answer.status_code in (200, 201), (path, answer.data)
        self.done.add((method, "/api/v1/" + re.sub(r"\d+", "{id}", path)))
        return answer.data


def carry_out(world: World) -> set[tuple[str, str]]:
    """Give the orders of every room; the methods and paths of what was carried out."""
    done: set[tuple[str, str]] = set()
    Club.objects.update(allows_gifts=True)
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
    chief.order(f"clubs/{club}/house-purse", {"chips": 9})
    _rules(chief, f"clubs/{club}")
    chief.order(f"clubs/{club}/rules", {"name": "Ours"}, method="patch")
    chief.order(f"clubs/{club}/rules/kept/remove", {"name": "Ours"})
    chief.order(f"clubs/{club}/rules/kept/keep", {"name": "Ours"})
    member = chief.order("members", {"club": club, "name": "Con"})
    for direction in ("issue", "redeem"):
        chief.order(f"members/{member['id']}/{direction}", {"chips": 9})
    chief.order(f"members/{own}/issue", {"chips": 50})
    chief.order(f"members/{own}/give", {"to": member["id"], "chips": 1})
    purse = {"to": member["purse"], "chips": 2, "memo": "Miscounted"}
    mine = chief.get(f"/api/v1/members/{own}").data["purse"]
    moved = chief.order(f"accounts/{mine}/transfer", purse)
    chief.order(f"transfers/{moved['id']}/reverse", {"memo": "Counted again"})
    chief.order(f"members/{member['id']}", {"role": "guest"}, method="patch")
    chief.order(f"members/{member['id']}/turn-away", {"reason": "Loud"})
    chief.order(f"members/{member['id']}/readmit")
    chief.order(f"members/{member['id']}/leave", {"purse": "redeem"})
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


def _free_table(world: World, chief: Orders) -> None:
    fellows = [Orders(player, chief.done) for player in PlayerFactory.create_batch(2)]
    for fellow in fellows:
        join_club(world.club, player=fellow.player, at=AT)
    terms = {"club": world.club.pk, "name": "Snug", "access": "invitation"}
    free = chief.order("free-tables", terms)
    path = f"free-tables/{free['id']}"
    chief.order(f"{path}/sit", {"chips": 8})
    chief.order(f"{path}/bring-chips", {"chips": 1})
    chief.order(f"{path}/seat-bot", {})
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
    chief.order(f"{path}/check-in", {"members": here})
    chief.order(f"{path}/check-out", {"member": here[2]})
    chief.order(f"{path}/welcome", {"name": "Sorcha"})
    chief.order(f"{path}/seat")
    opened = chief.order(f"{path}/open-tables")["tables"][0]["table"]
    spoilt = {"kind": "spoilt", "dealer": 0}
    chief.order(f"tables/{opened}/results", {"deal": 1, "result": spoilt})
    won = {"deal": 1, "version": 1, "result": {"kind": "won", "winner": 1, "dealer": 0}}
    chief.order(f"tables/{opened}/corrections", {"reason": "Paper", "results": [won]})
    struck = {"deal": 1, "version": 2, "result": None}
    chief.order(f"tables/{opened}/corrections", {"reason": "Totals", "results": [struck]})
    seats = Table.objects.get(pk=opened).seats.select_related("stack")
    lines = [{"seat": one.number, "deals_won": 1, "chips": one.stack.balance} for one in seats]
    totals = {"deals": len(lines) + 1, "of_seats": lines}
    chief.order(f"tables/{opened}/totals", {"version": 0, "totals": totals})
    chief.order(f"members/{here[0]}/issue", {"chips": 1})
    chief.order(f"{path}/bring-chips", {"member": here[0], "chips": 1})
    _rounds(chief, path, here)
    chief.order(f"{path}/close")


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


def _partners(world: World, chief: Orders) -> None:
    path, here = _night_with(world, chief, 4, rules={"options": {"sides": "pairs"}})
    chief.order(f"{path}/partners", {"partners": [here[:2]]})
    chief.order(f"{path}/partners/end", {"member": here[0]})
    chief.order(f"{path}/partners/cut", {"members": here})
    for member in (here[0], here[2]):
        chief.order(f"{path}/partners/end", {"member": member})
    fellow = Orders(PlayerFactory.create(), chief.done)
    join_club(world.club, player=fellow.player, at=AT)
    chief.order(f"{path}/partners/want")
    asking = world.club.members.get(player=chief.player).pk
    fellow.order(f"{path}/partners/answer", {"member": asking})


def _night_with(world: World, chief: Orders, count: int, **plan: Any) -> tuple[str, list[int]]:
    """The path of a night that is open for check-in, and the members who are here."""
    night = chief.order("nights", {"club": world.club.pk, "starts_at": SOON, **plan})
    path = f"nights/{night['id']}"
    chief.order(f"{path}/open")
    here = [
        chief.order("members", {"club": world.club.pk, "name": f"{path} {number}"})["id"]
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
    chief.order(plate, {"name": "Bowl"}, method="patch")
    _rules(chief, plate)
    chief.order(f"{plate}/enter")
    chief.order(f"{plate}/withdraw")
    for member in world.club.members.order_by("-pk")[:3]:
        chief.order(f"{plate}/enter", {"member": member.pk})
    chief.order(f"{plate}/start")
    chief.order(f"{shield}/cancel")
