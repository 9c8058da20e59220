"""An instance under attack, and the people and clubs that are made there for it.

They stay there: chips, once issued, are never deleted. Each run makes its own.
"""

import contextlib
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import psycopg
from django.utils.module_loading import import_string  # Ours are loaded once Django is set up.

from tests.attacks.callers import (
    PATIENCE_SECONDS,
    Answer,
    Obstructed,
    Operator,
    Player,
    Site,
    wait_until,
)

OPENING_CHIPS = 100
OWNERS = 4
LATER = "2040-01-01T20:00:00Z"


@dataclass(frozen=True)
class Club:
    """A club by its number; `owner` runs it."""

    id: int
    owner: Player

    def account(self, kind: str, **filters: object) -> Any:
        """The one account of a kind (and a holder)."""
        words = "".join(f"&{name}={value}" for name, value in filters.items())
        rows = self.owner.rows(f"accounts?club={self.id}&kind={kind}{words}")
        if len(rows) != 1:
            raise Obstructed(f"the club has {len(rows)} accounts {kind}{words}")
        return rows[0]

    def purse(self, player: Player) -> Any:
        return self.account("purse", holder=player.id)

    def member(self, player: Player) -> int:
        rows = self.owner.rows(f"members?club={self.id}")
        number: int = next(row["id"] for row in rows if row["player"]["id"] == player.id)
        return number


@dataclass
class Stage:
    """Attributes:
    database: A URL under which the owner of the tables logs in; mostly a superuser.
    data: The folder of an instance that `manage.py up` runs on its own servers.
    trouble: What once was not well and stayed so; nothing is carried out there any more.
    most_requests: Of the attacks that send thousands; a part of them, where there are more.
    """

    site: Site
    username: str
    password: str
    database: str = ""
    data: Path | None = None
    most_requests: int = 1_000_000
    trouble: str = ""
    run: str = field(default_factory=lambda: secrets.token_hex(3))
    _made: int = 0

    @cached_property
    def operator(self) -> Operator:
        return Operator(self.site, self.username, self.password)

    @cached_property
    def chief(self) -> Player:
        """The operator with a token."""
        return self._sign_in(self.username, self.password)

    def new_player(self, name: str = "player") -> Player:
        """Somebody with a login and a token, in no club.

        Operators make players in the admin. With a database at hand it is done there, since
        every password costs the instance a while.
        """
        self._made += 1
        username = f"{name}-{self.run}-{self._made}"
        if self.database:
            return Player(self.site, username, self._token_by_hand(username))
        password = secrets.token_urlsafe(12)  # Kept nowhere.
        self.operator.add_player(username, password)
        return self._sign_in(username, password)

    @cached_property
    def club(self) -> Club:
        """A club with an organiser, Nora, two members, a night to come and a tournament."""
        club = self._new_club("Attacked", owner="nora")
        for player in (self.maura, self.jerry):
            self.enrol(club, player)
        club.owner.post("nights", {"club": club.id, "starts_at": LATER})
        club.owner.post("tournaments", cup(club, "Cup to come"))
        return club

    @cached_property
    def maura(self) -> Player:
        return self.new_player("maura")

    @cached_property
    def jerry(self) -> Player:
        return self.new_player("jerry")

    @cached_property
    def stranger(self) -> Player:
        """Somebody of no club; nothing that is tried with them lets them in."""
        return self.new_player("stranger")

    @cached_property
    def rival(self) -> Club:
        """Another club, whose owner is a stranger to the first."""
        return self._new_club("Rival", owner="rita")

    @cached_property
    def rubbish(self) -> Club:
        """A club with which anything may be done."""
        return self._new_club("Rubbish", owner="rory")

    @cached_property
    def owners(self) -> list[Player]:
        """Enough owners of that club that none of them asks too often."""
        others = [self.new_player("rory") for _ in range(OWNERS - 2)]
        for player in others:
            self.enrol(self.rubbish, player)
            self._make_owner(self.rubbish, player)
        return [self.chief, self.rubbish.owner, *others]

    @cached_property
    def nobody(self) -> Player:
        return Player(self.site)

    def enrol(self, club: Club, player: Player, role: str = "member") -> None:
        """By an invitation that the player accepts."""
        made = club.owner.post("invitations", {"club": club.id, "role": role})
        player.post("invitations/accept", {"code": made["code"]})

    @contextlib.contextmanager
    def owner(self) -> Iterator[psycopg.Connection]:
        """The owner's own line to the database; each statement commits by itself."""
        with connect(self.database, autocommit=True) as line:
            yield line

    def forget_wrong_passwords(self) -> None:
        """So that the next ones are looked at; nothing where there is no database at hand."""
        if self.database:
            with self.owner() as owner:
                owner.execute("DELETE FROM clubs_signincount")

    def hang_up(self) -> None:
        """Drop the lines that an attack may have cut; the next one opens others."""
        self.site.close()
        if self.database:
            import_string("django.db.connections").close_all()

    def _new_club(self, name: str, *, owner: str) -> Club:
        order = {"name": f"{name} {self.run}", "opening_chips": OPENING_CHIPS}
        club = Club(self.chief.post("clubs", order)["id"], self.chief)
        player = self.new_player(owner)
        self.enrol(club, player)
        self._make_owner(club, player)
        return Club(club.id, player)

    def _make_owner(self, club: Club, player: Player) -> None:
        path, owner = f"members/{club.member(player)}", {"role": "owner"}
        answer = self.chief.ask("PATCH", path, owner, **{"If-Match": "*"})
        if not answer.is_fine:
            raise Obstructed(f"{player.username} is not made an owner: {answer}")

    def _token_by_hand(self, username: str) -> str:
        player = import_string("clubs.models.Player")(username=username, name=username)
        player.set_unusable_password()
        player.save()
        scopes = import_string("deploy.rights.Scope")
        make = import_string("clubs.tokens.make_token")
        _, text = make(player, name="attacks", days=1, scopes=scopes)
        return str(text)

    def _sign_in(self, username: str, password: str) -> Player:
        scopes = ["play", "organise", "treasurer"]
        who = {"username": username, "password": password}
        order = {"name": "attacks", "days": 1, "scopes": scopes, **who}
        return Player(self.site, username, Player(self.site).post("tokens", order)["token"])


def connect(database: str, *, autocommit: bool) -> psycopg.Connection:
    """A line to it on which nothing is waited for without end."""
    seconds = int(PATIENCE_SECONDS)
    options = f"-c statement_timeout={seconds}s -c lock_timeout={seconds // 2}s"
    return psycopg.connect(
        database, autocommit=autocommit, connect_timeout=seconds, options=options
    )


def leave(free: Any, host: Player, *guests: Player) -> None:
    """Everybody gets up from a free table, bots as well; every chip is at home then.

    Raises:
        Obstructed: somebody stays.
    """

    def seats() -> list[Any]:
        table = host.get(f"tables/{free['table']}")
        return [] if table["status"] == "closed" else list(table["seats"])

    for seat in seats():
        if seat["bot_level"]:
            host.ask("POST", f"free-tables/{free['id']}/send-away", {"seat": seat["number"]})
    for player in (*guests, host):
        player.ask("POST", f"free-tables/{free['id']}/leave")
    if not wait_until(lambda: not seats()):
        raise Obstructed(f"they stay at the table of {free['name']}: {seats()}")


def cup(club: Club, name: str, **options: object) -> dict[str, object]:
    """How a tournament is announced."""
    terms = {"rounds_count": 1, "deals_a_round": 1, "starting_stack": 20, "entry_chips": 5}
    return {"club": club.id, "name": name, **terms, **options}


def refused(answer: Answer) -> bool:
    """In words, not by a crash."""
    return 400 <= answer.status < 500
