"""The secret of a link stands in no log, and its streams end when it is revoked."""

import io
import json
import logging
import logging.config
from collections.abc import Iterator
from typing import Any

import pytest
from rest_framework.test import APIClient

from clubs import links
from clubs.by_link import COOKIE, cookie_of
from clubs.links import revoke_link
from clubs.models import LinkPurpose, NightLink
from deploy.logs import logging_settings
from deploy.rest.clock import database_now
from deploy.rights import Doer
from games.evening.result import Result
from games.live import gate
from games.live.streams import Streams
from games.models import Table
from games.play.by_hand import record_deal
from games.seat_numbers import SeatNumber
from tests.clubs.factories import ClubFactory, open_night_with
from tests.clubs.halls import Hall
from tests.clubs.link_bearers import FOR_A_DAY, Bearer, given
from tests.deploy.bare_streams import Line, meanwhile, played


@pytest.fixture(params=[True, False], ids=["json", "lines"])
def log(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    """All that is logged from now on, down to what is for debugging."""
    wanted = logging_settings(as_json=request.param, level="DEBUG")
    configurator = logging.config.DictConfigurator(wanted)
    log = io.StringIO()
    handler = logging.StreamHandler(log)
    handler.setFormatter(configurator.configure_formatter(wanted["formatters"]["structured"]))
    level = logging.root.level
    logging.root.addHandler(handler)
    logging.root.setLevel(logging.DEBUG)
    yield log
    logging.root.setLevel(level)
    logging.root.removeHandler(handler)


@pytest.mark.django_db
def test_no_log_has_the_secret_or_the_cookie_of_a_link(
    log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = open_night_with(ClubFactory.create(), [])
    link, secret = given(night, LinkPurpose.DOOR)
    browser = Bearer(secret)
    browser.ask(f"nights/{night.pk}")
    browser.order(f"nights/{night.pk}/welcome", {"name": "Nora"})
    browser.order("links/enter", {"secret": f"{secret}x"})  # One that is mistyped.
    browser.order("links/enter", {"secret": [secret]})
    browser.order("links/enter", {secret: secret})

    def crash(*_: Any, **__: Any) -> None:
        raise RuntimeError("somebody else's fault")

    monkeypatch.setattr(links, "find_link", crash)
    client = APIClient(raise_request_exception=False)
    answer = client.post("/api/v1/links/enter", {"secret": secret})

    told = log.getvalue()
    assert answer.status_code == 500
    assert secret not in answer.content.decode()
    assert "POST /api/v1/links/enter" in told
    assert "somebody else's fault" in told
    assert secret not in told
    assert cookie_of(link) not in told
    assert bytes(link.digest).hex() not in told


@pytest.mark.django_db
def test_the_page_of_a_link_has_its_secret_where_browsers_send_it_to_no_server() -> None:
    hall = Hall()
    client = APIClient()
    client.force_authenticate(hall.organiser)

    body = {"purpose": "door", "expires_at": database_now() + FOR_A_DAY}
    told = client.post(f"/api/v1/nights/{hall.night.pk}/links", body).data

    before, _, behind = told["url"].partition("#")
    assert behind == told["secret"]
    assert told["secret"] not in before
    assert client.get(before).status_code == 200
    assert told["secret"] not in json.dumps(
        client.get(f"/api/v1/nights/{hall.night.pk}/links").data, default=str
    )


def cookie(link: NightLink) -> str:
    return f"{COOKIE}={cookie_of(link)}"


def test_streams_are_open_by_a_link_until_it_is_revoked(
    database: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gate, "CHECK_SECONDS", 0)
    hall = Hall()
    Hall()  # With a table that the link does not see.
    link, _ = given(hall.night, LinkPurpose.HALL)
    paths = [f"/live/tables/{hall.table.pk}", "/live/tables"]

    async def scenario(streams: Streams) -> None:
        lines = [Line(streams, path, "", cookie=cookie(link)) for path in paths]
        for line in lines:
            await line.until(lambda line=line: bool(line.heard))  # type: ignore[misc]
        assert [one["id"] for one in lines[1].heard[0].data["tables"]] == [hall.table.pk]
        await meanwhile(_revoke, link)
        for line in lines:
            await line.end()
            assert line.heard[-1].data == {"reason": "no longer yours"}
        late = Line(streams, paths[0], "", cookie=cookie(link))
        await late.end()
        assert late.status == 401

    played(scenario)


def test_a_stream_by_a_link_is_a_spectators(database: None) -> None:
    hall = Hall()
    Table.objects.filter(pk=hall.table.pk).update(spectator_delay_seconds=3600)
    door, _ = given(hall.night, LinkPurpose.DOOR)
    screen, _ = given(hall.night, LinkPurpose.HALL)
    path = f"/live/tables/{hall.table.pk}"

    async def scenario(streams: Streams) -> None:
        shut = [Line(streams, one, "", cookie=cookie(door)) for one in (path, "/live/tables")]
        for line in shut:
            await line.end()
        assert [line.status for line in shut] == [404, 404]
        seen = Line(streams, path, "", cookie=cookie(screen))
        await seen.until(lambda: bool(seen.heard))
        assert seen.heard[0].data["deal"] is None
        await seen.leave()

    played(scenario)


def test_a_door_link_hears_of_no_pool(database: None) -> None:
    hall = Hall()
    links = [given(hall.night, what)[0] for what in (LinkPurpose.DOOR, LinkPurpose.HALL)]
    path = f"/live/nights/{hall.night.pk}"

    async def scenario(streams: Streams) -> None:
        lines = [Line(streams, path, "", cookie=cookie(link)) for link in links]
        for line in lines:
            await line.until(lambda line=line: bool(line.heard))  # type: ignore[misc]
        at_door, screen = lines
        opened = {"id": hall.table.pk, "number": 1}
        assert at_door.heard[0].data["tables"] == [opened]
        assert screen.heard[0].data["tables"] == [{**opened, "deals": 0, "pool": 0}]

        await meanwhile(_spoil, hall)

        await screen.until(lambda: screen.heard[-1].kind == "table")
        await at_door.until(lambda: at_door.heard[-1].kind == "deed")
        assert screen.heard[-1].data == {"table": {**opened, "deals": 1, "pool": 12}}
        for line in lines:
            await line.leave()
        assert [one.kind for one in at_door.heard] == ["snapshot", "deed"]

    played(scenario)


def _spoil(hall: Hall) -> None:
    by, at = hall.organiser.pk, database_now()
    spoilt = Result(kind="spoilt", dealer=SeatNumber(0))
    record_deal(hall.table, spoilt, number=1, actor_id=by, at=at)


def _revoke(link: NightLink) -> None:
    revoke_link(link.night, link.pk, by=Doer(link.giver_id), at=database_now())
