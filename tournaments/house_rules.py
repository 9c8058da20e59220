"""The house rules of a tournament: the club's as they were at its announcement, or its own."""

from datetime import datetime
from typing import Unpack

from django.db import transaction

from clubs.house_rules import RulesHolder, Wish, draft_rules
from clubs.models import Club, MadeFor, Player, RulesRevision
from clubs.revisions import add_revision, drafted, lock_club
from tournaments.changeable import changeable_at
from tournaments.errors import AnnouncedSo
from tournaments.life import expect_before_start, lock_tournament, moment_of
from tournaments.models import Tournament
from tournaments.stages import check_table_sizes


def rules_of_new(
    club: Club, *, by: Player | None, at: datetime, **wish: Unpack[Wish]
) -> RulesRevision:
    """What a tournament is announced with: the club's rules of this moment, or others.

    Args:
        by: Who asks for others.

    Raises:
        ImpossibleRules, UnknownRules: as in `clubs.house_rules.draft_rules`.
    """
    club = lock_club(club)
    if not wish:
        return club.house_rules
    assert by is not None, "Rules of its own have somebody who made them."
    draft = draft_rules(club, club.house_rules, MadeFor.TOURNAMENT, **wish)
    return add_revision(club, draft, MadeFor.TOURNAMENT, by=by, at=at)


@transaction.atomic
def change_tournament_rules(
    tournament: Tournament, *, by: Player, at: datetime, **wish: Unpack[Wish]
) -> Tournament:
    """Give a tournament other rules; `as_club` alone takes the club's as they are now.

    Raises:
        WrongMoment: it has started, or is over.
        AnnouncedSo: somebody has entered.
        ImpossibleRules, UnknownRules: as in `clubs.house_rules.draft_rules`; or its tables could
            not play so.
    """
    tournament = lock_unentered(tournament)
    current, club = tournament.house_rules, tournament.club
    if wish == {"as_club": True}:
        tournament.house_rules = club.house_rules
    else:
        draft = draft_rules(club, current, MadeFor.TOURNAMENT, **wish)
        if draft == drafted(current):
            return tournament
        tournament.house_rules = add_revision(club, draft, MadeFor.TOURNAMENT, by=by, at=at)
    check_table_sizes(tournament, tournament.stages.all())
    tournament.save(update_fields=["house_rules"])
    return tournament


def lock_unentered(tournament: Tournament) -> Tournament:
    """A tournament whose rules may change, and its club: both are locked.

    Raises:
        WrongMoment: it has started, or is over.
        AnnouncedSo: somebody has entered, and did so under its rules.
    """
    club = lock_club(tournament.club)
    tournament = lock_tournament(tournament)
    expect_before_start(tournament)
    if "house_rules" not in changeable_at(moment_of(tournament)):
        entered = tournament.entrants.entered().count()
        is_so = tournament.get_status_display()
        why = f"already has entries ({entered})" if entered else f"is {is_so}"
        raise AnnouncedSo(
            f"{tournament} {why}, so its house rules are fixed. Cancel it and announce another."
        )
    tournament.club = club
    return tournament


TOURNAMENT_RULES = RulesHolder(
    MadeFor.TOURNAMENT,
    lambda tournament: tournament.house_rules,
    lock=lock_unentered,
    change=change_tournament_rules,
)
