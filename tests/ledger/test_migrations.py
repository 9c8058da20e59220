"""The migrations can be taken back, guards and functions too."""

import pytest
from django.core.management import call_command
from django.db import connection

from ledger.declarations import declared_reasons
from ledger.models import TransferReason


def leftovers() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT proname FROM pg_proc WHERE proname LIKE 'ledger%'"
            " UNION ALL SELECT typname FROM pg_type WHERE typname LIKE 'ledger%'"
        )
        return [name for (name,) in cursor.fetchall()]


def test_back_and_forth(own_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(connection.settings_dict["OPTIONS"], "assume_role")
    before = sorted(leftovers())

    call_command("migrate", "ledger", "zero", verbosity=0)
    nothing = leftovers()
    call_command("migrate", "ledger", verbosity=0)

    assert nothing == []
    assert TransferReason.objects.count() == len(declared_reasons())
    assert sorted(leftovers()) == before
