"""Tricks are counted with each round."""

from games.models import Deal
from tests.tournaments.cups import AT, play_round
from tournaments.models import RoundSeat, Tournament
from tournaments.tasks import sweep_tournaments
from tournaments.tournaments import start


def test_every_trick_of_a_round_is_counted(tournament: Tournament) -> None:
    start(tournament, at=AT)

    play_round(tournament)
    sweep_tournaments()

    taken = sum(sum(deal.outcome.tricks) for deal in Deal.objects.counted() if deal.outcome)
    over = RoundSeat.objects.filter(round_table__round__number=1)
    tricks = [each for each in over.values_list("tricks", flat=True) if each is not None]
    assert 0 < sum(tricks) == taken
    assert min(tricks) < max(tricks)
    assert not RoundSeat.objects.filter(chips=None, tricks__isnull=False).exists()
