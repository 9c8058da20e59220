"""Comebacks: who left while it ran, and enters again, takes up their old line.

The line keeps its chips and all that was scored. Nobody pays again, and for the rounds that they
missed they get nothing.
"""

from collections.abc import Collection, Mapping
from datetime import datetime

from clubs.models import Member
from games.bell import ring_players
from tournaments.errors import AlreadyEntered
from tournaments.models import (
    Entrant,
    EntrantMember,
    NewsKind,
    Tournament,
    TournamentDeedKind,
)
from tournaments.news import tell
from tournaments.tournament_log import note_each


def check_has_no_line(
    tournament: Tournament, member: Member, *, but: Entrant | None = None
) -> None:
    """See that somebody has played as no entrant yet whom they left while it ran.

    Args:
        but: The entrant as whom they come.

    Raises:
        AlreadyEntered: they have.
    """
    line = _left_by(tournament, [member]).get(member.pk)
    if line is not None and (but is None or line.pk != but.pk):
        raise AlreadyEntered(_where(tournament, member, line))


def line_left_by(tournament: Tournament, company: Collection[Member]) -> Entrant | None:
    """The entrant as whom all of these played before they left; None where none of them did.

    Raises:
        AlreadyEntered: one of them played with others, or somebody plays in their place.
    """
    lines = _left_by(tournament, company)
    for member in company:
        line = lines.get(member.pk)
        if line is None:
            continue
        played = {one.member_id for one in line.company}
        if line.withdrawn_at is None or played != {one.pk for one in company}:
            raise AlreadyEntered(_where(tournament, member, line))
    return next(iter(lines.values()), None)


def line_given_up(tournament: Tournament, company: Collection[Member]) -> Entrant | None:
    """The entrant as whom just these had entered before they got their fees back, if any."""
    wanted = {one.pk for one in company}
    rows = EntrantMember.objects.filter(
        tournament=tournament, member__in=wanted, left_at__isnull=False
    )
    gone = tournament.entrants.filter(withdrawn_at__isnull=False, pk__in=rows.values("entrant"))
    for line in gone.named().order_by("-withdrawn_at", "-pk"):
        if {one.member_id for one in line.company} == wanted:
            found: Entrant = tournament.entrants.get(pk=line.pk)
            return found
    return None


def take_up(
    line: Entrant, *, bot_levels: Mapping[int, str], by: int | None = None, at: datetime
) -> Entrant:
    """Let an entrant who withdrew while it ran play on from the next round.

    The caller has locked the tournament.

    Args:
        bot_levels: By member the bot that plays for them, or an empty text.
        by: The player who enters them.
    """
    company = line.company
    for one in company:
        assert one.member_id is not None
        one.left_at, one.bot_level = None, bot_levels[one.member_id]
    EntrantMember.objects.bulk_update(company, ["left_at", "bot_level"])
    line.withdrawn_at, line.has_left, line.let_go = None, False, ""
    line.save(update_fields=["withdrawn_at", "has_left", "let_go"])
    ring_players([one.player.pk for one in company])
    note_each(line.tournament, TournamentDeedKind.CAME_BACK, [line], by=by, at=at)
    tell(line.tournament, NewsKind.ENTRIES)
    return line


def _left_by(tournament: Tournament, members: Collection[Member]) -> dict[int, Entrant]:
    """By member the entrant as whom they played; purses are closed with fees that went back."""
    rows = EntrantMember.objects.filter(
        tournament=tournament,
        member__in=members,
        left_at__isnull=False,
        purse__closed_at=None,
    )
    lines = tournament.entrants.named().in_bulk({row.entrant_id for row in rows})
    return {row.member_id: lines[row.entrant_id] for row in rows if row.member_id is not None}


def _where(tournament: Tournament, member: Member, line: Entrant) -> str:
    if member.pk not in [one.member_id for one in line.company]:
        first = "" if line.withdrawn_at is None else f"enter {line} again, then "
        return (
            f"{member} has played in {tournament} before somebody took their place: {first}let "
            f"{member} be the substitute of whoever did."
        )
    if len(line.company) == 1:
        return f"{member} has played in {tournament} and left: enter them again by themselves."
    return f"{member} has played in {tournament} as one of {line}, who left: enter them together."
