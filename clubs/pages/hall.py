"""The screen of the hall: opened by its link, or by people who look after the night."""

from django.http import HttpResponse
from django.shortcuts import render

from clubs.hall_screens import hall_screen_of
from clubs.pages.visits import Visit, of_night
from clubs.rights import SHOW_HALL

PAGE, SCREEN = "clubs/pages/hall.html", "clubs/pages/hall_screen.html"


@of_night(SHOW_HALL)
def hall_page(visit: Visit) -> HttpResponse:
    """The whole page, or the screen within it where its script asks again."""
    screen = hall_screen_of(visit.night)
    shown = {
        "night": visit.night,
        "screen": screen,
        "now": visit.at,
        "after": screen.last_deed,
        "stream": f"/live/nights/{visit.night.pk}",
        "stream_kinds": "deed table gone snapshot",
    }
    return render(visit.request, SCREEN if visit.is_part else PAGE, shown)
