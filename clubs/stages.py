"""Where a night stands: each use case locks it, makes sure of its stage, and moves it on."""

from clubs.errors import NothingDrawn, WrongMoment
from clubs.models import Night, NightRound, NightStatus

NEXT = {
    NightStatus.PLANNED: "open it for check-in first",
    NightStatus.OPEN: "seat the people next",
    NightStatus.SEATED: "open the tables next",
    NightStatus.PLAYING: "end the round or close the night first",
    NightStatus.CLOSED: "plan another one",
}

DRAWING = (NightStatus.OPEN, NightStatus.SEATED, NightStatus.PLAYING)
BEFORE_THE_END = tuple(status for status in NightStatus if status != NightStatus.CLOSED)


def lock_night(night: Night, *wanted: NightStatus) -> Night:
    """The night as it is, locked to the end of the transaction.

    Its key stays free: whoever enters a result adds to its log while they hold a table.

    Args:
        wanted: The stages that will do.

    Raises:
        WrongMoment: it is at another stage.
    """
    rows = Night.objects.select_for_update(of=("self",), no_key=True)
    # Without its rules: a statement that waited for the lock sees no revision that is newer.
    night = rows.select_related("club__book").get(pk=night.pk)
    check_stage(night, *wanted)
    return night


def check_stage(night: Night, *wanted: NightStatus) -> None:
    """See that a night is at one of these stages.

    Raises:
        WrongMoment: it is at another one.
    """
    status = NightStatus(night.status)
    if status not in wanted:
        raise WrongMoment(f"{night} is {status.label}: {NEXT[status]}.")


def move_night(night: Night, status: NightStatus) -> Night:
    night.status = status
    night.save(update_fields=["status", "closed_at", "is_cancelled"])
    return night


def reopen_night(night: Night) -> Night:
    """Back to the check-in: people are seated anew.

    Before the first round that is by the rules that the club has then.
    """
    if not night.has_own_rules and not night.rounds.played().exists():
        night.house_rules = None
    night.status = NightStatus.OPEN
    night.save(update_fields=["status", "house_rules"])
    return night


def drafted_round(night: Night, number: int) -> NightRound:
    """A round that is drawn and not played yet; the caller has locked the night.

    Raises:
        NothingDrawn: it is not drawn, or its tables are open.
    """
    drawn = night.rounds.drafted().filter(number=number).first()
    if drawn is None:
        raise NothingDrawn(
            f"Round {number} is not drawn, or its tables are open: look at the night again."
        )
    return drawn
