"""C19: clocks that go wrong."""

from collections.abc import Iterator

import psycopg

from tests.attacks.callers import Obstructed, wait_until
from tests.attacks.catalogue import DATABASE, attack
from tests.attacks.stage import Stage, leave

NOTICE_SECONDS = 120.0
TURN_SECONDS = 5
LATER = "interval '1 hour'"


@attack("C19", harms="the signs of life are dated an hour ahead.", needs=(DATABASE,))
def a_heartbeat_in_the_future_hides_a_dead_sweep(stage: Stage) -> Iterator[str]:
    """Every sign of life is dated an hour ahead: that is noticed, and none is taken for a sign."""
    with stage.owner() as owner:
        owner.execute(f"UPDATE games_heartbeat SET at = now() + {LATER}")

        def is_noticed() -> bool:
            ahead = owner.execute("SELECT count(*) FROM games_heartbeat WHERE at > now()")
            return ahead.fetchone() == (0,) or bool(stage.site.trouble())

        if not wait_until(is_noticed, seconds=NOTICE_SECONDS):
            yield f"after {NOTICE_SECONDS:g} s /readyz still says that all is well"
        _forget(owner)


@attack(
    "C19",
    harms="as if the database's clock went back by an hour, for every table of the instance.",
    needs=(DATABASE,),
)
def the_clock_goes_back_by_an_hour(stage: Stage) -> Iterator[str]:
    """All that the database wrote down as now or soon lies an hour ahead, as after its clock went
    back: a table in play goes on."""
    terms = {"seats_limit": 2, "turn_seconds": TURN_SECONDS, "bot_seconds": 0}
    free = stage.maura.post("free-tables", {"club": stage.club.id, "name": "Clock", **terms})
    for player in (stage.maura, stage.jerry):
        player.post(f"free-tables/{free['id']}/sit", {"chips": 10})
    path = f"tables/{free['table']}"
    if not wait_until(lambda: stage.maura.get(path)["deal"]):
        raise Obstructed("no deal began")
    with stage.owner() as owner:
        with owner.transaction():  # At once: a sign that is put back takes the tables with it.
            owner.execute(f"UPDATE games_heartbeat SET at = at + {LATER}")
            owner.execute(
                f"""UPDATE games_table SET due_at = due_at + {LATER},
                turn_began_at = turn_began_at + {LATER} WHERE closed_at IS NULL"""
            )
        before = _place(stage, path)
        if not wait_until(lambda: _place(stage, path) != before, seconds=NOTICE_SECONDS):
            yield f"nobody acts at it: {stage.maura.get(path)['deal']['turn_ends_at']}"
        leave(free, stage.maura, stage.jerry)
        _forget(owner)


def _place(stage: Stage, path: str) -> tuple[int, int, bool]:
    """How far a table has come."""
    table = stage.maura.get(path)
    deal = table["deal"]
    return deal["number"], deal["view"]["ply"], bool(deal["settled_at"])


def _forget(owner: psycopg.Connection) -> None:
    """Else /readyz would tell for an hour that the clock went back."""
    with owner.transaction():  # The signs first: whoever is putting them back is waited for.
        owner.execute("UPDATE games_heartbeat SET at = now() WHERE at > now()")
        owner.execute("DELETE FROM games_heartbeat WHERE part = 'put back'")
