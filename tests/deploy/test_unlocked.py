"""Slow work outside locks: what is noticed, and how an order begins anew."""

import logging
from collections.abc import Callable

import pytest
from django.db import connection, transaction

from clubs.models import Player
from deploy.database.row_locks import held, log_slow_work
from deploy.unlocked import VAIN, begins_anew, outside_locks, settled, worked_out


@pytest.fixture
def player(db: None) -> Player:
    return Player.objects.create(username="nora", name="Nora Daly")


class Changing(Exception):
    """An error of an order whose work is always in vain."""


@outside_locks
def plan(number: int) -> int:
    return 2 * number


def lock(player: Player, *, no_key: bool = False) -> None:
    assert Player.objects.select_for_update(no_key=no_key).get(pk=player.pk)


@transaction.atomic
def lock_and_go_back(player: Player) -> None:
    with transaction.atomic():
        lock(player)
    raise Changing


@pytest.mark.parametrize("no_key", [False, True])
def test_slow_work_under_a_row_lock_fails_a_test(player: Player, no_key: bool) -> None:
    with transaction.atomic():
        lock(player, no_key=no_key)
        with pytest.raises(AssertionError, match="plan runs while a row is locked"):
            plan(1)

    assert plan(1) == 2


def test_a_statement_that_locked_no_row_does_not_count(player: Player) -> None:
    with transaction.atomic():
        list(Player.objects.select_for_update().filter(pk=player.pk + 1))
        list(Player.objects.filter(pk=player.pk))
        assert plan(1) == 2


def test_a_lock_outlives_the_savepoint_that_took_it(player: Player) -> None:
    with transaction.atomic():
        with transaction.atomic():
            lock(player)
        assert held()


def test_going_back_to_a_savepoint_gives_up_the_locks_since(player: Player) -> None:
    with transaction.atomic():
        with pytest.raises(Changing):
            lock_and_go_back(player)
        assert not held()


def test_going_back_keeps_the_locks_from_before(player: Player) -> None:
    with transaction.atomic():
        lock(player)
        with pytest.raises(Changing):
            lock_and_go_back(player)
        assert held()


def test_the_transaction_of_a_whole_test_does_not_count(player: Player) -> None:
    lock(player)

    assert not held()


def test_a_real_transaction_ends_its_locks(own_database: str) -> None:
    player = Player.objects.create(username="nora", name="Nora Daly")
    with transaction.atomic():
        with transaction.atomic():
            lock(player)
        assert held()
    with transaction.atomic():
        assert not held()

    with pytest.raises(Changing):
        lock_and_go_back(player)
    assert not held()

    with transaction.atomic():
        lock(player)
        connection.close()
    assert not held()


def test_production_logs_slow_work(player: Player, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    log_slow_work("plan")
    assert not caplog.records

    with transaction.atomic():
        lock(player)
        log_slow_work("plan")

    assert "plan runs while a row is locked" in caplog.text


def order_of(player: Player, key: Callable[[], int]) -> Callable[[], int]:
    """Locks a player, notes that in their name, and plans by the key of the moment."""

    @begins_anew
    @transaction.atomic
    def order() -> int:
        lock(player)
        Player.objects.filter(pk=player.pk).update(name=f"Nora {key()}")
        number = key()
        return worked_out(number, lambda: plan(number), refusal=Changing("it changes"))

    return order


def test_an_order_gives_its_locks_up_to_plan(player: Player) -> None:
    assert order_of(player, lambda: 7)() == 14

    player.refresh_from_db()
    assert player.name == "Nora 7"


def test_whoever_locks_the_row_around_the_order_is_noticed(player: Player) -> None:
    with transaction.atomic():
        lock(player)
        with pytest.raises(AssertionError, match="while a row is locked"):
            order_of(player, lambda: 7)()


def test_the_outer_order_begins_anew_for_the_inner_one(player: Player) -> None:
    begun: list[int] = []

    @begins_anew
    @transaction.atomic
    def outer() -> int:
        begun.append(len(begun))
        lock(player)
        return order_of(player, lambda: 7)()

    assert outer() == 14
    assert begun == [0, 1]


def test_what_changed_meanwhile_is_planned_anew(player: Player) -> None:
    keys = iter([1, 1, 2, 2, 2, 2])

    assert order_of(player, lambda: next(keys))() == 4


def test_an_order_whose_plans_are_all_in_vain_is_refused(player: Player) -> None:
    keys = iter(range(100))

    with pytest.raises(Changing, match="it changes"):
        order_of(player, lambda: next(keys))()

    player.refresh_from_db()
    assert player.name == "Nora Daly"
    assert next(keys) == 2 * (VAIN + 1)


def test_several_plans_of_one_order_are_not_in_vain() -> None:
    @begins_anew
    def order() -> list[int]:
        return [worked_out(one, lambda one=one: plan(one), refusal=Changing()) for one in range(9)]  # type: ignore[misc]

    assert order() == [0, 2, 4, 6, 8, 10, 12, 14, 16]


def test_what_work_refuses_is_told_where_it_was_asked_for(player: Player) -> None:
    def refuse() -> int:
        raise ValueError("no plan")

    @begins_anew
    @transaction.atomic
    def order() -> str:
        lock(player)
        try:
            worked_out("key", refuse, refusal=Changing())
        except ValueError as refusal:
            return f"refused: {refusal}"
        return "planned"

    assert order() == "refused: no plan"


def test_chance_is_the_same_when_an_order_begins_anew() -> None:
    numbers = iter(range(10))
    seen = []

    @begins_anew
    def order() -> int:
        seen.append(settled("seed", lambda: next(numbers)))
        return worked_out("key", lambda: 1, refusal=Changing())

    order()
    order()

    assert seen == [0, 0, 1, 1]


def test_work_is_done_on_the_spot_where_nothing_can_begin_anew() -> None:
    assert worked_out("key", lambda: plan(3), refusal=Changing()) == 6
    assert settled("seed", lambda: 5) == 5
