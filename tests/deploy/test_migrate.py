"""`manage.py migrate` leaves a database alone that another version has used."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import override_settings

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("as_owner")]


def unknown_to_us(app: str, name: str = "0099_of_a_later_version") -> None:
    MigrationRecorder(connection).record_applied(app, name)


@pytest.mark.parametrize(
    ("is_embedded", "advice"), [(True, "manage.py clean"), (False, "DATABASE_URL")]
)
@pytest.mark.parametrize("app", ["clubs", "games", "ledger", "tournaments"])
def test_it_is_refused_in_one_sentence(app: str, is_embedded: bool, advice: str) -> None:
    unknown_to_us(app)

    with (
        override_settings(IS_EMBEDDED=is_embedded),
        pytest.raises(CommandError, match=f"{app}.0099_of_a_later_version was applied") as refused,
    ):
        call_command("migrate", verbosity=0)

    assert advice in str(refused.value)


@pytest.mark.parametrize(
    ("app", "name"), [("clubs", "0001_people"), ("tournaments", "0003_baseline_00000000")]
)
def test_so_is_one_from_before_the_migrations_were_written_anew(app: str, name: str) -> None:
    unknown_to_us(app, name)

    with pytest.raises(CommandError, match=f"another version .* {app}.{name} was applied"):
        call_command("migrate", verbosity=0)


def test_what_a_library_left_behind_is_none_of_our_business() -> None:
    unknown_to_us("a_library")

    call_command("migrate", "--plan", stdout=StringIO())
