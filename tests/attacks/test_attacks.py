"""Every attack against an instance of our own: all of them are held."""

import shutil
from collections.abc import Iterator

import pytest
from django.db import connection
from psycopg.conninfo import conninfo_to_dict
from pytest_django.plugin import DjangoDbBlocker

from tests.attacks.callers import PATIENCE_SECONDS
from tests.attacks.catalogue import Attack, carry_out
from tests.attacks.every import IN_ORDER
from tests.attacks.instance import instance
from tests.attacks.stage import Stage

OPTIONS = {"options": f"-c statement_timeout={PATIENCE_SECONDS:g}s"}


@pytest.fixture(scope="module")
def stage(
    tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker
) -> Iterator[Stage]:
    """Its database is Django's own for so long, since our audit is asked about it."""
    data = tmp_path_factory.mktemp("attacked")
    with instance(data) as running, django_db_blocker.unblock(), pytest.MonkeyPatch.context() as to:
        where = conninfo_to_dict(running.database)
        for name, key in (("NAME", "dbname"), ("USER", "user"), ("HOST", "host"), ("PORT", "port")):
            to.setitem(connection.settings_dict, name, where[key])
        to.setitem(connection.settings_dict, "OPTIONS", OPTIONS)
        connection.close()
        yield running
        connection.close()
    shutil.rmtree(data)


@pytest.mark.parametrize("attack", IN_ORDER, ids=lambda attack: attack.name)
def test_the_attack_is_held(stage: Stage, attack: Attack) -> None:
    assert not stage.trouble, "it was unwell before"  # Nobody waits for it again.
    stage.trouble = stage.site.trouble_that_stays()
    assert not stage.trouble, "what came before left it unwell"

    assert str(carry_out(attack, stage)) == "held"
