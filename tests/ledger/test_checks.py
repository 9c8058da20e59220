"""What the CHECKs of accounts and transfers ask, case by case."""

from itertools import product

import pytest
from django.db import connection

from ledger.declarations import declared_reasons
from ledger.kinds import AccountKind

pytestmark = pytest.mark.django_db
BY_HAND = {"adjustment", "reversal"}


def asks(call: str, *given: str | int | None) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {call}", given)
        (answer,) = cursor.fetchone() or (None,)
    assert type(answer) is bool, "a CHECK that is neither true nor false lets pass"
    return answer


@pytest.mark.parametrize("kind", [*AccountKind, "rake", ""])
def test_every_kind_has_its_floor_and_holder(kind: str) -> None:
    fitting = {
        (floor, has_holder, is_closed)
        for floor, has_holder, is_closed in product((None, -5, 0, 5), (True, False), (True, False))
        if asks(
            "ledger_fits_kind(%s, %s, %s, %s)",
            *(kind, floor, 7 if has_holder else None, "2026-11-21" if is_closed else None),
        )
    }

    either = (True, False)
    assert fitting == {
        "bank": {(None, False, False)},
        "correction": {(None, False, False)},
        "purse": set(product((0,), either, either)),
        "stack": set(product((0,), (True,), either)),
        "pool": set(product((0,), (False,), either)),
        "fund": set(product((0,), (False,), either)),
    }.get(kind, set())


@pytest.mark.parametrize("reason", [*declared_reasons(), "rake", ""])
def test_every_reason_has_what_it_needs(reason: str) -> None:
    """Whether there is such a reason is not asked here: rows say that (test_reasons)."""
    fitting = {
        (has_actor, has_memo, reverses)
        for has_actor, has_memo, reverses in product((True, False), repeat=3)
        if asks(
            "ledger_fits_reason(%s, %s, %s, %s)",
            *(reason, 7 if has_actor else None, "why" if has_memo else "", 1 if reverses else None),
        )
    }

    either = () if reason in BY_HAND else (True, False)
    by_hand = {(True, True, reason == "reversal")} if reason in BY_HAND else set()
    assert fitting == set(product(either, either, (False,))) | by_hand
