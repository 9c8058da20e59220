"""Announcing a tournament from a sentence."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from clubs.models import Club, Player
from clubs.pages.visits import number_in
from deploy.rest.clock import database_now
from deploy.rest.pages import PageRequest, ask, sign_in_first, stands_for
from tournaments.admin.refusals import ALL_REFUSALS
from tournaments.announcements import create_tournament
from tournaments.models import Tournament
from tournaments.pages.sentence_form import SentenceForm
from tournaments.rights import ANNOUNCE


@stands_for(ANNOUNCE)
@require_http_methods(["GET", "HEAD", "POST"])
def new_page(request: PageRequest) -> HttpResponse:
    """The sentence with its defaults; announced, or kept as a draft, it leads on to the desk."""
    player = request.user
    if not isinstance(player, Player):
        return sign_in_first(request)
    ask(player.roles_anywhere(), ANNOUNCE)
    clubs = Club.objects.of(player, ANNOUNCE.may).order_by("name", "pk")
    chosen = clubs.filter(pk=number_in(request.GET, "club")).first() or clubs.first()
    sent = request.POST if request.method == "POST" else None
    form = SentenceForm(sent, clubs=clubs, initial={"club": chosen})
    if form.is_valid():
        try:
            made = _announced(form, player, is_draft="draft" in request.POST)
            return redirect("tournament-desk", made.pk)
        except ALL_REFUSALS as refusal:
            form.add_error(None, str(refusal))
    shown = {"form": form, "has_clubs": clubs.count() > 1}
    return render(request, "tournaments/pages/new.html", shown)


def _announced(form: SentenceForm, player: Player, *, is_draft: bool) -> Tournament:
    given = form.cleaned_data
    starts_at = form.starts_at
    return create_tournament(
        given["club"],
        name=given["name"],
        stages=form.stages,
        entry_chips=given["entry_chips"],
        prize_percents=given["shares"],
        starts_at=starts_at,
        check_in_minutes=given["check_in_minutes"] if starts_at else None,
        check_in_grace_minutes=given["check_in_grace_minutes"],
        is_draft=is_draft,
        by=player,
        at=database_now(),
    )
