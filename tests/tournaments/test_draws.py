"""Draws that wait: looked at, changed by hand, drawn again, and confirmed in time."""

import json
from contextlib import suppress
from datetime import timedelta
from io import StringIO
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rest_framework.utils.encoders import JSONEncoder

from clubs.models import Club
from games.bots import FIRST_BOT
from ledger.audit import check_books
from tests.tournaments.cups import AT, alone, announce, play_round
from tests.transactions import taken_back
from tournaments.announcements import change_tournament
from tournaments.drafts import waiting_draft
from tournaments.draw_documents import Move, Swap, verified
from tournaments.draws import confirm_draw, confirm_due, draw_again, move_in_draw
from tournaments.entries import enter, withdraw
from tournaments.errors import DrawChanged, NothingDrafted, TournamentsError, WrongMoment
from tournaments.models import DrawStatus, RoundDraw, RoundSeat, Tournament, TournamentStatus
from tournaments.publications import differing_rows, document_of, published_draw
from tournaments.recounting import meetings_before
from tournaments.tasks import sweep_tournaments
from tournaments.tournaments import start

pytestmark = pytest.mark.django_db
MINUTES = 10
LATER = AT + timedelta(minutes=MINUTES)


@pytest.fixture
def cup(club: Club) -> Tournament:
    """Nine have started at tables of three to five, and the first draw waits."""
    cup = announce(club)
    change_tournament(cup, at=AT, draw_minutes=MINUTES, format="swiss")
    for member in club.members.order_by("pk")[:9]:
        enter(cup, member=member, bot_level=FIRST_BOT, at=AT)
    return start(cup, at=AT)


def draft(cup: Tournament) -> RoundDraw:
    found = waiting_draft(cup)
    assert found is not None
    return found


def next_draft(cup: Tournament) -> RoundDraw:
    """Play the round that waits, and draw the next one."""
    confirm_draw(cup, at=AT)
    play_round(cup)
    sweep_tournaments()
    return draft(cup)


def document(cup: Tournament) -> dict[str, Any]:
    """Of the newest draw that is published."""
    found = published_draw(cup)
    assert found is not None
    return document_of(found)


def seated(cup: Tournament) -> list[int]:
    seats = RoundSeat.objects.filter(round_table__round__tournament=cup)
    return sorted(seats.values_list("entrant", flat=True))


def test_a_draw_waits_until_somebody_confirms_it(cup: Tournament) -> None:
    waiting = draft(cup)

    assert (waiting.round_number, waiting.number, waiting.publishes_at) == (1, 1, LATER)
    assert not cup.rounds.exists()
    assert seated(cup) == []  # No seat is given yet, and no stack.

    confirm_draw(cup, seen=1, at=AT)

    [round] = cup.rounds.all()
    assert seated(cup) == sorted(cup.entrants.values_list("pk", flat=True))
    assert (round.draw, round.seed) == (waiting, waiting.seed)
    assert waiting_draft(cup) is None
    with pytest.raises(NothingDrafted, match="a round is played"):
        confirm_draw(cup, at=AT)


def test_without_a_time_to_wait_tables_open_at_once(tournament: Tournament) -> None:
    start(tournament, at=AT)

    [round] = tournament.rounds.all()
    assert round.draw is not None
    assert (round.draw.status, round.draw.drawn_by) == (DrawStatus.PUBLISHED, None)


def test_a_draw_that_nobody_confirms_is_published_in_time(cup: Tournament) -> None:
    waiting = draft(cup)
    confirm_due(waiting, at=LATER - timedelta(seconds=1))
    assert not cup.rounds.exists()

    sweep_tournaments()  # Its time is long past by the database's clock: as after a restart.

    assert cup.rounds.get().draw == waiting
    confirm_due(waiting, at=LATER)  # Done again it does nothing.
    assert cup.rounds.count() == 1


def test_every_draw_is_kept_and_counted(cup: Tournament) -> None:
    seeds = {draft(cup).seed}
    for number in (2, 3):
        again = draw_again(cup, seen=number - 1, by=None, at=AT)
        assert again is not None
        assert again.number == number
        seeds.add(again.seed)
    with pytest.raises(DrawChanged, match="Draw 3 of round 1 waits now, not draw 1"):
        confirm_draw(cup, seen=1, at=AT)
    confirm_draw(cup, seen=3, at=AT)

    assert len(seeds) == 3
    kept = cup.draws.order_by("number").values_list("status", flat=True)
    assert list(kept) == [DrawStatus.REPLACED, DrawStatus.REPLACED, DrawStatus.PUBLISHED]
    assert document(cup)["draw"] == 3


def test_the_repeat_count_follows_moves_by_hand(cup: Tournament) -> None:
    second = next_draft(cup)
    met = meetings_before(second.stage, round_number=2)

    def counted(swap: Swap) -> int:
        return sum(met[frozenset(pair)] > 0 for pair in second.laid_after([swap]).pairs)

    here, there = second.laid.tables[:2]
    swaps = [Swap(one, other) for one in here for other in there]
    swap = next(swap for swap in swaps if counted(swap) != second.repeat_meetings)

    changed = move_in_draw(cup, swap, seen=1, at=AT)
    back = move_in_draw(cup, swap, seen=1, at=AT)

    assert (changed.before, changed.after) == (second.repeat_meetings, counted(swap))
    assert (back.before, back.after) == (changed.after, changed.before)
    assert len(draft(cup).moves_json) == 2


def test_whoever_has_left_since_is_not_seated(cup: Tournament) -> None:
    leaver = cup.entrants.named().first()
    assert leaver is not None
    withdraw(cup, member=alone(leaver).person, at=AT)
    with pytest.raises(DrawChanged, match="1 who stand in it cannot play any more"):
        confirm_draw(cup, at=AT)

    sweep_tournaments()  # By itself it is drawn again.

    assert cup.rounds.get().draw == cup.draws.get(number=2)
    assert leaver.pk not in seated(cup)
    assert len(seated(cup)) == 8


def test_where_too_few_are_left_the_tournament_ends(cup: Tournament) -> None:
    for one in cup.entrants.named()[1:]:
        withdraw(cup, member=alone(one).person, at=AT)

    sweep_tournaments()

    cup.refresh_from_db()
    assert cup.status == TournamentStatus.PAID
    assert check_books() == []


def test_before_the_start_nothing_is_drawn(club: Club) -> None:
    with pytest.raises(WrongMoment, match="start it first"):
        draw_again(announce(club), at=AT)


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("swap"), st.integers(0, 8), st.integers(0, 8)),
        st.tuples(st.just("move"), st.integers(0, 8), st.integers(1, 3)),
        st.tuples(st.just("again"), st.just(0), st.just(0)),
        st.tuples(st.just("confirm"), st.just(0), st.just(0)),
        st.tuples(st.just("leave"), st.integers(0, 8), st.just(0)),
    ),
    min_size=1,
    max_size=8,
)


def do(cup: Tournament, step: tuple[str, int, int]) -> None:
    """A step with the entrant, or the two, who stand at these places in the order of entry."""
    word, first, second = step
    entrants = [*cup.entrants.order_by("pk")]
    if word == "swap":
        move_in_draw(cup, Swap(entrants[first].pk, entrants[second].pk), at=AT)
    elif word == "move":
        move_in_draw(cup, Move(entrants[first].pk, second), at=AT)
    elif word == "again":
        draw_again(cup, at=AT)
    elif word == "confirm":
        confirm_draw(cup, at=AT)
        play_round(cup)
        sweep_tournaments()
    else:
        withdraw(cup, member=alone(entrants[first]).person, at=AT)


def check(cup: Tournament) -> None:
    """Nobody sits twice or is left out, whoever draws again agrees, and no chip is lost."""
    for round in cup.rounds.select_related("draw"):
        assert round.draw is not None
        assert verified(document_of(round.draw)).faults == ()
        assert differing_rows(round.draw) == []
        able, laid = round.draw.inputs["able"], round.draw.laid
        assert sorted(laid.everybody) == sorted(able)
        seats = RoundSeat.objects.filter(round_table__round=round)
        sat = sorted(seats.values_list("entrant", flat=True))
        assert sat == sorted(chain.from_iterable(laid.tables))
    assert check_books() == []


@given(steps=STEPS)
@settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_whatever_is_done_nobody_sits_twice_or_is_left_out(
    cup: Tournament, steps: list[tuple[str, int, int]]
) -> None:
    with taken_back():
        for step in steps:
            with suppress(TournamentsError):
                do(cup, step)
        sweep_tournaments()
        check(cup)


def run(*args: Any) -> str:
    out = StringIO()
    call_command("verify_draw", *args, stdout=out)
    return out.getvalue()


def test_anybody_can_draw_again(cup: Tournament, tmp_path: Path) -> None:
    one, other = (table[0] for table in draft(cup).laid.tables[:2])
    move_in_draw(cup, Swap(one, other), at=AT)
    confirm_draw(cup, at=AT)
    told = document(cup)
    path = tmp_path / "draw.json"
    path.write_text(json.dumps(told, cls=JSONEncoder))

    for said in (run(str(cup.pk), "1"), run("--document", str(path))):
        assert f"it follows from seed {told['seed']}" in said
        assert "Moves by hand: 1." in said
        assert "change places" in said

    path.write_text(json.dumps(told | {"moves": []}, cls=JSONEncoder))
    with pytest.raises(CommandError, match="not the draw with the moves by hand"):
        run("--document", str(path))
    RoundSeat.objects.filter(entrant=one).update(entrant=other)
    with pytest.raises(CommandError, match="Others sit at the tables than were drawn"):
        run(str(cup.pk), "1")
    with pytest.raises(CommandError, match="No such draw"):
        run(str(cup.pk), "2")
    with pytest.raises(CommandError, match="Name a tournament and a round"):
        run()
