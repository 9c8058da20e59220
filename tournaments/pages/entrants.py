"""Entrants at the desk of a tournament: here, out, or somebody else for them."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from clubs.admin.refusals import refusals_shown
from clubs.models import Member
from clubs.pages.visits import number_in
from games.bots import BOT_CHOICES, BOTS
from tournaments.admin.refusals import ALL_REFUSALS
from tournaments.entrant_list import told_states
from tournaments.entries import Joining, withdraw
from tournaments.models import BEFORE_START, Admission, Entrant, EntrantMember, TournamentStatus
from tournaments.pages.desk import is_known
from tournaments.pages.frame import ASKING, ENTRANTS, frame
from tournaments.pages.visits import Visit, of_tournament
from tournaments.promises import leavers_told
from tournaments.rights import CHECK_IN_ANOTHER, LOOK_AFTER, SUBSTITUTE, WITHDRAW_ANOTHER
from tournaments.substitutes import substitute
from tournaments.tournaments import check_in

MAY_CHANGE = (*BEFORE_START, TournamentStatus.RUNNING)


@of_tournament(LOOK_AFTER)
def entrants_page(visit: Visit) -> HttpResponse:
    """Everybody who is in, by name, and what can be done about each."""
    shown = frame(visit, ENTRANTS)
    if is_known(visit, shown["told"].mark):
        return HttpResponse(status=204)
    entrants = sorted(visit.tournament.entrants.playing().named(), key=_by_name)
    others = visit.tournament.entrants.entered().exclude(admission=Admission.IN).named()
    gone = visit.tournament.entrants.exclude(withdrawn_at=None).named().order_by("-withdrawn_at")
    told = told_states(visit.tournament)
    status = visit.tournament.status
    shown |= {
        "entrants": [(one, told[one.pk]) for one in entrants],
        "others": [(one, told[one.pk]) for one in others],
        "gone": [(one, told[one.pk]) for one in gone],
        "is_check_in": status == TournamentStatus.CHECK_IN,
        "may_change": status in MAY_CHANGE,
        "takes_entries": status in (TournamentStatus.REGISTRATION, TournamentStatus.CHECK_IN)
        or (status == TournamentStatus.RUNNING and visit.tournament.late_until_round is not None),
    }
    return render(visit.request, "tournaments/pages/desk_entrants.html", shown)


@of_tournament(CHECK_IN_ANOTHER, methods=("POST",))
def here_page(visit: Visit, entrant_id: int) -> HttpResponse:
    """Note that an entrant is here."""
    entrant = _entrant(visit, entrant_id)
    with refusals_shown(visit.request, refusals=ALL_REFUSALS):
        member = entrant.company[0].person
        check_in(visit.tournament, member=member, by=visit.player.pk, at=visit.at)
    return redirect(ENTRANTS, visit.tournament.pk)


@of_tournament(WITHDRAW_ANOTHER, methods=("GET", "POST"))
def out_page(visit: Visit, entrant_id: int) -> HttpResponse:
    """Ask what becomes of an entrant who goes, and of their fee; then let them go."""
    entrant = _entrant(visit, entrant_id)
    if visit.request.method == "POST":
        with refusals_shown(visit.request, refusals=ALL_REFUSALS):
            member = entrant.company[0].person
            withdraw(visit.tournament, member=member, by=visit.player.pk, at=visit.at)
            messages.success(visit.request, _("{name} is out.").format(name=entrant))
        return redirect(ENTRANTS, visit.tournament.pk)
    fee = visit.tournament.entry_chips * visit.tournament.members_count
    if visit.tournament.status == TournamentStatus.RUNNING:
        words = [
            _("They are drawn in no more rounds, and a bot plays out this one."),
            _("The fee does not go back. Their line stays in the standings, marked as left."),
            leavers_told(visit.tournament),
        ]
    elif fee:
        words = [_("The fee goes back to them: {chips} chips.").format(chips=fee)]
    else:
        words = [_("They paid no fee, so no chips move.")]
    shown = frame(visit, ASKING) | {
        "label": _("Out: {name}").format(name=entrant),
        "button": _("Take them out"),
        "sentences": words,
        "back": visit.address(ENTRANTS),
    }
    return render(visit.request, "tournaments/pages/desk_asked.html", shown)


@of_tournament(SUBSTITUTE, methods=("GET", "POST"))
def substitute_page(visit: Visit, entrant_id: int) -> HttpResponse:
    """Choose who plays on for a member of an entrant."""
    entrant = _entrant(visit, entrant_id)
    if visit.request.method == "POST" and _substituted(visit, entrant):
        return redirect(ENTRANTS, visit.tournament.pk)
    playing = EntrantMember.objects.playing().filter(tournament=visit.tournament, bot=None)
    others = visit.tournament.club.members.people().exclude(pk__in=playing.values("member"))
    shown = frame(visit, ASKING) | {
        "entrant": entrant,
        "others": others.select_related("player").order_by("player__sort_name", "pk"),
        "bots": BOT_CHOICES,
        "is_running": visit.tournament.status == TournamentStatus.RUNNING,
    }
    return render(visit.request, "tournaments/pages/desk_substitute.html", shown)


def _substituted(visit: Visit, entrant: Entrant) -> bool:
    form, people = visit.request.POST, visit.tournament.club.members.people()
    leaver = get_object_or_404(people, pk=number_in(form, "leaver"))
    comer = get_object_or_404(people, pk=number_in(form, "comer"))
    if leaver.pk not in {one.member_id for one in entrant.company}:
        return False
    bot = form.get("bot_level", "")
    joining = Joining(comer, bot if bot in BOTS else "")
    done: list[Member] = []
    with refusals_shown(visit.request, refusals=ALL_REFUSALS):
        by = visit.player.pk
        substitute(visit.tournament, member=leaver, comer=joining, by=by, at=visit.at)
        done.append(comer)
        words = _("{name} plays for {leaver} from now on.").format(name=comer, leaver=leaver)
        messages.success(visit.request, words)
    return bool(done)


def _entrant(visit: Visit, pk: int) -> Entrant:
    people = visit.tournament.entrants.playing().filter(members__bot=None).distinct()
    entrant: Entrant = get_object_or_404(people.named(), pk=pk)
    return entrant


def _by_name(entrant: Entrant) -> tuple[str, int]:
    return entrant.company[0].player.sort_name, entrant.pk
