"""Every list, page, sweep and task, looked at by those who would."""

import importlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any, Final

from django.conf import settings
from django.contrib import admin
from django.db.models import Max, Min
from django.test import Client
from django.urls import reverse

from clubs.models import FreeTable, Invitation, Night, Player
from clubs.pages import addresses as pages
from clubs.tokens import make_token
from deploy.bench.growth.grown import Grown
from deploy.bench.growth.village import Village
from deploy.rest.descriptions import parsed
from games.live import lobby, looking
from games.models import Deal, Table
from ledger.models import Account, Transfer
from tournaments.models import Tournament

ASKED_TOO: Final = (
    "deals?is_over=false",
    "deals?is_over=true",
    "deals?table={table}",
    "history?player={player}",
    "history?table={table}",
    "history?since={early}&until={late}",
    "history?until={early}",
    "transfers?since={early}&until={late}",
    "transfers?until={early}",
    "accounts?holder={player}",
    "accounts?is_open=true",
    "tables?is_open=true",
    "tables?club={club}",
    "tables?night={night}",
    "tables?tournament={tournament}",
    "members?name=Play",
    "members?role=owner",
    "nights?club={club}",
    "tournaments?club={club}",
    "ratings?preset=standard",
)
SEARCHED: Final = "Player"
EXPECTED: Final = {200, 302, 403, 404, 409, 503}
"""A refusal costs something too, and so does the answer that there is no worker."""

ROOMS: Final = ("", "door/", "room/", "results/", "money/", "log/", "tools/")
"""Of the desk of a night."""


@dataclass(frozen=True)
class Look:
    """One thing that is looked at; `name` says by whom."""

    name: str
    look: Callable[[], object]


class Broken(Exception):
    """A door answered with something else than what it has."""


def looks(grown: Grown) -> Iterator[Look]:
    """All of them, for people of a club as others, of the long one, and who may see everything."""
    for word, village in (("", grown.village), ("long ", grown.long)):
        rows = _rows(village, grown.night)
        for who, player in ((f"{word}owner", village.owner), (f"{word}member", village.member)):
            yield from _api(who, player, rows)
        yield from _admin(f"{word}owner", village.owner, rows)
        yield from _live(f"{word}member", village.member)
    yield from _api("chief", grown.chief, rows)
    yield from _admin("chief", grown.chief, rows)
    yield from _pages(grown.night, grown.long.owner)
    yield from _sweeps()


def _rows(village: Village, night: Night) -> dict[str, int | str]:
    """A row of this village behind the first word of each address."""
    book = village.club.book_id
    deal = Deal.objects.filter(table__club_book=book).exclude(settled_at=None).latest("pk")
    return {
        "accounts": Account.objects.filter(holder=village.member, kind="purse").earliest("pk").pk,
        "clubs": village.club.pk,
        "deals": deal.pk,
        "free-tables": FreeTable.objects.filter(club=village.club).latest("pk").pk,
        "history": deal.pk,
        "records": village.member.pk,
        "members": village.members[-1].pk,
        "nights": night.pk,
        "tables": deal.table_id,
        # The first is no copy: its draws name its own entrants.
        "tournaments": Tournament.objects.filter(club=village.club).earliest("pk").pk,
        "transfers": Transfer.objects.filter(book=book).latest("pk").pk,
        "invitations": getattr(Invitation.objects.first(), "pk", 0),
        "tokens": "",
        "sessions": "current",
        "links": "",
    }


def _api(who: str, player: Player, rows: dict[str, int | str]) -> Iterator[Look]:
    client = _client(authorization=f"Token {make_token(player, name='b', days=1)[1]}")
    paths = parsed(settings.OPENAPI.read_text())["paths"]
    for path, methods in paths.items():
        if "get" not in methods:
            continue
        key = rows.get(path.split("/")[3], 0)
        if ("{id}" in path or "{token_key}" in path) and not key:
            continue
        address = path.replace("{ending}", "csv").replace("{id}", str(key))
        if address.endswith("export"):
            address += f"?table={rows['tables']}"
        yield _asked(f"{who} GET {path.removeprefix('/api/v1/')}", partial(client.get, address))
    known = {"table": rows["tables"], "player": rows["records"], "club": rows["clubs"]}
    known |= {"night": rows["nights"], "tournament": rows["tournaments"]}
    known |= _moments(int(rows["deals"]))
    for asked in ASKED_TOO:
        address = f"/api/v1/{asked.format(**known)}"
        yield _asked(f"{who} GET {asked}", partial(client.get, address))


def _moments(deal: int) -> dict[str, str]:
    """A day within the life of the club of this deal, a quarter after its beginning."""
    book = Deal.objects.values("club_book").get(pk=deal)["club_book"]
    ended = Deal.objects.filter(club_book=book).exclude(ended_at=None)
    span = ended.aggregate(first=Min("ended_at"), last=Max("ended_at"))
    early = span["first"] + (span["last"] - span["first"]) / 4
    moments = {"early": early, "late": early + timedelta(days=1)}
    return {name: f"{moment:%Y-%m-%dT%H:%M:%SZ}" for name, moment in moments.items()}


def _admin(who: str, player: Player, rows: dict[str, int | str]) -> Iterator[Look]:
    client = _signed_in(player)
    yield _asked(f"{who} admin", partial(client.get, reverse("admin:index")))
    for model in admin.site._registry:
        name = f"{model._meta.app_label}_{model._meta.model_name}"
        address = reverse(f"admin:{name}_changelist")
        if client.get(address).status_code == 403:
            continue
        yield _asked(f"{who} admin {name}", partial(client.get, address))
        if admin.site._registry[model].search_fields:
            found = partial(client.get, f"{address}?q={SEARCHED}")
            yield _asked(f"{who} admin {name} searched", found)
        key = rows.get(f"{model._meta.model_name}s")
        if key:
            one = reverse(f"admin:{name}_change", args=[key])
            yield _asked(f"{who} admin {name} one", partial(client.get, one))


def _pages(night: Night, player: Player) -> Iterator[Look]:
    """The pages without arguments, and the rooms of a night."""
    alone = [f"/{one.pattern}" for one in pages if "<" not in str(one.pattern)]
    rooms = [f"/admin/desk/{night.pk}/{room}" for room in ROOMS]
    client = _signed_in(player)
    for address in (*alone, *rooms, f"/hall/{night.pk}/"):
        yield _asked(f"page {address}", partial(client.get, address))


def _sweeps() -> Iterator[Look]:
    """What beat asks for, and what a load balancer asks."""
    for entry in settings.CELERY_BEAT_SCHEDULE.values():
        module, _, name = entry["task"].rpartition(".")
        task = getattr(importlib.import_module(module), name)
        yield Look(f"task {entry['task']}", partial(task, *entry.get("args", ())))
    yield _asked("page /readyz", partial(_client().get, "/readyz"))


def _live(who: str, player: Player) -> Iterator[Look]:
    """What stands behind the streams."""
    table = Table.objects.open().filter(seats__player=player).latest("pk").pk
    tables = list(Table.objects.open().values_list("pk", flat=True))
    people = [player.pk]
    yield Look(f"{who} live lobby", partial(lobby.read_changes, {}, None))
    yield Look(f"{who} live lobby's rights", partial(lobby._visible, [player], tables))
    yield Look(f"{who} live table", partial(looking.look, table, False, None, people))


def _signed_in(player: Player) -> Client:
    client = _client()
    client.force_login(player)
    return client


def _client(**headers: str) -> Client:
    return Client(headers={"host": "localhost", **headers})


def _asked(name: str, ask: Callable[[], Any]) -> Look:
    def look() -> None:
        answer = ask()
        if answer.status_code not in EXPECTED:
            raise Broken(f"{name}: {answer.status_code} {answer.content[:300]!r}")
        if getattr(answer, "streaming", False):
            list(answer.streaming_content)

    return Look(name, look)
