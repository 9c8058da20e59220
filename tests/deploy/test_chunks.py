"""Bodies that come in chunks, without their length, at every server that the service runs on."""

import json
import socket
from http import HTTPStatus
from typing import Any

import pytest

from clubs.models import Member
from clubs.tokens import make_token
from deploy.rights import Scope
from deploy.supervisor import web, whole_web
from tests.clubs.factories import AT, ClubFactory, guests, owner_of
from tests.deploy.listeners import PATIENCE_SECONDS
from tests.deploy.streams import Hall
from tournaments.announcements import create_tournament
from tournaments.models import EntrantMember, Tournament

MOST_TRIES = 3


@pytest.fixture(params=[web, whole_web])
def server(empty_hall: Hall, request: pytest.FixtureRequest) -> Hall:
    """Ordinary views under WSGI, or behind one port with the streams."""
    empty_hall.start_with_web(request.param)
    return empty_hall


def asked(port: int, path: str, token: str, *chunks: bytes, **headers: str) -> tuple[int, str]:
    """Status and answer of a POST whose body comes in these chunks."""
    lines = {
        "Host": "localhost",
        "Authorization": f"Token {token}",
        "Content-Type": "application/json",
        "Transfer-Encoding": "chunked",
        "Connection": "close",
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    body = b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in (*chunks, b""))
    with socket.create_connection(("127.0.0.1", port), PATIENCE_SECONDS) as line:
        line.sendall(f"POST {path} HTTP/1.1\r\n{head}\r\n".encode() + body)
        answer = b"".join(iter(lambda: line.recv(65536), b""))
    return int(answer.split()[1]), answer.decode()


def heard(*asking: Any, **headers: Any) -> tuple[int, str]:
    """As `asked`, and again where a busy machine says so: the key makes that safe."""
    for _ in range(MOST_TRIES):
        status, answer = asked(*asking, **headers)
        if status != HTTPStatus.SERVICE_UNAVAILABLE:
            break
    return status, answer


def entered(cup: Tournament) -> list[Member]:
    playing = EntrantMember.objects.filter(tournament=cup).select_related("member")
    return [one.person for one in playing.order_by("pk")]


def test_somebody_who_is_named_in_chunks_is_entered_and_nobody_else(server: Hall) -> None:
    """Her own purse paid for it, as long as her order was read as an empty one."""
    club = ClubFactory.create()
    [member] = guests(club, 1)
    cup = create_tournament(
        club, name="Cup", rounds_count=1, deals_a_round=1, starting_stack=9, entry_chips=3, at=AT
    )
    _, token = make_token(owner_of(club), name="script", days=1, scopes=Scope)
    order = json.dumps({"member": member.pk}).encode()
    path = f"/api/v1/tournaments/{cup.pk}/enter"

    for chunks in ([order], [order[:5], order[5:]], [bytes([one]) for one in order]):
        status, answer = heard(server.port, path, token, *chunks, Idempotency_Key="once")
        assert status == 200, answer

    assert entered(cup) == [member]


def test_chunks_without_end_are_refused(server: Hall) -> None:
    club = ClubFactory.create()
    _, token = make_token(owner_of(club), name="script", days=1, scopes=Scope)

    status, answer = asked(server.port, "/api/v1/nights", token, *[b" " * 1000] * 40)

    assert status == 413, answer


def test_a_label_of_another_text_is_refused_at_every_server(server: Hall) -> None:
    """What stands behind the `?` was read by it, before any view."""
    kind = "application/json; charset=rot13"

    status, answer = asked(server.port, "/api/v1/nights?a=1", "", b"{}", Content_Type=kind)

    assert status == 415, answer


def test_the_live_process_reads_no_body(hall: Hall) -> None:
    club = ClubFactory.create()
    _, token = make_token(owner_of(club), name="script", days=1, scopes=Scope)

    status, answer = asked(hall.port, "/live/tables", token, b"{}")
    assert status == 405, answer
    for label in ("charset=rot13", "charset*=nonsense''utf-8"):
        kind = f"application/json; {label}"
        status, answer = asked(hall.port, "/live/tables?a=1", token, b"{}", Content_Type=kind)
        assert status == 415, answer
