"""Partnerships of a night or a season: agreed, answered, cut by the program or in the hall."""

import secrets
from collections.abc import Collection, Iterable, Sequence
from datetime import date, datetime

from django.db import transaction

from clubs.attendance import attend, check_belong
from clubs.cutting import cut_order, partners_by_cut
from clubs.draws import SEED_BITS, is_up_to_date, people_here
from clubs.errors import (
    AlreadyPartner,
    NoPartnerWanted,
    NotHere,
    NotPartner,
    PartnersAgree,
    PartnersUnfit,
    SeasonOver,
)
from clubs.log import noted
from clubs.models import DeedKind, FormedBy, Member, Night, NightStatus, Partner, Partnership
from clubs.sides import (
    PARTNERS,
    alone,
    check_size,
    is_cut,
    numbered,
    partner_names,
    partnerships_of,
    side_size,
    sizes_fitting,
    units_of,
)
from clubs.sizes import sizes_for
from clubs.stages import BEFORE_THE_END, lock_night, reopen_night
from deploy.rights import Doer
from games.engine import Ruleset
from games.engine.options import either


@transaction.atomic
def form_partnerships(
    night: Night,
    groups: Sequence[Sequence[Member]],
    *,
    formed_by: FormedBy = FormedBy.AGREEMENT,
    until: date | None = None,
    by: Doer | None = None,
    at: datetime,
) -> list[Partnership]:
    """Let people play together on a night, or from its day to another one; all groups, or none.

    If a round that is drawn already parts them, it is drawn again before it is played.

    Args:
        groups: Each two or three members.
        until: The last day of their season; None for this night alone.

    Raises:
        WrongMoment: the night is over.
        NotMember, NotPerson: somebody cannot play on this night.
        PartnersUnfit: this number of people cannot be partners by the rules of this night.
        AlreadyPartner: somebody has a partner, for this night or for the season.
        SeasonOver: the last day is before the night.
    """
    night = lock_night(night, *BEFORE_THE_END)
    with noted(night, DeedKind.PARTNERS, by=by, at=at) as note:
        everybody = [member for group in groups for member in group]
        note.people(everybody)
        note.touch("partners")
        check_belong(night, everybody)
        for group in groups:
            check_size(night.rules, len({member.pk for member in group}))
        if until is not None:
            _end_old_seasons(everybody, at)
        _check_free(night, everybody, is_season=until is not None)
        formed = [_form(night, group, formed_by=formed_by, until=until, at=at) for group in groups]
        _have_partners(night, everybody)
        return formed


@transaction.atomic
def cut_partners(
    night: Night,
    members: Iterable[Member] | None = None,
    *,
    seed: int | None = None,
    by: Doer | None = None,
    at: datetime,
) -> list[Partnership]:
    """Cut for partners: everybody draws a card, and ranked neighbours play together this night.

    It is done where the house rules say so. The cards are kept, so that they can be shown.

    Source: RULES.md 1.3.

    Args:
        members: Who draws; None for all who are here and have no partner.
        seed: The same seed cuts the same for the same people; None for any.

    Raises:
        WrongMoment, NotMember, AlreadyPartner: as in `form_partnerships`.
        NotHere: somebody who is to draw is not checked in.
        PartnersAgree: by the rules of this night people agree on their partners.
        TooFewPlayers, NoSeating: as in `seat_night`.
        PartnersUnfit: this number does not make whole partnerships; the message says what would.
    """
    night = lock_night(night, *BEFORE_THE_END)
    with noted(night, DeedKind.CUT, by=by, at=at):
        _check_cuts(night.rules)
        here = people_here(night)
        keys = alone(night, here) if members is None else sorted({one.pk for one in members})
        drawing = night.club.members.select_related("player").in_bulk(keys)
        for one in keys:
            if one not in here:
                raise NotHere(f"{drawing[one]} is not checked in to {night}: check them in first.")
        size = _size_to_cut(night, here)
        if not keys or len(keys) % size:
            fewer, more = len(keys) - len(keys) % size, len(keys) - len(keys) % size + size
            able = either([fewer, more] if fewer else [more])
            raise PartnersUnfit(
                f"{len(keys)} people cannot be cut into partnerships of {numbered(size)}: let "
                f"{able} people draw."
            )
        seed = secrets.randbits(SEED_BITS) if seed is None else seed
        order = cut_order(keys, seed=seed)
        groups = partners_by_cut(order, size=size)
        formed = form_partnerships(
            night,
            [[drawing[cut.person] for cut in group] for group in groups],
            formed_by=FormedBy.CUT,
            at=at,
        )
        cards = {cut.person: " ".join(map(str, cut.cards)) for cut in order}
        partners = list(Partner.objects.filter(partnership__in=formed))
        for partner in partners:
            partner.cards = cards[partner.member_id]
        Partner.objects.bulk_update(partners, ["cards"])
        Partnership.objects.filter(pk__in=[one.pk for one in formed]).update(seed=seed)
        return formed


@transaction.atomic
def end_partnership(night: Night, member: Member, *, by: Doer | None = None, at: datetime) -> None:
    """End the partnership in which somebody plays on this night; one of a season ends for good.

    Raises:
        WrongMoment: the night is over.
        NotPartner: they have no partner.
    """
    night = lock_night(night, *BEFORE_THE_END)
    with noted(night, DeedKind.END_PARTNERS, by=by, at=at) as note:
        note.people([member])
        note.touch("partners")
        for partnership in partnerships_of(night):
            if any(one.member_id == member.pk for one in partnership.partners.all()):
                partnership.partners.update(left_at=at)
                return
        raise NotPartner(f"{member} has no partner on {night}: look at its partners again.")


@transaction.atomic
def want_partner(
    night: Night,
    member: Member,
    *,
    needs_partner: bool = True,
    by: Doer | None = None,
    at: datetime | None = None,
) -> None:
    """Note that somebody needs a partner for this night, or no longer does.

    Raises:
        WrongMoment: the night is over.
        NotMember, NotPerson: they cannot play on this night.
        AlreadyPartner: they have one.
    """
    night = lock_night(night, *BEFORE_THE_END)
    with noted(night, DeedKind.WANT_PARTNER, by=by, at=at) as note:
        note.people([member])
        note.tell(needs_partner=needs_partner)
        note.touch("partners")
        attendance = attend(night, member)
        if needs_partner:
            check_size(night.rules, 2)
            _check_free(night, [member], is_season=False)
        attendance.needs_partner = needs_partner
        attendance.save(update_fields=["needs_partner"])


@transaction.atomic
def answer_partner(night: Night, member: Member, *, by: Member, at: datetime) -> Partnership:
    """Become the partner of somebody who needs one.

    Raises:
        NoPartnerWanted: they need none, or somebody was quicker.
        WrongMoment, NotMember, PartnersUnfit, AlreadyPartner: as in `form_partnerships`.
    """
    night = lock_night(night, *BEFORE_THE_END)
    with noted(night, DeedKind.ANSWER_PARTNER, by=Doer(by.player_id), at=at):
        wanting = night.attendances.filter(member=member, needs_partner=True)
        if member.pk == by.pk or not wanting.exists():
            raise NoPartnerWanted(
                f"{member} is not looking for a partner on {night}: ask somebody else who is."
            )
        [formed] = form_partnerships(night, [[member, by]], formed_by=FormedBy.ANSWER, at=at)
        return formed


def _form(
    night: Night,
    group: Sequence[Member],
    *,
    formed_by: FormedBy,
    until: date | None,
    at: datetime,
) -> Partnership:
    own, first = (night, None) if until is None else (None, night.day)
    if first is not None and until is not None and until < first:
        raise SeasonOver(
            f"{until.day} {until:%B %Y} is before this night: give {first.day} {first:%B %Y} or a "
            "later day."
        )
    partnership = Partnership.objects.create(
        club=night.club, night=own, from_on=first, until_on=until, formed_by=formed_by, formed_at=at
    )
    Partner.objects.bulk_create(
        Partner(partnership=partnership, night=own, member=member) for member in group
    )
    return partnership


def _check_free(night: Night, members: Sequence[Member], *, is_season: bool) -> None:
    """See that nobody is named twice, or has a partner for this night or for the season.

    Raises:
        AlreadyPartner: somebody is or has.
    """
    named = [member.pk for member in members]
    for member in members:
        if named.count(member.pk) > 1:
            raise AlreadyPartner(f"{member} is named twice: name everybody once.")
    theirs = Partner.objects.filter(left_at=None, night=None if is_season else night)
    other = theirs.filter(member__in=named).order_by("pk").first()
    if other is not None:
        partners = other.partnership.partners.select_related("member__player").order_by("pk")
        when = "for the season" if is_season else f"on {night}"
        raise AlreadyPartner(
            f"{partner_names(partners)} are partners {when}: end that partnership first."
        )


def _end_old_seasons(members: Sequence[Member], at: datetime) -> None:
    """End the partnerships of these people whose last day is over, so that they are free again.

    Their rows are held, as a season is of many nights, which are locked one by one.
    """
    named = sorted({member.pk for member in members})
    list(
        Member.objects.select_for_update(of=("self",), no_key=True)
        .filter(pk__in=named)
        .order_by("pk")
    )
    over = Partnership.objects.live().filter(night=None, until_on__lt=members[0].club.day_of(at))
    Partner.objects.filter(partnership__in=over.filter(partners__member__in=named)).update(
        left_at=at
    )


def _have_partners(night: Night, members: Sequence[Member]) -> None:
    """They look for nobody any more, and a round that parts them is drawn again."""
    night.attendances.filter(member__in=members).update(needs_partner=False)
    if night.status == NightStatus.SEATED and not is_up_to_date(night):
        reopen_night(night)


def _check_cuts(rules: Ruleset) -> None:
    if is_cut(rules) or not any(sizes_fitting(rules, size) for size in PARTNERS):
        return
    raise PartnersAgree(
        "By the rules of this night people agree on their partners, so nobody cuts. Name who plays "
        "with whom, or let the rules say that partners are cut."
    )


def _size_to_cut(night: Night, here: Collection[int]) -> int:
    """How many play together at tonight's tables.

    Raises:
        TooFewPlayers, NoSeating: as in `seat_night`.
        PartnersUnfit: they are alone, or more than three.
    """
    rules = night.rules
    check_size(rules, 2 if sizes_fitting(rules, 2) else 3)
    sizes = sizes_for(night, len(here), units_of(night, here))
    size, *others = {side_size(rules, one) for one in sizes}
    if size in PARTNERS and not others:
        return size
    fitting = [one for one in rules.numbers_playing if side_size(rules, one) in PARTNERS]
    raise PartnersUnfit(
        f"At tables of {either(sorted(set(sizes)))}, people do not play in pairs or threes. Plan "
        f"tables of {either(fitting)}, or check people in or out until they fit."
    )
