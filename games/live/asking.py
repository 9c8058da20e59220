"""Who asks for a stream, and whether they may hear it: asked of many at once, in few statements."""

import io
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, NamedTuple, cast
from urllib.parse import parse_qs

from django.contrib.auth import get_user_model
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.exceptions import SuspiciousOperation
from django.http import Http404, HttpResponse
from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request
from rest_framework.settings import api_settings

from deploy.rest.addresses import address_of
from deploy.rest.authentication import Ticket, holders, ticket_of
from deploy.rest.problems import answer_problem
from deploy.rest.requests import StreamRequest, is_utf_8
from deploy.rest.rights import is_link
from deploy.rights import Person, Role, sees
from games.chronicle import declared_chronicles
from games.live.anybody import Anybody
from games.models import Table
from games.rights import HEAR_OWN, WATCH
from games.sight.watchers import Watchers

Scope = dict[str, Any]

TABLE, LOBBY, ME = "tables", "lobby", "me"


class Door(NamedTuple):
    """What somebody asks to hear.

    A table, the lobby, what concerns themselves, or the log of a row (`games.chronicle`).
    """

    name: str
    pk: int = 0


class Claim(NamedTuple):
    """With what somebody came, to hear what. One question serves all who have the same."""

    ticket: Ticket
    door: Door


@dataclass(frozen=True)
class Guest:
    """Somebody who may hear a stream, as they were when it was asked last.

    Attributes:
        is_told_later: They are a spectator of a table that is delayed for spectators.
    """

    user: Person
    claim: Claim
    is_told_later: bool = False


class _Unknown(exceptions.NotAuthenticated):
    def __init__(self, auth_header: str | None) -> None:
        super().__init__()
        self.auth_header = auth_header


def let_in(asked: Collection[tuple[Door, Scope]]) -> list[Guest | Exception]:
    """For each who asks: who they are, or what REST would answer if they may not hear it."""
    known: list[tuple[Person, Claim] | Exception] = []
    for door, scope in asked:
        try:
            person, ticket = _caller(scope, door)
            known.append((person, Claim(ticket, door)))
        except (exceptions.APIException, SuspiciousOperation) as error:
            known.append(error)
    guests = _guests(one for one in known if not isinstance(one, Exception))
    return [
        one if isinstance(one, Exception) else guests.get(one[1]) or _shut_to(one[0])
        for one in known
    ]


def still_in(claims: Collection[Claim]) -> dict[Claim, Guest]:
    """Those who may hear it still, by tickets that still stand."""
    people = holders({claim.ticket for claim in claims})
    return _guests((people[claim.ticket], claim) for claim in claims if claim.ticket in people)


def read_roles(people: Iterable[Person]) -> None:
    """Read at once what these are in their clubs; what links lend is known without."""
    players = {
        id(person): person
        for person in people
        if not (is_link(person) or isinstance(person, Anybody))
    }
    if players:
        cast(Any, get_user_model()._default_manager).read_roles(players.values())


def _caller(scope: Scope, door: Door) -> tuple[Person, Ticket]:
    """Who asks, by their token, their session or a link to a night; anybody, at an open door.

    Raises:
        APIException, SuspiciousOperation: nobody the service knows, or not as one asks for a
            stream.
    """
    asked = StreamRequest(scope, io.BytesIO())
    asked.get_host()  # Refuses a name that is not ours.
    SessionMiddleware(_nothing).process_request(asked)
    AuthenticationMiddleware(_nothing).process_request(asked)
    kinds = cast(list[type[BaseAuthentication]], api_settings.DEFAULT_AUTHENTICATION_CLASSES)
    authenticators = [kind() for kind in kinds]
    request = Request(asked, authenticators=authenticators)
    if not is_utf_8(asked):
        raise exceptions.UnsupportedMediaType(str(asked.META.get("CONTENT_TYPE")))
    if request.method != "GET":
        raise exceptions.MethodNotAllowed(str(request.method))
    asking: object = request.user
    if isinstance(asking, Person):
        return asking, ticket_of(request)
    auth_header = authenticators[0].authenticate_header(request)
    if not _is_open_to_all(door):
        raise _Unknown(auth_header)
    address = address_of(asked)
    return Anybody(address, auth_header), Ticket(Anybody, address)


def _is_open_to_all(door: Door) -> bool:
    """Whether rows behind it may be open to people who have not signed in."""
    return any(
        Role.ANONYMOUS in deed.may
        for chronicle in declared_chronicles()
        if chronicle.name == door.name
        for deed in chronicle.deeds
    )


def _shut_to(person: Person) -> Exception:
    """Who has not signed in is told to."""
    return _Unknown(person.auth_header) if isinstance(person, Anybody) else Http404()


def _guests(asking: Iterable[tuple[Person, Claim]]) -> dict[Claim, Guest]:
    """Those who may hear what they ask for, by what they asked."""
    asked = list(asking)
    read_roles(person for person, _ in asked)
    by_door = defaultdict[str, list[tuple[Person, Claim]]](list)
    for person, claim in asked:
        by_door[claim.door.name].append((person, claim))
    found: dict[Claim, Guest] = {}
    for person, claim in by_door.pop(LOBBY, []):
        # There is no list for who came by a link that lends no table.
        if not is_link(person) or sees(person.roles_anywhere(), WATCH):
            found[claim] = Guest(person, claim)
    for person, claim in by_door.pop(ME, []):
        if sees(person.roles_anywhere(), HEAR_OWN):
            found[claim] = Guest(person, claim)
    if at_tables := by_door.pop(TABLE, []):
        tables = Table.objects.filter(pk__in={claim.door.pk for _, claim in at_tables})
        watchers = Watchers.read((person for person, _ in at_tables), tables)
        for person, claim in at_tables:
            table = claim.door.pk
            if watchers.may_watch(person, table):
                later = watchers.is_told_later(person, table)
                found[claim] = Guest(person, claim, is_told_later=later)
    for chronicle in declared_chronicles():
        here = by_door.pop(chronicle.name, [])
        may = (
            chronicle.heard_by([(person, claim.door.pk) for person, claim in here]) if here else ()
        )
        found |= {
            claim: Guest(person, claim)
            for person, claim in here
            if (person.pk, claim.door.pk) in may
        }
    return found


def last_id(scope: Scope) -> str:
    """The last event that they have, to go on from: of the header, else of the address.

    A browser that comes back sends the header by itself, and the address is then an old one.
    """
    [*named] = [value for name, value in scope["headers"] if name == b"last-event-id"]
    [*asked] = parse_qs(scope["query_string"].decode("latin-1")).get("after", [])
    return named[0].decode("latin-1") if named else asked[0] if asked else ""


def refusal(error: Exception) -> tuple[int, dict[str, str], dict[str, Any]]:
    """The status, headers and body of a problem document; what is our own fault crashes."""
    answer = answer_problem(error, {})
    if answer is None:
        raise error
    return answer.status_code, {name.lower(): value for name, value in answer.items()}, answer.data


def _nothing(_: object) -> HttpResponse:
    return HttpResponse(status=HTTPStatus.NO_CONTENT)
