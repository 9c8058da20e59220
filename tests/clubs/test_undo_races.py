"""Two organisers at one evening, at the same moment: real threads, a real PostgreSQL."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from django.db import transaction

from clubs.attendance import check_in
from clubs.draws import seat_night
from clubs.models import DeedKind, NightStatus
from clubs.rounds import open_tables
from clubs.stages import lock_night
from clubs.undoing import undo
from deploy.rights import Doer
from tests.clubs.factories import AT
from tests.clubs.undone import Evening
from tests.games.crowds import at_once, in_a_thread, somebody_waits, wait_for


def test_every_deed_has_a_number_of_its_own(own_database: str) -> None:
    evening = Evening(8, more=4)
    seat_night(evening.night, **evening.doing)
    open_tables(evening.night, **evening.doing)
    tables = [evening.table(1), evening.table(2)]

    calls: list[Callable[[], object]] = [
        partial(check_in, evening.night, [member], by=evening.by, at=AT)
        for member in evening.members[8:]
    ]
    calls += [partial(evening.record, 1, table=number) for number, _ in enumerate(tables, 1)]
    at_once(calls)

    numbers = evening.night.deeds.order_by("number").values_list("number", flat=True)
    assert list(numbers) == list(range(1, 9))


def test_a_result_waits_for_nobody_who_holds_the_night(own_database: str) -> None:
    """Whoever holds it may wait for this very table."""
    evening = Evening()
    seat_night(evening.night, **evening.doing)
    open_tables(evening.night, **evening.doing)

    with ThreadPoolExecutor(1) as thread, transaction.atomic():
        lock_night(evening.night, *NightStatus)
        thread.submit(in_a_thread, partial(evening.record, 1)).result(timeout=60)

    assert evening.last.kind == DeedKind.RESULT


def test_of_two_who_undo_the_same_deed_one_is_told(own_database: str) -> None:
    evening = Evening()
    check_in(evening.night, evening.members[8:], **evening.doing)
    again = partial(undo, evening.night, 1, by=evening.by, at=AT)

    told = at_once([partial(_refused, again) for _ in range(2)])

    assert sorted(map(str, told)) == ["AlreadyUndone", "None"]
    assert evening.night.deeds.filter(kind=DeedKind.UNDO).count() == 1


def test_an_undo_sees_the_result_that_was_entered_while_it_waited(own_database: str) -> None:
    evening = Evening()
    seat_night(evening.night, **evening.doing)
    open_tables(evening.night, **evening.doing)
    wanted = partial(undo, evening.night, 2, by=Doer(evening.organiser.pk), at=evening.at)

    with ThreadPoolExecutor(1) as thread:
        with transaction.atomic():
            evening.record(1)
            waiting = thread.submit(in_a_thread, partial(_refused, wanted))
            wait_for(somebody_waits)
        told = waiting.result(timeout=60)

    assert told in ("StandsOn", "PlayedSince")
    assert evening.table().deals.count() == 1


def _refused(call: Callable[[], object]) -> str:
    """The refusal that it got, by its name."""
    try:
        call()
    except Exception as refusal:
        return type(refusal).__name__
    return "None"
