"""Who goes out, leaves or never acts: the others play on to the prizes."""

from datetime import timedelta
from typing import Any

import pytest

from clubs.errors import StillPlaying
from clubs.members import change_role, leave_club
from clubs.models import Club, Member, Player, Role
from clubs.turning_away import turn_away
from deploy.rest.clock import database_now
from games.bots import FIRST_BOT
from games.errors import NotSeated
from games.models import Seat, Table
from games.play import advance
from games.play.acting import act
from games.play.advance import advance_table
from games.reasons import STAKE
from ledger.audit import check_books
from ledger.posting import Posting, post_transfer
from tests.games.factories import actor_of, state_of
from tests.tournaments.cups import AT, alone, announce, play_round
from tournaments.entries import enter, withdraw
from tournaments.errors import NotMember, WrongMoment
from tournaments.models import (
    Entrant,
    EntrantMember,
    Prize,
    RoundSeat,
    Tournament,
    TournamentStatus,
)
from tournaments.results import final_standings
from tournaments.rounds import advance_round
from tournaments.tasks import sweep_tournaments
from tournaments.tournaments import start


def hand_over(loser: Entrant, winner: Entrant) -> None:
    """All that one has left goes to another, between two rounds."""
    alone(loser).purse.refresh_from_db()
    chips = alone(loser).purse.balance
    posting = Posting(
        book_id=loser.tournament.book_id,
        reason=STAKE,
        key=f"test:{loser.pk}",
        legs={alone(loser).purse_id: -chips, alone(winner).purse_id: chips},
    )
    post_transfer(posting, at=AT)


def test_somebody_who_has_no_chips_is_out_and_the_others_go_on(tournament: Tournament) -> None:
    tournament = start(tournament, at=AT)
    play_round(tournament)
    broke, *_, rich = tournament.entrants.order_by("pk")
    hand_over(broke, rich)
    sweep_tournaments()

    second = tournament.rounds.get(number=2)
    assert sorted(table.seats.count() for table in second.tables.all()) == [3, 4, 4, 4]
    assert not second.tables.filter(seats__entrant=broke).exists()
    assert second.repeat_meetings == 0


def test_somebody_who_is_alone_with_chips_has_won(tournament: Tournament) -> None:
    tournament = start(tournament, at=AT)
    play_round(tournament)
    *others, last = tournament.entrants.order_by("pk")
    for other in others:
        hand_over(other, last)
    sweep_tournaments()

    tournament.refresh_from_db()
    assert tournament.status == TournamentStatus.PAID
    assert tournament.rounds.count() == 1
    assert sum(prize.chips for prize in Prize.objects.all()) == 160


def test_where_the_rules_have_no_tables_for_all_the_last_sits_out(club: Club) -> None:
    """RULES.md 1.2: pairs are formed by 4, 6, 8 or 10; seven are left."""
    tournament = announce(club, rules={"options": {"sides": "pairs"}})
    for member in club.members.order_by("pk")[:8]:
        enter(tournament, member=member, bot_level=FIRST_BOT, at=AT)
    start(tournament, at=AT)
    play_round(tournament)
    broke, rich = tournament.entrants.order_by("pk")[:2]
    hand_over(broke, rich)
    sweep_tournaments()

    order = [one.entrant for one in final_standings(tournament) if one.entrant != broke.pk]
    second = RoundSeat.objects.filter(round_table__round__number=2)
    assert {place.entrant_id for place in second} == set(order[:6])


def test_a_table_whose_sides_no_longer_form_ends_its_round(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RULES.md 7.5: of four in pairs one has lost everything; who is out stays out."""
    tournament = announce(club, rules={"options": {"sides": "pairs"}}, deals_a_round=20)
    for member in club.members.order_by("pk")[:4]:
        enter(tournament, member=member, bot_level=FIRST_BOT, at=AT)
    tournament = start(tournament, at=AT)
    [table] = Table.objects.open()
    with monkeypatch.context() as one_by_one:
        one_by_one.setattr(advance, "MOST_STEPS", 1)
        while not table.deals.exclude(settled_at=None).exists():  # In a deal they might win again.
            advance_table(table.pk, at=AT)
    broke, rich, *_ = table.seats.select_related("stack").order_by("stack__balance")
    posting = Posting(
        book_id=table.book_id,
        reason=STAKE,
        key="test:broke",
        legs={broke.stack_id: -broke.stack.balance, rich.stack_id: broke.stack.balance},
    )
    post_transfer(posting, at=AT)
    first = play_round(tournament)

    sweep_tournaments()

    first.refresh_from_db()
    assert first.finished_at is not None
    assert table.deals.count() < 20


def test_somebody_who_leaves_a_running_tournament_is_drawn_no_more(tournament: Tournament) -> None:
    tournament = start(tournament, at=AT)
    leaver = tournament.entrants.all().earliest("pk")
    withdraw(tournament, member=alone(leaver).person, at=AT)
    [seat] = Seat.objects.filter(player=alone(leaver).person.player_id)
    assert seat.is_away  # Nobody waits for them.

    for _ in range(4):
        play_round(tournament)
        sweep_tournaments()

    tournament.refresh_from_db()
    assert tournament.status == TournamentStatus.PAID
    assert [place.round_table.round.number for place in leaver.seats.all()] == [1]
    assert leaver.pk in {one.entrant for one in final_standings(tournament)}
    assert [round.repeat_meetings for round in tournament.rounds.all()] == [0, 0, 0, 0]
    assert sum(prize.chips for prize in Prize.objects.all()) == 160  # Their fee stays.
    assert check_books() == []
    with pytest.raises(WrongMoment, match="is paid out"):
        withdraw(tournament, member=alone(leaver).person, at=AT)


def test_nobody_waits_for_the_turn_of_whoever_leaves(
    club: Club, django_capture_on_commit_callbacks: Any
) -> None:
    tournament = announce(club)
    for member in club.members.order_by("pk")[:5]:
        enter(tournament, member=member, at=AT)
    start(tournament, at=AT)
    at = max(AT, database_now())
    table = Table.objects.get(round_table__round__tournament=tournament)
    advance_table(table.pk, at=at)
    deal = table.deals.get()
    leaver = tournament.entrants.get(members__member__player=actor_of(deal))

    with django_capture_on_commit_callbacks() as told:
        withdraw(tournament, member=alone(leaver).person, at=at)

    table.refresh_from_db()
    assert (table.is_clock_running, table.due_at) == (False, at)
    heard: Any = told  # Whoever watches the table hears of it, and whoever follows the tournament.
    assert {one.args[0] for one in heard} == {f"{table.pk}", f"tournaments:{tournament.pk}"}
    advance_table(table.pk, at=at)
    assert deal.actions.filter(by="clock").exists()


def test_where_everybody_leaves_the_fees_go_back(tournament: Tournament) -> None:
    people = [alone(entrant).person.purse for entrant in tournament.entrants.all()]
    before = sum(purse.balance for purse in people)
    tournament = start(tournament, at=AT)
    for entrant in tournament.entrants.all():
        withdraw(tournament, member=alone(entrant).person, at=AT)
    play_round(tournament)
    sweep_tournaments()

    tournament.refresh_from_db()
    assert tournament.status == TournamentStatus.PAID
    assert not Prize.objects.exists()
    for purse in people:
        purse.refresh_from_db()
    assert sum(purse.balance for purse in people) == before + 160
    assert check_books() == []


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
    assert tournament.status == TournamentStatus.PAID
    assert tournament.rounds.count() == 4


def bar(tournament: Tournament, entrant: Entrant) -> None:
    owner = tournament.club.members.get(role=Role.OWNER).player
    turn_away(alone(entrant).person, by=owner, reason="Threw a chair", at=AT)


def test_somebody_who_is_turned_away_before_the_start_gets_their_fee_back(
    tournament: Tournament,
) -> None:
    loud = tournament.entrants.order_by("pk")[3]

    bar(tournament, loud)
    sweep_tournaments()

    loud.refresh_from_db()
    assert loud.withdrawn_at is not None
    assert Member.objects.get(pk=alone(loud).person.pk).purse.balance == 20
    with pytest.raises(NotMember):
        enter(tournament, member=alone(loud).person, at=AT)


def test_a_tournament_starts_without_whom_the_club_has_turned_away(tournament: Tournament) -> None:
    """Also before the sweep has seen it."""
    loud = tournament.entrants.order_by("pk")[3]
    bar(tournament, loud)

    start(tournament, at=AT)

    assert not RoundSeat.objects.filter(entrant=loud).exists()
    assert Member.objects.get(pk=alone(loud).person.pk).purse.balance == 20
    assert check_books() == []


def test_a_round_is_drawn_without_whom_the_club_has_turned_away(tournament: Tournament) -> None:
    """Also before the sweep has seen it."""
    first = play_round(start(tournament, at=AT))
    able = EntrantMember.objects.filter(purse__balance__gt=0).exclude(member__role=Role.OWNER)
    loud = able.earliest("pk").entrant
    bar(tournament, loud)

    advance_round(first, at=database_now())

    second = tournament.rounds.get(number=2)
    assert not RoundSeat.objects.filter(round_table__round=second, entrant=loud).exists()


def test_for_whom_the_club_turns_away_in_a_round_a_bot_plays(club: Club) -> None:
    """Nobody gets up from a table of a tournament; they are drawn no more."""
    tournament = announce(club)
    people = list(club.members.order_by("pk")[:5])
    for member in people:
        enter(tournament, member=member, at=AT)
    start(tournament, at=AT)
    at = max(AT, database_now())
    table = Table.objects.get(round_table__round__tournament=tournament)
    advance_table(table.pk, at=at)
    deal = table.deals.get()
    loud = tournament.entrants.get(members__member__player=actor_of(deal))
    if alone(loud).person.role == Role.OWNER:
        change_role(people[1], Role.OWNER, at=AT)
    chief = Player.objects.create_superuser("chief", name="Chief")
    ply = state_of(deal).ply

    turn_away(alone(loud).person, by=chief, reason="Threw a chair", at=AT)

    seat = Seat.objects.get(table=table, player=alone(loud).person.player_id)
    assert (seat.is_away, seat.is_leaving) == (True, False)
    assert not Table.objects.visible_to(alone(loud).person.player).exists()
    with pytest.raises(NotSeated):
        act(deal.pk, player_id=alone(loud).person.player_id, ply=ply, action="decline", at=at)
    advance_table(table.pk, at=at)
    assert deal.actions.filter(by="clock").exists()
    sweep_tournaments()
    loud.refresh_from_db()
    assert loud.withdrawn_at is not None
    Seat.objects.filter(table=table).update(is_away=True)
    Table.objects.filter(pk=table.pk).update(is_clock_running=False, due_at=at)
    play_round(tournament)
    sweep_tournaments()
    second = tournament.rounds.get(number=2)
    assert not RoundSeat.objects.filter(round_table__round=second, entrant=loud).exists()
    assert check_books() == []


def test_nobody_leaves_the_club_in_the_middle_of_a_tournament(tournament: Tournament) -> None:
    member = tournament.entrants.order_by("pk")[3].members.get().person

    with pytest.raises(StillPlaying, match="withdraw"):
        leave_club(member, at=AT)
    withdraw(tournament, member=member, at=AT)
    assert leave_club(member, at=AT).left_at == AT
