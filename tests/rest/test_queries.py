"""No parameter of an address passes unseen: unknown ones and bad values are refused."""

import pytest
from rest_framework.test import APIClient

from tests.rest.description import EVERY, PATHS


def _one(path: str) -> str:
    return (
        "current" if path.endswith(("sessions/{id}", "links/{id}", "second-factor/{id}")) else "1"
    )


def address(path: str) -> str:
    """Of a row that need not be there: the question is refused before it is looked up."""
    return path.replace("{ending}", "csv").replace("{id}", _one(path))


@pytest.mark.parametrize(("method", "path"), EVERY)
@pytest.mark.django_db
def test_every_address_knows_its_parameters(client: APIClient, method: str, path: str) -> None:
    parameters = PATHS[path][method].get("parameters", [])
    known = sorted(one["name"] for one in parameters if one["in"] == "query")

    answer = client.generic(method.upper(), f"{address(path)}?bogus=1", "{}", "application/json")

    assert answer.status_code == 400
    assert answer.headers["Content-Type"] == "application/problem+json"
    problem = answer.json()
    assert (problem["code"], problem["detail"]) == ("invalid", "Check these in the address: bogus.")
    [message] = problem["errors"]["bogus"]
    assert (", ".join(known) or "This address takes none") in message


@pytest.mark.parametrize(
    ("asked", "name", "message"),
    [
        ("members?is_active=maybe", "is_active", "Give true or false."),
        ("members?is_active=", "is_active", "Give true or false."),
        ("members?club=fireside", "club", "Give a whole number."),
        ("members?club=1.5", "club", "Give a whole number."),
        ("members?club=" + "9" * 1000, "club", "Give a whole number."),
        ("members?club=1&club=2", "club", "Give it only once."),
        ("members?limit=abc", "limit", "Give a whole number from 1 to 200."),
        ("members?limit=0", "limit", "Give a whole number from 1 to 200."),
        ("members?limit=1000", "limit", "Give a whole number from 1 to 200."),
        ("accounts/1/statement?limit=x", "limit", "Give a whole number from 1 to 200."),
        (
            "members?role=king",
            "role",
            "Give one of guest, member, organiser, owner, scorer, visitor.",
        ),
        (
            "nights?since=2027-02-30",
            "since",
            "a time between the years 2000 and 2099, such as 2027-01-08T20:00:00Z",
        ),
        ("nights?since=2027-01-08T20:00:00+01:00", "since", "a + is written as %2B"),
        ("nights?since=0001-01-01T00:00:00Z", "since", "between the years 2000 and 2099"),
        ("members?%ff=1", "\ufffd", "There is no such parameter."),
    ],
)
def test_what_is_refused(member: APIClient, asked: str, name: str, message: str) -> None:
    answer = member.get(f"/api/v1/{asked}")

    assert answer.status_code == 400
    assert answer.json()["errors"].keys() == {name}
    assert message in answer.json()["errors"][name][0]


@pytest.mark.parametrize(
    "asked",
    [
        "members",
        "members?",
        "members?is_active=true&club=1&limit=200&role=owner&name=",
        "members?is_active=False",
        "nights?since=2027-01-08T20:00:00%2B01:00&until=2027-01-09",
        "ratings?preset=standard",
    ],
)
def test_what_is_answered(member: APIClient, asked: str) -> None:
    assert member.get(f"/api/v1/{asked}").status_code == 200
    assert member.head(f"/api/v1/{asked}").status_code == 200


def test_other_pages_keep_their_own(client: APIClient) -> None:
    assert client.get("/api/problems/?bogus=1").status_code == 200
    assert client.get("/api/v1/nowhere?bogus=1").status_code == 404
