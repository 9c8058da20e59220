"""Who are partners on a night, and which numbers at a table form sides of them (RULES.md 1.2)."""

from collections.abc import Iterable, Sequence

from clubs.errors import PartnersUnfit
from clubs.models import Night, Partner, Partnership
from games.engine import Ruleset
from games.engine.options import either
from games.engine.sides import side_count, side_numbers

PARTNERS = (2, 3)  # How many may be partners.

Units = Sequence[Sequence[int]]
"""Partnerships, each by the keys of its members."""


def partnerships_of(night: Night) -> list[Partnership]:
    """Those in force, with their partners: a night's own, then those of the season.

    One of the season rests where one of its people has another partner for this night.
    """
    related = ("partners__member__player",)
    own = list(night.partnerships.live().order_by("pk").prefetch_related(*related))
    taken = {one.member_id for partnership in own for one in partnership.partners.all()}
    season = Partnership.objects.of_season(night.club, night.day).order_by("pk")
    return own + [
        partnership
        for partnership in season.prefetch_related(*related)
        if taken.isdisjoint(one.member_id for one in partnership.partners.all())
    ]


def units_of(night: Night, here: Iterable[int]) -> list[tuple[int, ...]]:
    """The partnerships all of whose members are here, by the keys of these members.

    Those of a season that cannot form sides by the rules of this night are left aside.
    """
    present, rules = set(here), night.rules
    return [
        unit
        for partnership in partnerships_of(night)
        if present.issuperset(unit := _members(partnership))
        and (partnership.night_id is not None or sizes_fitting(rules, len(unit)))
    ]


def alone(night: Night, here: Iterable[int]) -> list[int]:
    """The members without a partner here, in their order."""
    known = list(here)
    settled = {one for unit in units_of(night, known) for one in unit}
    return [one for one in known if one not in settled]


def is_cut(rules: Ruleset) -> bool:
    """Tell whether partners are cut by these rules, and not agreed. Source: RULES.md 1.3."""
    return any(rules.at(one).partners_by == "cut" for one in rules.numbers_playing[:1])


def partners_with(member: int, units: Units) -> tuple[int, ...]:
    """They and their partners, they first."""
    unit = next((unit for unit in units if member in unit), ())
    return (member, *(partner for partner in unit if partner != member))


def partner_names(partners: Iterable[Partner]) -> str:
    """Such as "Maura and Sean"."""
    *others, last = [str(one.member) for one in partners]
    return f"{', '.join(others)} and {last}"


def side_size(rules: Ruleset, players: int) -> int:
    """How many play together at a table of this number; 1 where everybody plays alone."""
    return players // side_count(rules.at(players).sides, players)


def sizes_fitting(rules: Ruleset, size: int) -> list[int]:
    """The numbers at a table of which every side is made of whole partnerships of this size."""
    return [one for one in rules.numbers_playing if side_size(rules, one) % size == 0]


def fitting_all(rules: Ruleset, units: Units) -> list[int]:
    """The numbers at a table that fit all these partnerships; none where two sizes exclude them.

    Raises:
        PartnersUnfit: one of them does not fit the rules at all.
    """
    sizes = {len(unit) for unit in units}
    for size in sorted(sizes):
        check_size(rules, size)
    fitting = set(rules.numbers_playing).intersection(
        *(sizes_fitting(rules, size) for size in sizes)
    )
    return sorted(fitting)


def are_sides(rules: Ruleset, companies: Sequence[Sequence[int]], units: Units) -> bool:
    """Whether all partners share a table, and a side there.

    Args:
        companies: Of each table who sits there, clockwise.
    """
    return all(_is_one_side(rules, companies, unit) for unit in units)


def _is_one_side(rules: Ruleset, companies: Sequence[Sequence[int]], unit: Sequence[int]) -> bool:
    table = next((company for company in companies if set(unit) <= set(company)), None)
    if table is None or rules.refusal(len(table)) is not None:
        return False
    side_of = side_numbers(rules.at(len(table)).sides, len(table))
    return len({side_of[table.index(one)] for one in unit}) == 1


def check_size(rules: Ruleset, size: int) -> None:
    """See that this number of people can be partners by these rules.

    Raises:
        PartnersUnfit: they cannot, at any table; the message says what can.
    """
    fitting = [other for other in PARTNERS if sizes_fitting(rules, other)]
    if size in fitting:
        return
    if not fitting:
        raise PartnersUnfit(
            "By the rules of this night everybody plays alone. Change the rules to play in pairs, "
            "two sides or threes."
        )
    words = either([numbered(other) for other in fitting])
    raise PartnersUnfit(
        f"Partnerships of {numbered(size)} do not fit the rules of this night: name {words} people "
        "who play together."
    )


def _members(partnership: Partnership) -> tuple[int, ...]:
    return tuple(sorted(one.member_id for one in partnership.partners.all()))


def numbered(size: int) -> str:
    return {2: "two", 3: "three"}.get(size, str(size))
