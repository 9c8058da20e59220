"""Each problem has a page where its `type` says."""

import pytest
from django.test import Client

from deploy.rest.problem_pages import ADVICE
from deploy.rest.problem_types import ProblemType, problem_types


@pytest.mark.parametrize("kind", problem_types(), ids=lambda kind: kind.code)
def test_every_problem_has_a_page(kind: ProblemType, client: Client) -> None:
    answer = client.get(kind.page)

    assert answer.status_code == 200
    assert kind.code in answer.text
    assert kind.title in answer.text.replace("&#x27;", "'")
    assert ADVICE[kind.status][:20] in answer.text


def test_the_index_leads_to_all_of_them(client: Client) -> None:
    answer = client.get("/api/problems/")

    for kind in problem_types():
        assert f'href="{kind.page}"' in answer.text


def test_no_page_for_what_is_no_problem(client: Client) -> None:
    assert client.get("/api/problems/no-such-problem").status_code == 404


def test_one_code_has_one_status() -> None:
    """A program that knows a code knows what to do, whichever app it comes from."""
    statuses = {kind.code: kind.status for kind in problem_types()}

    assert all(statuses[kind.code] == kind.status for kind in problem_types())
    assert {"stale_ply", "overdrawn", "illegal_action", "throttled"} <= statuses.keys()
