"""Everybody who asks a service under soak for something, each in a thread of their own."""

import threading
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from random import Random

from clubs.chips import exchange_chips
from clubs.members import join_club
from clubs.models import Member, Player
from clubs.tokens import make_token
from deploy.bench.callers import Caller
from deploy.bench.hall import Hall, open_hall
from deploy.bench.people import Asker, Journal, Person
from deploy.rest.clock import database_now
from games.models import Table
from ledger.by_hand import Direction

TABLES, PEOPLE, GIVERS = 6, 2, 2
TURN_SECONDS = 20
THINK_SECONDS = 0.3
GIFT_SECONDS = 2.0


@dataclass
class Giver(Asker):
    """Gives another member one chip after another, each with a key of its own.

    What was not answered is asked again with the same key, and sometimes what was answered too.
    """

    giver: Member = field(kw_only=True)
    taker: Member = field(kw_only=True)
    asked: set[str] = field(default_factory=set, kw_only=True)
    given: set[str] = field(default_factory=set, kw_only=True)

    def give(self, stop: threading.Event) -> None:
        """Until it is time to stop."""
        path = f"/api/v1/members/{self.giver.pk}/give"
        body = {"to": self.taker.pk, "chips": 1}
        while not stop.wait(GIFT_SECONDS):
            key = f"gift-{self.giver.pk}-{len(self.asked)}"
            self.asked.add(key)
            for _ in range(2 if self.chance.random() < 0.3 else 1):
                answer = self.ask("POST", path, stop, body, key=key)
                if answer is None:
                    return
                assert answer.status == 200, answer
                self.given.add(key)


@dataclass
class Crowd:
    """Everybody who asks the service for something, each in a thread of their own."""

    hall: Hall
    people: list[Person]
    givers: list[Giver]
    stop: threading.Event = field(default_factory=threading.Event)
    errors: list[BaseException] = field(default_factory=list)
    threads: list[threading.Thread] = field(default_factory=list)

    def begin(self) -> None:
        ids = [table.pk for table in self.hall.tables]
        seats = dict(Table.objects.filter(pk__in=ids).values_list("seats__player", "pk"))
        orders = [(person.play, (seats[person.player], self.stop)) for person in self.people]
        gifts = [(giver.give, (self.stop,)) for giver in self.givers]
        for act, given in [*orders, *gifts]:
            self.threads.append(threading.Thread(target=self._guard, args=(act, given)))
            self.threads[-1].start()

    def end(self) -> None:
        self.stop.set()
        for thread in self.threads:
            thread.join()
        for one in [*self.people, *self.givers]:
            one.caller.close()

    def _guard(self, act: object, given: tuple[object, ...]) -> None:
        assert callable(act)
        try:
            act(*given)
        except BaseException as error:  # The thread's; told in the one that waits.
            self.errors.append(error)


def gather_crowd(folder: Path, site: str) -> Crowd:
    """Tables of people and bots, and members who give chips to one another.

    Args:
        folder: Where the journals lie.
        site: Host and port.
    """
    at = database_now()
    hall = open_hall(
        tables=TABLES, people=PEOPLE, deals_limit=None, turn_seconds=TURN_SECONDS, bot_seconds=0.5,
        at=at,
    )  # fmt: skip
    hall.club.allows_gifts = True
    hall.club.save(update_fields=["allows_gifts"])
    people = [
        Person(
            Caller(site, token),
            Random(player),
            player=player,
            again=0.1,
            think_seconds=THINK_SECONDS,
            journal=Journal(journal_path(folder, player)),
        )
        for player, token in hall.tokens.items()
    ]
    members = []
    for number in range(GIVERS):
        player = Player.objects.create(username=f"giver-{number}", name=f"Giver {number}")
        members.append(join_club(hall.club, player=player, at=at))
        exchange_chips(
            members[-1], Direction.ISSUE, chips=5000, key=f"soak:{number}", actor=player, at=at
        )
    takers = cycle(members)
    next(takers)
    givers = [
        Giver(
            Caller(site, make_token(one.player, name="soak", days=1)[1]),
            Random(one.pk),
            giver=one,
            taker=next(takers),
        )
        for one in members
    ]
    return Crowd(hall, people, givers)


def journal_path(folder: Path, player: int) -> Path:
    return folder / f"journal-{player}"
