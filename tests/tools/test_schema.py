"""Two schemas are told apart by whatever differs, and by nothing else."""

from typing import cast

import psycopg
import pytest
from django.db import connection

from tests.tools.schema import differences, read_schema

pytestmark = pytest.mark.django_db


def read() -> dict[str, str]:
    connection.ensure_connection()
    return read_schema(cast("psycopg.Connection", connection.connection))


@pytest.fixture
def before() -> dict[str, str]:
    with connection.cursor() as cursor:
        cursor.execute("RESET ROLE")
    return read()


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        ("ALTER TABLE clubs_club ADD shade text DEFAULT 'green'", "column clubs_club.shade"),
        ("ALTER TABLE clubs_club ALTER name TYPE text", "column clubs_club.name"),
        ("ALTER TABLE clubs_club ALTER slug DROP NOT NULL", "column clubs_club.slug"),
        ("COMMENT ON TABLE clubs_club IS 'Where people play.'", "relation clubs_club"),
        ("GRANT DELETE ON ledger_entry TO PUBLIC", "relation ledger_entry"),
        ("DROP TRIGGER clubs_club_version ON clubs_club", "trigger clubs_club.clubs_club_version"),
        ("DROP INDEX clubs_night_living", "index clubs_night_living"),
        ("DROP STATISTICS clubs_player_names", "statistics clubs_player_names"),
        ("GRANT EXECUTE ON FUNCTION ledger_post TO PUBLIC", "function ledger_post"),
        ("CREATE TYPE suit AS ENUM ('hearts', 'spades')", "type suit"),
        ("ALTER SEQUENCE clubs_club_id_seq INCREMENT 2", "sequence clubs_club_id_seq"),
        ("DELETE FROM auth_permission WHERE codename = 'add_club'", "permission clubs.club.add"),
        ("INSERT INTO auth_group (name) VALUES ('x')", "row auth_group"),
    ],
)
def test_whatever_differs_is_told(before: dict[str, str], statement: str, name: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)

    assert any(line.startswith(name) for line in differences(before, read()))


def test_the_order_of_columns_does_not_count(before: dict[str, str]) -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE suits (hearts int, spades text)")
        one = read()
        cursor.execute("DROP TABLE suits")
        cursor.execute("CREATE TABLE suits (spades text, hearts int)")

    assert differences(one, read()) == []
    assert differences(before, read()) != []
