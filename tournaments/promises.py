"""What a tournament promises to those who do well: its prizes, as they are announced."""

from collections.abc import Sequence
from typing import Final, TypedDict, cast

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.errors import ImpossibleTournament
from tournaments.models import Tournament
from tournaments.prizes import GROUPS, MEASURES, Category, Group, PrizePlan, places_of

USUAL_PERCENTS: Final = (50, 30, 20)
TOGETHER: Final = {Group.PAIRS: 2, Group.THREES: 3}


class CategoryPlan(TypedDict, total=False):
    """A prize for the best at something; what is left out is empty.

    Attributes:
        measure: What decides, one of `tournaments.prizes.MEASURES`; empty: the standings.
        group: Who can win it, one of `tournaments.prizes.GROUPS`; empty: everybody.
        chips: Fixed.
        percent: Of what fixed prizes leave.
    """

    name: str
    measure: str
    group: str
    chips: int
    percent: int


class Prizes(TypedDict, total=False):
    """The prizes beside the shares of places."""

    fixed_prizes: Sequence[int]
    prize_categories: Sequence[CategoryPlan]
    prize_ties: str
    odd_chips: str
    prizes_for_who_left: bool


PRIZE_FIELDS: Final = ("prize_percents", *Prizes.__annotations__)


LEAVERS_TOLD: Final = {
    False: gettext_noop(
        "Whoever leaves before the end, or never comes, wins no prize: the next line moves up."
    ),
    True: gettext_noop(
        "Whoever leaves before the end, or never comes, keeps the prize of their rank."
    ),
}


def leavers_told(tournament: Tournament) -> str:
    """Say what becomes of the prizes of those who left."""
    return _(LEAVERS_TOLD[tournament.prizes_for_who_left])


def whole_categories(given: Sequence[CategoryPlan]) -> list[CategoryPlan]:
    """With everything that was left out."""
    empty: CategoryPlan = {"name": "", "measure": "", "group": "", "chips": 0, "percent": 0}
    return [cast(CategoryPlan, {**empty, **one}) for one in given]


def prize_plan(tournament: Tournament) -> PrizePlan:
    """What the fund is divided into."""
    return PrizePlan(
        places_of(tournament.fixed_prizes, tournament.prize_percents),
        [
            Category(
                name=one["name"],
                measure=MEASURES[one["measure"]] if one["measure"] else None,
                group=one["group"],
                chips=one["chips"],
                percent=one["percent"],
            )
            for one in tournament.prize_categories
        ],
        ties=tournament.prize_ties,
        odd_chips=tournament.odd_chips,
    )


def check_prizes(tournament: Tournament) -> None:
    """See that the fund can be divided as it is announced.

    Raises:
        ImpossibleTournament: it cannot; or the fixed prizes are more than it can ever hold.
    """
    for one in tournament.prize_categories:
        _check_category(one, tournament)
    plan = prize_plan(tournament)
    if refusal := plan.refusal() or plan.shortage(_most_fees(tournament)):
        raise ImpossibleTournament(refusal)


def _most_fees(tournament: Tournament) -> int | None:
    """The chips of all fees that can come in; None where that has no end."""
    if not tournament.entry_chips:
        return 0
    capacity = tournament.capacity
    return capacity and capacity * tournament.members_count * tournament.entry_chips


def _check_category(given: CategoryPlan, tournament: Tournament) -> None:
    name = given["name"] or "A category"
    if not given["name"]:
        raise ImpossibleTournament("A category has no name: say what the prize is for.")
    if given["measure"] and given["measure"] not in MEASURES:
        raise ImpossibleTournament(
            f"{name}: there is no measure {given['measure']!r}. Choose {' or '.join(MEASURES)}, or "
            "leave it out and the standings decide."
        )
    if given["group"] and given["group"] not in list(Group):
        raise ImpossibleTournament(
            f"{name}: there is no group {given['group']!r}. Choose {' or '.join(GROUPS)}, or leave "
            "it out for everybody."
        )
    together = TOGETHER.get(Group(given["group"])) if given["group"] else None
    if together not in (None, tournament.members_count):
        raise ImpossibleTournament(
            f"{name}: in this tournament nobody plays in {given['group']}, so nobody could win it. "
            "Leave the category out."
        )
