"""A line of a tournament's log in a sentence."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tournaments.formats import FORMATS
from tournaments.models import LetGo, TournamentDeed, TournamentDeedKind
from tournaments.promises import LEAVERS_TOLD


class Words(NamedTuple):
    """Two sentences for the same thing.

    Attributes:
        by_itself: For what the program did, or people for themselves.
        by_another: For what somebody did; it names them. Empty where nobody is named.
    """

    by_itself: str
    by_another: str = ""


SENTENCES: Final = {
    TournamentDeedKind.ENTERED: Words(
        gettext_noop("{name} entered."), gettext_noop("{by} entered {name}.")
    ),
    TournamentDeedKind.CAME_BACK: Words(
        gettext_noop("{name} entered again."), gettext_noop("{by} entered {name} again.")
    ),
    TournamentDeedKind.WITHDREW: Words(
        gettext_noop("{name} withdrew."), gettext_noop("{by} took {name} out.")
    ),
    TournamentDeedKind.APPROVED: Words(
        gettext_noop("{name} was let in."), gettext_noop("{by} let {name} in.")
    ),
    TournamentDeedKind.REFUSED: Words(
        gettext_noop("{name} was not let in."), gettext_noop("{by} did not let {name} in.")
    ),
    TournamentDeedKind.MOVED_UP: Words(gettext_noop("{name} got a place.")),
    TournamentDeedKind.CHECKED_IN: Words(
        gettext_noop("{name} checked in."), gettext_noop("{by} checked {name} in.")
    ),
    TournamentDeedKind.SUBSTITUTED: Words(
        gettext_noop("{comer} plays for {leaver} from now on."),
        gettext_noop("{by}: {comer} plays for {leaver} from now on."),
    ),
    TournamentDeedKind.STARTED: Words(
        gettext_noop("The tournament started."), gettext_noop("{by} started the tournament.")
    ),
    TournamentDeedKind.DREW: Words(
        gettext_noop("Draw {draw} of round {round}."),
        gettext_noop("Draw {draw} of round {round}, by {by}."),
    ),
    TournamentDeedKind.ROUND_BEGAN: Words(gettext_noop("Round {round} began.")),
    TournamentDeedKind.CONFIRMED: Words(
        gettext_noop("The draw was confirmed, and round {round} began."),
        gettext_noop("{by} confirmed the draw, and round {round} began."),
    ),
    TournamentDeedKind.COUNTED: Words(gettext_noop("Round {round} was over.")),
    TournamentDeedKind.BREAK_BEGAN: Words(gettext_noop("A break of {minutes} minutes began.")),
    TournamentDeedKind.BREAK_ENDED: Words(
        gettext_noop("The break was over."), gettext_noop("{by} ended the break.")
    ),
    TournamentDeedKind.PAUSED: Words(
        gettext_noop("The tournament was paused."), gettext_noop("{by} paused the tournament.")
    ),
    TournamentDeedKind.RESUMED: Words(
        gettext_noop("The tournament went on."), gettext_noop("{by} let the tournament go on.")
    ),
    TournamentDeedKind.FINISHED: Words(gettext_noop("The last round was counted.")),
    TournamentDeedKind.CANCELLED: Words(
        gettext_noop("The tournament was cancelled."),
        gettext_noop("{by} cancelled the tournament."),
    ),
    TournamentDeedKind.ENDED: Words(
        gettext_noop("The tournament was to end after round {round}."),
        gettext_noop("{by} ended the tournament after round {round}."),
    ),
    TournamentDeedKind.SHORTENED: Words(
        gettext_noop("The tournament was shortened."),
        gettext_noop("{by} shortened the tournament."),
    ),
    TournamentDeedKind.PAID: Words(
        gettext_noop("The prizes were paid."), gettext_noop("{by} paid the prizes.")
    ),
}
"""Kinds that are told in no words of their own say who did what, for whom and why."""

LET_GO: Final = {
    LetGo.NOT_CHECKED_IN: gettext_noop("{name} was let go: they had not checked in."),
    LetGo.NO_PLACE: gettext_noop("{name} was let go: there was no place for them."),
    LetGo.TURNED_AWAY: gettext_noop("{name} was let go: the club has turned them away."),
    LetGo.NO_SHOW: gettext_noop("{name} was let go: they never came to their table."),
}
"""By the reason in `after` why somebody was let go."""


def sentence(deed: TournamentDeed, names: Mapping[int, str], members: Mapping[int, str]) -> str:
    """Tell what happened, by whom and why, in one or two sentences.

    Args:
        names: Of entrants, by their keys.
        members: Of the members who play or played as entrants or a part of one, by their keys.
    """
    kind, by = TournamentDeedKind(deed.kind), "" if deed.by is None else str(deed.by)
    called = [names[one] for one in deed.entrants]
    name = ", ".join(called)
    facts = {
        "name": name,
        "by": by,
        "round": deed.round_number,
        "draw": deed.after.get("draw"),
        "minutes": deed.after.get("minutes"),
        "comer": members.get(deed.after.get("member", 0), ""),
        "leaver": members.get(deed.before.get("member", 0), ""),
    }
    match kind:
        case TournamentDeedKind.LET_GO:
            return _(LET_GO[deed.after["why"]]).format(**facts)
        case TournamentDeedKind.PRIZES_CHANGED:
            who = _("{by} changed the prizes.").format(by=by) if by else _("The prizes changed.")
            return f"{who} {_(LEAVERS_TOLD[deed.after['prizes_for_who_left']])}"
        case TournamentDeedKind.STAGE_BEGAN:
            told = _("Stage {number} began: {format}.")
            format = FORMATS[deed.after["format"]].name
            return told.format(number=deed.after["stage"], format=format)
        case TournamentDeedKind.DREW | TournamentDeedKind.DREW_AGAIN:
            words = SENTENCES[TournamentDeedKind.DREW]
            told = _(words.by_another if by else words.by_itself).format(**facts)
            return f"{told} {_repeats(deed.after)}"
    if kind in SENTENCES:
        words = SENTENCES[kind]
        is_own = not by or by in called
        return _(words.by_itself if is_own else words.by_another or words.by_itself).format(**facts)
    what = deed.get_kind_display()
    if kind == TournamentDeedKind.DEAL_TAKEN_BACK:
        what = _("took deal {number} back").format(number=deed.after["deal"])
    parts = [_("{what}, for {names}").format(what=what, names=name or _("everybody"))]
    if deed.round_number is not None:
        parts.append(_("round {number}").format(number=deed.round_number))
    if deed.table_number is not None:
        parts.append(_("table {number}").format(number=deed.table_number))
    told = f"{', '.join(parts)}: {deed.reason}" if deed.reason else f"{', '.join(parts)}."
    return f"{by}: {told}" if by else told[0].upper() + told[1:]


def _repeats(after: Mapping[str, int]) -> str:
    if not after["repeat_meetings"]:
        return _("Nobody meets again.")
    return ngettext(
        "{count} repeat meeting; any draw has at least {least}.",
        "{count} repeat meetings; any draw has at least {least}.",
        after["repeat_meetings"],
    ).format(count=after["repeat_meetings"], least=after["least_repeats"])
