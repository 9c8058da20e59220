"""Revisions of house rules: added one after the other, and told step by step."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import connection

from clubs.models import Club, MadeFor, Player, RulesRevision
from clubs.models.club import ANY_TABLE
from clubs.models.rules import OPENING_CHIPS
from games.engine import Difference, Ruleset, differences, other_changes
from games.engine.options import Value
from games.engine.versions import VERSION


@dataclass(frozen=True)
class Draft:
    """House rules that nobody plays by yet."""

    rules: Ruleset
    name: str = ""


def drafted(revision: RulesRevision) -> Draft:
    """A revision without its history."""
    return Draft(revision.ruleset, revision.name)


def lock_club(club: Club) -> Club:
    """The club as it is, with its rules, so that its revisions are counted in turn.

    Its rules are read once it is locked: the statement that waited sees none that are newer.
    """
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    return Club.objects.select_related("house_rules", "book").get(pk=club.pk)


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
