"""Waits after the start: for more entrants, for those who are late, or for an organiser."""

from dataclasses import dataclass
from datetime import datetime
from itertools import count
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.formats.companies import fillers
from tournaments.formats.settings import Plan, entrants_a_table
from tournaments.life import lock_tournament
from tournaments.models import (
    TAKING_ENTRIES,
    EntrantQuerySet,
    NewsKind,
    Tournament,
    TournamentStatus,
)
from tournaments.news import tell
from tournaments.passages import FEWEST


@dataclass(frozen=True)
class Roll:
    """Who has a place in a tournament, and who of them is here.

    Attributes:
        here: Who has checked in; before the check-in everybody.
        sizes: How many people the house rules let sit at a table.
        bots: How many entrants bots can make up.
    """

    entered: int
    here: int
    plan: Plan
    sizes: tuple[int, ...]
    bots: int

    @property
    def lacking(self) -> int:
        """How many more have to be here before it can start without the others."""
        return next(more for more in count() if self._are_enough(self.here + more))

    def _are_enough(self, here: int) -> bool:
        """Whether these are half of all, and fill a table with the bots who come to them."""
        if not here or 2 * here < self.entered:
            return False
        least = max(FEWEST, min(entrants_a_table(self.sizes, self.plan), default=FEWEST))
        return here >= least or (
            here + fillers(here, self.plan, self.sizes, most=self.bots) >= least
        )


def roll_of(tournament: Tournament) -> Roll:
    """Count who is here, by a constant number of queries."""
    stage = tournament.stages.get(number=1)
    stage.tournament = tournament
    entered = tournament.entrants.playing().count()
    return Roll(
        entered=entered,
        here=entered - absent(tournament).count(),
        plan=stage.plan,
        sizes=tuple(tournament.rules.numbers_playing),
        bots=tournament.bots_limit // tournament.members_count,
    )


def absent(tournament: Tournament) -> EntrantQuerySet:
    """Who has a place and has not checked in; nobody before the check-in."""
    playing: EntrantQuerySet = tournament.entrants.playing()
    if tournament.status != TournamentStatus.CHECK_IN:
        return playing.none()
    return playing.filter(checked_in_at=None).order_by("pk")


def wait_of(tournament: Tournament, *, at: datetime) -> str:
    """Say what a tournament waits for whose time has come; empty where it waits for nothing."""
    starts_at, until = tournament.starts_at, tournament.grace_ends_at
    if starts_at is None or until is None or starts_at > at:
        return ""
    if tournament.status not in TAKING_ENTRIES:
        return ""
    roll = roll_of(tournament)
    lacking, told = roll.lacking, {"here": roll.here, "entered": roll.entered}
    if roll.here == roll.entered:
        if not lacking:
            return ""
        words = ngettext(
            "It waits for {count} more entrant.", "It waits for {count} more entrants.", lacking
        )
        return words.format(count=lacking)
    if at < until:
        words = _(
            "{here} of {entered} checked in: it waits until {time}, then starts without the others "
            "if at least {least} have checked in."
        )
        time = f"{until.astimezone(ZoneInfo(tournament.club.time_zone)):%H:%M}"
        return words.format(**told, time=time, least=roll.here + lacking)
    if not lacking:
        return ""
    words = _(
        "{here} of {entered} checked in: it waits for {count} more, or for an organiser to start "
        "it without the others."
    )
    return words.format(**told, count=lacking)


def told_wait(tournament: Tournament) -> str:
    """Say what it waits for since followers were last told; empty where it waits for nothing."""
    at = tournament.wait_told_at
    return "" if at is None else wait_of(tournament, at=at)


def letting_go(tournament: Tournament) -> str:
    """Say by name who is let go if it starts now; empty where nobody is."""
    names = [str(one) for one in absent(tournament).named()]
    if not names:
        return ""
    return ngettext(
        "{names} has not checked in. They are let go, and get their fee back.",
        "{names} have not checked in. They are let go, and get their fees back.",
        len(names),
    ).format(names=", ".join(names))


@transaction.atomic
def tell_wait(tournament: Tournament, *, at: datetime) -> Tournament:
    """Tell followers that it waits now, or for something else than before.

    Done again, or too early, it does nothing.
    """
    tournament = lock_tournament(tournament)
    if Tournament.objects.to_tell_wait(at).filter(pk=tournament.pk).exists():
        tournament.wait_told_at = at
        tournament.save(update_fields=["wait_told_at"])
        tell(tournament, NewsKind.STATUS)
    return tournament
