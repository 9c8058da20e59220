"""Conditions on which people enter by themselves; for whom an organiser enters none hold."""

from hmac import compare_digest

from clubs.models import Member, Role
from deploy.names import folded
from games.engine import RATED_AS
from games.models import Rating
from tournaments.errors import ImpossibleTournament, NotAdmitted
from tournaments.models import (
    LEAST_CAPACITY,
    MOST_CAPACITY,
    MOST_GRACE_MINUTES,
    MOST_NO_SHOW_MINUTES,
    MOST_RATING,
    Entrant,
    Tournament,
)


def check_entry_terms(tournament: Tournament) -> None:
    """See that people can enter as it is announced.

    Raises:
        ImpossibleTournament: they could not.
    """
    capacity, least, most = tournament.capacity, tournament.least_rating, tournament.most_rating
    if capacity is None and tournament.starts_when_full:
        raise ImpossibleTournament(
            "A tournament that starts when it is full needs a capacity: say how many have a place."
        )
    if capacity is not None and not LEAST_CAPACITY <= capacity <= MOST_CAPACITY:
        raise ImpossibleTournament(
            f"Capacity: choose a whole number from {LEAST_CAPACITY} to {MOST_CAPACITY}."
        )
    minutes = tournament.no_show_minutes
    if minutes is not None and not 1 <= minutes <= MOST_NO_SHOW_MINUTES:
        raise ImpossibleTournament(
            f"No-show minutes: choose from 1 to {MOST_NO_SHOW_MINUTES}, or leave them empty."
        )
    if not 0 <= tournament.check_in_grace_minutes <= MOST_GRACE_MINUTES:
        raise ImpossibleTournament(
            f"Check-in grace minutes: choose from 0 to {MOST_GRACE_MINUTES}."
        )
    if any(one is not None and abs(one) > MOST_RATING for one in (least, most)):
        raise ImpossibleTournament(
            f"Choose ratings from {-MOST_RATING} to {MOST_RATING}, or leave them empty."
        )
    if least is not None and most is not None and least > most:
        raise ImpossibleTournament(
            f"Nobody has at least {least} and at most {most} points of rating: trade the two."
        )


def check_conditions(tournament: Tournament, member: Member, *, code: str) -> None:
    """See that a member may enter by themselves.

    Args:
        code: The invitation code that they give.

    Raises:
        NotAdmitted: a condition keeps them out, or an organiser has refused them before.
    """
    refused = Entrant.objects.exclude(refusal="").filter(
        tournament=tournament, members__member=member
    )
    if before := refused.order_by("-pk").first():
        raise NotAdmitted(
            f"An organiser did not let you into {tournament}: {before.refusal} Ask them to enter "
            "you."
        )
    if tournament.is_members_only and member.role == Role.GUEST:
        raise NotAdmitted(
            f"{tournament} is for members, and you are a guest of {tournament.club}: ask an "
            "organiser to enter you."
        )
    if not _is_code(tournament, code):
        raise NotAdmitted(
            f"{tournament} needs an invitation code: write it as you were given it, or ask an "
            "organiser for it."
        )
    _check_rating(tournament, member)


def rating_of(tournament: Tournament, member: Member) -> float:
    """Somebody's points of rating by the rules of a tournament; 0 for a beginner."""
    preset = RATED_AS[tournament.rules.preset]
    points = Rating.objects.filter(player=member.player_id, preset=preset)
    return points.values_list("points", flat=True).first() or 0.0


def _check_rating(tournament: Tournament, member: Member) -> None:
    least, most = tournament.least_rating, tournament.most_rating
    if least is None and most is None:
        return
    points = rating_of(tournament, member)
    if (least is None or points >= least) and (most is None or points <= most):
        return
    words = " and ".join(
        [
            *([] if least is None else [f"at least {least}"]),
            *([] if most is None else [f"at most {most}"]),
        ]
    )
    raise NotAdmitted(
        f"{tournament} is for ratings of {words} points, and yours is {points:.1f}: choose another "
        "tournament, or ask an organiser to enter you."
    )


def _is_code(tournament: Tournament, code: str) -> bool:
    """Whether this is the code; capitals and blanks around it do not matter."""
    wanted = folded(tournament.invitation_code)
    return not wanted or compare_digest(wanted.encode(), folded(code).encode())
