"""Real processes deal and play, and nothing that they leave behind tells a hidden card or a seed.

Seeds, sealed or plain, and packs are canaries, and in logs, in the broker and in notices of the
database the text of any card is one: no card is a matter for them.
"""

import base64
import http.client
import json
import re
import sys
import threading
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Self
from zoneinfo import ZoneInfo

import psycopg
import pytest
import redis
from django.conf import settings
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.urls import reverse

from clubs.tokens import make_token
from deploy.bench.ports import free_port
from deploy.demo.web import wait_for_page
from deploy.rest.clock import database_now
from deploy.rights import Scope
from deploy.supervisor import Program, Supervisor, live, web, workers
from games.bell import CHANNEL
from games.fairness.sealing import unseal
from games.fairness.seeds import seed_at
from games.fairness.shuffle import shuffled_pack
from games.models import Action, Deal, Seat, Table
from games.play.advance import advance_table
from ledger.beancount import journal
from ledger.models import Account
from ledger.sheets import sheet
from ledger.statements import statement
from tests.deploy.listeners import Listener, wait_for
from tests.games.factories import table_of

PATIENCE_SECONDS = 60
ACTIONS = 12  # Of people, before the search.
CARD = re.compile(rb"(?<![0-9A-Za-z])[A2-9TJQK][CDHS](?![0-9A-Za-z])")
BODY = re.compile(rb'"body": ?"([0-9A-Za-z+/=]+)"')
BETWEEN = (" ", ",", ", ", '", "', '","', "")


def secrets_of(table: Table) -> list[bytes]:
    """The canaries of a table: all its seeds that were used, in every usual writing, and packs."""
    table = Table.objects.defer(None).get(pk=table.pk)
    deals = list(Deal.objects.defer(None).filter(table=table))
    tail, length = unseal(table.sealed_tail), table.seeds_count
    packs = [unseal(deal.sealed_seed) for deal in deals if deal.sealed_seed]
    chain = [seed_at(tail, length=length, number=deal.number) for deal in deals]
    sealed = [bytes(table.sealed_tail), *(bytes(deal.sealed_seed or b"") for deal in deals)]
    written = [
        form
        for seed in (tail, *packs, *chain)
        for form in (
            *(seed, seed.hex().encode(), seed.hex().upper().encode()),
            *(base64.b64encode(seed), base64.urlsafe_b64encode(seed)),
        )
    ]
    dealt = [list(map(str, shuffled_pack(seed)))[:4] for seed in packs]
    return written + sealed + [between.join(pack).encode() for pack in dealt for between in BETWEEN]


class Search:
    """Everything that processes say to each other and to the log, gathered while they run."""

    def __init__(self, database: str) -> None:
        self.log: list[bytes] = []
        self.notices: list[bytes] = []
        self.broker: list[bytes] = []
        self._line = psycopg.connect(database, autocommit=True)
        self._line.execute(f"LISTEN {CHANNEL}".encode())
        # Without a timeout: while processes start, the broker is silent for longer than redis-py's.
        self._redis = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=None)
        self._redis.flushall()
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def hear(self, name: str, line: str) -> None:
        self.log.append(f"{name}: {line}".encode())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._redis.set("over", "")  # Wakes the thread.
        self._thread.join(timeout=PATIENCE_SECONDS)
        self._redis.close()
        self._line.close()

    def gathered(self) -> dict[str, bytes]:
        """What was said, by where; every key of the broker as it is now among it."""
        self.notices += [
            note.payload.encode() for note in self._line.notifies(timeout=0.2, stop_after=10_000)
        ]
        broker = b"\n".join([*self.broker, *self._kept()])
        return {
            "log": b"\n".join(self.log),
            "broker": BODY.sub(b"", broker) + b"\n".join(bodies(broker)),
            "notices": b"\n".join(self.notices),
        }

    def _watch(self) -> None:
        with self._redis.monitor() as monitor:  # type: ignore[no-untyped-call]  # redis-py's.
            for said in monitor.listen():
                if self._is_over.is_set():
                    return
                self.broker.append(said["command"].replace('\\"', '"').encode())

    def _kept(self) -> Iterator[bytes]:
        for key in self._redis.scan_iter():
            yield key
            yield self._redis.dump(key) or b""


def bodies(broker: bytes) -> list[bytes]:
    """The arguments of the tasks that were sent."""
    return [base64.b64decode(body) for body in BODY.findall(broker)]


def found(heap: bytes, canaries: list[bytes], *, cards: bool = True) -> list[bytes]:
    """The canaries in it, and any card at all unless cards may be in it."""
    seen = [canary for canary in canaries if canary in heap]
    return seen + (CARD.findall(heap) if cards else [])


class Person:
    """A person's program: it takes the last thing that it may do, and asks for what it may not."""

    def __init__(self, port: int, player_id: int) -> None:
        self.player = get_user_model().objects.get(pk=player_id)
        _, self.token = make_token(self.player, name="Program", days=1, scopes=Scope)
        self.port = port

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_SECONDS)
        headers = {"Authorization": f"Token {self.token}", "Content-Type": "application/json"}
        line.request(method, f"/api/v1/{path}", json.dumps(body) if body else None, headers)
        answer = json.loads(line.getresponse().read())
        line.close()
        return answer

    def play(self, table: Table) -> None:
        deal = self.ask("GET", f"tables/{table.pk}").get("deal")
        if deal and deal["view"]["legal"]:
            door, ply = f"deals/{deal['id']}/actions", deal["view"]["ply"]
            for text in ("play 5H", "rob AH", "fold"):
                if text not in deal["view"]["legal"]:
                    self.ask("POST", door, {"ply": ply, "action": text})
            self.ask("POST", door, {"ply": ply, "action": deal["view"]["legal"][-1]})


def play(people: list[Person], table: Table) -> None:
    for person in people:
        person.play(table)


def wait_until(is_so: Any, *, meanwhile: Any = lambda: time.sleep(0.05)) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not is_so():
        assert time.monotonic() < deadline
        meanwhile()


def test_nothing_that_is_left_behind_tells_a_hidden_card(
    own_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While two people and three bots play; then the search itself is put to the test."""
    monkeypatch.setenv("DATABASE_URL", own_database)
    monkeypatch.setenv("LOG_LEVEL", "DEBUG")
    with Search(own_database) as search, Supervisor(search.hear) as supervisor:
        table, ports = table_of(*(1000,) * 5), (free_port(), free_port())
        people = [seat.player_id for seat in table.seats.order_by("number")[:2]]
        Seat.objects.filter(table=table, player__in=people).update(bot_level="")
        supervisor.start(web("127.0.0.1", ports[0]), live("127.0.0.1", ports[1]), *workers())
        wait_for_page(f"http://127.0.0.1:{ports[0]}/livez", supervisor.check)
        wait_for(ports[1])
        programs = [Person(ports[0], player) for player in people]
        listener = Listener(ports[1], f"/live/tables/{table.pk}", programs[0].token)
        wait_until(
            lambda: Action.objects.filter(by="player").count() >= ACTIONS,
            meanwhile=lambda: play(programs, table),
        )
        listener.close()
        canaries = secrets_of(table)
        heaps = search.gathered()

        assert [(place, found(heap, canaries)) for place, heap in heaps.items()] == [
            (place, []) for place in heaps
        ]
        assert b"POST /api/v1/deals" in heaps["log"]
        sent = [json.loads(body) for body in bodies(b"\n".join(search.broker))]
        assert [[table.pk], {}] in [args[:2] for args in sent]
        assert all(args[0] in ([], [table.pk]) and args[1] == {} for args in sent)

        leak_everywhere(supervisor, canaries)
        wait_until(lambda: all(found(heap, canaries) for heap in search.gathered().values()))


def leak_everywhere(supervisor: Supervisor, canaries: list[bytes]) -> None:
    """What the search must find: a card in the log, a seed in the broker and in a notice."""
    line = "print('rob 8C', flush=True); import time; time.sleep(60)"
    supervisor.start(Program("leak", (sys.executable, "-c", line)))
    with redis.Redis.from_url(settings.REDIS_URL) as broker:
        broker.set("leak", canaries[1])
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, canaries[1].decode()])


def pages(client: Client, table: Table) -> bytes:
    """All pages of the admin about tables, deals and their chips."""
    addresses = [
        reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        for model in admin.site._registry
        if model._meta.app_label in {"games", "ledger", "clubs", "tournaments"}
    ]
    addresses.append(reverse("admin:games_table_change", args=[table.pk]))
    addresses += [reverse("admin:games_deal_change", args=[deal.pk]) for deal in table.deals.all()]
    answers = [client.get(address) for address in addresses]
    assert {answer.status_code for answer in answers} <= {200, 403}  # Some lists are nobody's.
    return b"\n".join(answer.content for answer in answers)


def exports(table: Table) -> bytes:
    """The journal of the table's book, and the statements of its accounts as sheets."""
    at = database_now() + timedelta(days=1)
    since = table.opened_at - timedelta(days=1)
    accounts = Account.objects.filter(book=table.book)
    sheets = [
        line
        for account in accounts
        for line in sheet(statement(account, since=since, until=at, zone=ZoneInfo("UTC")))
    ]
    return "\n".join([*journal(table.book), *sheets]).encode()


@pytest.mark.django_db
def test_no_page_and_no_export_tells_a_seed_or_a_pack(
    admin_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then every deal is made to tell its seed by its name, and is found out."""
    table = table_of(bots=True)
    advance_table(table.pk, at=table.opened_at)
    canaries = secrets_of(table)

    assert found(pages(admin_client, table), canaries, cards=False) == []
    assert found(exports(table), canaries) == []

    def tell(deal: Deal) -> str:
        return unseal(Deal.objects.defer(None).get(pk=deal.pk).sealed_seed or b"").hex()

    monkeypatch.setattr(Deal, "__str__", tell)
    assert found(pages(admin_client, table), canaries, cards=False)
