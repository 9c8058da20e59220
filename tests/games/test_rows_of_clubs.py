"""Deals and seats carry their club and whether everybody may watch, as their table has it."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from clubs.members import join_club
from clubs.models import Player
from clubs.table_kinds import FREE_TABLE
from deploy.rows import each_once
from games.models import Deal, Rating, Seat, Table
from games.play.advance import advance_table
from games.sight.roles import ratings_for
from games.tables.opening import SeatPlan, open_table
from ledger.books import open_account
from ledger.kinds import AccountKind
from tests.clubs.factories import ClubFactory, PlayerFactory
from tests.games.factories import AT, STANDARD, anything, dealt
from tests.games.fireside import guest
from tests.ledger.factories import BookFactory

pytestmark = pytest.mark.django_db


def told() -> set[tuple[str, int, bool]]:
    """What the rows say of each table, by the kind of row."""
    return {
        (model._meta.label, *row)
        for model in (Deal, Seat)
        for row in model._default_manager.values_list("club_book", "is_public")
    }


def test_rows_are_written_as_their_table_is() -> None:
    table = dealt(anything).table

    assert told() == {
        ("games.Deal", table.club_book_id, False),
        ("games.Seat", table.club_book_id, False),
    }


def test_a_row_that_somebody_writes_stays_as_its_table_is() -> None:
    deal = dealt(anything)
    before = told()
    elsewhere = BookFactory.create()

    Deal.objects.update(club_book=elsewhere, is_public=True)
    Seat.objects.update(club_book=elsewhere, is_public=True)
    deal.save()  # As it was made in memory, where nobody told it.

    assert told() == before


def test_a_table_that_changes_tells_its_rows(as_owner: None) -> None:
    deal = dealt(anything)
    elsewhere = BookFactory.create()

    Table.objects.filter(pk=deal.table_id).update(club_book=elsewhere, is_public=True)

    assert told() == {("games.Deal", elsewhere.pk, True), ("games.Seat", elsewhere.pk, True)}


def rated(players: Sequence[int]) -> None:
    for place, player in enumerate(players):
        Rating.objects.create(player_id=player, preset="standard", mu=25, sigma=8, points=place)


def test_lists_read_reason_by_reason_have_what_the_reasons_together_have() -> None:
    """A caller of two clubs, who sat in a third; a fourth has a public table, a fifth nothing."""
    me, clubs = PlayerFactory.create(), [ClubFactory.create() for _ in range(5)]
    for club in clubs[:2]:
        join_club(club, player=me, at=AT)
    for place, club in enumerate(clubs):
        seats = [guest(club.book) for _ in range(3)]
        if place == 2:
            own = open_account(club.book, kind=AccountKind.PURSE, name="Mine", holder_id=me.pk)
            seats.append(SeatPlan(me.pk, own.pk, 0))
        policies = replace(FREE_TABLE.policies, is_public=place == 3)
        table = open_table(
            club.book,
            rules=STANDARD,
            policies=policies,
            seats=seats,
            name="Fireside",
            seats_limit=5,
            at=AT,
        )
        advance_table(table.pk, at=AT)
        rated([seat.player_id for seat in seats])

    for rows in (Table.objects, Deal.objects, Seat.objects):
        seen = rows.visible_to(me)
        together = set(seen.at_once().values_list("pk", flat=True))
        assert {row.pk for row in seen.order_by("-pk")[:200]} == together
        assert {row.pk for part in seen.by_reason() for row in part} == together
    assert Table.objects.visible_to(me).count() == 4
    ratings = ratings_for(me).order_by("-points", "-pk")
    assert [one.pk for one in ratings[:50]] == [one.pk for one in ratings.at_once()]
    players = Seat.objects.visible_to(me).values("player")
    assert set(ratings[:50]) == set(Rating.objects.filter(player__in=players))
    assert len(ratings[:50]) == 13
    assert len(ratings[:5]) == 5


def test_values_are_found_once_each() -> None:
    table = dealt(anything, 100, 100, 100).table
    players = set(table.seats.values_list("player", flat=True))
    seats = Seat.objects.filter(club_book=table.club_book)
    nobody = Seat.objects.filter(club_book=-1)

    assert set(Player.objects.filter(pk__in=each_once(seats, "player"))) == set(
        Player.objects.filter(pk__in=players)
    )
    assert not Player.objects.filter(pk__in=each_once(nobody, "player")).exists()
