"""The strip of the desk that says whether the service and the books are well."""

from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpResponse
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from redis.exceptions import RedisError

from clubs.pages.visits import Visit, of_night
from clubs.rights import LOOK_AFTER_NIGHT
from deploy.broker import ping
from deploy.rest.clock import database_now
from deploy.rest.pages import parts
from games.play.outages import is_swept
from games.play.waits import with_people
from ledger.audit import doubt


@dataclass(frozen=True)
class Part:
    """A part of the service, and what people should do while it is not well."""

    label: Promise
    is_well: bool
    advice: Promise


@of_night(LOOK_AFTER_NIGHT)
def health_page(visit: Visit) -> HttpResponse:
    """The strip alone, for which the desk asks every 30 seconds, and what people should do."""
    shown = {"health": health(), "night": visit.night, "is_watched": True, "as_part": True}
    pages = ("clubs/pages/health.html", "clubs/pages/advice.html")
    return parts(*(render_to_string(page, shown, request=visit.request) for page in pages))


def health() -> list[Part]:
    """The worker, the broker and the books; where one is not well, results can still be entered."""
    return [
        Part(
            _("Worker"),
            is_swept() and not with_people(at=database_now()).is_late,
            _(
                "The worker is silent: bots and clocks at online tables wait. Tell the person who "
                "runs this service."
            ),
        ),
        Part(
            _("Broker"),
            _answers(ping),
            _(
                "The broker is silent: online tables are slower. Tell the person who runs this "
                "service."
            ),
        ),
        Part(
            _("Books"),
            not doubt(),
            _(
                "The last audit found a fault in the books, and nobody can buy in. Tell the person "
                "who runs this service."
            ),
        ),
    ]


def _answers(asked: Callable[[], None]) -> bool:
    try:
        asked()
    except RedisError:
        return False
    return True
