"""Players are Django's users."""

import pytest

from clubs.models import Player


@pytest.mark.django_db
def test_a_player_is_called_by_name() -> None:
    player = Player.objects.create_user("nora", password=None, name="Nora Daly")

    assert str(player) == "Nora Daly"
    assert not player.has_usable_password()


def test_an_own_database_commits_and_leaves_nothing(own_database: str) -> None:
    Player.objects.create_user("nora", name="Nora Daly")

    assert own_database
    assert Player.objects.count() == 1
