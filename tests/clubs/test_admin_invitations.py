"""Inviting from the admin: it asks the matrix itself, as the API does."""

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from clubs.members import join_club, walk_in
from clubs.models import Club, Player, Role
from tests.clubs.arriving import arrive
from tests.clubs.factories import AT, ClubFactory, PlayerFactory


@pytest.fixture
def club(db: None) -> Club:
    return ClubFactory.create()


def organiser_of(club: Club) -> Player:
    return join_club(club, player=PlayerFactory.create(), role=Role.ORGANISER, at=AT).player


@pytest.mark.parametrize("office", [Role.ORGANISER, Role.OWNER])
def test_organisers_invite_nobody_to_run_the_club(client: Client, club: Club, office: Role) -> None:
    """Neither by name of the office, nor to the row of somebody who has it."""
    con = walk_in(club, name="Con", role=office, at=AT)
    client.force_login(organiser_of(club))

    form = {"club": club.pk, "role": office, "days": 3}
    named = client.post(reverse("admin:clubs_invitation_add"), form)
    page = reverse("admin:clubs_member_change", args=[con.pk])
    pressed = client.post(page, {"role": office, "do_invite_to_claim": "1"})
    ticked = {"action": "invite_to_claim", "_selected_action": con.pk}
    claimed = client.post(reverse("admin:clubs_member_changelist"), ticked, follow=True)

    assert "Ask an owner of the club to invite others." in named.content.decode()
    assert pressed.status_code == 403
    assert f"Con has the role {office.label}: ask an owner of the club." in claimed.content.decode()
    assert not club.invitations.exists()


def test_owners_of_one_club_run_no_other(client: Client, club: Club) -> None:
    player = organiser_of(club)
    ClubFactory.create(owner=player)
    client.force_login(player)

    form = {"club": club.pk, "role": Role.OWNER, "days": 3}
    refused = client.post(reverse("admin:clubs_invitation_add"), form, follow=True)

    assert f"to be owner: ask an owner of {club}." in refused.content.decode()
    assert not club.invitations.exists()


def test_organisers_invite_everybody_else(client: Client, club: Club) -> None:
    client.force_login(organiser_of(club))

    form = {"club": club.pk, "role": Role.SCORER, "days": 3}
    client.post(reverse("admin:clubs_invitation_add"), form)

    assert club.invitations.get().role == Role.SCORER


def test_no_search_of_an_organiser_finds_a_user_name(client: Client, club: Club) -> None:
    """A walk-in's hidden one would tell whether somebody else's login had taken their name."""
    PlayerFactory.create(username="con")
    players = [member.player for member in arrive(club, ("Con", "Zebedee"), at=AT)]
    assert [player.username for player in players] == ["con-2", "zebedee"]
    client.force_login(organiser_of(club))
    searches = [
        reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        for model, page in admin.site._registry.items()
        if page.search_fields
    ]

    open_to_them = [path for path in searches if client.get(path).status_code == 200]
    assert len(open_to_them) >= 8
    for path in open_to_them:
        assert client.get(path, {"q": "con-2"}).context["cl"].result_count == 0, path
