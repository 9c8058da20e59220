"""What goes over the line compressed, and what does not."""

import gzip
import http.client
from contextlib import closing

import pytest
from django.contrib.auth import get_user_model
from django.http.response import HttpResponseBase
from django.test import Client

from clubs.nights import plan_night
from clubs.tokens import make_token
from deploy.compression import gains
from tests.clubs.callers import Caller
from tests.clubs.factories import AT, ClubFactory, PlayerFactory, owner_of
from tests.deploy.streams import Hall, table_with_a_person

GZIP = {"Accept-Encoding": "gzip, deflate, br"}
STYLES = "/static/pages/page.css"


def asks(client: Client, address: str, **headers: str) -> tuple[HttpResponseBase, bytes]:
    answer: HttpResponseBase = client.get(address, headers={**GZIP, **headers})
    body = read(answer)
    return answer, body


def read(answer: HttpResponseBase) -> bytes:
    """What it has to say, of a page or of a file, which is closed at its end."""
    return b"".join(answer)


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/accounts/login/", "/api/problems/", STYLES])
def test_text_is_compressed_for_who_can_read_it(client: Client, address: str) -> None:
    plain = client.get(address)
    plain_length = len(read(plain))

    answer, body = asks(client, address)

    assert "Content-Encoding" not in plain.headers
    assert answer.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in answer.headers["Vary"]
    assert len(body) < plain_length
    assert abs(len(gzip.decompress(body)) - plain_length) < 10  # A token of forms differs.


@pytest.mark.django_db
def test_an_answer_of_the_api_is_compressed_and_keeps_its_etag(client: Client) -> None:
    club = ClubFactory.create()
    night = plan_night(club, at=AT, starts_at=AT)
    client.force_login(owner_of(club))

    answer, _ = asks(client, f"/api/v1/nights/{night.pk}")
    changed = Caller(owner_of(club)).change(
        f"nights/{night.pk}", {"venue": "Parish hall"}, seen=answer.headers["ETag"]
    )

    assert answer.headers["Content-Encoding"] == "gzip"
    assert changed.status_code == 200


@pytest.mark.django_db
def test_the_length_of_a_page_does_not_tell_what_is_in_it(client: Client) -> None:
    """BREACH: who asks for the same page again and again sees other lengths."""
    client.force_login(PlayerFactory.create())

    lengths = {len(asks(client, "/")[1]) for _ in range(12)}

    assert len(lengths) > 4


def test_a_file_that_did_not_change_has_no_body(client: Client) -> None:
    first, _ = asks(client, STYLES)

    again, body = asks(client, STYLES, **{"If-None-Match": first.headers["ETag"]})

    assert (again.status_code, body) == (304, b"")
    assert "Content-Encoding" not in again.headers


def test_a_part_of_a_file_is_of_the_file_itself(client: Client) -> None:
    answer, body = asks(client, STYLES, Range="bytes=0-299")

    assert (answer.status_code, len(body)) == (206, 300)
    assert "Content-Encoding" not in answer.headers


@pytest.mark.parametrize(
    ("kind", "is_text"),
    [
        ("text/html; charset=utf-8", True),
        ("text/csv", True),
        ("application/json", True),
        ("application/problem+json", True),
        ("image/svg+xml", True),
        ("application/pdf", False),
        ("font/woff2", False),
        ("image/png", False),
    ],
)
def test_what_is_compressed_in_itself_goes_as_it_is(kind: str, is_text: bool) -> None:
    assert gains(HttpResponseBase(content_type=kind)) is is_text


def test_a_stream_goes_as_it_is_and_a_page_beside_it_is_compressed(own_hall: Hall) -> None:
    """A compressed stream would be told late: gzip waits for more."""
    own_hall.supervisor.stop("live")
    table, person = table_with_a_person()
    own_hall.start_with_web()
    _, token = make_token(get_user_model().objects.get(pk=person), name="Live", days=1)
    stream = own_hall.connect(f"/live/tables/{table.pk}", token, accepts="gzip")

    heard = stream.next("snapshot")
    line = http.client.HTTPConnection("127.0.0.1", own_hall.port)
    with closing(line):
        line.request("GET", "/api/problems/", headers=GZIP)
        page = line.getresponse()
        text = gzip.decompress(page.read())

    assert heard.kind == "snapshot"
    assert stream.answer.headers.get("Content-Encoding") is None
    assert page.headers["Content-Encoding"] == "gzip"
    assert b"<html" in text
