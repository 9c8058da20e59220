"""Organisers see to order at the tables of their clubs, in the admin."""

from collections.abc import Sequence
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from clubs.draws import seat_night
from clubs.free_tables import open_free_table, take_seat
from clubs.members import join_club
from clubs.models import Access, Club, Role
from clubs.nights import close_night
from clubs.rounds import open_tables
from games.engine import Outcome
from games.errors import TableNotFree
from games.models import Deal, Mode, Seat, Table
from games.play.advance import advance_table
from games.tables.sittings import come_back, get_up
from games.tables.stewarding import pause
from ledger.audit import check_books
from tests.clubs.factories import AT, ClubFactory, PlayerFactory, guests, open_night_with

pytestmark = pytest.mark.django_db
SPOILT = Outcome(kind="spoilt", winners=(), tricks=()).to_json()


@pytest.fixture
def table(club: Club) -> Table:
    """A free table with a deal in play between two."""
    host, other = PlayerFactory.create_batch(2)
    for player in (host, other):
        join_club(club, player=player, at=AT)
    free = open_free_table(
        club, host=host, access=Access.MEMBERS, at=AT, name="Fireside", seats_limit=5
    )
    for player in (host, other):
        take_seat(free, player=player, chips=10, at=AT)
    advance_table(free.table_id, at=AT)
    return free.table


def organiser_of(club: Club) -> Client:
    player = PlayerFactory.create()
    join_club(club, player=player, role=Role.ORGANISER, at=AT)
    client = Client()
    client.force_login(player)
    return client


def order(client: Client, name: str, rows: Sequence[Model], **form: Any) -> str:
    """What the admin answers to an action on these rows."""
    model = rows[0]._meta.model_name
    form |= {"action": name, "_selected_action": [row.pk for row in rows]}
    answer = client.post(reverse(f"admin:games_{model}_changelist"), form, follow=True)
    return answer.content.decode()


def test_the_lobby_tells_who_may_sit_down_and_whom_to_ask(club: Club, table: Table) -> None:
    organiser = organiser_of(club)
    open_tables(seat_night(open_night_with(club, guests(club, 4))), at=AT)

    page = organiser.get(reverse("admin:games_table_changelist")).content.decode()

    assert "for members of the club" in page
    assert f"{table.free_table.host} is the host" in page
    assert "whom the host has seated" in page


def test_a_table_is_paused_and_goes_on(club: Club, table: Table) -> None:
    organiser = organiser_of(club)
    assert "Paused" in order(organiser, "pause", [table])
    table.refresh_from_db()
    assert table.paused_at is not None

    assert "Play goes on" in order(organiser, "resume", [table])
    table.refresh_from_db()
    assert table.paused_at is None


def test_a_deal_is_taken_back_with_a_reason(club: Club, table: Table) -> None:
    organiser, deal = organiser_of(club), Deal.objects.get()
    assert "Say why" in order(organiser, "void", [deal], reason="")
    assert Deal.objects.get().voided_at is None

    assert "Taken back" in order(organiser, "void", [deal], reason="A card was seen")

    assert Deal.objects.get(pk=deal.pk).void_reason == "A card was seen"
    assert set(Seat.objects.values_list("stack__balance", flat=True)) == {10}
    page = organiser.get(reverse("admin:games_deal_change", args=[deal.pk])).content.decode()
    assert "A card was seen" in page


def test_somebody_is_sent_home(club: Club, table: Table) -> None:
    organiser, seat = organiser_of(club), Seat.objects.first()
    assert seat is not None

    assert "They get up" in order(organiser, "send_home", [seat])

    assert Seat.objects.get(pk=seat.pk).is_leaving


def test_somebody_who_was_sent_home_is_let_back(club: Club, table: Table) -> None:
    """They stay on the page while their table remembers them; whoever got up alone does not."""
    organiser = organiser_of(club)
    gone, left = table.seats.order_by("number")
    table.deals.update(ended_at=AT, settled_at=AT, outcome_json=SPOILT)
    order(organiser, "send_home", [gone])
    assert "Nobody was sent away from this seat." in order(organiser, "let_back", [left])
    Seat.objects.filter(pk=left.pk).update(cashed_chips=10)
    page = organiser.get(reverse("admin:games_seat_changelist")).content.decode()
    assert gone.player.name in page
    assert left.player.name not in page

    assert "They can sit down" in order(organiser, "let_back", [gone])

    assert not Seat.objects.get(pk=gone.pk).is_sent_away
    page = organiser.get(reverse("admin:games_seat_changelist")).content.decode()
    assert gone.player.name not in page


def test_somebody_is_sent_home_from_a_nights_table(club: Club) -> None:
    """The others play on, and the chips are in their purse before the night is closed."""
    night = open_night_with(club, guests(club, 4), mode=Mode.ONLINE, buy_in_chips=15)
    night = open_tables(seat_night(night), at=AT)
    table = Table.objects.get()
    advance_table(table.pk, at=AT)
    gone, other, here = table.seats.order_by("number")[:3]
    with pytest.raises(TableNotFree):
        get_up(table, player_id=gone.player_id, at=AT)

    assert "They get up" in order(organiser_of(club), "send_home", [gone])
    for minute in count():
        advance_table(table.pk, at=AT + minute * timedelta(seconds=61))
        if table.deals.settled().filter(number=2).exists():
            break
        come_back(table, player_id=here.player_id)  # Where everybody is away, no more is dealt.

    gone.refresh_from_db()
    assert gone.cashed_chips is not None
    assert gone.number not in table.deals.get(number=2).seat_numbers
    other.refresh_from_db()
    assert other.is_away
    assert not other.is_sitting_out  # A bot plays for them, as at every night.
    table.deals.filter(settled_at=None).update(ended_at=AT, settled_at=AT, outcome_json=SPOILT)
    close_night(night, at=AT)
    assert sum(member.purse.balance for member in club.members.select_related("purse")) == 6 * 20
    assert check_books() == []


def test_somebody_is_sent_home_from_a_table_of_real_cards_at_once(club: Club) -> None:
    open_tables(seat_night(open_night_with(club, guests(club, 4))), at=AT)
    seat = Seat.objects.order_by("place").first()
    assert seat is not None

    assert "They get up now" in order(organiser_of(club), "send_home", [seat])

    seat.refresh_from_db()
    assert seat.cashed_chips == seat.bought_chips > 0


def test_the_page_of_a_table_tells_what_everybody_sees(club: Club, table: Table) -> None:
    answer = organiser_of(club).get(reverse("admin:games_table_change", args=[table.pk]))
    page = answer.content.decode()

    assert "Deal 1</a>" in page
    assert " has the turn." in page


def test_organisers_of_other_clubs_reach_nothing(table: Table) -> None:
    stranger = organiser_of(ClubFactory.create())
    pause(table, at=AT)
    Seat.objects.update(is_sent_away=True)
    close = f"{reverse('admin:games_table_close')}?table={table.pk}"
    assert stranger.post(close).status_code == 404
    for name, rows in (
        ("resume", [table]),
        ("send_home", list(Seat.objects.all())),
        ("let_back", list(Seat.objects.all())),
        ("void", list(Deal.objects.all())),
    ):
        order(stranger, name, rows, reason="Mischief")

    table.refresh_from_db()
    assert table.paused_at is not None
    assert not Seat.objects.filter(is_leaving=True).exists()
    assert not Seat.objects.filter(is_sent_away=False).exists()
    assert Deal.objects.get().voided_at is None
