"""The draws and standings of a tournament on its page, and the buttons of a draw that waits."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.html import format_html_join

from clubs.admin.refusals import refusals_shown
from deploy.rest.clock import database_now
from tournaments.admin.refusals import ALL_REFUSALS
from tournaments.drafts import waiting_draft
from tournaments.draws import confirm_draw, draw_again
from tournaments.entrant_list import told_states
from tournaments.entrant_states import State
from tournaments.meetings import repeat_meetings
from tournaments.models import RoundDraw, Tournament, TournamentStatus
from tournaments.results import results_of
from tournaments.rounds import drawn_rounds
from tournaments.tournament_log import LINES_A_PAGE, log_of


def draw_buttons(tournament: Tournament) -> tuple[str, ...]:
    """The buttons while it runs: of a draw that waits, and where one was undone."""
    if tournament.status != TournamentStatus.RUNNING:
        return ()
    if tournament.draws.drafts().exists():
        return ("confirm_draw", "draw_again")
    is_played = tournament.rounds.filter(finished_at=None).exists()
    rests = tournament.break_until is not None
    return () if is_played or rests else ("draw_again",)


class Drawing:
    """Mixed into the admin of tournaments."""

    @admin.display(description="Log")
    def corrections(self, tournament: Tournament) -> str:
        """Show what can be put right, and the log, the latest lines first."""
        shown = {"tournament": tournament, "lines": log_of(tournament, most=LINES_A_PAGE)}
        return render_to_string("tournaments/corrections.html", shown)

    @admin.display(description="Standings")
    def standings(self, tournament: Tournament) -> str:
        told = told_states(tournament, but=State.PLAYING)
        measures = {one.number: one.played_as.measures(one.plan) for one in tournament.stages.all()}
        rows = (
            (
                one.rank,
                one.name,
                ", ".join(each.words(one.figures[each.key]) for each in measures[one.stage]),
                f", prize {one.prize_chips}" * bool(one.prize_chips),
                f", {told[one.entrant]}" if one.entrant in told else "",
            )
            for one in results_of(tournament)
        )
        return format_html_join("", "<p>{}. <b>{}</b> {}{}{}</p>", rows) or "Nobody has entered."

    @admin.display(description="Draws")
    def draws(self, tournament: Tournament) -> str:
        rounds, waiting = list(drawn_rounds(tournament)), waiting_draft(tournament)
        if not rounds and waiting is None:
            return "Nothing is drawn yet."
        meetings = repeat_meetings(rounds)
        told = [(round, meetings[round.number]) for round in rounds]
        shown: dict[str, Any] = {"rounds": told, "tournament": tournament}
        if waiting is not None:
            names = {one.pk: str(one) for one in tournament.entrants.named()}
            tables = [[names[one] for one in table] for table in waiting.laid.tables]
            shown |= {"waiting": waiting, "tables": tables}
        return render_to_string("tournaments/draws.html", shown)

    @admin.action(description="Confirm the draw: tables open")
    def confirm_draw(self, request: HttpRequest, tournaments: QuerySet[Tournament]) -> None:
        self._drawn(request, tournaments, confirm_draw)

    @admin.action(description="Draw again")
    def draw_again(self, request: HttpRequest, tournaments: QuerySet[Tournament]) -> None:
        self._drawn(request, tournaments, draw_again)

    def _drawn(
        self,
        request: HttpRequest,
        tournaments: QuerySet[Tournament],
        step: Callable[..., RoundDraw | None],
    ) -> None:
        for tournament in tournaments:
            with refusals_shown(request, refusals=ALL_REFUSALS):
                draw = step(tournament, by=request.user.pk, at=database_now())
                said = "No round is left to draw." if draw is None else f"{draw}: done."
                messages.success(request, said[0].upper() + said[1:])
