"""What is made up is aimed at rows that there are, unless it is wrong on purpose."""

import copy
from random import Random
from typing import Any

import schemathesis
from hypothesis import Phase, given
from hypothesis import settings as hypothesis_settings
from schemathesis import Case, GenerationMode
from schemathesis.core.parameters import ParameterLocation

from tests.rest.aims import aim
from tests.rest.description import DOCUMENT

SCHEMA = schemathesis.openapi.from_dict(copy.deepcopy(DOCUMENT))
GIVE = SCHEMA["/api/v1/members/{id}/give"]["POST"]
ROWS = {"members": [7]}
SOME = hypothesis_settings(
    max_examples=100, database=None, derandomize=True, deadline=None, phases=[Phase.generate]
)


def aimed(mode: GenerationMode) -> list[tuple[Any, Any, bool]]:
    """Bodies as they were made up and as they go out, and whether they are wrong on purpose."""
    found: list[tuple[Any, Any, bool]] = []

    @SOME
    @given(case=GIVE.as_strategy(generation_mode=mode))
    def collect(case: Case[Any]) -> None:
        assert case.meta is not None
        made_up = copy.deepcopy(case.body)
        aim(case, ROWS, Random(5))
        is_wrong = case.meta.is_negative_at(ParameterLocation.BODY)
        found.append((made_up, case.body, is_wrong))

    collect()
    return found


def test_most_ids_of_a_body_are_of_rows_that_there_are() -> None:
    sent = [body["to"] for _, body, _ in aimed(GenerationMode.POSITIVE)]

    assert sent.count(7) > len(sent) / 2


def test_a_body_that_is_wrong_on_purpose_stays_wrong() -> None:
    wrong = [
        (made_up, body) for made_up, body, is_wrong in aimed(GenerationMode.NEGATIVE) if is_wrong
    ]

    assert len(wrong) > 10
    assert any(isinstance(one.get("to"), int) for one, _ in wrong if isinstance(one, dict))
    assert [body for _, body in wrong] == [made_up for made_up, _ in wrong]


def test_a_case_that_tells_nothing_of_itself_is_aimed() -> None:
    case = GIVE.Case(path_parameters={"id": 1}, body={"to": 1})

    aim(case, ROWS, Random(5))

    assert (case.path_parameters, case.body) == ({"id": 7}, {"to": 7})
