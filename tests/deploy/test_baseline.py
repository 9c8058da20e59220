"""The migrations are those of the models, and the name of the last one tells which they are."""

import pytest
from django.core.management import call_command

from deploy.database import baseline


def test_the_name_of_the_last_migration_tells_all_of_them() -> None:
    assert baseline.marked() == [baseline.digest()], "Write it again: python3 manage.py baseline"


@pytest.mark.django_db
def test_the_models_need_no_other_migration() -> None:
    call_command("makemigrations", check_changes=True, dry_run=True, verbosity=0)
