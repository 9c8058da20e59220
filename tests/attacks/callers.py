"""Those who ask the instance: players with their tokens, and the operator with a browser."""

import http.client
import http.cookies
import json
import re
import time
import urllib.parse
import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

API = "/api/v1/"
PATIENCE_SECONDS = 120.0
RECOVERY_SECONDS = 180.0
LONGEST_WAIT_SECONDS = 70


class Obstructed(Exception):
    """An attack could not be prepared: the instance refused what has to be allowed."""


class TooOften(Obstructed):
    """Somebody would have to wait for longer than is worth it."""


@dataclass(frozen=True)
class Answer:
    status: int
    body: Any
    """JSON, or text."""
    headers: http.client.HTTPMessage

    @property
    def is_fine(self) -> bool:
        return self.status < 300

    def __str__(self) -> str:
        return f"{self.status} {json.dumps(self.body)[:300]}"


class Site:
    """An instance by its address; its one connection is kept open until the end of a `with`."""

    def __init__(self, address: str) -> None:
        parts = urllib.parse.urlsplit(address)
        assert parts.hostname
        is_https = parts.scheme == "https"
        self.host, self.port = parts.hostname, parts.port or (443 if is_https else 80)
        self._kind = http.client.HTTPSConnection if is_https else http.client.HTTPConnection
        self._line: http.client.HTTPConnection | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Hang up; the next request opens another connection."""
        if self._line:
            self._line.close()
            self._line = None

    def send(
        self,
        method: str,
        path: str,
        body: bytes | Iterable[bytes] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """One request; a body in pieces is sent chunked. Sent again where an old line was cut.

        Raises:
            OSError, HTTPException: nobody answers.
        """
        pieces = None if body is None or isinstance(body, bytes) else list(body)
        is_old = self._line is not None
        line = self._line = self._line or self._kind(self.host, self.port, timeout=PATIENCE_SECONDS)
        try:
            sent = body if pieces is None else iter(pieces)
            line.request(method, path, sent, dict(headers or {}), encode_chunked=pieces is not None)
            answer = line.getresponse()
            content = answer.read()
        except BaseException as error:
            self.close()
            if not is_old or not isinstance(error, (OSError, http.client.HTTPException)):
                raise
            return self.send(method, path, pieces if pieces is not None else body, headers)
        is_json = "json" in answer.headers.get("Content-Type", "")
        text = content.decode(errors="replace")
        return Answer(answer.status, json.loads(text) if is_json and text else text, answer.headers)

    def answers(self, path: str = "/livez") -> bool:
        try:
            return self.send("GET", path).status == http.client.OK
        except (OSError, http.client.HTTPException):
            return False

    def trouble(self) -> str:
        """What /readyz says is not well; empty where all is."""
        try:
            answer = self.send("GET", "/readyz")
        except (OSError, http.client.HTTPException) as error:
            return f"{type(error).__name__}: {error}"
        is_well = answer.status == http.client.OK and answer.body["status"] == "ok"
        return "" if is_well else str(answer)

    def trouble_that_stays(self) -> str:
        """The same, once it has had time to get well."""
        wait_until(lambda: not self.trouble(), seconds=RECOVERY_SECONDS)
        return self.trouble()


class Player:
    """Somebody with a token, or nobody at all."""

    def __init__(self, site: Site, username: str = "", token: str = "") -> None:
        self.site, self.username, self.token = site, username, token
        self.id: int = self.get("sessions/current")["id"] if token else 0

    def ask(
        self, method: str, path: str, body: Any = None, *, key: str = "", **headers: str
    ) -> Answer:
        """One request in JSON; a POST has a new key unless it is given one."""
        sent = {"Content-Type": "application/json", **headers}
        if method == "POST":
            sent["Idempotency-Key"] = key or str(uuid.uuid4())
        content = None if body is None else json.dumps(body).encode()
        return self.send(method, path if path.startswith("/") else API + path, content, sent)

    def send(
        self, method: str, path: str, body: bytes | Iterable[bytes] | None, headers: dict[str, str]
    ) -> Answer:
        """One request as it is, with the token; whoever asked too often waits and asks again."""
        who = {"Authorization": f"Token {self.token}"} if self.token else {}
        answer = self.site.send(method, path, body, headers | who)
        if answer.status == http.client.TOO_MANY_REQUESTS:
            seconds = int(answer.headers.get("Retry-After", "1"))
            if seconds > LONGEST_WAIT_SECONDS:
                raise TooOften(f"{self.username} has to wait {seconds} s: {answer}")
            time.sleep(seconds)
            answer = self.site.send(method, path, body, headers | who)
        return answer

    def get(self, path: str) -> Any:
        return _fine(self, "GET", path, self.ask("GET", path))

    def post(self, path: str, body: Any = None) -> Any:
        return _fine(self, "POST", path, self.ask("POST", path, body))

    def rows(self, path: str) -> list[Any]:
        """Every row of a list, page by page; none where there is no such list for them."""
        rows: list[Any] = []
        following: str | None = path
        while following:
            answer = self.ask("GET", following)
            if not answer.is_fine:
                return rows
            rows += answer.body["results"]
            parts = urllib.parse.urlsplit(answer.body.get("next") or "")
            following = f"{parts.path}?{parts.query}" if parts.path else None
        return rows


class Operator:
    """Whoever runs the service, in the admin, by name and password."""

    def __init__(self, site: Site, username: str, password: str) -> None:
        self.site, self.username, self.password = site, username, password
        self._cookies = http.cookies.SimpleCookie()
        form = {"login": username, "password": password, "next": "/admin/"}
        answer = self.submit("/accounts/login/", form)
        if answer.status != http.client.FOUND:
            raise Obstructed(f"the admin does not let {username} in: {answer.status}")

    def page(self, path: str) -> Answer:
        return self._send("GET", path)

    def submit(self, path: str, form: dict[str, str]) -> Answer:
        """A form of the admin, with the token of its page."""
        page = self.page(path)
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', str(page.body))
        if not token:
            raise Obstructed(f"the admin shows no form at {path}: {page.status}")
        return self._send("POST", path, form | {"csrfmiddlewaretoken": token[1]})

    def add_player(self, username: str, password: str) -> None:
        """Somebody with a login, as operators make them."""
        path = "/admin/clubs/player/add/"
        form = {
            "name": username.capitalize(),
            "username": username,
            "usable_password": "true",
            "password1": password,
            "password2": password,
        }
        answer = self.submit(path, form)
        if answer.status != http.client.FOUND:
            errors = re.findall(r'class="[^"]*error[^"]*"[^>]*>([^<]+)', str(answer.body))
            raise Obstructed(f"the admin makes no player {username}: {answer.status} {errors}")

    def _send(self, method: str, path: str, form: dict[str, str] | None = None) -> Answer:
        headers = {
            "Cookie": "; ".join(f"{one.key}={one.value}" for one in self._cookies.values()),
            "Content-Type": "application/x-www-form-urlencoded",
        }
        body = urllib.parse.urlencode(form).encode() if form else None
        answer = self.site.send(method, path, body, headers)
        for text in answer.headers.get_all("Set-Cookie", []):
            self._cookies.load(text)
        return answer


def wait_until(is_so: Callable[[], object], *, seconds: float = PATIENCE_SECONDS) -> bool:
    """Whether it came true in time."""
    deadline = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.1)
    return True


def _fine(player: Player, method: str, path: str, answer: Answer) -> Any:
    if not answer.is_fine:
        raise Obstructed(f"{method} {path} by {player.username}: {answer}")
    return answer.body
