"""A tournament whose service is made to fail: an organiser and entrants that are programs."""

import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from clubs.clubs import open_club
from clubs.members import walk_in
from clubs.models import Member, Player
from clubs.tokens import make_token
from deploy.bench.callers import Caller
from deploy.bench.people import Asker, Person
from deploy.bench.ports import HOST, free_port
from deploy.demo.web import wait_for_page
from deploy.rest.clock import database_now
from deploy.rights import Scope
from deploy.supervisor import Program, Supervisor, web, workers
from games.bots import FIRST_BOT
from games.engine import Ruleset
from games.models import Deal
from tests.faults.hall import LOOK_SECONDS, PATIENCE_SECONDS, count_acts
from tournaments.models import Tournament

AGAIN_SECONDS: Final = 0.5
TURN_SECONDS: Final = 20
FEE: Final = 20


@dataclass(frozen=True)
class Size:
    """How large an event is: Swiss, then a knockout of the best; `late` come in round 1."""

    people: int
    bots: int
    late: int
    rounds: int
    deals: int
    cut: int
    knockout_deals: int

    @property
    def entrants(self) -> int:
        """Who are in when it starts."""
        return self.people + self.bots

    @property
    def all(self) -> int:
        return self.entrants + self.late

    @property
    def swiss_deals(self) -> int:
        return self.entrants // 4 * self.rounds * self.deals


@dataclass
class Chief(Asker):
    """The organiser's program. What nobody answers it asks again, with the same key."""

    asked: int = 0
    stop: threading.Event = field(default_factory=threading.Event)

    def order(self, path: str, body: object = None) -> Any:
        self.asked += 1
        key = f"chief-{self.asked}"
        answer = self.ask("POST", f"/api/v1/{path}", self.stop, body, key=key)
        assert answer is not None
        assert answer.status in (200, 201), answer
        return answer.body

    def read(self, path: str) -> Any:
        answer = self.ask("GET", f"/api/v1/{path}", self.stop)
        assert answer is not None
        assert answer.status == 200, answer
        return answer.body


@dataclass
class Competitor(Person):
    """A program that goes to its table in every round, until the tournament is over."""

    member: int = field(kw_only=True)
    entrant: int = field(default=0, kw_only=True)

    def enter(self, cup: int, stop: threading.Event) -> None:
        answer = self.ask(
            "POST", f"/api/v1/tournaments/{cup}/enter", stop, {}, key=f"enter-{self.member}"
        )
        assert answer is not None
        assert answer.status == 200, answer
        listed = self.ask("GET", f"/api/v1/tournaments/{cup}/entrants", stop)
        assert listed is not None
        [self.entrant] = [
            one["id"]
            for one in listed.body["results"]
            for member in one["members"]
            if member["member"] == self.member
        ]

    def compete(self, cup: int, stop: threading.Event) -> None:
        played = set[int]()
        while not stop.is_set():
            rounds = self.ask("GET", f"/api/v1/tournaments/{cup}/rounds", stop)
            mine = [] if rounds is None else self._tables(rounds.body)
            if not mine or mine[-1] in played:
                stop.wait(AGAIN_SECONDS)
                continue
            self.play(mine[-1], stop)
            played.add(mine[-1])

    def _tables(self, rounds: Any) -> list[int]:
        return [
            table["table"]
            for round in rounds
            for table in round["tables"]
            if any(seat["entrant"] == self.entrant for seat in table["seats"])
        ]


@dataclass
class Cup:
    """A tournament under way, and the service that it is played at.

    Attributes:
        bots: Members for whom bots play; the last of them come late.
    """

    size: Size
    supervisor: Supervisor
    web: Program
    chief: Chief
    people: list[Competitor]
    bots: list[Member]
    pk: int = 0
    errors: list[BaseException] = field(default_factory=list)

    def announce(self, club: int) -> None:
        """One document makes all of it; then everybody enters, and it starts."""
        size = self.size
        stage = {"starting_stack": 1000, "table_size": 4}
        swiss = {"format": "swiss", "rounds_count": size.rounds, "deals_a_round": size.deals}
        knockout = {
            "format": "knockout",
            "deals_a_round": size.knockout_deals,
            "format_settings": {"go_on": 2},
            "cut": size.cut,
        }
        document = {
            "club": club,
            "name": "Winter Cup",
            "entry_chips": FEE,
            "turn_seconds": TURN_SECONDS,
            "late_until_round": 2,
            "stages": [stage | swiss, stage | knockout],
        }
        self.pk = self.chief.order("tournaments", document)["id"]
        for one in self.people:
            one.enter(self.pk, self.chief.stop)
        for member in self.bots[: self.size.bots]:
            self.enter(member)
        self.chief.order(f"tournaments/{self.pk}/start")

    def enter(self, member: Member) -> None:
        entry = {"member": member.pk, "bot_level": FIRST_BOT}
        self.chief.order(f"tournaments/{self.pk}/enter", entry)

    def settled(self) -> int:
        count: int = Deal.objects.filter(table__book__tournament=self.pk).settled().count()
        return count

    def play(self, meanwhile: Callable[[int], object]) -> None:
        """Everybody plays until the prizes are paid; `meanwhile` is told the deals settled."""
        stop = threading.Event()
        threads = [threading.Thread(target=self._guard, args=(one, stop)) for one in self.people]
        for thread in threads:
            thread.start()
        try:
            settled, since = 0, time.monotonic()
            while self.chief.read(f"tournaments/{self.pk}")["status"] != "paid":
                assert not self.errors, self.errors[0]
                if (now_settled := self.settled()) > settled:
                    settled, since = now_settled, time.monotonic()
                assert time.monotonic() - since < PATIENCE_SECONDS, f"{settled}, then nothing"
                meanwhile(settled)
                time.sleep(LOOK_SECONDS)
        finally:
            stop.set()
            for thread in threads:
                thread.join()
        assert not self.errors, self.errors[0]

    def _guard(self, person: Competitor, stop: threading.Event) -> None:
        try:
            person.compete(self.pk, stop)
        except BaseException as error:  # The thread's; told in the test's own.
            self.errors.append(error)

    def report(self, *, left: Collection[int]) -> str:
        """What was played, in numbers; nobody lost an action, a turn or a chip.

        Args:
            left: Players who have gone.
        """
        deals = Deal.objects.filter(table__book__tournament=self.pk)
        assert deals.count() == self.settled()
        told = count_acts(deals, self.people, left=left)
        unanswered = sum(one.unanswered for one in [*self.people, self.chief])
        return (
            f"{deals.count()} deals, {told} actions acknowledged and all there, "
            f"{unanswered} requests unanswered, nobody timed out"
        )

    @property
    def tournament(self) -> Tournament:
        return Tournament.objects.get(pk=self.pk)


@contextmanager
def cup(supervisor: Supervisor, size: Size) -> Iterator[Cup]:
    """A cup that has started; the service runs, and no person plays yet."""
    at = database_now()
    owner = Player.objects.create(username="owner", name="Nora Daly")
    club = open_club("Ballyduff", owner=owner, rules=Ruleset(), at=at)
    members = [walk_in(club, name=f"Guest {number}", at=at) for number in range(size.all)]
    port = free_port()
    site, program = f"{HOST}:{port}", web(HOST, port)
    supervisor.start(program, *workers())
    wait_for_page(f"http://{site}/livez", supervisor.check)

    def caller(player: Player) -> Caller:
        return Caller(site, make_token(player, name="cup", days=1, scopes=Scope)[1])

    people = [
        Competitor(caller(one.player), Random(one.pk), player=one.player_id, member=one.pk)
        for one in members[: size.people]
    ]
    chief = Chief(caller(owner), Random(0))
    made = Cup(size, supervisor, program, chief, people, members[size.people :])
    try:
        made.announce(club.pk)
        yield made
    finally:
        for one in [*people, chief]:
            one.caller.close()
