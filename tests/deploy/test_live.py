"""Live streams from a real live process: in order, resumed, closed in time, and nobody else's."""

import contextlib
import http.client
import time
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client

from clubs.tokens import make_token, revoke_token
from deploy.bench.ports import free_port
from deploy.supervisor import WEB_WORKERS, PortTaken, Supervisor, live, whole_web
from games.advance import advance_table
from games.deals import act, come_back, see
from games.engine import DealState
from games.models import Deal, Seat, Table
from tests.deploy.listeners import PATIENCE_SECONDS, Heard, Listener, wait_for
from tests.games.factories import AT, again, dealt, later, rules, state_of, table_of
from tests.games.programs import client_of, players
from tests.ledger.factories import HolderFactory


class Hall:
    """A live process, and listeners at it."""

    def __init__(self, supervisor: Supervisor, database: str, said: list[str]) -> None:
        self.supervisor = supervisor
        self.said = said
        self.database = database
        self.port = free_port()
        self.listeners: list[Listener] = []

    def start(self) -> None:
        wait_until(self.is_free)  # What was killed holds its port until the kernel has seen to it.
        self.supervisor.start(live("127.0.0.1", self.port))
        wait_for(self.port)

    def start_with_web(self) -> None:
        self.supervisor.start(whole_web("127.0.0.1", self.port))
        workers = {f"[INFO] Started worker-{number}" for number in range(1, WEB_WORKERS + 1)}
        wait_until(lambda: workers <= set(self.said))

    def is_free(self) -> bool:
        try:
            live("127.0.0.1", self.port)
        except PortTaken:
            return False
        return True

    def listen(self, path: str, player_id: int, *, last_id: str = "") -> Listener:
        _, text = make_token(get_user_model().objects.get(pk=player_id), name="Live", days=1)
        return self.connect(path, text, last_id=last_id)

    def connect(self, path: str, token: str, **options: str) -> Listener:
        listener = Listener(self.port, path, token, **options)
        self.listeners.append(listener)
        return listener

    def at(self, table: Table, player_id: int, *, last_id: str = "") -> Listener:
        return self.listen(f"/live/tables/{table.pk}", player_id, last_id=last_id)


@pytest.fixture
def hall(own_database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    monkeypatch.setenv("DATABASE_URL", own_database)
    said: list[str] = []
    with Supervisor(lambda _, line: said.append(line)) as supervisor:
        hall = Hall(supervisor, own_database, said)
        hall.start()
        yield hall
        for listener in hall.listeners:
            listener.close()


def table_with_a_person(**options: Any) -> tuple[Table, int]:
    """Four bots and a person, who is the player that is given."""
    table = table_of(**options)
    seat = table.seats.order_by("number")[0]
    Seat.objects.filter(pk=seat.pk).update(bot_level="")
    return table, seat.player_id


def spectator() -> int:
    """Somebody who sees every table and sits at none."""
    player_id: int = HolderFactory.create(is_superuser=True).pk
    return player_id


def play_on(table: Table, player_id: int) -> None:
    """Advance the table, the person acting as well as he may, until one more deal is settled."""
    settled = table.deals.filter(settled_at__isnull=False)
    wanted = settled.count() + 1
    for _ in range(100):
        advance_table(table.pk, at=AT)
        if settled.count() >= wanted:
            return
        deal = table.deals.defer(None).select_related("table").order_by("-number")[0]
        seen = see(deal, player_id, until=None).view
        if seen is not None and seen.legal:
            act(deal.pk, player_id=player_id, ply=seen.ply, action=str(seen.legal[0]), at=AT)
    raise AssertionError("the deal has no end")


def place(heard: Heard) -> tuple[int, int]:
    deal, step, _ = heard.id.split(".")
    return int(deal), int(step)


def test_a_seat_and_a_spectator_hear_a_deal_in_order_each_by_his_own_view(hall: Hall) -> None:
    table, person = table_with_a_person(deals_limit=2)
    seat, stands = hall.at(table, person), hall.at(table, spectator())
    for listener in (seat, stands):
        assert listener.next().kind == "snapshot"

    play_on(table, person)
    play_on(table, person)
    advance_table(table.pk, at=AT)

    for listener, has_hand in ((seat, True), (stands, False)):
        heard = [one for one in listener.rest() if one.kind not in {"view", "table", "end"}]
        assert [place(one) for one in heard] == sorted({place(one) for one in heard})
        told = [(one.kind, one.data["deal"]["number"]) for one in heard]
        assert told[0] == ("dealt", 1)
        actions = [one.data["action"] for one in heard if one.kind == "action"]
        rows = [
            (row.ply, row.seat, row.by)
            for deal in table.deals.order_by("number")
            for row in deal.actions.filter(is_public=True).order_by("sequence")
        ]
        assert [(one["ply"], one["seat"], one["by"]) for one in actions] == rows
        assert [kind for kind, _ in told].count("settled") == 2
        assert any(one.data["deal"]["view"]["hand"] for one in heard) == has_hand
        assert [one.data["deal"]["view"]["ply"] for one in heard if one.kind == "action"] == [
            one["ply"] + 1 for one in actions
        ]


def test_the_snapshot_is_what_rest_gives(hall: Hall) -> None:
    table, person = table_with_a_person()
    advance_table(table.pk, at=AT)

    told = hall.at(table, person).next()

    assert told.data == client_of(person).get(f"/api/v1/tables/{table.pk}").json()


def test_the_last_event_settles_how_the_table_stands(hall: Hall) -> None:
    table, person = table_with_a_person(deals_limit=1)
    listener = hall.at(table, person)

    play_on(table, person)
    advance_table(table.pk, at=AT)

    *_, last, end = listener.rest()
    whole = client_of(person).get(f"/api/v1/tables/{table.pk}").json()
    assert last.data["table"]["status"] == "closed" == whole["status"]
    assert last.data["table"]["seats"] == whole["seats"]
    assert end == Heard("end", "", {"reason": "over"})
    after = hall.at(table, person, last_id=last.id)
    assert after.status == 204, "a browser is told to come back no more"


def test_who_comes_back_hears_what_he_missed_once_also_after_a_crash(hall: Hall) -> None:
    """From every event of a deal the rest is the same, whoever tells it."""
    table, person = table_with_a_person(deals_limit=2)
    first = hall.at(table, person)
    snapshot = first.next()
    play_on(table, person)
    heard: list[Heard] = []
    while not heard or heard[-1].kind != "settled":
        heard.append(first.next("dealt", "action", "settled"))

    hall.supervisor.kill("live")
    first.rest()
    hall.start()
    play_on(table, person)
    for number, one in enumerate([snapshot, *heard]):
        again = hall.at(table, person, last_id=one.id)
        missed: list[Heard] = []
        while [other.kind for other in missed].count("settled") < (2 if number < len(heard) else 1):
            missed.append(again.next("snapshot", "dealt", "action", "settled"))
        old = heard[number:]
        assert [place(other) for other in missed[: len(old)]] == [place(other) for other in old]
        assert [bare(other) for other in missed[: len(old)]] == [bare(other) for other in old]
        assert missed[len(old)].kind == "dealt"
        again.close()


def bare(heard: Heard) -> Any:
    """What an event says of the deal; the turn's end and the table are told only of the latest."""
    deal = {name: value for name, value in heard.data["deal"].items() if name != "turn_ends_at"}
    return heard.kind, deal, heard.data["action"]


def test_a_history_that_is_not_the_tables_begins_anew(hall: Hall) -> None:
    table, person = table_with_a_person()
    play_on(table, person)

    for strange in ("7.0.0123456789ab", "1.99.0123456789ab", "nonsense", "0.5.0123456789ab"):
        assert hall.at(table, person, last_id=strange).next().kind == "snapshot"


def test_a_change_of_a_seat_is_told(hall: Hall) -> None:
    table, person = table_with_a_person()
    Seat.objects.filter(table=table, player=person).update(is_away=True)
    listener = hall.at(table, spectator())
    before = listener.next()

    come_back(table, player_id=person)

    told = listener.next()
    assert told.kind == "table"
    assert place(told) == place(before)
    assert told.id != before.id
    assert not told.data["table"]["seats"][0]["is_away"]
    missed = hall.at(table, spectator(), last_id=before.id)
    assert missed.next() == told


def test_a_silent_refusal_is_heard_by_nobody_but_whom_it_asks_next(hall: Hall) -> None:
    """RULES.md 4.4: no event, no id, no time; the next one asked hears that it is his turn."""
    deal = dealt(somebody_is_asked, house=rules(rob_with_ace="may"))
    state = state_of(deal)
    assert state.to_act is not None
    actor, *others = players(deal)[state.to_act :] + players(deal)[: state.to_act]
    listeners = [hall.at(deal.table, player) for player in (*others, spectator())]
    for listener in listeners:
        listener.next("snapshot")

    act(deal.pk, player_id=actor, ply=0, action="decline", at=later(1))
    turn = state_of(deal).to_act
    assert turn is not None
    next_one = players(deal)[turn]
    seen = see(_whole(deal), next_one, until=None).view
    assert seen is not None
    action = next(str(one) for one in seen.legal if str(one) != "decline")
    act(deal.pk, player_id=next_one, ply=0, action=action, at=later(2))

    for listener, player in zip(listeners, (*others, 0), strict=True):
        *whispers, told = listener.until_kind("action")
        assert place(told) == (1, 1)
        assert [(one.kind, one.id) for one in whispers] == [("view", "")] * (player == next_one)
        for one in whispers:
            assert action in one.data["deal"]["view"]["legal"]


def somebody_is_asked(state: DealState) -> bool:
    return state.phase == "rob" and not state.layout.is_ace_turned


def test_no_stream_carries_a_card_that_its_listener_has_not_seen(hall: Hall) -> None:
    """Every hidden card is a canary."""
    deal = dealt(lambda state: state.phase == "play")
    state = state_of(deal)
    listeners = [hall.at(deal.table, player) for player in (*players(deal), spectator())]
    for listener in listeners:
        listener.next("snapshot")
    assert state.to_act is not None
    actor = players(deal)[state.to_act]
    card = str(see(_whole(deal), actor, until=None).view.legal[0])  # type: ignore[union-attr]
    act(deal.pk, player_id=actor, ply=0, action=card, at=later(1))

    for number, listener in enumerate(listeners):
        listener.next("action")
        own = set(map(str, state.hand(number))) if number < state.seats else set()
        known = own | {str(state.turn_up), card.removeprefix("play ")}
        hidden = {str(one) for one in state.layout.pack} - known
        said = listener.raw.decode()
        assert not [one for one in hidden if f'"{one}"' in said or f" {one}" in said]


def _whole(deal: Deal) -> Deal:
    whole: Deal = Deal.objects.defer(None).select_related("table").get(pk=deal.pk)
    return whole


def test_a_bell_that_nobody_heard_costs_five_seconds(hall: Hall) -> None:
    table, person = table_with_a_person()
    listener = hall.at(table, person)
    listener.next("snapshot")
    began = time.monotonic()

    Seat.objects.filter(table=table, player=person).update(is_away=True)  # Rings no bell.

    assert listener.next().kind == "table"
    assert time.monotonic() - began < 7


def test_the_line_to_the_database_is_taken_up_again(hall: Hall) -> None:
    table, person = table_with_a_person()
    listener = hall.at(table, person)
    listener.next("snapshot")
    with psycopg.connect(hall.database, autocommit=True) as line:
        line.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> "
            "pg_backend_pid() AND datname = current_database() AND usename = current_user "
            "AND application_name = 'spoil-five-live'"
        )
        wait_until(lambda: connections_of(hall, "application_name = 'spoil-five-live'") == 1)

    advance_table(table.pk, at=AT)

    assert listener.next().kind == "dealt"


def wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def connections_of(hall: Hall, which: str = "true") -> int:
    with psycopg.connect(hall.database) as line:
        row = line.execute(
            f"SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            f"AND pid <> pg_backend_pid() AND {which}"
        ).fetchone()
        assert row is not None
        count: int = row[0]
        return count


def test_a_stream_that_waits_holds_no_connection(hall: Hall) -> None:
    table, person = table_with_a_person()
    hall.at(table, person).next("snapshot")
    hall.at(table, spectator()).next("snapshot")
    connection.close()
    few = connections_of(hall)
    connection.connect()

    for player in (spectator(), spectator()):
        for _ in range(15):
            hall.at(table, player).next("snapshot")
    connection.close()

    assert connections_of(hall) <= few + 1
    assert connections_of(hall) <= 3, "one that listens, two that look"
    connection.connect()


def test_a_stream_ends_with_the_right_to_it(hall: Hall) -> None:
    """A token that was revoked, a session that was left, an account in the book that was closed;
    others hear on, and a heartbeat if nothing else."""
    table, person = table_with_a_person()
    holder = HolderFactory.create(is_superuser=True)
    token, text = make_token(holder, name="Live", days=1)
    guest = HolderFactory.create(is_superuser=True)
    browser = Client()
    browser.force_login(guest)
    cookie = f"sessionid={browser.cookies['sessionid'].value}"
    former = spectator()
    path = f"/live/tables/{table.pk}"
    by_token = hall.connect(path, text)
    by_session = hall.connect(path, "", cookie=cookie)
    by_account = hall.at(table, former)
    stays = hall.at(table, person)
    for listener in (by_token, by_session, by_account, stays):
        assert listener.status == 200
        assert listener.next().kind == "snapshot"

    revoke_token(token)
    browser.logout()
    get_user_model().objects.filter(pk=former).update(is_superuser=False)

    end = Heard("end", "", {"reason": "no longer yours"})
    for listener in (by_token, by_session, by_account):
        assert listener.rest()[-1] == end
    assert stays.next("comment").kind == "comment"
    assert hall.connect(path, text).status == 401
    assert hall.at(table, former).status == 404
    advance_table(table.pk, at=AT)
    assert stays.next().kind == "dealt"


def test_strangers_and_other_addresses_are_refused_by_problem_documents(hall: Hall) -> None:
    table, _ = table_with_a_person()
    other = HolderFactory.create().pk
    path = f"/live/tables/{table.pk}"

    for refused, status, code in (
        (hall.connect(path, ""), 401, "not_authenticated"),
        (hall.connect(path, "nonsense"), 401, "authentication_failed"),
        (hall.at(table, other), 404, "not_found"),
        (hall.listen("/live/tables/99999", other), 404, "not_found"),
        (hall.listen("/live/nothing", other), 404, "not_found"),
    ):
        assert refused.status == status
        assert refused.answer.headers["content-type"] == "application/problem+json"
        assert f'"code": "{code}"' in refused.body.decode()


def test_the_lobby_tells_of_tables_that_open_change_and_close(hall: Hall) -> None:
    seen, other = table_of(deals_limit=1), table_of()
    player = seen.seats.all()[0].player_id
    lobby = hall.listen("/live/tables", player)
    snapshot = lobby.next()
    assert [table["id"] for table in snapshot.data["tables"]] == [seen.pk]

    advance_table(other.pk, at=AT)
    while again(seen).closed_at is None:
        advance_table(seen.pk, at=AT)

    heard = [lobby.next()]
    while heard[-1].kind != "gone":
        heard.append(lobby.next())
    assert {one.data["table"]["id"] for one in heard[:-1]} <= {seen.pk}
    assert heard[-1].data == {"id": seen.pk}
    missed = hall.listen("/live/tables", player, last_id=snapshot.id).next()
    assert missed.kind == "snapshot"
    assert missed.data == {"tables": []}


def test_streams_do_not_hold_up_the_end_of_the_process(hall: Hall) -> None:
    table, person = table_with_a_person()
    listener = hall.at(table, person)
    listener.next("snapshot")
    began = time.monotonic()

    hall.supervisor.stop("live")

    assert time.monotonic() - began < 2
    assert listener.rest() == []


def test_one_port_serves_pages_and_streams_and_ends_as_quickly(hall: Hall) -> None:
    hall.supervisor.stop("live")
    table, person = table_with_a_person()
    hall.start_with_web()
    listener = hall.at(table, person)
    listener.next("snapshot")
    advance_table(table.pk, at=AT)
    assert listener.next().kind == "dealt"
    page = http.client.HTTPConnection("127.0.0.1", hall.port, timeout=PATIENCE_SECONDS)
    with contextlib.closing(page):
        page.request("GET", "/livez")
        assert page.getresponse().read() == b"alive"
    began = time.monotonic()

    hall.supervisor.stop("web")

    assert time.monotonic() - began < 3
    listener.rest()
