"""A5: an order that is sent twice with one key."""

from collections.abc import Iterator
from typing import Any

from tests.attacks.catalogue import attack
from tests.attacks.stage import LATER, Stage, cup


@attack("A5")
def what_is_sent_twice_is_made_twice(stage: Stage) -> Iterator[str]:
    """Every POST that makes something is sent twice with one key; tokens are below."""
    club = stage.club
    orders: list[tuple[str, dict[str, Any]]] = [
        ("nights", {"club": club.id, "starts_at": LATER}),
        ("tournaments", cup(club, "Once")),
        ("members", {"club": club.id, "name": "Once"}),
        ("free-tables", {"club": club.id, "name": "Once"}),
        ("invitations", {"club": club.id}),
    ]
    for path, order in orders:
        before = len(club.owner.rows(f"{path}?club={club.id}"))
        key = f"twice-{path}-{stage.run}"
        answers = [club.owner.ask("POST", path, order, key=key) for _ in range(2)]
        after = len(club.owner.rows(f"{path}?club={club.id}"))
        if after != before + 1:
            yield f"{path}: {after - before} were made ({answers[0].status}, {answers[1].status})"


@attack("A5")
def a_secret_is_kept_in_a_receipt(stage: Stage) -> Iterator[str]:
    """A token is asked for twice with one key: the second answer must not tell the first one's
    secret again, which would have to be kept for that."""
    password = {"username": stage.username, "password": stage.password}
    order = {"name": "twice", "days": 1, **password}
    key = f"secret-{stage.run}"
    answers = [stage.chief.ask("POST", "tokens", order, key=key) for _ in range(2)]
    if all(one.is_fine for one in answers) and answers[0].body["token"] == answers[1].body["token"]:
        yield "the same token was told again"
    if answers[1].headers.get("Idempotency-Replayed"):
        yield "the answer with the token was replayed"
