"""The pair of an entry stays a pair, whoever is moved, substituted or added (RULES.md 1.8)."""

from collections import Counter
from io import StringIO

import pytest
from django.core.management import call_command

from clubs.models import Club
from games.bots import FIRST_BOT
from games.models import Deal, Seat
from ledger.audit import check_books
from tests.clubs.factories import guests, owner_of
from tests.tournaments.cups import AT, play_round
from tournaments.announcements import create_tournament
from tournaments.drafts import waiting_draft
from tournaments.draw_documents import Swap
from tournaments.draws import confirm_draw, draw_again, move_in_draw
from tournaments.entries import Joining, enter_together, withdraw
from tournaments.models import Entrant, Round, RoundSeat, Tournament
from tournaments.substitutes import substitute
from tournaments.tasks import sweep_tournaments
from tournaments.tournaments import start

pytestmark = pytest.mark.django_db

ENTERED, FILLED = 7, 1


@pytest.fixture
def cup(club: Club) -> Tournament:
    """Seven couples of four tables of four: bots of the club are the eighth, and draws wait."""
    tournament = create_tournament(
        club,
        name="Couples",
        format="swiss",
        rounds_count=4,
        deals_a_round=3,
        starting_stack=60,
        table_size=4,
        members_count=2,
        bots_limit=2,
        draw_minutes=10,
        rules={"options": {"sides": "pairs"}},
        by=owner_of(club),
        at=AT,
    )
    for _ in range(ENTERED):
        company = [Joining(member, FIRST_BOT) for member in guests(club, 2)]
        enter_together(tournament, company, at=AT)
    return start(tournament, at=AT)


def entry_of(round: Round) -> dict[int, int]:
    """The entrant for whom each player of a round sat down."""
    seats = RoundSeat.objects.filter(round_table__round=round).select_related("member")
    return {one.member.player.pk: one.entrant_id for one in seats}


def sides_checked(round: Round) -> Counter[str]:
    """Counts of sides that were a couple of one entry, and of deals that such a couple won."""
    found, entrant_of = Counter[str](), entry_of(round)
    for laid in round.tables.all():
        assert laid.are_sides
        seats = list(Seat.objects.filter(table=laid.table_id))
        entrants_of: dict[int, set[int]] = {}
        for seat in seats:
            assert seat.side is not None
            entrants_of.setdefault(seat.side, set()).add(entrant_of[seat.player_id])
        assert all(len(entrants) == 1 for entrants in entrants_of.values())
        coupled = {one for entrants in entrants_of.values() for one in entrants}
        assert len(coupled) == len(entrants_of) == len(seats) // 2
        found["sides"] += len(entrants_of)
        player_of = {seat.number: seat.player_id for seat in seats}
        for deal in Deal.objects.filter(table=laid.table_id).won():
            assert deal.outcome is not None
            winners = [player_of[deal.seat_numbers[place]] for place in deal.outcome.winners]
            assert len(winners) == 2
            assert len({entrant_of[winner] for winner in winners}) == 1
            found["won"] += 1
    return found


def play(cup: Tournament) -> Counter[str]:
    """The round whose draw waits is confirmed and played; what its sides were."""
    confirm_draw(cup, at=AT)
    played = play_round(cup)
    sweep_tournaments()
    return sides_checked(played)


def apart(cup: Tournament) -> tuple[Entrant, Entrant]:
    """Two entrants at different tables of the draw that waits."""
    draft = waiting_draft(cup)
    assert draft is not None
    first, second, *_ = draft.laid.tables
    people = Entrant.objects.exclude(members__bot__isnull=False).in_bulk([*first, *second])
    return people[next(filter(people.get, first))], people[next(filter(people.get, second))]


def test_the_pair_of_an_entry_stays_one(cup: Tournament, club: Club) -> None:
    found = play(cup)  # Topped up by a couple of bots.
    assert cup.entrants.count() == ENTERED + FILLED

    one, other = apart(cup)
    move_in_draw(cup, Swap(one.pk, other.pk), at=AT)
    found += play(cup)

    gone = one.members.order_by("number")[0].person
    [comer] = guests(club, 1)
    substitute(cup, member=gone, comer=Joining(comer, FIRST_BOT), at=AT)
    found += play(cup)
    last = cup.rounds.get(number=3)
    couple = {player for player, entrant in entry_of(last).items() if entrant == one.pk}
    stayed = one.members.get(number=1, left_at=None).person
    assert couple == {comer.player_id, stayed.player_id}

    withdraw(cup, member=other.members.order_by("number")[0].person, at=AT)
    draw_again(cup, at=AT)
    found += play(cup)

    assert cup.rounds.count() == 4
    assert found["sides"] == 8 + 8 + 8 + 7  # Then three couples share a table.
    assert found["won"] > 4
    call_command("check_sides", stdout=StringIO())
    check_books()
