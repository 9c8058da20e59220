"""Bodies, headers and addresses that no honest program sends are refused in words."""

import json

import pytest
from rest_framework.test import APIClient

from deploy.rest.parsers import BEYOND, DEEPEST, HALF, TOO_DEEP
from tests.rest.conftest import DOORS

HALF_A_NAME = r'{"name": "x", "username": "con\ud800", "password": "z"}'


def nested(depth: int) -> str:
    return '{"memo": ' + "[" * (depth - 1) + "]" * (depth - 1) + "}"


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        (HALF_A_NAME, HALF),  # The throttle counts guesses by the name's bytes.
        (r'{"\ud800": "con"}', HALF),  # A refusal would repeat the key.
        (r'{"seats": [["\udfff"]]}', HALF),
        ("[" * 100_000, TOO_DEEP),  # More than Python's reader bears,
        (nested(DEEPEST + 1), TOO_DEEP),  # and less.
        ('{"chips": 1e400}', BEYOND),
    ],
)
@pytest.mark.parametrize("path", ["refusals", "sign-ins"])
@pytest.mark.urls(DOORS)
def test_a_body_that_cannot_be_kept(client: APIClient, path: str, body: str, detail: str) -> None:
    answer = client.post(f"/api/v1/{path}", body, content_type="application/json")

    assert answer.status_code == 400, answer.text
    assert (answer.json()["code"], answer.json()["detail"]) == ("malformed", detail)


@pytest.mark.urls(DOORS)
def test_a_body_at_the_edge_is_read(client: APIClient) -> None:
    answer = client.post("/api/v1/refusals", nested(DEEPEST), content_type="application/json")

    assert answer.json()["code"] == "invalid"
    assert answer.json()["errors"].keys() >= {"memo"}


@pytest.mark.parametrize("charset", ["utf-8", "latin-1", "utf-16", "rot13", "base64", "nonsense"])
@pytest.mark.urls(DOORS)
def test_json_is_utf_8_whatever_its_label_says(client: APIClient, charset: str) -> None:
    body = json.dumps({"chips": 5, "memo": "Seán ♥"}, ensure_ascii=False)

    answer = client.generic(
        "POST", "/api/v1/refusals", body, f"application/json; charset={charset}"
    )

    assert answer.json()["memo"] == "Seán ♥"


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
