"""Tricks are counted with each round; for rounds that were over before, a migration does it."""

from importlib import import_module

from django.db import connection

from games.models import Deal
from tests.tournaments.cups import AT, play_round
from tournaments.models import Place, Tournament
from tournaments.tasks import sweep_tournaments
from tournaments.tournaments import start

BACKFILL = import_module("tournaments.migrations.0007_tricks").TRICKS_OF_PLACES


def test_tricks_of_former_rounds(tournament: Tournament) -> None:
    start(tournament, at=AT)
    play_round(tournament)
    sweep_tournaments()
    taken = sum(sum(deal.outcome.tricks) for deal in Deal.objects.counted() if deal.outcome)
    over = Place.objects.filter(round_table__round__number=1).order_by("pk")
    tricks = list(over.values_list("tricks", flat=True))
    assert 0 < sum(each or 0 for each in tricks) == taken
    assert min(each for each in tricks if each is not None) < max(filter(None, tricks))
    over.update(tricks=None)

    with connection.cursor() as cursor:
        cursor.execute(BACKFILL)

    assert list(over.values_list("tricks", flat=True)) == tricks
    assert not Place.objects.filter(chips=None, tricks__isnull=False).exists()
