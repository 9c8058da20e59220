"""House rules in organisers' hands: drafted, changed, and followed by nights."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypedDict, Unpack

from django.db import transaction
from django.db.models import Q

from clubs.errors import RulesFixed
from clubs.kept_rules import chosen_again, kept_name
from clubs.log import noted
from clubs.models import Club, DeedKind, MadeFor, Night, NightStatus, Player, RulesRevision
from clubs.models.rules import OPENING_CHIPS
from clubs.revisions import Draft, add_revision, drafted, lock_club
from clubs.stages import lock_night
from deploy.names import neat
from deploy.rights import Doer
from games.engine import ImpossibleRules, Ruleset
from games.engine.versions import VERSION

WHAT_NEXT: Final = {
    NightStatus.SEATED: "people are seated. To change them, take back a check-in first.",
    NightStatus.PLAYING: "its tables are open. Change those of the next night.",
    NightStatus.CLOSED: "it is over. Change those of the next night.",
}


class Wish(TypedDict, total=False):
    """What somebody wants to play by; without a start they change the rules in force.

    The start is a printed description (`preset`), what the club kept under a name (`kept`), or what
    the club itself plays by (`as_club`). `options` are set by name, and all others stay as they
    are. `name` keeps the rules under a name; left out, they keep the name that they had, unless
    they started from others and differ from them.
    """

    preset: str
    kept: str
    as_club: bool
    options: Mapping[str, Any]
    name: str


def draft_rules(
    club: Club, current: RulesRevision, made_for: MadeFor, **wish: Unpack[Wish]
) -> Draft:
    """What somebody asks for, as whole rules.

    Args:
        current: The rules in force, from which they start if they say nothing else.
        made_for: Whose rules they become.

    Raises:
        ImpossibleRules: there is no such preset, option or value, or they contradict each other.
        UnknownRules: the club kept none under that name.
    """
    start = _start(club, current, wish)
    rules = start.rules.changed(_of_play(club, wish.get("options", {})))
    rules.check_chips()
    is_changed_in_place = start.rules == current.ruleset and current.made_for == made_for
    if rules == start.rules:
        name = start.name
    else:
        name = kept_name(club, current) if is_changed_in_place else ""
    return Draft(rules, neat(wish.get("name", name)))


def rules_for_table(club: Club, **wish: Unpack[Wish]) -> Ruleset:
    """What somebody wants to play by at one table; the club's rules if they say nothing.

    Raises:
        ImpossibleRules, UnknownRules: as in `draft_rules`.
    """
    rules = draft_rules(club, club.house_rules, MadeFor.CLUB, **wish).rules
    return club.completed(rules)


def _start(club: Club, current: RulesRevision, wish: Wish) -> Draft:
    if "preset" in wish:
        return Draft(Ruleset(wish["preset"]))
    if "kept" in wish:
        return drafted(chosen_again(club, wish["kept"]))
    return drafted(club.house_rules if wish.get("as_club") else current)


def _of_play(club: Club, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options without what is the club's own, and without the version of their form."""
    version, opening = (
        options.get("version", VERSION),
        options.get(OPENING_CHIPS, club.opening_chips),
    )
    if version != VERSION:
        raise ImpossibleRules(
            f"These options are of version {version!r}: read the rules again, and send options of"
            f" version {VERSION}, or leave the version out."
        )
    if opening != club.opening_chips:
        raise ImpossibleRules(
            f"{OPENING_CHIPS} is what {club} gives a new member, whatever is played: change it on"
            " the club's page, and leave it out here.",
            rule="7.8",
        )
    return {
        name: value for name, value in options.items() if name not in ("version", OPENING_CHIPS)
    }


def club_of(row: Any) -> Club:
    """The club of a row that has house rules, which may be the club itself."""
    return row if isinstance(row, Club) else row.club


def sentences_for(club: Club, rules: Ruleset, *, made_for: str) -> list[str]:
    """What is played, for players; what a new member is given is told of clubs alone."""
    told = club.completed(rules).sentences_by_option()
    if made_for != MadeFor.CLUB:
        told.pop(OPENING_CHIPS, None)
    return list(told.values())


@transaction.atomic
def change_club_rules(club: Club, *, by: Player, at: datetime, **wish: Unpack[Wish]) -> Club:
    """Let a club play by other rules; nights that follow it do so too, until people are seated.

    Raises:
        ImpossibleRules, UnknownRules: as in `draft_rules`; or the tables of a night to come that
            follows the club could not play so.
    """
    club = lock_club(club)
    draft = draft_rules(club, club.house_rules, MadeFor.CLUB, **wish)
    if draft != drafted(club.house_rules):
        _check_nights_to_come(club, draft.rules, at=at)
        club.house_rules = add_revision(club, draft, MadeFor.CLUB, by=by, at=at)
        club.save(update_fields=["house_rules"])
    return club


def _check_nights_to_come(club: Club, rules: Ruleset, *, at: datetime) -> None:
    nights = Night.objects.filter(
        *(Q(club=club), Q(house_rules=None), Q(starts_at__gte=at)),
        status__in=(NightStatus.PLANNED, NightStatus.OPEN),
    )
    sizes: dict[int, Night] = {}
    for night in nights.order_by("-starts_at"):
        sizes[night.table_size] = night
    for size, night in sorted(sizes.items()):
        night.club = club
        try:
            rules.check_table_size(size)
        except ImpossibleRules as refusal:
            raise ImpossibleRules(
                f"{night} follows the club: {refusal.args[0]} That night can also have house rules "
                "of its own.",
                rule=refusal.rule,
            ) from refusal


@transaction.atomic
def change_night_rules(night: Night, *, by: Player, at: datetime, **wish: Unpack[Wish]) -> Night:
    """Give a night rules of its own, or let it follow its club again (`as_club` and no more).

    Raises:
        RulesFixed: people are seated already.
        ImpossibleRules, UnknownRules: as in `draft_rules`; or its tables could not
            play so.
    """
    night = lock_unseated(night)
    current, club = night.rules_in_force, night.club
    with noted(night, DeedKind.RULES, by=Doer(by.pk), at=at) as note:
        if wish == {"as_club": True}:
            night.house_rules = None
        else:
            draft = draft_rules(club, current, MadeFor.NIGHT, **wish)
            if night.has_own_rules and draft == drafted(current):
                return night
            night.house_rules = add_revision(club, draft, MadeFor.NIGHT, by=by, at=at)
        night.rules.check_table_size(night.table_size)
        night.save(update_fields=["house_rules"])
        note.touch("rules")
    return night


def lock_unseated(night: Night) -> Night:
    """A night whose rules may change, and its club: both are locked.

    Raises:
        RulesFixed: people are seated already.
    """
    club = lock_club(night.club)  # First, as everybody does who locks both.
    night = lock_night(night, *NightStatus)
    if night.status not in (NightStatus.PLANNED, NightStatus.OPEN):
        why = WHAT_NEXT[NightStatus(night.status)]
        raise RulesFixed(f"The rules of {night} are fixed: {why}")
    night.club = club
    return night


def fix_rules(night: Night) -> None:
    """Let a night that follows its club keep the rules of this moment; the caller has locked it.

    Those by which its first round was played stand for the next ones.
    """
    if not night.has_own_rules and not night.rounds.played().exists():
        night.house_rules = night.club.house_rules
        night.save(update_fields=["house_rules"])


@dataclass(frozen=True)
class RulesHolder:
    """Who has house rules that organisers change: a club, a night, or a row of an app above.

    Attributes:
        in_force: The rules by which a row plays now.
        lock: The row as it is, locked; it refuses where its rules are fixed.
        change: The use case that changes them.
    """

    made_for: MadeFor
    in_force: Callable[[Any], RulesRevision]
    lock: Callable[[Any], Any]
    change: Callable[..., Any]


CLUB_RULES = RulesHolder(
    MadeFor.CLUB, lambda club: club.house_rules, lock=lock_club, change=change_club_rules
)
NIGHT_RULES = RulesHolder(
    MadeFor.NIGHT, lambda night: night.rules_in_force, lock=lock_unseated, change=change_night_rules
)
