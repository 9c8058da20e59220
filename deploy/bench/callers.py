"""Programs that play over HTTP: each with a token and a connection of its own, kept open."""

import contextlib
import http.client
import json
from dataclasses import dataclass
from time import perf_counter
from typing import Any

PATIENCE_SECONDS = 90.0  # Longer than a broker may be frozen.


@dataclass(frozen=True)
class Answer:
    """What the service said to a request, and after how many seconds."""

    status: int
    body: Any
    seconds: float


class Caller:
    """Somebody with a token.

    Args:
        site: Host and port, `127.0.0.1:8000`.
    """

    def __init__(self, site: str, token: str) -> None:
        self._line = http.client.HTTPConnection(site, timeout=PATIENCE_SECONDS)
        self._headers = {"Authorization": f"Token {token}", "Content-Type": "application/json"}

    def ask(self, method: str, path: str, body: object = None, *, key: str | None = None) -> Answer:
        """One request; with an Idempotency-Key where one is given.

        Raises:
            OSError, HTTPException: nobody answered, and whether it was heard nobody knows; the
                next request connects anew.
        """
        text = None if body is None else json.dumps(body)
        began = perf_counter()
        try:
            keyed = {} if key is None else {"Idempotency-Key": key}
            self._line.request(method, path, text, self._headers | keyed)
            answer = self._line.getresponse()
            content = answer.read()
        except (OSError, http.client.HTTPException):
            self._line.close()
            raise
        seconds = perf_counter() - began
        is_json = "json" in answer.headers.get("Content-Type", "")
        return Answer(answer.status, json.loads(content) if is_json else content, seconds)

    def close(self) -> None:
        self._line.close()

    def get(self, path: str) -> Any:
        """Raises:
        Refused: the service would not say.
        """
        answer = self.ask("GET", path)
        if answer.status != 200:
            raise Refused(f"GET {path}: {answer.status} {answer.body}")
        return answer.body

    def table(self, table_id: int) -> Any:
        return self.get(f"/api/v1/tables/{table_id}")

    def act(self, deal_id: int, ply: int, action: str) -> Answer:
        order = {"ply": ply, "action": action}
        return self.ask("POST", f"/api/v1/deals/{deal_id}/actions", order)


def sign_in(site: str, username: str, password: str, **headers: str) -> int:
    """A new line that asks for a session; the status of its answer.

    Raises:
        OSError, HTTPException: nobody answered.
    """
    body = json.dumps({"username": username, "password": password})
    line = http.client.HTTPConnection(site, timeout=PATIENCE_SECONDS)
    with contextlib.closing(line):
        told = {"Content-Type": "application/json", **headers}
        line.request("POST", "/api/v1/sessions", body, told)
        return line.getresponse().status


class Refused(Exception):
    """An answer that no program should get; the message quotes it."""
