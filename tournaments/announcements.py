"""What is announced of a tournament: made known, changed, taken back."""

from collections.abc import Sequence
from datetime import datetime
from typing import Unpack

from django.db import transaction

from clubs.house_rules import Wish
from clubs.models import Club, Player
from deploy.rest.moments import LATEST, SPAN
from games.models import Terms
from ledger.books import close_accounts, open_account, open_book
from ledger.kinds import AccountKind
from tournaments.errors import AnnouncedSo, ImpossibleTournament
from tournaments.formats import FIRST_FORMAT, FORMATS
from tournaments.formats.settings import own_settings, refusal_of
from tournaments.house_rules import rules_of_new
from tournaments.models import Tournament
from tournaments.stages import expect_open, lock_tournament


class Changes(Terms, total=False):
    """What may change in an announcement."""

    name: str
    starts_at: datetime | None
    format: str
    format_settings: dict[str, int]
    rounds_count: int
    deals_a_round: int
    starting_stack: int
    entry_chips: int
    table_size: int
    prize_percents: Sequence[int]


CHANGED_ANY_TIME = {"name", "starts_at"}


@transaction.atomic
def create_tournament(
    club: Club,
    *,
    name: str,
    format: str = FIRST_FORMAT,
    format_settings: dict[str, int] | None = None,
    rounds_count: int,
    deals_a_round: int,
    starting_stack: int,
    entry_chips: int = 0,
    table_size: int = 5,
    prize_percents: Sequence[int] = (50, 30, 20),
    starts_at: datetime | None = None,
    by: Player | None = None,
    rules: Wish | None = None,
    at: datetime,
    **terms: Unpack[Terms],
) -> Tournament:
    """Announce a tournament; members may enter until it starts.

    Args:
        format: How it is drawn and ranked, one of `tournaments.formats.FORMATS`.
        format_settings: What only this format lets the organiser set; what is left out has its
            default.
        entry_chips: The fee, chips of the club; all fees together are the prizes.
        starting_stack: Chips of the tournament itself, which each entrant is given.
        prize_percents: The percent of the first rank, the second, ...; together 100.
        starts_at: When it starts by itself; left out, somebody starts it.
        by: Who announces it; needed where it has rules of its own.
        rules: What it is played by, if not by the club's house rules of this moment.
        terms: As in `games.models.OnlineTerms`; a time bank is for each round.

    Raises:
        ImpossibleTournament: it could not be played or paid.
        ImpossibleRules, UnknownRules: as in `clubs.house_rules.draft_rules`.
    """
    check_prizes(prize_percents)
    _check_start(starts_at, at=at)
    tournament = Tournament(
        club=club,
        name=name,
        house_rules=rules_of_new(club, by=by, at=at, **(rules or {})),
        entry_chips=entry_chips,
        format=format,
        format_settings=format_settings or {},
        starting_stack=starting_stack,
        rounds_count=rounds_count,
        deals_a_round=deals_a_round,
        table_size=table_size,
        prize_percents=list(prize_percents),
        starts_at=starts_at,
        **terms,
    )
    _check_plan(tournament)
    tournament.fund = open_account(club.book, kind=AccountKind.FUND, name=f"Prizes of {name}")
    tournament.book = open_book(name, at=at)
    tournament.save()
    return tournament


@transaction.atomic
def change_tournament(
    tournament: Tournament, *, at: datetime, **changes: Unpack[Changes]
) -> Tournament:
    """Change the announcement: all of it while nobody has entered, then its name and its start.

    Raises:
        WrongMoment: it has started, or is over.
        AnnouncedSo: somebody has entered, and did so under what would change.
        ImpossibleTournament: it could not be played or paid, or it would start in the past.
    """
    tournament = lock_tournament(tournament)
    expect_open(tournament)
    is_same_format = changes.get("format", tournament.format) == tournament.format
    if "format_settings" in changes or not is_same_format:
        kept = tournament.format_settings if is_same_format else {}
        changes["format_settings"] = kept | changes.get("format_settings", {})
    changed = {name for name, value in changes.items() if getattr(tournament, name) != value}
    fixed = changed - CHANGED_ANY_TIME
    entered = tournament.entrants.playing().count()
    if fixed and entered:
        words = ", ".join(sorted(fixed)).replace("_", " ")
        raise AnnouncedSo(
            f"{tournament} already has entries ({entered}): its name and its start may "
            f"still change, but not {words}. Cancel it and announce another."
        )
    if "starts_at" in changed:
        _check_start(changes["starts_at"], at=at)
    for name, value in changes.items():
        setattr(tournament, name, value)
    check_prizes(tournament.prize_percents)
    _check_plan(tournament)
    tournament.save(update_fields=[*changes])
    return tournament


@transaction.atomic
def delete_tournament(tournament: Tournament, *, at: datetime) -> None:
    """Take an announcement back, as if it had never been; its empty fund is closed.

    Raises:
        AnnouncedSo: somebody has entered, now or before.
    """
    tournament = lock_tournament(tournament)
    check_nobody_entered(tournament)
    fund = tournament.fund
    tournament.delete()
    close_accounts([fund], at=at)


def check_nobody_entered(tournament: Tournament) -> None:
    """See that a tournament can be deleted.

    Raises:
        AnnouncedSo: somebody has entered, now or before.
    """
    if tournament.entrants.exists():
        raise AnnouncedSo(
            f"Somebody has entered {tournament}, so it cannot be deleted: cancel it instead, and"
            " all fees go back."
        )


def check_prizes(percents: Sequence[int]) -> None:
    """What each rank is worth.

    Raises:
        ImpossibleTournament: that is not the whole fund.
    """
    if sum(percents) != 100 or min(percents) < 0:
        raise ImpossibleTournament(
            f"The prizes add up to {sum(percents)} percent: make them add up to 100."
        )


def _check_plan(tournament: Tournament) -> None:
    """Make sure that the format can be played so; what nobody has set gets its default.

    Raises:
        ImpossibleTournament: there is no such format or setting, or it cannot be played so.
    """
    if tournament.format not in FORMATS:
        raise ImpossibleTournament(
            f"There is no format {tournament.format!r}: choose {' or '.join(FORMATS)}."
        )
    format = tournament.played_as
    own = own_settings(format.settings)
    if unknown := sorted(set(tournament.format_settings) - set(own)):
        known = ", ".join(own) or "none of its own"
        raise ImpossibleTournament(
            f"{format.name} has no setting {unknown[0]!r}: leave it out. It has {known}."
        )
    plan = tournament.plan
    if refusal := refusal_of(format.settings, plan) or format.refusal(plan):
        raise ImpossibleTournament(refusal)
    tournament.format_settings = {key: plan[key] for key in own}


def _check_start(starts_at: datetime | None, *, at: datetime) -> None:
    if starts_at is None or at <= starts_at <= LATEST:
        return
    raise ImpossibleTournament(
        f"Choose a start from now on, {SPAN}, or leave it empty and start the tournament by hand."
    )
