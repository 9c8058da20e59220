"""Doors take in what they know, in its own JSON type, and nothing else."""

import pytest

from deploy.rest.serializers import NO_LIST, UNKNOWN
from tests.rest.doors import Order

CHIPS = "Must be a whole number from 1."
BOOL = "Must be true or false, without quotes."


@pytest.mark.parametrize(
    ("given", "field", "message"),
    [
        ({"chips": 5, "amount": 5}, "amount", UNKNOWN),  # A slip of the pen moves no chips.
        ({"chips": "5"}, "chips", CHIPS),
        ({"chips": 5.0}, "chips", CHIPS),  # Half chips come next.
        ({"chips": True}, "chips", CHIPS),  # Python takes true for 1.
        ({"chips": 5, "memo": 7}, "memo", "Must be text in quotes."),
        ({"chips": 5, "is_bold": "yes"}, "is_bold", BOOL),
        ({"chips": 5, "is_bold": 1}, "is_bold", BOOL),
        ({"chips": 5, "seats": [1, "2"]}, "seats", "Must be a whole number."),
        ({"chips": 5, "seats": {"1": 1}}, "seats", NO_LIST),
        ({"chips": 5, "suit": "stars"}, "suit", '"stars" is not one of hearts, spades.'),
        ({"chips": 5, "cut": "deep"}, "cut", '"deep" is not one of high, low, or empty.'),
        ({"chips": 5, "inner": {"chips": 1, "also": 1}}, "inner", {"also": [UNKNOWN]}),
    ],
)
def test_what_is_refused(given: dict[str, object], field: str, message: object) -> None:
    order = Order(data=given)

    assert not order.is_valid()
    assert order.errors.keys() == {field}
    assert order.errors[field] in ([message], message)


def test_what_is_taken() -> None:
    given = {"chips": 5, "memo": None, "is_bold": True, "seats": [1, 2], "inner": {"chips": 1}}

    order = Order(data=given)

    assert order.is_valid(), order.errors
    assert order.validated_data == given
