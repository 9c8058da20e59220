"""Prizes tell for what they are, and whose; and what becomes of those of who left."""

import csv
import io
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Member
from deploy.rest.clock import database_now
from ledger.audit import check_books
from ledger.posting import Posting, post_transfers
from tests.clubs.callers import MEMBER, ORGANISER, callers_of
from tests.clubs.factories import guests, owner_of
from tests.tournaments.test_comebacks import announced, person
from tests.tournaments.test_late_entries import club, cup, play, sweeps_at_once
from tests.tournaments.test_leavers import leader_of, line_of, played_out
from tournaments.announcements import change_tournament
from tournaments.awards import told_prizes
from tournaments.chronicles import board_of
from tournaments.entries import withdraw
from tournaments.errors import WrongMoment
from tournaments.models import Entrant, Prize, RoundSeat, Tournament
from tournaments.news import last_number
from tournaments.reasons import ENTRY_FEE
from tournaments.results import final_lots
from tournaments.tournament_log import log_of

__all__ = ["club", "sweeps_at_once"]
pytestmark = pytest.mark.django_db
CATEGORIES: Any = [
    {"name": "Most jinks", "measure": "jinks", "chips": 3},
    {"name": "Best guest", "group": "guests", "chips": 3},
    {"name": "Second best guest, so called", "group": "guests", "chips": 1},
]


def fields_of(prize: Any) -> tuple[Any, ...]:
    return prize["place"], prize["category"], prize["category_name"], prize["entrant"]


def test_a_prize_tells_its_place_or_category_and_its_members(club: Club) -> None:
    """A prize as it is proposed and as it was paid, over the API, as a sheet and in the stream."""
    tournament = cup(
        club, 4, late_until_round=None, rounds_count=1, payout_minutes=60,
        prize_percents=[60, 40], prize_categories=CATEGORIES,
    )  # fmt: skip
    play(tournament)
    first, second, third, fourth = tournament.entrants.named().order_by("pk")
    for entrant, won in ((first, 4), (second, 3), (third, 2), (fourth, 0)):
        RoundSeat.objects.filter(entrant=entrant).update(deals_won=won, chips=won, jinks=0)
    RoundSeat.objects.filter(entrant=fourth).update(jinks=2)
    callers, path = callers_of(club), f"/api/v1/tournaments/{tournament.pk}"

    proposed = callers[MEMBER].get(f"{path}/prizes").data
    callers[ORGANISER].order(f"tournaments/{tournament.pk}/pay")
    paid = callers[MEMBER].get(f"{path}/prizes").data

    assert [fields_of(one) for one in proposed] == [
        (1, "place", "", first.pk),
        (2, "place", "", second.pk),
        (None, "jinks", "Most jinks", fourth.pk),
        (None, "guests", "Best guest", first.pk),
        (None, "guests-2", "Second best guest, so called", first.pk),
    ]
    assert paid == proposed
    announced_codes = callers[MEMBER].get(path).data["prize_categories"]
    assert [one["code"] for one in announced_codes] == ["jinks", "guests", "guests-2"]
    assert paid[0]["name"] == str(first)
    assert paid[0]["members"] == [{"member": person(first).pk, "name": str(first)}]
    assert sum(one["chips"] for one in paid) == 20 == sum(one.chips for one in Prize.objects.all())
    rows = [
        *csv.DictReader(io.StringIO(callers[MEMBER].get(f"{path}/prizes.csv").content.decode()))
    ]
    assert [(row["category"], row["members"]) for row in rows][2] == (
        "jinks",
        str(person(fourth).pk),
    )
    now = Tournament.objects.get(pk=tournament.pk)
    told = board_of(now.pk, last_number(now), now.version)["prizes"]
    assert [fields_of(one) for one in told] == [fields_of(one) for one in paid]
    assert line_of(now, first).prize_chips == sum(
        one["chips"] for one in paid if one["entrant"] == first.pk
    )


def test_what_is_only_proposed_is_not_in_the_stream(club: Club) -> None:
    tournament = cup(club, 4, late_until_round=None, rounds_count=1, payout_minutes=60)
    play(tournament)
    now = Tournament.objects.get(pk=tournament.pk)

    assert told_prizes(now) != []
    assert board_of(now.pk, last_number(now), now.version)["prizes"] == []


@pytest.mark.parametrize("keeps", [False, True])
def test_who_left_keeps_the_prize_of_their_rank_where_the_organiser_wants_it(
    club: Club, keeps: bool
) -> None:
    tournament = cup(
        club, 5, late_until_round=3, prizes_for_who_left=keeps,
        prize_percents=[30, 25, 20, 15, 10],
    )  # fmt: skip
    play(tournament)
    leader = leader_of(tournament)
    withdraw(tournament, member=person(leader), at=database_now())

    played_out(tournament)

    line = line_of(tournament, leader)
    assert line.has_left
    assert (line.prize_chips > 0) is keeps
    places = [one.place for one in told_prizes(tournament) if one.entrant == leader.pk]
    assert places == ([line.rank] if keeps else [])
    assert sum(one.chips for one in Prize.objects.all()) == 25
    assert check_books() == []


def everybody_leaves(tournament: Tournament) -> list[Entrant]:
    people = list(tournament.entrants.named().order_by("pk"))
    for one in people:
        withdraw(tournament, member=person(one), at=database_now())
    return people


@pytest.mark.parametrize("odd_chips", ["entry", "lot"])
def test_odd_chips_that_go_back_follow_the_plan(club: Club, odd_chips: str) -> None:
    """All who could win have left: three share 17 chips."""
    tournament = cup(club, 3, late_until_round=3, odd_chips=odd_chips, entry_chips=5)
    people = everybody_leaves(tournament)
    fund = tournament.fund
    [giver] = guests(club, 1)
    legs = {giver.purse_id: -2, fund.pk: 2}
    gift = Posting(book_id=club.book_id, reason=ENTRY_FEE, key="given", legs=legs)
    post_transfers([gift], at=database_now())

    played_out(tournament)

    assert Prize.objects.count() == 0
    gained = {one.pk: Member.objects.get(pk=person(one).pk).purse.balance - 15 for one in people}
    lots = final_lots(tournament)
    order = sorted(gained, key=lambda pk: -lots[pk]) if odd_chips == "lot" else sorted(gained)
    assert [gained[pk] for pk in order] == [6, 6, 5]
    assert check_books() == []


def test_with_the_option_nothing_goes_back_where_all_have_left(club: Club) -> None:
    tournament = cup(club, 4, late_until_round=3, prizes_for_who_left=True)
    play(tournament)
    everybody_leaves(tournament)

    played_out(tournament)

    assert sum(one.chips for one in Prize.objects.all()) == 20
    assert {one.place for one in told_prizes(tournament)} <= {1, 2, 3}
    assert check_books() == []


def test_the_option_is_changed_until_the_prizes_are_paid_and_the_log_says_it(club: Club) -> None:
    tournament = cup(club, 4, late_until_round=None, rounds_count=1, payout_minutes=60)
    callers, path = callers_of(club), f"tournaments/{tournament.pk}"
    organiser = callers[ORGANISER]
    by = organiser.player.pk
    assert not organiser.get(f"/api/v1/{path}").data["prizes_for_who_left"]

    for _ in range(2):
        changed = organiser.change(path, {"prizes_for_who_left": True})
        assert changed.data["prizes_for_who_left"]

    lines = [line for line in log_of(tournament) if line.kind == "prizes_changed"]
    assert [line.text for line in lines] == [
        f"{organiser.player} changed the prizes. Whoever leaves before the end, or never comes, "
        "keeps the prize of their rank."
    ]
    play(tournament)
    change_tournament(tournament, prizes_for_who_left=False, by=by, at=database_now())
    organiser.order(f"{path}/pay")
    with pytest.raises(WrongMoment, match="prizes for who left"):
        change_tournament(tournament, prizes_for_who_left=True, by=by, at=database_now())
    assert len([one for one in log_of(tournament) if one.kind == "prizes_changed"]) == 2


def test_the_log_begins_with_the_first_entry(club: Club) -> None:
    tournament = announced(club)
    by = owner_of(club).pk

    change_tournament(tournament, prizes_for_who_left=True, by=by, at=database_now())

    assert log_of(tournament) == []


@pytest.mark.parametrize(
    ("keeps", "words"),
    [(False, "wins no prize: the next line moves up."), (True, "keeps the prize of their rank.")],
)
def test_pages_say_what_becomes_of_these_prizes(
    club: Club, client: Client, keeps: bool, words: str
) -> None:
    tournament = cup(club, 5, prizes_for_who_left=keeps)
    play(tournament)
    client.force_login(owner_of(club))
    entrant = tournament.entrants.order_by("pk")[0]

    for name, args in (
        ("board", ()),
        ("tournament-desk-standings", ()),
        ("tournament-desk-out", (entrant.pk,)),
    ):
        page = client.get(reverse(name, args=[tournament.pk, *args])).content.decode()
        assert f"Whoever leaves before the end, or never comes, {words}" in page, name
