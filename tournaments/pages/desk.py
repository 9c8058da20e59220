"""The desk of a tournament: the page that fits the moment, its tables, standings and log."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from clubs.models import Club, Player
from deploy.rest.pages import PageRequest, ask, sign_in_first, stands_for
from tournaments.awards import proposal_of
from tournaments.boards import board_of
from tournaments.meetings import repeat_meetings
from tournaments.models import NOT_OVER, Tournament, TournamentStatus
from tournaments.pages.drafts import laid_out
from tournaments.pages.frame import ENTRANTS, LOG, STANDINGS, TABLES, frame
from tournaments.pages.visits import Visit, of_tournament
from tournaments.promises import leavers_told
from tournaments.rights import LOOK_AFTER
from tournaments.rounds import drawn_rounds
from tournaments.tournament_log import LINES_A_PAGE, log_of

REPLAYED_WHILE = (TournamentStatus.RUNNING, TournamentStatus.FINISHED)


@stands_for(LOOK_AFTER)
@require_safe
def now_page(request: PageRequest) -> HttpResponse:
    """On to the tournament that runs, else to the next one; to the list where there is none."""
    player = request.user
    if not isinstance(player, Player):
        return sign_in_first(request)
    ask(player.roles_anywhere(), LOOK_AFTER)
    theirs = Tournament.objects.filter(
        club__in=Club.objects.of(player, LOOK_AFTER.may), status__in=NOT_OVER
    )
    first = theirs.order_by("-status", "starts_at", "pk").first()
    return redirect("tournament-desk", first.pk) if first else redirect(LIST)


LIST = "admin:tournaments_tournament_changelist"


@of_tournament(LOOK_AFTER)
def desk_page(visit: Visit) -> HttpResponse:
    """On to the page that fits the moment."""
    match visit.tournament.status:
        case TournamentStatus.RUNNING:
            return redirect(TABLES, visit.tournament.pk)
        case TournamentStatus.FINISHED | TournamentStatus.PAID:
            return redirect(STANDINGS, visit.tournament.pk)
    return redirect(ENTRANTS, visit.tournament.pk)


@of_tournament(LOOK_AFTER)
def tables_page(visit: Visit) -> HttpResponse:
    """The draw of each round, what came of it at each table, and who met again."""
    shown = frame(visit, TABLES)
    if is_known(visit, shown["told"].mark):
        return HttpResponse(status=204)
    shown["may_replay"] = visit.tournament.status in REPLAYED_WHILE
    if draft := shown["told"].draft:
        shown |= laid_out(visit, draft)
    rounds = list(drawn_rounds(visit.tournament))
    meetings = repeat_meetings(rounds)
    shown["rounds"] = [(round, meetings[round.number]) for round in reversed(rounds)]
    return render(visit.request, "tournaments/pages/desk_tables.html", shown)


@of_tournament(LOOK_AFTER)
def standings_page(visit: Visit) -> HttpResponse:
    """Who stands where and why; after the last round with the prizes as they are proposed."""
    shown = frame(visit, STANDINGS)
    if is_known(visit, shown["told"].mark):
        return HttpResponse(status=204)
    shown["board"] = board_of(visit.tournament)
    shown["leavers_told"] = leavers_told(visit.tournament)
    if visit.tournament.status == TournamentStatus.FINISHED:
        names = {one.pk: str(one) for one in visit.tournament.entrants.named()}
        lines = proposal_of(visit.tournament).lines
        shown["proposed"] = [(names[one.entrant], one) for one in lines]
    return render(visit.request, "tournaments/pages/desk_standings.html", shown)


@of_tournament(LOOK_AFTER)
def log_page(visit: Visit) -> HttpResponse:
    """What happened, the latest first."""
    shown = frame(visit, LOG)
    if is_known(visit, shown["told"].mark):
        return HttpResponse(status=204)
    shown["lines"] = log_of(visit.tournament, most=LINES_A_PAGE)
    return render(visit.request, "tournaments/pages/desk_log.html", shown)


def is_known(visit: Visit, mark: str) -> bool:
    """Whether htmx asks for what its page shows already."""
    return bool(visit.request.htmx) and visit.request.GET.get("seen") == mark
