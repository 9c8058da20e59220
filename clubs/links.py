"""Links to a night: given by an organiser, exchanged for a cookie, revoked."""

import hashlib
import secrets
from collections import Counter
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from django.db import transaction

from clubs.errors import LinkImpossible, LinkSpent, NoSuchLink, UnknownLink
from clubs.log import Note, noted
from clubs.models import DeedKind, LinkPurpose, Night, NightLink, NightStatus, Player
from clubs.rights import GIVE_LINK
from clubs.stages import BEFORE_THE_END, lock_night
from deploy.rights import Doer, may

SECRET_BYTES = 32
LASTS = timedelta(hours=12)
WELCOMES = 20
"""So many people a door link welcomes, if nobody says how many and the night has no capacity."""

LONGEST = timedelta(hours=48)
"""After the night begins, or after the link is made, whichever is later."""


@transaction.atomic
def give_link(
    night: Night,
    *,
    purpose: LinkPurpose,
    table_number: int | None = None,
    most_welcomes: int | None = None,
    expires_at: datetime | None = None,
    by: Doer,
    at: datetime,
) -> tuple[NightLink, str]:
    """A link and its secret, which is kept nowhere and cannot be told again.

    Args:
        table_number: For a scorer: the only table that they see, in every round.
        most_welcomes: For the door: how many people it welcomes where the night has no capacity;
            None for `WELCOMES`.
        expires_at: None for 12 hours after the night begins.

    Raises:
        WrongMoment: the night is closed.
        LinkImpossible: it would have expired already, or would stand too long; or a table is named
            for somebody else than a scorer, or a number of welcomes for somebody else than the
            door.
    """
    night = lock_night(night, *BEFORE_THE_END)
    is_door = purpose == LinkPurpose.DOOR
    if most_welcomes is not None and not is_door:
        raise LinkImpossible("Only a door link welcomes people: leave `most_welcomes` out.")
    if table_number is not None and purpose != LinkPurpose.SCORER:
        raise LinkImpossible("Only a scorer's link is for one table: leave the table out.")
    assert by.player_id is not None, "a link has a giver"
    secret = secrets.token_urlsafe(SECRET_BYTES)
    with noted(night, DeedKind.GIVE_LINK, by=by, at=at) as note:
        link = NightLink.objects.create(
            night=night,
            purpose=purpose,
            table_number=table_number,
            most_welcomes=(most_welcomes or WELCOMES) if is_door else None,
            digest=digest_of(secret),
            giver_id=by.player_id,
            made_at=at,
            expires_at=_checked(expires_at or night.starts_at + LASTS, night, at),
        )
        _tell(note, link)
    return link, secret


@transaction.atomic
def revoke_link(night: Night, link_id: int, *, by: Doer, at: datetime) -> NightLink:
    """From now on nobody comes by it, and its streams end; again it is harmless.

    Raises:
        NoSuchLink: the night has no such link.
    """
    night = lock_night(night, *NightStatus)
    link = NightLink.objects.filter(night=night, pk=link_id).first()
    if link is None:
        raise NoSuchLink(f"This night has no link {link_id}: look at its links again.")
    with noted(night, DeedKind.REVOKE_LINK, by=by, at=at) as note:
        if link.revoked_at is None:
            link.revoked_at = at
            link.save(update_fields=["revoked_at"])
            _tell(note, link)
    return link


def _tell(note: Note, link: NightLink) -> None:
    note.tell(link=link.pk, purpose=link.purpose, table=link.table_number)
    note.touch(f"link:{link.pk}")


def check_welcomes(night: Night, link_id: int) -> None:
    """See that a link may welcome one more person; the caller has locked the night.

    Raises:
        LinkSpent: it has welcomed as many as it may. A night that is full says so by itself.
    """
    [link] = count_welcomes(NightLink.objects.filter(night=night, pk=link_id), night)
    if link.welcomes_left:
        return
    if night.capacity is None:
        raise LinkSpent(
            f"This link may welcome {link.most_welcomes} new people, and has done so: ask an "
            "organiser to welcome them, or for a new link."
        )
    if night.attendances.here().count() < night.capacity:
        raise LinkSpent(
            f"This link welcomes people to free places, and has given away all of {night}: ask an "
            "organiser to welcome them."
        )


def count_welcomes(links: Iterable[NightLink], night: Night) -> list[NightLink]:
    """The same links of a night, with how many more people each at the door may welcome.

    Somebody whom a link welcomed takes a place even after they are checked out: else a link
    could give opening chips for ever. A welcome that was undone does not count.
    """
    found = list(links)
    doors = [link for link in found if link.purpose == LinkPurpose.DOOR]
    if doors:
        by_links = night.deeds.filter(kind=DeedKind.WELCOME, link__isnull=False, undone=None)
        welcomes = list(by_links.values_list("link", "told"))
        by_link = Counter(link_id for link_id, _ in welcomes)
        taken = {member for _, told in welcomes for member in told["people"]}
        if night.capacity is not None:
            taken |= set(night.attendances.here().values_list("member", flat=True))
        for link in doors:
            most, used = link.most_welcomes or 0, by_link[link.pk]
            if night.capacity is not None:
                most, used = night.capacity, len(taken)
            link.welcomes_left = max(0, most - used)
    return found


def enter(secret: str, *, at: datetime) -> NightLink:
    """The link with this secret.

    Raises:
        UnknownLink: there is none, or it does not stand any more: which of the two, nobody learns.
    """
    link = find_link(digest_of(secret), at=at)
    if link is None:
        raise UnknownLink(
            "No link that stands has this secret: ask the person who gave it to you for a new one."
        )
    return link


def find_link(digest: bytes, *, at: datetime) -> NightLink | None:
    """The link with this digest, if it stands and its giver could still give it."""
    links = NightLink.objects.standing(at).select_related("night__club", "giver")
    link = links.filter(digest=digest).first()
    return link if link is not None and _is_still_given(link) else None


def links_that_stand(pks: Collection[int], *, at: datetime) -> list[NightLink]:
    """Those of these links that stand, and whose givers could still give them."""
    links = NightLink.objects.standing(at).select_related("night__club", "giver")
    found = list(links.filter(pk__in=pks))
    Player.objects.read_roles(link.giver for link in found)
    return [link for link in found if _is_still_given(link)]


def _is_still_given(link: NightLink) -> bool:
    return may(link.giver.roles_in([link.night.club.book_id]), GIVE_LINK)


def digest_of(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()


def _checked(expires_at: datetime, night: Night, at: datetime) -> datetime:
    if expires_at <= at:
        raise LinkImpossible("This link would have expired already: choose a later time.")
    if expires_at > max(night.starts_at, at) + LONGEST:
        hours = LONGEST // timedelta(hours=1)
        raise LinkImpossible(
            f"A link stands until {hours} hours after the night begins: choose an earlier time."
        )
    return expires_at
