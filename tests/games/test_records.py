"""What players have done, and how strong they are held to be."""

from typing import Any

import pytest

from games.engine import (
    PRESETS,
    RATED_AS,
    HouseRules,
    Outcome,
    Place,
    Ruleset,
    preset_on_record,
)
from games.evening.result import Result
from games.models import Deal, DealResult, Mode, Rating
from games.play.advance import advance_table
from games.play.by_hand import record_deal
from games.play.taking_back import take_back
from games.records.ratings import Strength, is_rated, rated
from games.records.record import Record, record_of
from games.records.results import count_deals, uncount_deals
from games.seat_numbers import SeatNumber
from tests.games.factories import AT, play_out, purses, rules, table_of
from tests.games.programs import client_of, get
from tests.ledger.factories import HolderFactory

pytestmark = pytest.mark.django_db


def recorded(*results: Result, **options: Any) -> list[int]:
    """The players of a table of four with real cards, after these results."""
    table = table_of(20, 20, 20, 20, mode=Mode.RECORDED, bots=False, **options)
    for number, result in enumerate(results, start=1):
        record_deal(table, number=number, result=result, at=AT)
    return [seat.player_id for seat in table.seats.order_by("number")]


def test_a_record_counts_deals_wins_spoils_jinks_and_chips() -> None:
    """RULES.md 7: seat 0 wins one pool, seat 1 jinks for the next; a misdeal is no deal."""
    house = rules(first_dealer="random")
    first, second, *_ = recorded(
        Result(kind="won", winner=SeatNumber(0)),
        Result(kind="spoilt"),
        Result(kind="misdeal"),
        Result(kind="jinked", winner=SeatNumber(1)),
        house=house,
    )

    assert count_deals() == 4

    (won,), (jinked,) = record_of(first), record_of(second)
    assert (won.deals, won.wins, won.spoils, won.jinks) == (3, 1, 1, 0)
    assert (jinked.deals, jinked.wins, jinked.spoils, jinked.jinks) == (3, 1, 1, 1)
    assert won.preset == jinked.preset == "standard"


def test_chips_are_what_the_deals_moved() -> None:
    table = play_out(table_of(deals_limit=8))
    count_deals()

    gained = {seat.player_id: seat for seat in table.seats.all()}
    last = table.deals.get(number=8)
    sums = [record_of(player)[0].chips for player in gained]
    assert DealResult.objects.count() == 8 * 5
    if last.outcome is not None and last.outcome.is_won:
        assert sums == [chips - 100 for chips in purses(table)]
    assert sum(sums) <= 0


def test_a_deal_is_counted_once() -> None:
    table = play_out(table_of(deals_limit=3))

    assert (count_deals(), count_deals()) == (3, 0)

    assert DealResult.objects.count() == 15
    assert set(Rating.objects.values_list("deals_count", flat=True)) == {3}
    assert not Deal.objects.uncounted().exists()
    assert table.closed_at is not None


def test_a_deal_that_is_not_settled_is_not_counted() -> None:
    table = table_of(deals_limit=1)
    while not Deal.objects.filter(ended_at__isnull=False).exists():
        advance_one(table.pk)
    Deal.objects.update(settled_at=None)

    assert count_deals() == 0


def advance_one(table_id: int) -> None:
    advance_table(table_id, at=AT)


def test_ratings_go_by_preset() -> None:
    """House rules count by the preset that they are nearest to."""
    hervey = HouseRules.from_json(HouseRules.preset("hervey").to_json() | {"stake": 3})
    players = recorded(Result(kind="won", winner=SeatNumber(2)), house=hervey)
    count_deals()

    assert [row.preset for row in record_of(players[0])] == ["hervey"]
    ranked = Rating.objects.filter(preset="hervey").order_by("-mu")
    assert ranked[0].player_id == players[2]
    assert len({round(row.mu, 6) for row in ranked}) == 2


def test_a_table_counts_by_its_own_preset_and_presets_are_rated_as_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever its rules are nearest to; the record of each preset tells their common rating."""
    monkeypatch.setitem(RATED_AS, "hervey", "peel")
    changed = Ruleset("hervey", HouseRules.preset("gamerules").options())
    players = recorded(Result(kind="won", winner=SeatNumber(2)), house=changed)
    count_deals()

    assert DealResult.objects.filter(preset="hervey").count() == 4
    rating = Rating.objects.get(player=players[2])
    assert rating.preset == "peel"
    assert [one.rating for one in record_of(players[2])] == [rating.points]
    for preset in ("peel", "hervey"):
        assert len(get(f"ratings?preset={preset}", players[0])["results"]) == 4
    assert get("ratings?preset=family", players[0])["results"] == []
    take_back(Deal.objects.get(), actor_id=players[0], reason="Two aces", at=AT)
    uncount_deals()
    assert not Rating.objects.exists()


def test_no_later_preset_moves_a_table_whose_own_is_not_noted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own = HouseRules.of(PRESETS["wikipedia"] | {"stake": 3, "misdeal": "lose_deal"})
    monkeypatch.setitem(PRESETS, "new", dict(own.options()))

    assert preset_on_record(own) == "wikipedia"


def test_a_preset_that_has_become_another_game_counts_as_the_nearest() -> None:
    """RULES.md 8.1: who is strong at Spoil Five may be weak at Twenty-five."""
    assert preset_on_record(HouseRules(target=25), "standard") == "twenty_five"
    assert preset_on_record(HouseRules.preset("twenty_five"), "hervey") == "twenty_five"
    assert preset_on_record(HouseRules(), "forty_five") == "standard"
    assert preset_on_record(HouseRules(stake=1), "standard") == "standard"


@pytest.mark.parametrize("kind", ["spoilt", "jink_failed"])
def test_a_spoilt_deal_is_a_draw(kind: Any) -> None:
    before = [Strength(30, 8), Strength(25, 8), Strength(20, 8)]

    after = rated(HouseRules(), Outcome(kind, (), (2, 2, 1)), before)

    assert after[0].mu < 30
    assert after[2].mu > 20
    assert after[0].mu > after[1].mu > after[2].mu


def test_winners_rise_above_the_rest() -> None:
    after = rated(HouseRules(), Outcome("won", (Place(1),), (1, 3, 0)), [Strength()] * 3)

    assert after[1].mu > Strength().mu > after[0].mu
    assert after[0] == after[2]
    assert after[1].points > Strength().points


def test_partners_rise_together() -> None:
    """RULES.md 1.2."""
    after = rated(
        HouseRules(sides="pairs"),
        Outcome("won", (Place(1), Place(3)), (0, 2, 1, 1)),
        [Strength()] * 4,
    )

    assert after[1] == after[3]
    assert after[0] == after[2]
    assert after[1].mu > after[0].mu


@pytest.mark.parametrize("kind", ["misdeal", "scored"])
def test_what_tells_nothing_is_not_rated(kind: Any) -> None:
    """RULES.md 1.6, 8.1: a misdeal, and a deal after which the game goes on."""
    assert not is_rated(Outcome(kind, (), (0, 0)))


def test_a_deal_that_was_taken_back_is_in_no_record() -> None:
    player, *_ = recorded(Result(kind="won", winner=SeatNumber(0)))
    count_deals()
    deal = Deal.objects.get()

    take_back(deal, actor_id=player, reason="Two aces", at=AT)

    assert record_of(player) == []


def test_the_api_tells_ones_own_record_and_those_of_people_one_met() -> None:
    first, second, *_ = recorded(Result(kind="won", winner=SeatNumber(0)))
    count_deals()
    stranger = HolderFactory.create().pk

    own = get("records", first)

    assert own == get(f"records/{first}", second)
    assert Record(**own["results"][0]) == record_of(first)[0]
    assert client_of(stranger).get(f"/api/v1/records/{first}").status_code == 404
    assert get("records", stranger) == {"results": []}


def test_ratings_are_listed_from_the_strongest_among_people_one_met() -> None:
    players = recorded(Result(kind="won", winner=SeatNumber(3)))
    recorded(Result(kind="won", winner=SeatNumber(0)))
    count_deals()

    listed = get("ratings?preset=standard", players[0])["results"]

    assert {one["player"] for one in listed} == set(players)
    assert listed[0]["player"] == players[3]
    assert get("ratings?preset=peel", players[0])["results"] == []
