"""Prizes as organisers announce them, in the document and in the form, and as they are paid."""

from collections.abc import Sequence
from html import unescape
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from clubs.members import walk_in
from clubs.models import Club, Member, Role
from deploy.rest.clock import database_now
from games.bots import FIRST_BOT
from ledger.audit import check_books
from tests.clubs.callers import ORGANISER, Caller, callers_of
from tests.clubs.factories import ClubFactory, guests, owner_of
from tests.tournaments.cups import play_round
from tournaments.announcements import change_tournament, create_tournament
from tournaments.awards import pay, proposal_of
from tournaments.entries import enter
from tournaments.errors import ImpossibleTournament
from tournaments.models import Prize, RoundSeat, Tournament
from tournaments.rounds import advance_round
from tournaments.tournaments import start

pytestmark = [pytest.mark.django_db, pytest.mark.urls("deploy.urls")]
PLAN = {"rounds_count": 1, "deals_a_round": 1, "starting_stack": 30}
JINKS = {"name": "Most jinks", "measure": "jinks", "chips": 3}
BEST_GUEST = {"name": "Best guest", "group": "guests", "percent": 20}


@pytest.fixture
def club() -> Club:
    return ClubFactory.create()


def cup(club: Club, **wanted: Any) -> Tournament:
    given: Any = {"entry_chips": 10, **PLAN, **wanted}
    return create_tournament(club, name="Cup", at=database_now(), **given)


@pytest.fixture
def callers(club: Club) -> dict[str, Caller]:
    return callers_of(club)


def played(tournament: Tournament, members: Sequence[Member]) -> Tournament:
    """They have entered, and its only round is over."""
    for member in members:
        enter(tournament, member=member, bot_level=FIRST_BOT, at=database_now())
    start(tournament, at=database_now())
    advance_round(play_round(tournament), at=database_now())
    tournament.refresh_from_db()
    return tournament


def test_fixed_prizes_and_categories_are_paid_to_the_last_chip(club: Club) -> None:
    tournament = cup(
        club,
        payout_minutes=60,
        prize_percents=[50, 30],
        fixed_prizes=[5],
        prize_categories=[JINKS, BEST_GUEST],
    )
    first, second, third, fourth = [
        *played(tournament, guests(club, 4)).entrants.order_by("pk").named()
    ]
    for entrant, made in ((first, 6), (second, 4), (third, 0), (fourth, -10)):
        RoundSeat.objects.filter(entrant=entrant).update(chips=made, deals_won=made > 0, jinks=0)
    RoundSeat.objects.filter(entrant=fourth).update(jinks=2)
    club.members.filter(pk=first.company[0].person.pk).update(role=Role.MEMBER)

    proposal = proposal_of(tournament)

    assert [(line.entrant, line.chips, line.reason) for line in proposal.lines] == [
        (first.pk, 22, "1st place: 22 chips."),
        (second.pk, 9, "2nd place: 9 chips."),
        (fourth.pk, 3, "Most jinks (2 jinks): 3 chips."),
        (second.pk, 6, "Best guest: 6 chips."),
    ]
    pay(tournament, at=database_now())
    told = Prize.objects.filter(entrant=second).order_by("pk").values_list("reason", flat=True)
    assert list(told) == ["2nd place: 9 chips.", "Best guest: 6 chips."]
    assert sum(Prize.objects.values_list("chips", flat=True)) == 40
    assert check_books() == []


def test_who_has_played_before_is_no_newcomer(club: Club) -> None:
    known = guests(club, 2)
    played(cup(club), known)
    newcomers = [{"name": "Best newcomer", "group": "newcomers", "chips": 4}]
    tournament = cup(club, payout_minutes=60, prize_percents=[100], prize_categories=newcomers)
    new = walk_in(club, name="Una Ward", at=database_now())

    lines = proposal_of(played(tournament, [*known, new])).lines

    [won] = [line for line in lines if "newcomer" in line.reason]
    assert tournament.entrants.named().get(pk=won.entrant).company[0].member == new


def test_fixed_prizes_beyond_the_fund_are_smaller_from_the_last_on(club: Club) -> None:
    tournament = cup(club, payout_minutes=60, fixed_prizes=[15, 10, 5])

    proposal = proposal_of(played(tournament, guests(club, 2)))

    assert sum(line.chips for line in proposal.lines) == 20
    assert proposal.missing == 5  # Nobody is third; of the second 5 are missing.


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"entry_chips": 0, "fixed_prizes": [10]}, "there is no entry fee to pay them from"),
        ({"capacity": 4, "fixed_prizes": [50]}, "the fees bring 40 at most, so 10 are missing"),
        ({"prize_percents": [], "fixed_prizes": [0]}, "All prizes are 0"),
        ({"prize_categories": [{"name": "", "chips": 1}], "fixed_prizes": [1]}, "has no name"),
        ({"prize_categories": [BEST_GUEST | {"measure": "luck"}]}, "no measure 'luck'. Choose"),
        ({"prize_categories": [BEST_GUEST | {"group": "elders"}]}, "no group 'elders'. Choose"),
        ({"prize_categories": [BEST_GUEST | {"group": "pairs"}]}, "nobody plays in pairs"),
        ({"prize_percents": [100], "prize_categories": [BEST_GUEST]}, "add up to 120 percent"),
    ],
)
def test_prizes_that_cannot_be(club: Club, wanted: Any, said: str) -> None:
    with pytest.raises(ImpossibleTournament, match=said):
        cup(club, **wanted)


def test_a_change_is_looked_at_as_a_whole(club: Club) -> None:
    tournament = cup(club, fixed_prizes=[10], prize_categories=[JINKS])
    assert tournament.prize_percents == []

    with pytest.raises(ImpossibleTournament, match="no entry fee"):
        change_tournament(tournament, at=database_now(), entry_chips=0)
    before = Tournament.objects.get(pk=tournament.pk).version
    change_tournament(tournament, at=database_now(), prize_categories=[], odd_chips="lot")

    tournament.refresh_from_db()
    assert (tournament.prize_categories, tournament.version) == ([], before + 1)


def test_the_row_knows_how_ties_share(club: Club) -> None:
    tournament = cup(club)

    with pytest.raises(IntegrityError, match="tournaments_tournament_prizes"), transaction.atomic():
        Tournament.objects.filter(pk=tournament.pk).update(prize_ties="luck")


def test_over_the_api(club: Club, callers: dict[str, Caller]) -> None:
    prizes = {
        "prize_percents": [80],
        "fixed_prizes": [20, 10],
        "prize_categories": [JINKS, BEST_GUEST],
        "prize_ties": "lot",
        "odd_chips": "lot",
    }
    body = {"club": club.pk, "name": "Cup", "entry_chips": 5, **PLAN, **prizes}

    given = callers[ORGANISER].order("tournaments", body).data

    whole = {"measure": "", "group": "", "chips": 0, "percent": 0}
    prizes["prize_categories"] = [
        whole | JINKS | {"code": "jinks"},
        whole | BEST_GUEST | {"code": "guests"},
    ]
    assert {name: given[name] for name in prizes} == prizes
    again = callers[ORGANISER].change(
        f"tournaments/{given['id']}", {"prize_categories": given["prize_categories"]}
    )
    assert again.data["prize_categories"] == prizes["prize_categories"], "sent as it was read"


def test_in_the_admin_a_category_is_a_line(club: Club, client: Client) -> None:
    client.force_login(owner_of(club))
    add = reverse("admin:tournaments_tournament_add")
    form = {"club": club.pk, "name": "Cup", "entry_chips": 5, "prize_percents": "80", **PLAN}
    form |= {"turn_seconds": 30, "time_bank_seconds": 0, "pause_seconds": 4}
    form |= {"spectator_delay_seconds": 0}
    form |= {"table_size": 4, "fixed_prizes": "20,10", "prize_ties": "lot"}
    lines = "Most jinks: jinks, 3 chips\n\nBest guest: guests, 20%"

    page = unescape(client.post(add, form | {"prize_categories": "Luck: stars"}).content.decode())
    assert "“Luck: stars” is not understood at “stars”" in page
    answer = client.post(add, form | {"prize_categories": lines})

    assert answer.status_code == 302, answer.content.decode()
    made = Tournament.objects.get()
    assert [one["name"] for one in made.prize_categories] == ["Most jinks", "Best guest"]
    assert (made.fixed_prizes, made.prize_ties, made.odd_chips) == ([20, 10], "lot", "entry")
    page = client.get(
        reverse("admin:tournaments_tournament_change", args=[made.pk])
    ).content.decode()
    assert "Most jinks: jinks, 3 chips\nBest guest: guests, 20%" in page
