"""Corrections: results, penalties, tables played again, draws undone; chips stay as many."""

from contextlib import suppress
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clubs.models import Club, Player
from games.bots import FIRST_BOT
from games.models import Deal, Table
from games.play.advance import advance_table
from ledger.audit import check_books
from ledger.errors import LedgerError
from ledger.kinds import AccountKind
from ledger.models import Account
from ledger.posting import Posting, post_transfer
from ledger.reasons import REDEEM
from tests.clubs.factories import owner_of
from tests.tournaments.cups import AT, announce, play_round
from tests.transactions import taken_back
from tournaments.announcements import change_tournament
from tournaments.draws import confirm_draw, draw_again
from tournaments.entries import enter
from tournaments.errors import (
    DealsPlayed,
    NoReason,
    NoSuchPenalty,
    ResultImpossible,
    TournamentsError,
    WrongMoment,
)
from tournaments.models import (
    DrawStatus,
    Prize,
    RoundSeat,
    Tournament,
    TournamentStatus,
)
from tournaments.penalties import lift_penalty, penalise
from tournaments.recalls import replay_table, undo_draw
from tournaments.result_corrections import Figures, correct_table
from tournaments.results import results_of
from tournaments.rounds import end_break
from tournaments.tasks import sweep_tournaments
from tournaments.tournament_log import deeds_of, entrant_with, log_of
from tournaments.tournaments import start

pytestmark = pytest.mark.django_db
WHY = "The cards were miscounted"


@pytest.fixture(params=["rotation", "random_rotation"])
def cup(club: Club, request: pytest.FixtureRequest) -> Tournament:
    """Eight in a tournament of two rounds of fresh or of carried stacks, in its first round."""
    cup = announce(club, deals_a_round=2)
    plan: Any = {"format": request.param, "rounds_count": 2}
    change_tournament(cup, at=AT, payout_minutes=60, **plan)
    for member in club.members.order_by("pk")[:8]:
        enter(cup, member=member, bot_level=FIRST_BOT, at=AT)
    return start(cup, at=AT)


@pytest.fixture
def by(cup: Tournament) -> int:
    owner: Player = owner_of(cup.club)
    return owner.pk


def now(cup: Tournament) -> Tournament:
    return Tournament.objects.get(pk=cup.pk)


def go_on(cup: Tournament) -> None:
    play_round(cup)
    sweep_tournaments()


def playing_chips(cup: Tournament) -> int:
    """All that people hold, before them and at their tables."""
    kinds = (AccountKind.PURSE, AccountKind.STACK, AccountKind.POOL)
    accounts = Account.objects.filter(book=cup.book_id, kind__in=kinds)
    return sum(accounts.values_list("balance", flat=True))


def put_right(cup: Tournament, by: int, *, chips: int = 1, number: int = 1) -> None:
    """The first at a table gets these chips of the second."""
    row = cup.rounds.get(number=number).tables.get(number=1, voided_at=None)
    one, other = row.seats.order_by("seat")[:2]
    assert one.chips is not None
    assert other.chips is not None
    figures = [Figures(0, chips=one.chips + chips), Figures(1, chips=other.chips - chips)]
    correct_table(cup, figures, round_number=number, table_number=1, reason=WHY, by=by, at=AT)


def replay(cup: Tournament, by: int, *, number: int = 1, table: int = 1) -> None:
    replay_table(cup, round_number=number, table_number=table, reason=WHY, by=by, at=AT)


def of(cup: Tournament, entrant: int) -> Any:
    return next(line for line in results_of(now(cup)) if line.entrant == entrant)


def test_a_result_is_put_right_and_the_standings_follow(cup: Tournament, by: int) -> None:
    with pytest.raises(WrongMoment, match="Round 1 is in play"):
        correct_won(cup, by)
    go_on(cup)
    seat = RoundSeat.objects.get(round_table__round__number=1, round_table__number=1, seat=0)
    before, chips = of(cup, seat.entrant_id), playing_chips(cup)
    with pytest.raises(ResultImpossible, match="what one wins, others lose"):
        correct_table(
            cup,
            [Figures(0, chips=50)],
            round_number=1,
            table_number=1,
            reason=WHY,
            by=by,
            at=AT,
        )
    wrong = [Figures(0, deals_won=9)]
    with pytest.raises(ResultImpossible, match="cannot have won 9"):
        correct_table(cup, wrong, round_number=1, table_number=1, reason=WHY, by=by, at=AT)
    with pytest.raises(NoReason, match="Say why"):
        correct_table(cup, [], round_number=1, table_number=1, reason=" ", by=by, at=AT)

    correct_won(cup, by)

    after = of(cup, seat.entrant_id)
    assert after.deals_won == 2
    assert (after.corrections, before.corrections) == (1, 0)
    assert playing_chips(cup) == chips
    assert check_books() == []
    line = log_of(cup)[0]
    assert (line.kind, line.reason, line.round, line.table) == ("corrected", WHY, 1, 1)
    assert line.after["seats"][0]["deals_won"] == 2
    assert seat.entrant_id in line.entrants
    mine = entrant_with(cup, seat.member.player.pk)
    assert mine is not None
    assert mine.pk == seat.entrant_id
    others = cup.entrants.exclude(pk__in=line.entrants)
    assert not deeds_of(cup, entrant=others[0].pk).filter(kind=line.kind).exists()


def correct_won(cup: Tournament, by: int) -> None:
    figures = [Figures(0, deals_won=2, jinks=0)]
    correct_table(cup, figures, round_number=1, table_number=1, reason=WHY, by=by, at=AT)


def test_playing_chips_move_where_they_are_carried(cup: Tournament, by: int) -> None:
    go_on(cup)
    go_on(cup)
    assert now(cup).status == TournamentStatus.FINISHED
    seat = RoundSeat.objects.get(round_table__round__number=2, round_table__number=1, seat=0)
    before, chips = seat.member.purse.balance, playing_chips(cup)

    put_right(cup, by, number=2)

    seat.member.purse.refresh_from_db()
    is_carried = cup.stages.get().format == "random_rotation"
    assert seat.member.purse.balance - before == is_carried
    assert playing_chips(cup) == chips
    assert check_books() == []


def test_paid_prizes_follow_in_one_balanced_transfer(cup: Tournament, by: int) -> None:
    change_tournament(cup, at=AT, payout_minutes=0)
    go_on(cup)
    go_on(cup)
    assert now(cup).status == TournamentStatus.PAID
    first = results_of(now(cup))[0].entrant
    purses = Account.objects.filter(book=cup.club.book_id, kind=AccountKind.PURSE)
    held, fund = sum(purses.values_list("balance", flat=True)), prizes(cup)

    penalise(cup, entrant=first, points=Decimal(500), reason=WHY, by=by, at=AT)

    assert of(cup, first).rank == 8
    assert of(cup, first).prize_chips == 0
    assert prizes(cup) == fund == 80
    assert sum(purses.values_list("balance", flat=True)) == held
    assert check_books() == []
    paid, penalty = log_of(cup)[:2]
    assert (penalty.kind, paid.kind) == ("penalised", "paid_right")
    assert str(first) in paid.before
    assert str(first) not in paid.after


def prizes(cup: Tournament) -> int:
    return sum(Prize.objects.filter(entrant__tournament=cup).values_list("chips", flat=True))


def test_a_purse_that_is_empty_borrows_what_it_gives_back(cup: Tournament, by: int) -> None:
    change_tournament(cup, at=AT, payout_minutes=0)
    go_on(cup)
    go_on(cup)
    first, won = results_of(now(cup))[0].entrant, results_of(now(cup))[0].prize_chips
    [winner] = cup.entrants.get(pk=first).members.all()
    purse = winner.person.purse
    purse.refresh_from_db()
    empty(purse)

    penalise(cup, entrant=first, points=Decimal(500), reason=WHY, by=by, at=AT)

    purse.refresh_from_db()
    assert purse.balance == 0
    correction = Account.objects.get(book=cup.club.book_id, kind=AccountKind.CORRECTION)
    assert correction.balance == -won
    assert check_books() == []


def empty(purse: Account) -> None:
    bank = Account.objects.get(book=purse.book_id, kind=AccountKind.BANK)
    legs = {purse.pk: -purse.balance, bank.pk: purse.balance}
    post_transfer(Posting(book_id=purse.book_id, reason=REDEEM, key="test", legs=legs), at=AT)


def test_a_penalty_is_taken_off_and_lifted(cup: Tournament, by: int) -> None:
    go_on(cup)
    first = results_of(now(cup))[0]
    key = next(iter(first.figures))
    with pytest.raises(ResultImpossible, match="Take off from"):
        penalise(cup, entrant=first.entrant, points=Decimal("0.001"), reason=WHY, by=by, at=AT)

    penalty = penalise(cup, entrant=first.entrant, points=Decimal(7), reason=WHY, by=by, at=AT)
    taken = of(cup, first.entrant).figures[key]
    lift_penalty(cup, penalty=penalty.pk, reason="It was somebody else", by=by, at=AT)

    assert first.figures[key] - taken == penalty.points
    assert of(cup, first.entrant).figures[key] == first.figures[key]
    with pytest.raises(NoSuchPenalty):
        lift_penalty(cup, penalty=penalty.pk, reason=WHY, by=by, at=AT)


def test_a_draw_is_undone_before_anything_is_played(cup: Tournament, by: int) -> None:
    chips = playing_chips(cup)
    undo_draw(cup, reason=WHY, by=by, at=AT)

    assert not cup.rounds.exists()
    assert not Table.objects.open().filter(round_table__round__tournament=cup).exists()
    assert cup.draws.get().status == DrawStatus.UNDONE
    sweep_tournaments()
    assert not cup.rounds.exists()  # It waits for somebody.
    with pytest.raises(WrongMoment, match="can be undone"):
        undo_draw(cup, reason=WHY, by=by, at=AT)

    again = draw_again(cup, by=by, at=AT)

    assert again is not None
    assert (again.number, again.publishes_at) == (2, None)
    confirm(cup)
    assert playing_chips(cup) == chips
    go_on(cup)
    go_on(cup)
    assert now(cup).status == TournamentStatus.FINISHED
    assert check_books() == []


def confirm(cup: Tournament) -> None:
    confirm_draw(cup, at=AT)


def test_deals_that_were_played_are_taken_back_only_if_somebody_says_so(
    cup: Tournament, by: int
) -> None:
    chips = playing_chips(cup)
    [first, *_] = Table.objects.open().filter(round_table__round__tournament=cup)
    while advance_table(first.pk, at=AT):  # One table is played to its end.
        pass
    with pytest.raises(DealsPlayed, match="Deals of round 1 have been played"):
        undo_draw(cup, reason=WHY, by=by, at=AT)

    undo_draw(cup, reason=WHY, voids_deals=True, by=by, at=AT)

    deals = Deal.objects.filter(table__round_table__round__tournament=cup)
    assert deals.exists()
    assert not deals.filter(voided_at=None).exists()
    draw_again(cup, by=by, at=AT)
    confirm(cup)
    assert playing_chips(cup) == chips
    assert check_books() == []
    taken = [line for line in log_of(cup) if line.kind == "deal_taken_back"]
    assert len(taken) == deals.count()


def test_a_table_is_played_again(cup: Tournament, by: int) -> None:
    [first, *_] = Table.objects.open().filter(round_table__round__tournament=cup).order_by("pk")
    chips, people = playing_chips(cup), [seat.player_id for seat in first.seats.order_by("number")]
    while advance_table(first.pk, at=AT):
        pass

    replay(cup, by)

    row = cup.rounds.get().tables.get(number=1, voided_at=None)
    assert row.table_id != first.pk
    assert [seat.player_id for seat in row.table.seats.order_by("number")] == people
    assert playing_chips(cup) == chips
    go_on(cup)
    deals = Deal.objects.filter(table=row.table_id).count()
    seats = RoundSeat.objects.standing().filter(round_table=row)
    assert {seat.deals for seat in seats} == {deals}
    assert check_books() == []


def test_a_table_of_a_round_that_is_over_is_played_again(cup: Tournament, by: int) -> None:
    go_on(cup)
    with pytest.raises(WrongMoment, match="Round 2 is drawn"):
        replay(cup, by)
    undo_draw(cup, reason=WHY, by=by, at=AT)
    replay(cup, by)
    assert cup.rounds.get().finished_at is None
    go_on(cup)
    assert cup.rounds.count() == 2  # The next one is drawn by itself again.
    go_on(cup)

    replay(cup, by, number=2)

    assert now(cup).status == TournamentStatus.RUNNING
    go_on(cup)
    assert now(cup).status == TournamentStatus.FINISHED
    assert check_books() == []


def test_in_a_break_a_table_is_played_again_and_the_break_begins_anew(
    cup: Tournament, by: int
) -> None:
    """The sweep would go on after the break, while the table is still played."""
    change_tournament(cup, breaks=[{"after_round": 1, "minutes": 30}], at=AT)
    go_on(cup)
    assert now(cup).break_until is not None

    replay(cup, by)

    assert now(cup).break_until is None
    with pytest.raises(WrongMoment, match="has no break now"):
        end_break(now(cup), at=AT)
    go_on(cup)
    assert now(cup).break_until is not None
    assert cup.rounds.count() == 1
    end_break(now(cup), at=AT)
    assert cup.rounds.count() == 2


DEEDS = st.lists(
    st.tuples(
        st.sampled_from(["play", "right", "undo", "replay", "again", "confirm", "penalty"]),
        st.integers(1, 2),
    ),
    min_size=2,
    max_size=9,
)


@given(deeds=DEEDS)
@settings(
    max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_whatever_is_put_right_chips_stay_as_many_and_prizes_are_the_fund(
    cup: Tournament, by: int, deeds: list[tuple[str, int]]
) -> None:
    with taken_back():
        walk(cup, by, deeds)


def walk(cup: Tournament, by: int, deeds: list[tuple[str, int]]) -> None:
    change_tournament(cup, at=AT, payout_minutes=0)
    whole, table = 8 * 60, 4 * 60
    for word, number in deeds:
        with suppress(TournamentsError, LedgerError, Empty):
            do(now(cup), by, word, number)
        is_fresh = cup.stages.get().format == "rotation"
        # Fresh stacks go back when a round is over, and one of its tables may be played again.
        assert playing_chips(cup) in ({0, table, whole} if is_fresh else {whole}), word
        assert check_books() == []
        for round in cup.rounds.all():
            seats = RoundSeat.objects.standing().filter(round_table__round=round)
            entrants = list(seats.values_list("entrant", flat=True))
            assert len(entrants) == len(set(entrants))
    if now(cup).status == TournamentStatus.PAID:
        assert prizes(cup) == 80


class Empty(Exception):
    """There is no such round or table yet."""


def do(cup: Tournament, by: int, word: str, number: int) -> None:
    if word in ("right", "replay") and not cup.rounds.filter(number=number).exists():
        raise Empty
    if word == "play":
        if cup.rounds.filter(finished_at=None).exists():
            go_on(cup)
    elif word == "right":
        if cup.rounds.get(number=number).finished_at is not None:
            put_right(cup, by, number=number)
    elif word == "undo":
        undo_draw(cup, reason=WHY, voids_deals=number == 2, by=by, at=AT)
    elif word == "replay":
        replay(cup, by, number=number)
    elif word == "again":
        draw_again(cup, by=by, at=AT)
    elif word == "confirm":
        confirm(cup)
    else:
        entrant = cup.entrants.order_by("pk")[number].pk
        penalise(cup, entrant=entrant, points=Decimal(number), reason=WHY, by=by, at=AT)
