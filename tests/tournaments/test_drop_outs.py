"""Who goes out, leaves or never acts: the others play on to the prizes."""

from datetime import timedelta

import pytest

from clubs.models import Club
from deploy.rest.clock import database_now
from games.advance import advance_table
from games.bots import FIRST_BOT
from games.engine import HouseRules
from games.models import Seat, Table
from ledger.audit import check_books
from ledger.kinds import Reason
from ledger.posting import Posting, post_transfer
from tests.tournaments.cups import AT, announce, play_round
from tournaments.awards import standings_of
from tournaments.errors import WrongMoment
from tournaments.models import Entrant, Place, Prize, Tournament, TournamentStatus
from tournaments.tasks import sweep_tournaments
from tournaments.tournaments import enter, start, withdraw


def hand_over(loser: Entrant, winner: Entrant) -> None:
    """All that one has left goes to another, between two rounds."""
    loser.purse.refresh_from_db()
    chips = loser.purse.balance
    posting = Posting(
        book_id=loser.tournament.book_id,
        reason=Reason.STAKE,
        key=f"test:{loser.pk}",
        legs={loser.purse_id: -chips, winner.purse_id: chips},
    )
    post_transfer(posting, at=AT)


def test_who_has_no_chips_is_out_and_the_others_go_on(tournament: Tournament) -> None:
    tournament = start(tournament, at=AT)
    play_round(tournament)
    broke, *_, rich = tournament.entrants.order_by("pk")
    hand_over(broke, rich)
    sweep_tournaments()

    second = tournament.rounds.get(number=2)
    assert sorted(table.places.count() for table in second.tables.all()) == [3, 4, 4, 4]
    assert not second.tables.filter(places__entrant=broke).exists()
    assert second.repeat_meetings == 0


def test_who_is_alone_with_chips_has_won(tournament: Tournament) -> None:
    tournament = start(tournament, at=AT)
    play_round(tournament)
    *others, last = tournament.entrants.order_by("pk")
    for other in others:
        hand_over(other, last)
    sweep_tournaments()

    tournament.refresh_from_db()
    assert tournament.status == TournamentStatus.FINISHED
    assert tournament.rounds.count() == 1
    assert sum(prize.chips for prize in Prize.objects.all()) == 160


def test_where_the_rules_have_no_tables_for_all_the_last_sits_out(club: Club) -> None:
    """RULES.md 1.2: pairs are formed by 4, 6, 8 or 10; seven are left."""
    tournament = announce(club, rules=HouseRules(sides="pairs"))
    for member in club.members.order_by("pk")[:8]:
        enter(tournament, member=member, bot_level=FIRST_BOT, at=AT)
    start(tournament, at=AT)
    play_round(tournament)
    broke, rich = tournament.entrants.order_by("pk")[:2]
    hand_over(broke, rich)
    sweep_tournaments()

    order = [one.score.entrant for one in standings_of(tournament) if one.score.entrant != broke.pk]
    second = Place.objects.filter(round_table__round__number=2)
    assert {place.entrant_id for place in second} == set(order[:6])


def test_a_table_whose_sides_no_longer_form_ends_its_round(club: Club) -> None:
    """RULES.md 7.5: of four in pairs one has lost everything; who is out stays out."""
    tournament = announce(club, rules=HouseRules(sides="pairs"), deals_a_round=20)
    for member in club.members.order_by("pk")[:4]:
        enter(tournament, member=member, bot_level=FIRST_BOT, at=AT)
    tournament = start(tournament, at=AT)
    [table] = Table.objects.open()
    advance_table(table.pk, at=AT)
    broke, rich, *_ = table.seats.select_related("stack").order_by("stack__balance")
    posting = Posting(
        book_id=table.book_id,
        reason=Reason.STAKE,
        key="test:broke",
        legs={broke.stack_id: -broke.stack.balance, rich.stack_id: broke.stack.balance},
    )
    post_transfer(posting, at=AT)
    first = play_round(tournament)

    sweep_tournaments()

    first.refresh_from_db()
    assert first.finished_at is not None
    assert table.deals.count() < 20


def test_who_leaves_a_running_tournament_is_drawn_no_more(tournament: Tournament) -> None:
    tournament = start(tournament, at=AT)
    leaver = tournament.entrants.select_related("member").earliest("pk")
    withdraw(tournament, member=leaver.member, at=AT)
    [seat] = Seat.objects.filter(player=leaver.member.player_id)
    assert seat.is_away  # Nobody waits for him.

    for _ in range(4):
        play_round(tournament)
        sweep_tournaments()

    tournament.refresh_from_db()
    assert tournament.status == TournamentStatus.FINISHED
    assert [place.round_table.round.number for place in leaver.places.all()] == [1]
    assert leaver.pk in {one.score.entrant for one in standings_of(tournament)}
    assert [round.repeat_meetings for round in tournament.rounds.all()] == [0, 0, 0, 0]
    assert sum(prize.chips for prize in Prize.objects.all()) == 160  # His fee stays.
    assert check_books() == []
    with pytest.raises(WrongMoment, match="is finished"):
        withdraw(tournament, member=leaver.member, at=AT)


def test_where_everybody_leaves_the_prizes_are_paid_all_the_same(tournament: Tournament) -> None:
    tournament = start(tournament, at=AT)
    for entrant in tournament.entrants.select_related("member"):
        withdraw(tournament, member=entrant.member, at=AT)
    play_round(tournament)
    sweep_tournaments()

    tournament.refresh_from_db()
    assert tournament.status == TournamentStatus.FINISHED
    assert sum(prize.chips for prize in Prize.objects.all()) == 160


def test_people_who_never_act_hold_up_nobody(club: Club) -> None:
    """RULES.md 4.4: the clock plays for them, and after their first turn at once."""
    tournament = announce(club)
    for member in club.members.order_by("pk")[:8]:
        enter(tournament, member=member, at=AT)
    tournament = start(tournament, at=AT)
    tables = Table.objects.filter(round_table__round__tournament=tournament)
    began = max(AT, database_now())  # Sweeps open tables by the database's clock.
    for minutes in range(40):
        for table in tables.open():
            while advance_table(table.pk, at=began + timedelta(minutes=minutes)):
                pass
        sweep_tournaments()

    tournament.refresh_from_db()
    assert tournament.status == TournamentStatus.FINISHED
    assert tournament.rounds.count() == 4
