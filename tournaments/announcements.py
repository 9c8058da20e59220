"""What is announced of a tournament: made known, changed, taken back."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Unpack, cast

from django.db import transaction

from clubs.house_rules import Wish
from clubs.models import Club, Player
from deploy.rest.moments import LATEST, SPAN
from deploy.unlocked import begins_anew
from games.models import Terms
from ledger.books import close_accounts, open_account, open_book
from ledger.kinds import AccountKind
from tournaments.changeable import Moment, changeable_at
from tournaments.clockwork import checked_breaks
from tournaments.conditions import check_entry_terms
from tournaments.errors import AnnouncedSo, ImpossibleTournament, WrongMoment
from tournaments.formats.settings import MEMBERS
from tournaments.house_rules import rules_of_new
from tournaments.late_entries import check_takes_late
from tournaments.life import first_status, lock_tournament, moment_of
from tournaments.models import (
    USUAL_GRACE_MINUTES,
    Break,
    EntryWish,
    Tournament,
    TournamentDeedKind,
    TournamentStatus,
)
from tournaments.promises import (
    USUAL_PERCENTS,
    CategoryPlan,
    Prizes,
    check_prizes,
    whole_categories,
)
from tournaments.shortening import rounds_apart, shorten
from tournaments.stages import (
    STAGE_FIELDS,
    StagePlan,
    changed,
    check_table_sizes,
    draft_stages,
    plan_of,
    plans_of,
    store_stages,
)
from tournaments.tournament_log import note
from tournaments.waiting_list import move_up


class Changes(Terms, EntryWish, StagePlan, total=False):
    """What may change in an announcement: with the plan of a stage, its only one."""

    name: str
    starts_at: datetime | None
    is_public: bool
    opens_at: datetime | None
    check_in_minutes: int | None
    check_in_grace_minutes: int
    payout_minutes: int
    draw_minutes: int
    entry_chips: int
    members_count: int
    breaks: Sequence[Break]
    prize_percents: Sequence[int]
    fixed_prizes: Sequence[int]
    prize_categories: Sequence[CategoryPlan]
    prize_ties: str
    odd_chips: str
    prizes_for_who_left: bool
    stages: Sequence[StagePlan]


class Details(Terms, EntryWish, StagePlan, Prizes, total=False):
    """How cards are played, who may enter, the plan of the only stage, prizes beside the shares."""


@transaction.atomic
def create_tournament(
    club: Club,
    *,
    name: str,
    stages: Sequence[StagePlan] | None = None,
    entry_chips: int = 0,
    members_count: int = 1,
    breaks: Sequence[Break] = (),
    prize_percents: Sequence[int] | None = None,
    starts_at: datetime | None = None,
    is_public: bool = False,
    opens_at: datetime | None = None,
    check_in_minutes: int | None = None,
    check_in_grace_minutes: int = USUAL_GRACE_MINUTES,
    payout_minutes: int = 0,
    draw_minutes: int = 0,
    is_draft: bool = False,
    by: Player | None = None,
    rules: Wish | None = None,
    at: datetime,
    **details: Unpack[Details],
) -> Tournament:
    """Announce a tournament; members may enter until it starts. Or make a draft of it.

    Args:
        stages: What is played, in this order; left out, `details` has the plan of the only stage.
        entry_chips: The fee of each member, chips of the club; all fees together are the prizes.
        members_count: How many play together as one entrant, up to 3.
        breaks: After which rounds of the tournament people rest, and for how many minutes.
        prize_percents: The percent of the first rank, the second, ...; together 100, with those
            of the categories. Left out, 50, 30 and 20, or none where there are other prizes.
        starts_at: When it starts by itself; left out, somebody starts it.
        is_public: Whether people who have not signed in read its board.
        opens_at: When members can enter; left out, as soon as it is announced.
        check_in_minutes: How long before the start the check-in begins by itself.
        check_in_grace_minutes: How long after the start it waits for who has not checked in.
        payout_minutes: How long the prizes wait for somebody to confirm them.
        draw_minutes: How long a draw waits for somebody to confirm it.
        is_draft: Only organisers see it until somebody announces it.
        by: Who announces it; needed where it has rules of its own.
        rules: What it is played by, if not by the club's house rules of this moment.
        details: As in `games.models.OnlineTerms`; a time bank is for each round. Prizes as in
            `tournaments.promises.Prizes`, entries as in `tournaments.models.EntryTerms`.

    Raises:
        ImpossibleTournament: it could not be played or paid.
        ImpossibleRules, UnknownRules: as in `clubs.house_rules.draft_rules`; or its tables could
            not play by the rules.
    """
    _check_start(starts_at, at=at)
    _check_opening(opens_at, starts_at)
    only, terms = _apart(details)
    plans = _told_once(stages, only)
    tournament = Tournament(
        club=club,
        name=name,
        house_rules=rules_of_new(club, by=by, at=at, **(rules or {})),
        entry_chips=entry_chips,
        starts_at=starts_at,
        opens_at=opens_at,
        check_in_minutes=check_in_minutes,
        check_in_grace_minutes=check_in_grace_minutes,
        payout_minutes=payout_minutes,
        draw_minutes=draw_minutes,
        members_count=members_count,
        breaks=checked_breaks(breaks),
        is_public=is_public,
        **terms,
    )
    if prize_percents is not None:
        tournament.prize_percents = list(prize_percents)
    elif not (tournament.fixed_prizes or tournament.prize_categories):
        tournament.prize_percents = list(USUAL_PERCENTS)
    tournament.prize_categories = whole_categories(tournament.prize_categories)
    tournament.status = TournamentStatus.DRAFT if is_draft else first_status(tournament, at=at)
    _check_members(tournament)
    check_prizes(tournament)
    check_entry_terms(tournament)
    drafted = draft_stages([only] if plans is None else plans, tournament)
    check_takes_late(tournament, drafted[0])
    check_table_sizes(tournament, drafted)
    tournament.fund = open_account(club.book, kind=AccountKind.FUND, name=f"Prizes of {name}")
    tournament.book = open_book(name, at=at)
    tournament.save()
    store_stages(tournament, drafted)
    return tournament


@begins_anew
@transaction.atomic
def change_tournament(
    tournament: Tournament, *, by: int | None = None, at: datetime, **changes: Unpack[Changes]
) -> Tournament:
    """Change the announcement: what may change when, `tournaments.changeable` says.

    While it runs its stages can have fewer rounds: then it is shortened, as the last thing.

    Args:
        by: The player who changes it, for the log.

    Raises:
        WrongMoment: this cannot change any more; or as `tournaments.shortening.shorten`.
        AnnouncedSo: somebody has entered, and did so under what would change.
        ImpossibleTournament: it could not be played or paid, or it would start in the past.
        ImpossibleRules: its tables could not play by its rules.
    """
    tournament = lock_tournament(tournament)
    moment, called = moment_of(tournament), str(tournament)
    only, columns = _apart(changes)
    if "prize_categories" in columns:
        columns["prize_categories"] = whole_categories(columns["prize_categories"])
    stages = _told_once(columns.pop("stages", None), only)
    if "breaks" in columns:
        columns["breaks"] = checked_breaks(columns["breaks"])
    altered = {name for name, value in columns.items() if getattr(tournament, name) != value}
    before, rounds = plans_of(tournament), dict[int, int]()
    plans = before if stages is None else stages
    wanted = changed(before, only) if only else [*plans]
    if moment == Moment.RUNNING:
        rounds, wanted = rounds_apart(before, wanted)
    for name, value in columns.items():
        setattr(tournament, name, value)
    drafted = draft_stages(wanted, tournament)
    altered |= _differing(before, [plan_of(stage) for stage in drafted])
    _check_changeable(tournament, called, moment, altered)
    if "starts_at" in altered:
        _check_start(columns["starts_at"], at=at)
    _check_opening(tournament.opens_at, tournament.starts_at)
    _check_members(tournament)
    check_prizes(tournament)
    check_entry_terms(tournament)
    check_takes_late(tournament, drafted[0])
    if not altered.isdisjoint({"stages", "table_size"}):
        check_table_sizes(tournament, drafted)
    if not altered.isdisjoint({"stages", *STAGE_FIELDS}):
        store_stages(tournament, drafted)
        tournament.stages_changes += 1
    tournament.save(update_fields=[*columns, "stages_changes"])
    if "capacity" in altered:
        move_up(tournament, at=at)
    if "prizes_for_who_left" in altered and tournament.entrants.exists():
        told = {"prizes_for_who_left": tournament.prizes_for_who_left}
        note(tournament, TournamentDeedKind.PRIZES_CHANGED, by=by, after=told, at=at)
    return shorten(tournament, rounds, by=by, at=at) if rounds else tournament


def _apart(given: Mapping[str, Any]) -> tuple[StagePlan, dict[str, Any]]:
    """The plan of the only stage, and the rest."""
    only = {name: given[name] for name in STAGE_FIELDS if name in given}
    return cast(StagePlan, only), {name: given[name] for name in given if name not in only}


def _told_once(stages: Sequence[StagePlan] | None, only: StagePlan) -> Sequence[StagePlan] | None:
    """The plans of all stages; None where only one is told of, beside the name.

    Raises:
        ImpossibleTournament: they are told in both ways.
    """
    if stages is not None and only:
        raise ImpossibleTournament(
            "Give every stage in “stages”, or the only stage beside the name, but not both."
        )
    return stages


def _differing(before: Sequence[StagePlan], after: Sequence[StagePlan]) -> set[str]:
    """What of the plans is another: the fields of the only stage, or the stages as such."""
    if len(before) != 1 or len(after) != 1:
        return {"stages"} if before != after else set()
    was, will = cast(dict[str, Any], before[0]), cast(dict[str, Any], after[0])
    return {name for name in STAGE_FIELDS if was[name] != will[name]}


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


def _check_changeable(
    tournament: Tournament, called: str, moment: Moment, altered: set[str]
) -> None:
    """See that all this may change at this moment.

    Args:
        called: Its name until now.

    Raises:
        AnnouncedSo: somebody has entered under it.
        WrongMoment: it is too late for that.
    """
    may = changeable_at(moment)
    fixed = {name for name in altered if ("stages" if name in STAGE_FIELDS else name) not in may}
    if not fixed:
        return
    words = " or ".join(sorted(fixed)).replace("_", " ")
    still = ", ".join(name.replace("_", " ") for name in may) or "nothing"
    if moment == Moment.SOMEBODY_IN:
        entered = tournament.entrants.entered().count()
        raise AnnouncedSo(
            f"{called} already has entries ({entered}): do not change {words}. What may still "
            f"change: {still}. Or cancel it and announce another."
        )
    raise WrongMoment(
        f"{called} is {tournament.get_status_display()}: do not change {words}. What may still "
        f"change: {still}."
    )


def _check_opening(opens_at: datetime | None, starts_at: datetime | None) -> None:
    if opens_at is not None and starts_at is not None and opens_at > starts_at:
        raise ImpossibleTournament(
            "Members could enter only after the start: open it for entries earlier, or start later."
        )


def _check_members(tournament: Tournament) -> None:
    if said := MEMBERS.refusal(tournament.members_count):
        raise ImpossibleTournament(said)


def _check_start(starts_at: datetime | None, *, at: datetime) -> None:
    if starts_at is None or at <= starts_at <= LATEST:
        return
    raise ImpossibleTournament(
        f"Choose a start from now on, {SPAN}, or leave it empty and start the tournament by hand."
    )
