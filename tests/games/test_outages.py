"""While the service stands still nobody's clock runs."""

from datetime import timedelta

import pytest

from games.models import Heartbeat, Table
from games.play.advance import advance_table
from games.play.outages import beat, is_out
from games.tables.stewarding import pause, resume
from tests.games.factories import TURN_SECONDS, again, anything, dealt, later, table_of

pytestmark = pytest.mark.django_db

NO_SHIFT = timedelta(0)


def due_of(table: Table) -> float:
    """Seconds from the beginning to the deadline."""
    due_at = again(table).due_at
    assert due_at is not None
    return (due_at - later(0)).total_seconds()


def test_a_sweep_after_the_other_shifts_nothing() -> None:
    table = dealt(anything).table
    for seconds in (0, 0.5, 3.5):
        assert beat("sweep", at=later(seconds)) == NO_SHIFT
    assert due_of(table) == TURN_SECONDS + 1


def test_an_outage_shifts_running_deadlines_once_by_its_length() -> None:
    table = dealt(anything).table
    beat("sweep", at=later(1))

    assert beat("sweep", at=later(31)) == timedelta(seconds=30)
    assert beat("sweep", at=later(31.5)) == NO_SHIFT
    assert due_of(table) == TURN_SECONDS + 1 + 30
    assert advance_table(table.pk, at=later(TURN_SECONDS + 30)) == 0


def test_two_parts_that_were_out_together_are_made_good_once() -> None:
    table = dealt(anything).table
    beat("sweep", at=later(0))
    beat("web", at=later(5))
    beat("sweep", at=later(5))

    assert beat("sweep", at=later(25)) == timedelta(seconds=20)
    assert beat("web", at=later(27)) == timedelta(seconds=2)
    assert due_of(table) == TURN_SECONDS + 1 + 22 + 5  # The sweep alone was out for 5 before.


def test_nobody_gets_more_than_a_whole_turn() -> None:
    """A deadline that began in the middle of an outage is not moved by all of it."""
    beat("sweep", at=later(-50))
    table = dealt(anything).table

    beat("sweep", at=later(10))

    assert due_of(table) == TURN_SECONDS + 1 + 10


@pytest.mark.parametrize("is_web_back_first", [False, True])
def test_what_an_outage_took_before_a_pause_is_made_good(is_web_back_first: bool) -> None:
    """The sweep was silent for 60 seconds, of which the last 15 were a pause of 45."""
    table = dealt(anything).table
    for part in ("sweep", "web"):
        beat(part, at=later(10))
    pause(table, at=later(55))
    if is_web_back_first:
        beat("web", at=later(60))
    beat("sweep", at=later(70))
    beat("web", at=later(70))
    resume(table, at=later(100))

    assert due_of(table) == TURN_SECONDS + 1 + 45 + 45


def test_an_outage_within_a_pause_is_made_good_once() -> None:
    table = dealt(anything).table
    pause(table, at=later(15))
    beat("sweep", at=later(20))
    beat("sweep", at=later(70))
    resume(table, at=later(100))

    assert due_of(table) == TURN_SECONDS + 1 + 85


def test_bots_and_deadlines_that_were_over_before_are_not_shifted() -> None:
    bots = table_of(bot_seconds=4)
    advance_table(bots.pk, at=later(0))
    over = dealt(anything).table
    before = due_of(bots)
    beat("sweep", at=later(TURN_SECONDS + 2))

    beat("sweep", at=later(TURN_SECONDS + 22))

    assert due_of(bots) == before
    assert due_of(over) == TURN_SECONDS + 1


def test_the_clock_does_not_act_before_the_outage_was_made_good() -> None:
    """An old message is worked off before the first sweep."""
    deal = dealt(anything)
    beat("sweep", at=later(1))

    assert advance_table(deal.table_id, at=later(100)) == 0
    assert not deal.actions.exists()
    for seconds in range(100, 100 + TURN_SECONDS + 1, 3):
        beat("sweep", at=later(seconds))
    assert advance_table(deal.table_id, at=later(100 + TURN_SECONDS)) == 1


def test_bots_go_on_meanwhile() -> None:
    table = table_of(deals_limit=1)
    beat("web", at=later(-100))

    advance_table(table.pk, at=later(0))

    assert again(table).closed_at == later(0)


def test_without_any_sign_nothing_is_out() -> None:
    assert not is_out(later(0))
    Heartbeat.objects.create(part="web", at=later(-4))
    assert is_out(later(0))


def test_a_turn_is_not_over_before_the_web_has_answered_in_its_last_moments() -> None:
    """An outage that began within it is not known to be one for three seconds."""
    deal = dealt(anything)
    beat("web 1", at=later(TURN_SECONDS - 1))

    assert advance_table(deal.table_id, at=later(TURN_SECONDS + 1.5)) == 0
    beat("web 1", at=later(TURN_SECONDS + 1.6))
    assert advance_table(deal.table_id, at=later(TURN_SECONDS + 1.7)) == 1


def test_one_process_of_the_web_that_stood_still_is_an_outage() -> None:
    table = dealt(anything).table
    for process in ("web 1", "web 2"):
        beat(process, at=later(1))
    beat("web 1", at=later(12))

    assert beat("web 2", at=later(12)) == timedelta(0)  # Made good with the other's.
    assert due_of(table) == TURN_SECONDS + 1 + 11


@pytest.mark.parametrize(
    ("after", "gone", "shift"),
    [
        (5, ["web 2"], 5),  # Its host knows that it has ended.
        (5, [], 0),  # It may come back.
        (16, [], 16),  # It is given up.
    ],
)
def test_a_process_of_the_web_that_never_comes_back_is_made_good(
    after: int, gone: list[str], shift: int
) -> None:
    dealt(anything)
    for process in ("web 1", "web 2"):
        beat(process, at=later(0))
    for seconds in range(1, after):
        beat("web 1", at=later(seconds))

    assert beat("web 1", at=later(after), gone=gone) == timedelta(seconds=shift)
    assert is_out(later(after)) == (not shift)


@pytest.mark.parametrize(("first", "last"), [(8, 13), (11, 15)])
def test_a_short_outage_within_a_long_one_takes_nothing_from_it(first: int, last: int) -> None:
    """The sweep was silent from first to last, a process of the web from 1 to 15."""
    table = dealt(anything).table
    for part in ("web 1", "web 2"):
        beat(part, at=later(1))
    beat("sweep", at=later(first))
    beat("sweep", at=later(last))
    beat("web 1", at=later(15))

    assert due_of(table) == TURN_SECONDS + 1 + 14


def test_a_process_that_begins_waits_for_one_of_its_own_machine_that_stands_still() -> None:
    """Its machine would know if that one had ended."""
    dealt(anything)
    beat("web here 1", at=later(0))

    assert beat("web here 2", at=later(5)) == NO_SHIFT
    assert is_out(later(5))


def test_a_new_process_of_the_web_makes_good_that_there_was_none() -> None:
    table = dealt(anything).table
    beat("web one 1", at=later(0))
    beat("sweep", at=later(0))

    assert beat("web two 1", at=later(11)) == timedelta(seconds=11)
    beat("sweep", at=later(11))
    assert not is_out(later(11))
    assert due_of(table) == TURN_SECONDS + 1 + 11


@pytest.mark.parametrize("first", ["sweep", "web 1"])
def test_deadlines_follow_a_clock_that_went_back_once(first: str) -> None:
    """Whoever notices first; bots and settlements, too, or every table would stand."""
    hour = 3600
    table, bots = dealt(anything).table, table_of(bot_seconds=4)
    advance_table(bots.pk, at=later(0))
    before = due_of(bots)
    for part in ("sweep", "web 1"):
        beat(part, at=later(10))

    assert beat(first, at=later(10 - hour)) == -timedelta(hours=1)
    for part in ("web 1", "sweep"):
        assert beat(part, at=later(10.5 - hour)) == NO_SHIFT

    assert due_of(table) == TURN_SECONDS + 1 - hour
    assert due_of(bots) == before - hour
    assert not is_out(later(11 - hour))
    assert is_out(later(15 - hour))  # A silence is heard again.
    assert advance_table(table.pk, at=later(TURN_SECONDS - hour)) == 0


def test_a_pause_survives_a_clock_that_went_back() -> None:
    table = dealt(anything).table
    beat("sweep", at=later(20))
    pause(table, at=later(20))
    beat("sweep", at=later(20.5 - 3600))
    resume(table, at=later(50 - 3600))

    assert due_of(table) == pytest.approx(TURN_SECONDS + 1 + 30 - 3600, abs=1)


def test_a_clock_that_is_set_right_by_a_little_moves_nothing() -> None:
    table = dealt(anything).table
    beat("sweep", at=later(10))

    assert beat("sweep", at=later(8)) == NO_SHIFT
    assert due_of(table) == TURN_SECONDS + 1
