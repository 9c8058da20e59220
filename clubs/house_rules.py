"""House rules in organisers' hands: drafted, changed, kept under a name, and followed by nights."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypedDict, Unpack

from django.db import connection, transaction

from clubs.errors import RulesFixed, UnknownRules
from clubs.models import (
    Club,
    MadeFor,
    Night,
    NightStatus,
    Player,
    RulesRemoval,
    RulesRevision,
)
from clubs.models.club import ANY_TABLE
from clubs.models.rules import OPENING_CHIPS, RulesRevisionQuerySet
from clubs.stages import lock_night
from deploy.names import neat
from games.engine import Difference, ImpossibleRules, Ruleset, differences, other_changes
from games.engine.options import Value
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


@dataclass(frozen=True)
class Draft:
    """House rules that nobody plays by yet."""

    rules: Ruleset
    name: str = ""


def kept_rules(club: Club) -> Iterable[RulesRevision]:
    """What the club can choose again, by name: of each name the latest."""
    return club.rules_revisions.kept()


def removed_rules(club: Club) -> Iterable[RulesRevision]:
    """What was removed from that list, and can be kept again."""
    return club.rules_revisions.removed()


def kept_name(club: Club, revision: RulesRevision) -> str:
    """The name of a revision of the club, if nobody removed that name."""
    is_removed = club.rules_revisions.removed().filter(name=revision.name).exists()
    return "" if is_removed else revision.name


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
        return drafted(_kept(club, wish["kept"]))
    return drafted(club.house_rules if wish.get("as_club") else current)


def drafted(revision: RulesRevision) -> Draft:
    """A revision without its history."""
    return Draft(revision.ruleset, revision.name)


def _kept(club: Club, name: str) -> RulesRevision:
    found = _called(name, club.rules_revisions.kept())
    if found is None:
        known = ", ".join(one.name for one in kept_rules(club)) or "none yet"
        raise UnknownRules(f"{club} has no rules called {name!r}. It has {known}.")
    return found


def _called(name: str, revisions: RulesRevisionQuerySet) -> RulesRevision | None:
    """That of them which has the name; PostgreSQL keeps no text with a NUL, nor looks for one."""
    return None if "\0" in name else revisions.filter(name=neat(name)).first()


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


def rules_before(revision: RulesRevision) -> RulesRevision | None:
    """What the club played by before; None for its first rules."""
    earlier = RulesRevision.objects.of_club().filter(club=revision.club_id)
    return earlier.filter(number__lt=revision.number).first()


@dataclass(frozen=True)
class Step:
    """Rules, and those before them or the club's, from which they may differ."""

    revision: RulesRevision
    before: Ruleset | None

    @property
    def differences(self) -> tuple[Difference, ...]:
        return differences(self.before, self.revision.ruleset) if self.before else ()

    @property
    def other_changes(self) -> tuple[str, ...]:
        return other_changes(self.before, self.revision.ruleset) if self.before else ()


def steps(revisions: Sequence[RulesRevision]) -> list[Step]:
    """A stretch of what a club has played by, without gaps and latest first, step by step."""
    before = [*revisions[1:], *(rules_before(last) for last in revisions[-1:])]
    return [
        Step(one, earlier.ruleset if earlier else None)
        for one, earlier in zip(revisions, before, strict=True)
    ]


def step_from_club(club: Club, revision: RulesRevision) -> Step:
    return Step(revision, club.house_rules.ruleset)


@transaction.atomic
def change_club_rules(club: Club, *, by: Player, at: datetime, **wish: Unpack[Wish]) -> Club:
    """Let a club play by other rules; nights that follow it do so too, until people are seated.

    Raises:
        ImpossibleRules, UnknownRules: as in `draft_rules`.
    """
    club = lock_club(club)
    draft = draft_rules(club, club.house_rules, MadeFor.CLUB, **wish)
    if draft != drafted(club.house_rules):
        club.house_rules = add_revision(club, draft, MadeFor.CLUB, by=by, at=at)
        club.save(update_fields=["house_rules"])
    return club


@transaction.atomic
def change_night_rules(night: Night, *, by: Player, at: datetime, **wish: Unpack[Wish]) -> Night:
    """Give a night rules of its own, or let it follow its club again (`as_club` and no more).

    Raises:
        RulesFixed: people are seated already.
        ImpossibleRules, UnknownRules: as in `draft_rules`.
    """
    night = lock_unseated(night)
    current, club = night.rules_in_force, night.club
    if wish == {"as_club": True}:
        night.house_rules = None
    else:
        draft = draft_rules(club, current, MadeFor.NIGHT, **wish)
        if night.has_own_rules and draft == drafted(current):
            return night
        night.house_rules = add_revision(club, draft, MadeFor.NIGHT, by=by, at=at)
    night.save(update_fields=["house_rules"])
    return night


@transaction.atomic
def remove_kept(club: Club, name: str, *, by: Player, at: datetime) -> None:
    """Offer what the club kept under a name no longer. What is played by it stays as it is.

    Raises:
        UnknownRules: the club never kept rules under that name.
    """
    _set_removed(club, name, by=by, at=at, is_removed=True)


@transaction.atomic
def keep_again(club: Club, name: str, *, by: Player, at: datetime) -> None:
    """Take back that a name was removed.

    Raises:
        UnknownRules: the club never kept rules under that name.
    """
    _set_removed(club, name, by=by, at=at, is_removed=False)


def _set_removed(club: Club, name: str, *, by: Player, at: datetime, is_removed: bool) -> None:
    club = lock_club(club)
    have, want = club.rules_revisions.kept(), club.rules_revisions.removed()
    if not is_removed:
        have, want = want, have
    if revision := _called(name, have):
        RulesRemoval.objects.create(revision=revision, is_removed=is_removed, by=by, at=at)
    elif not _called(name, want):
        raise UnknownRules(
            f"{club} never kept rules under the name {neat(name)!r}. Choose a name from the list."
        )


def lock_club(club: Club) -> Club:
    """The club as it is, with its rules, so that its revisions are counted in turn.

    Its rules are read once it is locked: the statement that waited sees none that are newer.
    """
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    return Club.objects.select_related("house_rules", "book").get(pk=club.pk)


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


def found_club(club: Club, draft: Draft, *, by: Player, at: datetime) -> None:
    """Store a new club and the first revision of its rules, each of which points to the other."""
    first = _revision(draft, number=1, made_for=MadeFor.CLUB, by=by, at=at)
    first.pk = _next_key()
    club.house_rules = first
    club.save(force_insert=True)
    first.club = club
    first.save(force_insert=True)


def add_revision(
    club: Club, draft: Draft, made_for: MadeFor, *, by: Player, at: datetime
) -> RulesRevision:
    """The next revision of a club; the caller has locked the club."""
    latest = club.rules_revisions.order_by("-number").values_list("number", flat=True)[0]
    revision = _revision(draft, number=latest + 1, made_for=made_for, by=by, at=at)
    revision.club = club
    revision.save(force_insert=True)
    return revision


def _revision(
    draft: Draft, *, number: int, made_for: MadeFor, by: Player, at: datetime
) -> RulesRevision:
    """Not stored yet."""
    rules = draft.rules
    return RulesRevision(
        number=number,
        made_for=made_for,
        name=draft.name,
        preset=rules.preset,
        changes=_without(OPENING_CHIPS, rules.changes),
        options={"version": VERSION, **_without(OPENING_CHIPS, rules.at(ANY_TABLE).options())},
        by=by,
        at=at,
    )


def _without(name: str, options: Mapping[str, Value]) -> dict[str, Value]:
    return {option: value for option, value in options.items() if option != name}


def _next_key() -> int:
    """A key that no other revision has or gets."""
    with connection.cursor() as cursor:
        table = RulesRevision._meta.db_table
        cursor.execute("SELECT nextval(pg_get_serial_sequence(%s, 'id'))", [table])
        [key] = cursor.fetchone()
    return int(key)


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
