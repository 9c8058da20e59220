"""Links to a night: given, entered, and dead as soon as they should be."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import F

from clubs.errors import LinkImpossible, NoSuchLink, UnknownLink, WrongMoment
from clubs.links import LASTS, LONGEST, digest_of, enter, find_link, give_link, revoke_link
from clubs.members import change_role, join_club, leave_club
from clubs.models import (
    Club,
    DeedKind,
    LinkPurpose,
    LinkUser,
    Member,
    Night,
    NightLink,
    Player,
    Role,
)
from clubs.nights import close_night, plan_night
from clubs.turning_away import turn_away
from deploy.rest.rights import is_link
from deploy.rights import EVERYBODY, LINKS, SIGNED_IN, Doer, Person
from deploy.rights import Role as Right
from games.models import Table
from tests.clubs.factories import AT, ClubFactory, PlayerFactory, open_night_with, owner_of
from tests.clubs.halls import Hall
from tests.clubs.link_bearers import given

SOON = AT + timedelta(hours=1)
pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    return plan_night(ClubFactory.create(), starts_at=AT, at=AT)


def link_to(night: Night, **terms: Any) -> tuple[NightLink, str]:
    usual: dict[str, Any] = {"purpose": LinkPurpose.DOOR, "by": Doer(owner_of(night.club).pk)}
    return give_link(night, **usual | {"at": AT} | terms)


def test_a_secret_leads_to_its_link_and_only_its_digest_is_kept(night: Night) -> None:
    link, secret = link_to(night)

    assert enter(secret, at=SOON) == link
    kept = NightLink.objects.values().get(pk=link.pk)
    assert bytes(kept["digest"]) == digest_of(secret)
    assert all(secret not in str(value) for value in kept.values())
    assert len(secret) == 43, "32 bytes of chance"


def test_a_link_lasts_until_half_a_day_after_the_night_begins(night: Night) -> None:
    link, secret = link_to(night)

    assert link.expires_at == night.starts_at + LASTS
    assert find_link(digest_of(secret), at=link.expires_at - timedelta(seconds=1)) == link
    assert find_link(digest_of(secret), at=link.expires_at) is None


@pytest.mark.parametrize(
    ("terms", "message"),
    [
        ({"expires_at": AT}, "expired already"),
        ({"expires_at": AT + LONGEST + timedelta(seconds=1)}, "until 48 hours after"),
        ({"at": AT + LASTS}, "expired already"),  # Long after the night began.
        ({"table_number": 1}, "Only a scorer's link"),
    ],
)
def test_a_link_that_makes_no_sense_is_refused(
    night: Night, terms: dict[str, Any], message: str
) -> None:
    with pytest.raises(LinkImpossible, match=message):
        link_to(night, **terms)

    assert not night.links.exists()
    assert not night.deeds.exists()


def test_a_closed_night_has_nothing_to_lend(night: Night) -> None:
    close_night(night, at=AT)

    with pytest.raises(WrongMoment):
        link_to(night)


def test_the_links_of_an_evening_end_with_it_but_the_screen_shows_how_it_ended(
    night: Night,
) -> None:
    secrets = {purpose: link_to(night, purpose=purpose)[1] for purpose in LinkPurpose}
    close_night(night, at=SOON)

    standing = {
        purpose
        for purpose, secret in secrets.items()
        if find_link(digest_of(secret), at=SOON) is not None
    }

    assert standing == {LinkPurpose.HALL}


def test_giving_and_revoking_are_told_in_the_log_of_the_night(night: Night) -> None:
    by = Doer(owner_of(night.club).pk)
    link, secret = link_to(night)

    for _ in range(2):
        revoke_link(night, link.pk, by=by, at=SOON)

    kinds = list(night.deeds.order_by("number").values_list("kind", flat=True))
    assert kinds == [DeedKind.GIVE_LINK, DeedKind.REVOKE_LINK], "again it is harmless"
    assert night.deeds.get(number=1).told["link"] == link.pk
    assert secret not in str(list(night.deeds.values()))


def test_a_link_of_another_night_is_not_revoked_here(night: Night) -> None:
    other = plan_night(night.club, starts_at=AT, at=AT)
    link, secret = link_to(other)

    with pytest.raises(NoSuchLink):
        revoke_link(night, link.pk, by=Doer(owner_of(night.club).pk), at=AT)

    assert enter(secret, at=SOON) == link


def _revoked(link: NightLink) -> None:
    revoke_link(link.night, link.pk, by=Doer(link.giver_id), at=SOON)


def _too_old(link: NightLink) -> None:
    NightLink.objects.filter(pk=link.pk).update(
        made_at=F("made_at") - 2 * LONGEST, expires_at=F("made_at") - LONGEST
    )


def _giver(link: NightLink) -> Member:
    return Member.objects.get(club=link.night.club, player=link.giver_id)


def _demoted(link: NightLink) -> None:
    change_role(_giver(link), Role.SCORER, at=SOON)


def _gone(link: NightLink) -> None:
    leave_club(_giver(link), at=SOON)


def _barred(link: NightLink) -> None:
    turn_away(_giver(link), by=owner_of(link.night.club), reason="Loud", at=SOON)


def _shut_out(link: NightLink) -> None:
    Player.objects.filter(pk=link.giver_id).update(is_active=False)


def _over(link: NightLink) -> None:
    close_night(link.night, at=SOON)


DEATHS = [_over, _revoked, _too_old, _demoted, _gone, _barred, _shut_out]


@pytest.mark.parametrize("dies", DEATHS)
def test_a_dead_link_is_answered_as_an_unknown_secret_is(
    night: Night, dies: Callable[[NightLink], None]
) -> None:
    organiser = PlayerFactory.create()
    join_club(night.club, player=organiser, role=Role.ORGANISER, at=AT)
    link, secret = link_to(night, by=Doer(organiser.pk))
    assert enter(secret, at=SOON) == link

    dies(link)

    with pytest.raises(UnknownLink) as dead:
        enter(secret, at=SOON)
    with pytest.raises(UnknownLink) as unknown:
        enter("nonsense", at=SOON)
    assert str(dead.value) == str(unknown.value)


@pytest.mark.parametrize("dies", [None, _revoked, _too_old])
def test_unknown_revoked_and_expired_cost_the_same_one_query(
    night: Night, dies: Callable[[NightLink], None] | None, django_assert_num_queries: Any
) -> None:
    link, secret = link_to(night)
    if dies is not None:
        dies(link)

    with django_assert_num_queries(1):
        assert find_link(digest_of(secret if dies else "nonsense"), at=SOON) is None


@pytest.mark.parametrize(
    ("values", "constraint"),
    [
        ({"purpose": "owner"}, "clubs_link_purpose"),
        ({"purpose": "door", "table_number": 1}, "clubs_link_table"),
        ({"purpose": "scorer", "table_number": 0}, "clubs_link_table"),
        ({"expires_at": F("made_at")}, "clubs_link_order"),
        ({"revoked_at": F("made_at") - timedelta(seconds=1)}, "clubs_link_order"),
        ({"expires_at": AT.replace(year=2200)}, "clubs_link_moments"),
    ],
)
def test_the_database_keeps_no_impossible_link(
    night: Night, values: dict[str, Any], constraint: str
) -> None:
    link, _ = link_to(night)

    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        NightLink.objects.filter(pk=link.pk).update(**values)


def test_two_links_never_share_a_secret(night: Night) -> None:
    (one, _), (other, _) = link_to(night), link_to(night)

    with pytest.raises(IntegrityError, match="digest"), transaction.atomic():
        NightLink.objects.filter(pk=one.pk).update(digest=other.digest)


@pytest.fixture
def hall() -> Hall:
    return Hall()


def user_of(night: Night, purpose: LinkPurpose, *, table: int | None = None) -> LinkUser:
    return given(night, purpose, table=table)[0].user


def test_a_link_is_a_person_who_is_nobody_in_the_club(hall: Hall) -> None:
    user = user_of(hall.night, LinkPurpose.SCORER)

    assert isinstance(user, Person)
    assert is_link(user)
    assert not is_link(hall.organiser)
    assert user.roles_in([hall.club.book_id]) == frozenset()
    assert user.roles_by_book() == {}
    assert not user.has_everywhere(EVERYBODY)
    assert user.pk < 0, "no player's"
    assert (user.player_id, user.link_id) == (hall.organiser.pk, hall.night.links.get().pk)


def test_no_link_counts_as_signed_in() -> None:
    assert not SIGNED_IN & LINKS
    assert {purpose.lends for purpose in LinkPurpose} == LINKS
    assert SIGNED_IN | LINKS | {Right.ANONYMOUS} == EVERYBODY


@pytest.mark.parametrize(
    ("purpose", "table", "sees_table"),
    [
        (LinkPurpose.HALL, None, True),
        (LinkPurpose.SCORER, None, True),
        (LinkPurpose.SCORER, 1, True),
        (LinkPurpose.SCORER, 2, False),
        (LinkPurpose.DOOR, None, False),
    ],
)
def test_a_link_sees_tables_of_its_night_alone(
    hall: Hall, purpose: LinkPurpose, table: int | None, sees_table: bool
) -> None:
    other = Hall()
    Table.objects.filter(pk=other.table.pk).update(is_public=True)
    user = user_of(hall.night, purpose, table=table)

    assert list(Table.objects.visible_to(user)) == ([hall.table] if sees_table else [])


@pytest.mark.parametrize("purpose", list(LinkPurpose))
def test_a_link_sees_its_night_alone(purpose: LinkPurpose) -> None:
    club: Club = ClubFactory.create()
    night, _ = open_night_with(club, []), open_night_with(club, [])
    user = user_of(night, purpose)

    seen = [] if purpose == LinkPurpose.SCORER else [night]
    assert list(Night.objects.visible_to(user)) == seen
