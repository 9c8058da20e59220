"""Opening a club, and what it decides for itself beside its house rules."""

from datetime import datetime
from typing import TypedDict, Unpack

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from clubs.errors import NameTaken
from clubs.house import open_house_purse
from clubs.members import join_club
from clubs.models import Club, Player, Role
from clubs.models.club import ANY_TABLE
from clubs.revisions import Draft, found_club
from games.engine import MOST_CHIPS, Ruleset
from ledger.books import open_book

LONGEST_SLUG = 50


class Settings(TypedDict, total=False):
    """What people change of a club; what is left out stays as it is."""

    name: str
    time_zone: str
    opening_chips: int
    allows_gifts: bool
    hosts_seat_bots: bool
    bot_buy_in_chips: int
    bot_rebuys: int
    bot_stake_limit: int | None
    bot_extra_limit: int | None
    bot_jink_limit: int | None
    bot_loss_limit: int | None


@transaction.atomic
def open_club(
    name: str,
    *,
    owner: Player,
    rules: Ruleset,
    rules_name: str = "",
    time_zone: str = "Europe/Dublin",
    opening_chips: int | None = None,
    at: datetime,
) -> Club:
    """A new club with a book of chips and a house purse; its owner is its first member.

    Args:
        rules: What it plays by.
        rules_name: What the club calls these rules.
        opening_chips: What a new member is given; the house rules' (RULES.md 7.8) if left out.

    Raises:
        NameTaken: another club has that name.
    """
    slug = slugify(name)[:LONGEST_SLUG]
    taken = NameTaken(f"A club cannot be called {name!r}: choose another name.")
    if not slug or Club.objects.filter(slug=slug).exists():
        raise taken
    usual = rules.at(ANY_TABLE)
    chips = usual.opening_chips if opening_chips is None else opening_chips
    book = open_book(name, at=at)
    club = Club(
        name=name,
        slug=slug,
        book=book,
        time_zone=time_zone,
        opening_chips=chips,
        house_purse=open_house_purse(book, opening_chips=chips, at=at),
        bot_buy_in_chips=min(max(chips, usual.stake + usual.dealer_extra, 1), MOST_CHIPS),
    )
    try:
        with transaction.atomic():
            found_club(club, Draft(rules, rules_name), by=owner, at=at)
    except IntegrityError:  # Another request was quicker.
        raise taken from None
    join_club(club, player=owner, role=Role.OWNER, at=at)
    return club


@transaction.atomic
def change_club(club: Club, **settings: Unpack[Settings]) -> Club:
    """Change what a club decides for itself; its house rules have a history of their own.

    Its address and its book keep the name under which it was opened.
    """
    club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    for name, value in settings.items():
        setattr(club, name, value)
    club.save(update_fields=[*settings])
    return club
