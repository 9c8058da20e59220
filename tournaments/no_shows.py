"""No-shows: whoever has not come some minutes into a round is let go, and a bot plays on."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef

from games.models import Action, Seat
from tournaments.entries import withdraw
from tournaments.life import lock_tournament
from tournaments.models import Entrant, EntrantQuerySet, LetGo, RoundSeat, TournamentStatus

MINUTE = timedelta(minutes=1)


def expected(at: datetime) -> EntrantQuerySet:
    """Those who should have come to their table by now, and whose time there has run out.

    Whoever is known to have come is not among them: people may be away for a while.
    """
    away = Seat.objects.filter(
        table=OuterRef("round_table__table"),
        number=OuterRef("seat"),
        is_away=True,
        bot_level="",
        cashed_chips=None,
    )
    seats = RoundSeat.objects.filter(
        Exists(away),
        entrant=OuterRef("pk"),
        round_table__round__finished_at=None,
        round_table__round__started_at__lte=at - F("entrant__tournament__no_show_minutes") * MINUTE,
    )
    going = Entrant.objects.playing().filter(
        tournament__status=TournamentStatus.RUNNING,
        tournament__paused_at=None,
        tournament__no_show_minutes__isnull=False,
        came_at=None,
    )
    return going.filter(Exists(seats))


@transaction.atomic
def look_for(entrant: Entrant, *, at: datetime) -> Entrant:
    """Let an entrant go if none of them has played a card, or note that one has.

    They leave as in `tournaments.entries.withdraw`. Done again, or too early, it does nothing.
    """
    tournament = lock_tournament(entrant.tournament)
    due = expected(at).named().filter(pk=entrant.pk).first()
    if due is None:
        return entrant
    if _has_played(due):
        due.came_at = at
        due.save(update_fields=["came_at"])
        return due
    withdraw(tournament, member=due.company[0].person, why=LetGo.NO_SHOW, at=at)
    return due


def _has_played(entrant: Entrant) -> bool:
    """Whether one of them has done something at a table themselves, or a bot plays for one."""
    if any(one.bot_level for one in entrant.company):
        return True
    seats = RoundSeat.objects.filter(entrant=entrant)
    mine = set(seats.values_list("round_table__table", "seat"))
    done = Action.objects.filter(
        deal__table__in={table for table, _ in mine}, by=Action.By.PLAYER
    ).values_list("deal__table", "deal__seat_numbers", "place")
    return any((table, numbers[place]) in mine for table, numbers, place in done.distinct())
