"""Who enters the admin follows from a role, and from nothing else."""

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from clubs.members import join_club
from clubs.models import Player, Role
from tests.clubs.factories import AT, ClubFactory, PlayerFactory

pytestmark = pytest.mark.django_db
INDEX = "admin:index"
ENTERING = {Role.SCORER, Role.ORGANISER, Role.OWNER}


@pytest.mark.parametrize("role", list(Role))
def test_a_role_opens_the_admin(role: Role) -> None:
    player, client = PlayerFactory.create(), Client()
    member = join_club(ClubFactory.create(), player=player, role=Role.MEMBER, at=AT)
    member.role = role
    member.save()
    player.set_password("five of hearts")
    player.save()
    form = {"login": player.username, "password": "five of hearts", "next": reverse(INDEX)}

    answer = client.post(reverse("account_login"), form, follow=True)

    entered = answer.status_code == 200
    client.force_login(player)
    assert entered == (client.get(reverse(INDEX)).status_code == 200) == (role in ENTERING)


def test_somebody_who_is_made_by_the_command_enters() -> None:
    call_command("createsuperuser", username="op", name="Op", interactive=False)
    client = Client()
    client.force_login(Player.objects.get(username="op"))

    assert client.get(reverse(INDEX)).status_code == 200
