"""Bodies, headers and addresses that no honest program sends are refused in words."""

import json
from typing import Any
from unittest.mock import patch

import pytest
from django.test.client import ClientHandler
from rest_framework.test import APIClient

from deploy.rest.bodies import MOST_BYTES
from deploy.rest.parsers import BEYOND, DEEPEST, HALF, TOO_DEEP
from deploy.rest.requests import WebRequest
from tests.rest.conftest import DOORS
from tests.rest.description import PATHS
from tests.rest.doors import FEW_BYTES

MOST_OF_ALL = 32 * 1024
MOST_OF_FORMS = 512 * 1024
EVERY = [
    (method.upper(), path.replace("{id}", "1").replace("{ending}", "csv"))
    for path, methods in PATHS.items()
    for method in methods
    if not path.endswith(("sessions/{id}", "links/{id}", "second-factor/{id}"))
]
HALF_A_NAME = r'{"name": "x", "username": "con\ud800", "password": "z"}'


def nested(depth: int) -> str:
    return '{"memo": ' + "[" * (depth - 1) + "]" * (depth - 1) + "}"


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        (HALF_A_NAME, HALF),
        (r'{"\ud800": "con"}', HALF),  # A refusal would repeat the key.
        (r'{"seats": [["\udfff"]]}', HALF),
        ("[" * 16_000, TOO_DEEP),  # More than Python's reader bears,
        (nested(DEEPEST + 1), TOO_DEEP),  # and less.
        ('{"chips": 1e400}', BEYOND),
    ],
)
@pytest.mark.urls(DOORS)
def test_a_body_that_cannot_be_kept(client: APIClient, body: str, detail: str) -> None:
    answer = client.post("/api/v1/refusals", body, content_type="application/json")

    assert answer.status_code == 400, answer.text
    assert (answer.json()["code"], answer.json()["detail"]) == ("malformed", detail)


@pytest.mark.urls(DOORS)
def test_a_body_at_the_edge_is_read(client: APIClient) -> None:
    answer = client.post("/api/v1/refusals", nested(DEEPEST), content_type="application/json")

    assert answer.json()["code"] == "invalid"
    assert answer.json()["errors"].keys() >= {"memo"}


@pytest.mark.parametrize("charset", ["utf-8", "UTF8"])
@pytest.mark.urls(DOORS)
def test_json_is_utf_8(client: APIClient, charset: str) -> None:
    body = json.dumps({"chips": 5, "memo": "Seán ♥"}, ensure_ascii=False)
    label = f"application/json; charset={charset}"

    answer = client.generic("POST", "/api/v1/refusals", body, label)

    assert answer.json()["memo"] == "Seán ♥"


class RealClient(APIClient):
    """One whose requests are made as in the web process."""

    class Handler(ClientHandler):
        def __call__(self, environ: dict[str, Any]) -> Any:
            with patch("django.test.client.WSGIRequest", WebRequest):
                return super().__call__(environ)

    def __init__(self) -> None:
        super().__init__(raise_request_exception=False)
        self.handler = self.Handler(enforce_csrf_checks=False)


@pytest.mark.parametrize(
    "label",
    [
        "charset=rot13",
        "charset=base64",
        "charset=latin-1",
        "charset=utf-16",
        "charset=nonsense",
        "charset=\xe9",
        "charset=",
        "charset*=nonsense''utf-8",
        "charset*=utf-8''rot13",
    ],
)
def test_a_label_of_another_text(label: str) -> None:
    """At the first of all, before anybody asks who it is or what stands behind the `?`."""
    client = RealClient()
    answered = {
        client.generic(method, path + query, "{}", f"application/json; {label}").status_code
        for method, path in [*EVERY, ("POST", "/admin/login/"), ("GET", "/api/problems/")]
        for query in ("", "?limit=1", "?Se%C3%A1n=1")
    }

    assert answered == {415}


def test_every_door_has_a_bound_for_its_body(client: APIClient) -> None:
    for method, path in EVERY:
        answer = client.generic(method, path, "[" * (MOST_OF_ALL + 1), "application/json")

        assert answer.status_code == 413, (method, path, answer.text)


@pytest.mark.urls(DOORS)
@pytest.mark.parametrize(("path", "most"), [("refusals", MOST_BYTES), ("orders/few", FEW_BYTES)])
def test_a_body_is_read_up_to_its_doors_bound(member: APIClient, path: str, most: int) -> None:
    whole = '{"chips": 5}'.ljust(most)

    read = member.generic("POST", f"/api/v1/{path}", whole, "application/json")
    refused = member.generic("POST", f"/api/v1/{path}", whole + " ", "application/json")

    assert read.status_code == 200, read.text
    assert (refused.status_code, refused.json()["code"]) == (413, "too_large")
    assert refused.json()["detail"].startswith(f"This address reads {most} bytes")


def test_a_page_refuses_in_plain_words(client: APIClient) -> None:
    body = "x" * (MOST_OF_FORMS + 1)

    answer = client.generic("POST", "/admin/login/", body, "application/x-www-form-urlencoded")

    assert answer.status_code == 413
    assert answer.headers["Content-Type"].startswith("text/plain")


@pytest.mark.parametrize(
    ("path", "most"), [("/api/v1/members", 4096), ("/admin/login/", 8192), ("/api/problems/", 4096)]
)
@pytest.mark.django_db
def test_an_address_has_a_bound(client: APIClient, path: str, most: int) -> None:
    whole = "name=".ljust(most, "x")

    statuses = [
        client.get(f"{path}?{query}").status_code
        for query in (whole, f"{whole}x", "&".join(["a=1"] * 201))
    ]

    assert statuses[0] != 414
    assert statuses[1:] == [414, 414]


@pytest.mark.parametrize(
    ("path", "header", "value", "status"),
    [
        ("members", "Authorization", "Token \xe9\xff", 401),
        ("members", "Authorization", "Basic \xe9", 401),
        ("members?name=%ff%00", "Accept", "*/*", 401),
        ("members", "Accept", "\xff;q=\xe9", 406),
        ("members", "X-Request-ID", "\xff", 401),
        ("members", "Cookie", "sessionid=\xff%00; csrftoken=\xe9", 401),
        ("tokens/%00", "Accept", "*/*", 401),
    ],
)
@pytest.mark.django_db
def test_odd_bytes_elsewhere(
    client: APIClient, path: str, header: str, value: str, status: int
) -> None:
    answer = client.get(f"/api/v1/{path}", headers={header: value})

    assert answer.status_code == status, answer.text
    assert answer.headers["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("key", ["\xe9", "a b", "a\x00b", "k" * 201, "♥", ""])
@pytest.mark.urls(DOORS)
def test_odd_bytes_in_a_key(member: APIClient, key: str) -> None:
    answer = member.post("/api/v1/orders", {"chips": 5}, headers={"Idempotency-Key": key})

    assert answer.status_code == 400, answer.text
    assert answer.headers["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("get", "members?name=%ff"),
        ("get", "members?name=%00"),
        ("get", "members?name=%ed%a0%80"),
        ("get", "members?role=%00"),
        ("get", "members?cursor=%00"),
        ("get", "members?cursor=cD0lMDA="),  # p=%00
        ("get", "members?cursor=cD0lMDA%3D"),
        ("get", "members?cursor=%ff"),
        ("get", "members?limit=%ff"),
        ("get", "nights?since=%00"),
        ("get", "nights?since=0000-00-00"),
        ("get", "history/export?table=%00"),
        ("get", "history/export?table=%ff"),
        ("get", "history/export?table=" + "9" * 40),
        ("delete", "tokens/%00"),
        ("delete", "tokens/%ff"),
        ("delete", "tokens/%ed%a0%80"),
        ("post", "nights/%00/open"),
        ("post", "free-tables/%ff/sit"),
    ],
)
def test_odd_bytes_in_an_address(member: APIClient, method: str, path: str) -> None:
    answer = getattr(member, method)(f"/api/v1/{path}", headers={"Idempotency-Key": "x"})

    assert answer.status_code in {200, 400, 404}, (answer.status_code, answer.text)
