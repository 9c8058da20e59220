"""The first page: what this is, the sign-in, and what is open to everybody."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from clubs.models import FreeTable, Player
from clubs.rights import SEE_FRONT
from deploy.rest.pages import PageRequest, stands_for


@stands_for(SEE_FRONT)
@require_safe
def front_page(request: PageRequest) -> HttpResponse:
    """People who look after a club go to its desk; everybody else reads what there is."""
    player = request.user if isinstance(request.user, Player) else None
    if player and player.is_staff:
        return redirect("admin:index")
    tables = FreeTable.objects.open_to_everybody(player)
    clubs = sorted({free.club.name for free in tables})
    shown = {"player": player, "tables": tables, "clubs": clubs}
    return render(request, "clubs/pages/front.html", shown)
