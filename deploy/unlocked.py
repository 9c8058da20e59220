"""Slow work outside locks: an order that needs some gives its locks up, does it, and begins anew.

Others wait for a row that is locked. So nobody plans, draws a picture or sends a mail meanwhile. An
order learns only under the lock what is to be planned: it says so by `worked_out`, and then
`begins_anew` takes all of it back, does the work while nothing is locked, and gives the order
again. This time the result is at hand, unless others changed what it follows from.
"""

import functools
from collections.abc import Callable, Hashable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Final, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

VAIN: Final = 3
"""The number of times that work may be in vain before the order is refused."""

CHECKS: Final[list[Callable[[str], None]]] = []
"""Functions called before slow work begins, with the name of that work."""


def outside_locks(function: Callable[P, T]) -> Callable[P, T]:
    """Mark what is slow: it runs while no row is locked, or each of `CHECKS` is told of it."""

    @functools.wraps(function)
    def unlocked(*args: P.args, **kwargs: P.kwargs) -> T:
        for check in CHECKS:
            check(f"{function.__module__}.{function.__qualname__}")
        return function(*args, **kwargs)

    return unlocked


@dataclass
class _Done:
    """Work that is done: what it returned, or what it refused; and whether anybody used it."""

    key: object
    result: Any = None
    refusal: Exception | None = None
    is_used: bool = False


class _Order:
    """The work that an order has at hand when it begins anew."""

    def __init__(self) -> None:
        self.done: list[_Done] = []
        self.chosen: dict[Hashable, Any] = {}

    def find(self, key: object) -> _Done | None:
        return next((one for one in self.done if one.key == key), None)

    def work(self, wanted: "_Wanted") -> None:
        done = _Done(wanted.key)
        try:
            done.result = wanted.work()
        except Exception as refusal:  # Told where the result is asked for.
            done.refusal = refusal
        self.done.append(done)


class _Wanted(Exception):
    """Work is to be done before the order can be carried out."""

    def __init__(self, key: object, work: Callable[[], Any], refusal: Exception) -> None:
        super().__init__(key)
        self.key, self.work, self.refusal = key, work, refusal


_order: ContextVar[_Order | None] = ContextVar("order", default=None)


def begins_anew(order: Callable[P, T]) -> Callable[P, T]:
    """Let an order begin anew when slow work is done; it stands above `transaction.atomic`.

    Within another such order it leaves that to the outer one, whose locks are older.

    Raises:
        Exception: the `refusal` of `worked_out`, where others change all the time what the work
            follows from. Nothing is done then.
    """

    @functools.wraps(order)
    def given(*args: P.args, **kwargs: P.kwargs) -> T:
        if _order.get() is not None:
            return order(*args, **kwargs)
        token = _order.set(_Order())
        try:
            return _until_done(lambda: order(*args, **kwargs))
        finally:
            _order.reset(token)

    return given


def _until_done(give: Callable[[], T]) -> T:
    at_hand, vain = _order.get(), 0
    assert at_hand is not None
    while True:
        try:
            return give()
        except _Wanted as missing:
            wanted = missing
        vain += bool(at_hand.done) and not at_hand.done[-1].is_used
        if vain >= VAIN:
            raise wanted.refusal
        at_hand.work(wanted)


def worked_out(key: object, work: Callable[[], T], *, refusal: Exception) -> T:
    """The result of slow work: at once where the order has it at hand, else it begins anew.

    Where nothing can begin anew, the work is done on the spot.

    Args:
        key: All that the work follows from; equal keys have equal results.
        work: Pure, and bounded in steps.
        refusal: What the order raises where the key changes all the time.
    """
    at_hand = _order.get()
    if at_hand is None:
        return work()
    done = at_hand.find(key)
    if done is None:
        raise _Wanted(key, work, refusal)
    done.is_used = True
    if done.refusal is not None:
        raise done.refusal
    result: T = done.result
    return result


def settled(key: Hashable, choose: Callable[[], T]) -> T:
    """Something chosen by chance, and the same again where the order begins anew."""
    at_hand = _order.get()
    if at_hand is None:
        return choose()
    if key not in at_hand.chosen:
        at_hand.chosen[key] = choose()
    chosen: T = at_hand.chosen[key]
    return chosen
