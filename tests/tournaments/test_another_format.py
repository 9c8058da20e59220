"""A format that only this test knows: all that organisers and programs meet of it follows."""

from collections.abc import Collection
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from clubs.models import Club
from clubs.seating import seat_round
from deploy.rest.throttles import cache
from games.bots import FIRST_BOT
from games.models import Deal
from tests.clubs.factories import ClubFactory, guests, owner_of
from tests.clubs.forms import form_on
from tests.tournaments.cups import AT, play_round
from tournaments.announcements import change_tournament, create_tournament
from tournaments.entries import enter
from tournaments.errors import AnnouncedSo, ImpossibleTournament
from tournaments.formats import FORMATS
from tournaments.formats.draw import Draw
from tournaments.formats.protocol import Format, Situation, Stacks
from tournaments.formats.settings import COMMON, Plan, Setting
from tournaments.models import Stage, Tournament, TournamentStatus
from tournaments.standings import CountedAs, Measure, Points, Results
from tournaments.tasks import sweep_tournaments
from tournaments.tournaments import start

pytestmark = pytest.mark.django_db


def tricks_of(entrant: int, results: Results, _: Collection[int]) -> int:
    return sum(played.tricks for played in results.records[entrant].played)


TRICKS = Measure("tricks", "Tricks", "tricks", "Tricks taken.", tricks_of, more="took more tricks")


class OneTable(Format):
    """The best of the standings share one table, as often as the organiser sets."""

    name = "One table"
    sentence = "The best share one table."
    settings = (*COMMON, Setting("turns", "Turns", 1, 9, default=2, sentence="How often."))
    game = "A game is one round."
    stacks = Stacks.CARRIED

    def points(self, plan: Plan) -> Points:
        return Points(CountedAs.CHIPS)

    def measures(self, plan: Plan) -> tuple[Measure, ...]:
        return (TRICKS,)

    def refusal(self, plan: Plan) -> str | None:
        return "Turns: 7 bring no luck; choose another number." if plan["turns"] == 7 else None

    def draw(self, situation: Situation) -> Draw | None:
        if len(situation.history) == situation.plan["turns"]:
            return None
        return Draw(
            seat_round(
                situation.able,
                sizes=[len(situation.able)],
                history=situation.history,
                seed=situation.seed,
            )
        )


@pytest.fixture(autouse=True)
def one_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FORMATS, "one_table", OneTable())
    cache.clear()


@pytest.fixture
def club() -> Club:
    return ClubFactory.create()


def cup(club: Club, **plan: Any) -> Tournament:
    numbers: dict[str, Any] = {
        "rounds_count": 5,
        "deals_a_round": 2,
        "starting_stack": 40,
        "format": "one_table",
    }
    return create_tournament(club, name="Cup", at=AT, **(numbers | plan))


def only(tournament: Tournament) -> Stage:
    """Its only stage."""
    return tournament.stages.get()


def settings_of(tournament: Tournament) -> dict[str, int]:
    return dict(only(tournament).format_settings)


def test_it_is_drawn_ended_and_ranked_its_own_way(club: Club) -> None:
    tournament = cup(club, format_settings={"turns": 2})
    for member in guests(club, 4):
        enter(tournament, member=member, bot_level=FIRST_BOT, at=AT)
    start(tournament, at=AT)
    for _ in range(2):
        play_round(tournament)
        sweep_tournaments()

    client = APIClient()
    client.force_authenticate(owner_of(club))
    lines = client.get(f"/api/v1/tournaments/{tournament.pk}/standings").json()
    tricks = [line["figures"]["tricks"] for line in lines]
    tournament.refresh_from_db()
    assert tournament.status == TournamentStatus.PAID
    assert tournament.rounds.count() == 2
    assert [sorted(line["figures"]) for line in lines] == [["tricks"]] * 4
    assert tricks == sorted(tricks, reverse=True)
    assert sum(tricks) == sum(sum(deal.outcome.tricks) for deal in Deal.objects.all())
    assert sum(line["prize_chips"] for line in lines) == tournament.entry_chips * 4


def test_its_settings_are_checked_and_have_defaults(club: Club) -> None:
    assert settings_of(cup(club)) == {"turns": 2}
    assert settings_of(cup(club, format_settings={"turns": 3})) == {"turns": 3}
    for given, said in (
        ({"turns": 10}, "Turns: choose a whole number from 1 to 9"),
        ({"turns": 7}, "7 bring no luck"),
        ({"heads": 1}, "One table has no setting 'heads': leave it out. It has turns"),
    ):
        with pytest.raises(ImpossibleTournament, match=said):
            cup(club, format_settings=given)
    with pytest.raises(ImpossibleTournament, match="no format 'whist': choose random_rotation or"):
        cup(club, format="whist")


def test_another_format_has_settings_of_its_own(club: Club) -> None:
    tournament = cup(club, format_settings={"turns": 3})

    rotation = change_tournament(tournament, at=AT, format="random_rotation")
    assert settings_of(rotation) == {}
    with pytest.raises(ImpossibleTournament, match="It has none of its own"):
        change_tournament(tournament, at=AT, format_settings={"turns": 4})

    back = change_tournament(tournament, at=AT, format="one_table", format_settings={"turns": 4})
    assert settings_of(back) == {"turns": 4}
    enter(tournament, member=guests(club, 1)[0], at=AT)
    change_tournament(tournament, at=AT, name="Shield", format_settings={"turns": 4})
    with pytest.raises(AnnouncedSo, match="do not change format settings"):
        change_tournament(tournament, at=AT, format_settings={"turns": 5})


def test_over_the_api(club: Club) -> None:
    client = APIClient()
    client.force_authenticate(owner_of(club))
    body = {"club": club.pk, "name": "Cup", "rounds_count": 1}
    body |= {"deals_a_round": 1, "starting_stack": 30}

    def announce(**more: Any) -> Any:
        order: dict[str, Any] = {"HTTP_IDEMPOTENCY_KEY": str(uuid4())}
        return client.post("/api/v1/tournaments", body | more, format="json", **order).json()

    [plain] = announce()["stages"]
    assert (plain["format"], plain["format_settings"]) == ("random_rotation", {})
    assert [measure["key"] for measure in plain["measures"]] == ["chips", "deals_won"]
    [made] = announce(format="one_table", format_settings={"turns": 3})["stages"]
    assert (made["format"], made["format_settings"]) == ("one_table", {"turns": 3})
    assert made["measures"] == [
        {
            "key": "tricks",
            "name": "Tricks",
            "short_name": "tricks",
            "counts": "Tricks taken.",
            "decimals": 0,
        }
    ]
    assert announce(format="whist")["code"] == "impossible_tournament"
    for turns in ("3", ["3"], 2.5, None, True):
        refused = announce(format="one_table", format_settings={"turns": turns})
        assert (refused["status"], "format_settings" in refused.get("errors", {})) in (
            (409, False),
            (400, True),
        )
    assert "format_settings" in announce(format_settings=[3])["errors"]


def test_in_the_admin(club: Club, client: Client) -> None:
    client.force_login(owner_of(club))
    add = reverse("admin:tournaments_tournament_add")
    form = {"club": club.pk, "name": "Cup", "entry_chips": 5, "prize_percents": "60,40"}
    form |= {"starting_stack": 30, "table_size": 4, "rounds_count": 1, "deals_a_round": 1}
    form |= {"turn_seconds": 30, "time_bank_seconds": 0, "pause_seconds": 4}
    form |= {"spectator_delay_seconds": 0}
    form |= {"format": "one_table", "one_table_turns": 3}

    page = unescape(client.get(add).content.decode())
    assert '<option value="one_table">One table</option>' in page
    assert client.post(add, form | {"one_table_turns": 10}).status_code == 200  # Out of bounds.
    assert client.post(add, form).status_code == 302
    tournament = Tournament.objects.get()
    assert (only(tournament).format, settings_of(tournament)) == ("one_table", {"turns": 3})

    change = reverse("admin:tournaments_tournament_change", args=[tournament.pk])
    assert 'name="one_table_turns" value="3"' in client.get(change).content.decode()
    changed = form_on(client, change) | {"one_table_turns": "4"}
    assert client.post(change, changed).status_code == 302
    tournament.refresh_from_db()
    assert settings_of(tournament) == {"turns": 4}

    enter(tournament, member=guests(club, 1)[0], at=AT)
    page = client.get(change).content.decode()
    assert "one_table_turns" not in page
    assert "Turns: 4" in page
    later = form_on(client, change) | {"name": "Shield", "one_table_turns": "5"}
    client.post(change, later)
    tournament.refresh_from_db()
    assert (tournament.name, settings_of(tournament)) == ("Shield", {"turns": 4})
