"""The house purse: what a club's bots play with, and how nobody makes chips of it."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.draws import seat_night
from clubs.errors import HousePurseEmpty, TooDear, TooMuchLost
from clubs.free_tables import seat_bot, send_away, take_rematch, take_seat
from clubs.house import empty_house_purse, fill_house_purse, lines_by_host
from clubs.members import walk_in
from clubs.models import Club, FreeTable, Player
from clubs.nights import close_night
from clubs.rounds import open_tables
from games.admin.closing import words_of
from games.bots import FIRST_BOT
from games.errors import PlayerGone
from games.models import Seat
from games.play.advance import advance_table
from games.reasons import BUY_IN
from games.tables.closing import close_tables, draft_closings
from games.tables.sittings import get_up
from games.tables.stewarding import void_deal
from ledger.audit import check_books
from ledger.models import Transfer
from ledger.sheets import book_sheet
from tests.clubs.callers import Caller
from tests.clubs.factories import (
    AT,
    ClubFactory,
    guests,
    open_night_with,
    owner_of,
)
from tests.clubs.houses import (
    bank_chips,
    deal_at,
    end,
    house_chips,
    member_of,
    pool_chips,
    purse_chips,
    table_of,
    with_bots,
)

HOUSE = 50 * 20  # The standard rules give a new member 20 chips.


@pytest.fixture
def club(db: None) -> Club:
    return ClubFactory.create()


@pytest.fixture
def host(club: Club) -> Player:
    return member_of(club)


def test_a_new_club_has_a_house_purse(club: Club) -> None:
    assert house_chips(club) == HOUSE
    assert bank_chips(club) == -HOUSE - 20  # And its owner's.
    assert club.house_purse.holder is None
    assert check_books() == []


def test_the_attack_that_made_chips(club: Club, host: Player) -> None:
    """Nine bots at a stake of 40, sent away in the first deal: 100 chips became 16,120."""
    caller, before = Caller(host), bank_chips(club)
    rules = {"stake": 40, "topup": "dealer_only"}
    terms = {"club": club.pk, "name": "Mint", "seats_limit": 10, "house_rules": rules}
    free = caller.order("free-tables", terms).data

    refused = caller.order(f"free-tables/{free['id']}/seat-bot", {})

    assert (refused.status_code, refused.data["code"]) == (409, "too_dear")
    assert "a stake of 40 chips (at most 2)" in refused.data["detail"]
    own = caller.order(f"free-tables/{free['id']}/seat-bot", {"chips": 9000})
    assert own.status_code == 400  # The club says what a bot brings.
    assert (bank_chips(club), house_chips(club)) == (before, HOUSE)


@pytest.mark.parametrize("topup", ["dealer_only", "reduced", "full"])
def test_the_attack_where_the_club_lets_bots_play_so_high(
    club: Club, host: Player, topup: str
) -> None:
    Club.objects.update(bot_stake_limit=40, bot_jink_limit=40, bot_buy_in_chips=100)
    fill_house_purse(club, chips=5000, key="fill", actor=owner_of(club), at=AT)
    fill_house_purse(club, chips=5000, key="fill", actor=owner_of(club), at=AT)
    owner, bank = owner_of(club), bank_chips(club)
    assert house_chips(club) == HOUSE + 5000  # One order, once.
    give = {"chips": 80}
    Caller(owner).order(f"members/{club.members.get(player=host).pk}/issue", give)
    bank -= 80
    free = table_of(club, host, stake=40, topup=topup)
    seat = take_seat(free, player=host, chips=100, at=AT)
    bots = with_bots(free, 9)
    deal = deal_at(free)

    for bot in bots:
        send_away(free, number=bot.number, at=AT)
    assert Seat.objects.taken().count() == 10  # They play the deal out.
    end(deal, "spoilt")
    advance_table(free.table_id, at=AT)
    close_tables([free.table], at=AT)

    seat.refresh_from_db()
    assert seat.cashed_chips == 100
    assert (purse_chips(club, host), house_chips(club)) == (100, HOUSE + 5000)
    assert bank_chips(club) == bank
    assert check_books() == []


def test_bots_are_given_nothing_of_their_own(club: Club, host: Player) -> None:
    """Each new bot used to be given opening chips, which a shared pool brought to the host."""
    before = bank_chips(club)
    free = table_of(club, host)
    take_seat(free, player=host, chips=10, at=AT)
    with_bots(free, 9)
    assert house_chips(club) == HOUSE - 9 * 20
    end(deal_at(free), "spoilt")

    close_tables([free.table], at=AT)

    assert (purse_chips(club, host), house_chips(club)) == (20, HOUSE)
    assert bank_chips(club) == before
    assert not club.members.filter(player__is_bot=True).exists()


def test_people_share_a_pool_when_the_house_has_its_stakes_back(club: Club, host: Player) -> None:
    """RULES.md 7.7: they put 2 each, the dealer 4; the next time each puts 1, the dealer 3."""
    friend = member_of(club)
    free = table_of(club, host)
    for one in (host, friend):
        take_seat(free, player=one, chips=20, at=AT)
    with_bots(free, 2)
    for _ in range(2):
        end(deal_at(free), "spoilt")
    assert pool_chips(free) == 10 + 6

    close_tables([free.table], at=AT)

    assert house_chips(club) == HOUSE
    assert {purse_chips(club, one) for one in (host, friend)} <= {19, 20, 21}
    assert purse_chips(club, host) + purse_chips(club, friend) == 40


def test_a_pool_that_waits_holds_only_what_people_put_in(club: Club, host: Player) -> None:
    """It waits for the rematch, and no night takes it."""
    free = table_of(club, host, unclaimed_pool="carry")
    take_seat(free, player=host, chips=20, at=AT)
    with_bots(free, 3)
    end(deal_at(free), "spoilt")

    close_tables([free.table], at=AT)

    left = pool_chips(free)
    assert left + purse_chips(club, host) == 20
    assert house_chips(club) == HOUSE
    night = open_night_with(club, guests(club, 2))
    night = open_tables(seat_night(night), at=AT)
    assert night.rounds.tables().get().table.pool_id != free.table.pool_id  # type: ignore[union-attr]
    close_night(night, at=AT)
    again = take_rematch(free, player=host, chips=5, at=AT)
    assert (again.table.pool_id, pool_chips(again)) == (free.table.pool_id, left)


def test_what_a_bot_staked_before_the_pool_was_won_is_lost(club: Club, host: Player) -> None:
    free = table_of(club, host)
    seat = take_seat(free, player=host, chips=20, at=AT)
    [bot] = with_bots(free, 1)
    end(deal_at(free), "won", seat.number)
    lost = 20 - chips_before(bot)
    end(deal_at(free), "spoilt")

    send_away(free, number=bot.number, at=AT)

    assert lost in (2, 4)
    assert house_chips(club) == HOUSE - lost
    [line] = lines_by_host(club)
    assert (line.host, line.won_chips, line.bots, line.in_play_chips) == (host.pk, -lost, 1, 0)


def test_stakes_of_a_deal_that_was_taken_back_do_not_count(club: Club, host: Player) -> None:
    free = table_of(club, host)
    take_seat(free, player=host, chips=20, at=AT)
    [bot] = with_bots(free, 1)
    end(deal_at(free), "spoilt")
    deal = deal_at(free)
    end(deal, "won", 0)
    void_deal(deal, actor_id=owner_of(club).pk, reason="Two cards stuck together", at=AT)

    send_away(free, number=bot.number, at=AT)

    assert house_chips(club) == HOUSE
    assert pool_chips(free) in (2, 4)
    assert check_books() == []


def test_a_deal_is_not_taken_back_when_a_bot_has_gone_that_lost_its_stakes_to_it(
    club: Club, host: Player
) -> None:
    """They would lie in the pool again, for people to share."""
    Club.objects.update(bot_buy_in_chips=4)
    free = table_of(club, host)
    for one in (host, member_of(club)):
        take_seat(free, player=one, chips=20, at=AT)
    with_bots(free, 1)
    end(deal_at(free), "spoilt")
    Seat.objects.filter(is_house=True).update(is_sitting_out=True)
    deal = deal_at(free)
    end(deal, "won", 0)
    bot = Seat.objects.get(is_house=True)
    send_away(free, number=bot.number, at=AT)

    with pytest.raises(PlayerGone, match="Bot 1 has taken their chips home"):
        void_deal(deal, actor_id=owner_of(club).pk, reason="Wrong winner", at=AT)


def test_an_organiser_is_shown_what_bots_take_home(club: Club, host: Player) -> None:
    free = table_of(club, host)
    take_seat(free, player=host, chips=20, at=AT)
    with_bots(free, 1)
    end(deal_at(free), "spoilt")

    assert words_of(draft_closings([free.table])) in {
        f"40 chips go home from 1 table; what is in the pool is shared out, but for {chips} that "
        "bots take back to the house purse."
        for chips in (2, 4)
    }


def test_the_clubs_page_tells_what_the_house_lost(club: Club, host: Player) -> None:
    free = table_of(club, host)
    seat = take_seat(free, player=host, chips=20, at=AT)
    [bot] = with_bots(free, 1)
    end(deal_at(free), "won", seat.number)
    send_away(free, number=bot.number, at=AT)
    with_bots(free, 1)
    organiser = Client()
    organiser.force_login(owner_of(club))

    page = organiser.get(reverse("admin:clubs_club_change", args=[club.pk])).content.decode()

    lost = HOUSE - 20 - house_chips(club)
    told = f"tables: the house lost {lost} of the 20 chips that its bots brought; bots sat down 2"
    assert f"{host.name}&#x27;s {told} times, 20 in play now." in page
    assert f"{house_chips(club)} chips: issue more, redeem some, or read its statement" in page


def test_a_bot_that_gives_its_place_up_takes_its_stakes_home(club: Club, host: Player) -> None:
    """Chips of the house leave, and a person's come, in one posting."""
    free = table_of(club, host, seats_limit=2)
    take_seat(free, player=host, chips=20, at=AT)
    with_bots(free, 1)
    end(deal_at(free), "spoilt")

    take_seat(free, player=member_of(club), chips=10, at=AT)

    assert house_chips(club) == HOUSE
    assert pool_chips(free) in (2, 4)
    assert check_books() == []


def test_a_bot_that_is_not_dealt_in_waits_for_the_pool_that_holds_its_stakes(
    club: Club, host: Player
) -> None:
    """Nobody plays for a pool that shrinks: the house's part is won or lost with it."""
    free = table_of(club, host, reduced_stake=2)
    Club.objects.update(bot_buy_in_chips=4)
    take_seat(free, player=host, chips=20, at=AT)
    take_seat(free, player=member_of(club), chips=20, at=AT)
    with_bots(free, 2)
    end(deal_at(free), "spoilt")
    Seat.objects.filter(number=3).update(is_sitting_out=True)
    deal = deal_at(free)
    out = Seat.objects.select_related("stack").get(number=3)
    left = out.stack.balance
    held = pool_chips(free)

    send_away(free, number=out.number, at=AT)
    assert pool_chips(free) == held
    end(deal, "won", 0)
    advance_table(free.table_id, at=AT)

    out.refresh_from_db()
    assert out.cashed_chips == left


def loses_all(free: FreeTable, *bots: Seat) -> None:
    """Every bot stakes all that it has, the host wins it, and a worker looks again."""
    deal = deal_at(free)
    end(deal, "won", 0)
    assert {bot.stack.balance for bot in Seat.objects.filter(pk__in=[b.pk for b in bots])} == {0}
    advance_table(free.table_id, at=AT)


def poor_bots(
    club: Club, host: Player, count: int, **settings: int
) -> tuple[FreeTable, list[Seat]]:
    """A table where bots of the house have the stake and no more, beside two people."""
    Club.objects.update(bot_buy_in_chips=2, **settings)
    club.refresh_from_db()
    free = table_of(club, host, dealer_extra=0)
    for one in (host, member_of(club)):
        take_seat(free, player=one, chips=20, at=AT)
    return free, with_bots(free, count)


def here(free: FreeTable) -> list[int]:
    return list(free.table.seats.taken().values_list("number", flat=True))


def test_bots_buy_in_again_as_often_as_the_club_says(club: Club, host: Player) -> None:
    """All of one table together: of two bots that lost all, one may."""
    free, bots = poor_bots(club, host, 2, bot_rebuys=1)
    before = house_chips(club)

    loses_all(free, *bots)

    assert here(free) == [0, 1, 2]
    assert sorted(deal_at(free).seat_numbers) == [0, 1, 2]
    again = Seat.objects.get(number=2)
    assert (again.buy_ins_count, again.bought_chips, again.more_chips) == (2, 4, 0)
    assert house_chips(club) == before - 2
    bought = Transfer.objects.filter(key=f"seat:{again.pk}:buy-in:2", memo=str(free.table))
    assert bought.filter(reason=str(BUY_IN)).exists()
    assert check_books() == []


def test_a_bot_that_went_home_has_used_what_it_bought(club: Club, host: Player) -> None:
    free, bots = poor_bots(club, host, 1, bot_rebuys=1)
    loses_all(free, *bots)
    loses_all(free, *bots)
    assert here(free) == [0, 1]

    other = with_bots(free, 1)
    end(deal_at(free), "won", 0)
    loses_all(free, *other)

    assert here(free) == [0, 1]


def test_bots_buy_in_once_unless_the_club_says_otherwise(club: Club, host: Player) -> None:
    free, bots = poor_bots(club, host, 2)

    loses_all(free, *bots)

    assert here(free) == [0, 1]


def test_a_bot_gets_up_where_the_house_purse_cannot_pay(club: Club, host: Player) -> None:
    """Two bots share the purse: it pays for the first, and not for the other."""
    free, bots = poor_bots(club, host, 2, bot_rebuys=5)
    chips = house_chips(club) - 3
    empty_house_purse(club, chips=chips, key="empty", actor=owner_of(club), at=AT)

    loses_all(free, *bots)

    assert here(free) == [0, 1, 2]
    assert house_chips(club) == 1
    assert check_books() == []


def test_what_a_table_opened_with_stands(club: Club, host: Player) -> None:
    free, bots = poor_bots(club, host, 1, bot_rebuys=1)
    Club.objects.update(bot_rebuys=0)

    loses_all(free, *bots)

    assert here(free) == [0, 1, 2]


def test_the_last_of_the_people_takes_none_of_the_houses_chips(club: Club, host: Player) -> None:
    free = table_of(club, host)
    take_seat(free, player=host, chips=20, at=AT)
    with_bots(free, 4)
    end(deal_at(free), "spoilt")

    get_up(free.table, player_id=host.pk, at=AT)

    free.table.refresh_from_db()
    assert free.table.closed_at is not None
    assert (purse_chips(club, host), house_chips(club)) == (20, HOUSE)


def test_an_empty_house_purse_refuses_in_words(club: Club, host: Player) -> None:
    free = table_of(club, host)
    Club.objects.update(bot_buy_in_chips=HOUSE - 1)
    with_bots(free, 1)

    with pytest.raises(HousePurseEmpty, match="holds 1 chips, and a bot brings 999: ask an org"):
        seat_bot(free, bot_level=FIRST_BOT, at=AT)


@pytest.mark.parametrize(
    "rules",
    [
        {"stake": 3},
        {"dealer_extra": 3},
        {"reduced_stake": 3},
        {"jink_bonus": "payer_contribution"},
        {"jink_bonus": "winner_contribution"},
    ],
)
def test_bots_play_for_no_more_than_the_club_lets_them(
    club: Club, host: Player, rules: dict[str, Any]
) -> None:
    free = table_of(club, host, **rules)

    with pytest.raises(TooDear, match="Open a table by the club's own rules"):
        with_bots(free, 1)
    Club.objects.update(bot_stake_limit=3, bot_extra_limit=3, bot_jink_limit=4)
    with_bots(free, 1)
    Club.objects.update(bot_stake_limit=1)
    with pytest.raises(TooDear):
        with_bots(free, 1)


def test_a_host_whose_tables_cost_too_much_waits_or_asks_an_organiser(
    club: Club, host: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    Club.objects.update(bot_loss_limit=2)
    free = table_of(club, host)
    seat = take_seat(free, player=host, chips=20, at=AT)
    [bot] = with_bots(free, 1)
    end(deal_at(free), "won", seat.number)
    with_bots(free, 1)  # Nothing has gone home yet.
    send_away(free, number=bot.number, at=AT)

    with pytest.raises(TooMuchLost, match=f"{club} lets them lose 2: ask an organiser"):
        with_bots(free, 1)

    monkeypatch.setattr("clubs.api.free_tables.database_now", lambda: AT)
    hosts, organisers = (
        Caller(player).order(f"free-tables/{free.pk}/seat-bot") for player in (host, owner_of(club))
    )
    assert (hosts.status_code, hosts.data["code"]) == (409, "too_much_lost")
    assert organisers.status_code == 200
    elsewhere = member_of(club)
    with_bots(table_of(club, elsewhere), 1)
    seat_bot(free, bot_level=FIRST_BOT, at=AT + timedelta(days=7))


def chips_before(seat: Seat) -> int:
    return Seat.objects.select_related("stack").get(pk=seat.pk).stack.balance


def test_organisers_fill_the_house_purse_and_see_what_it_lost(club: Club, host: Player) -> None:
    free = table_of(club, host)
    seat = take_seat(free, player=host, chips=20, at=AT)
    with_bots(free, 1)
    end(deal_at(free), "won", seat.number)
    address, organiser = f"clubs/{club.pk}/house-purse", Caller(owner_of(club))

    for _ in range(2):
        filled = organiser.order(address, {"chips": 500, "memo": "For winter"}, key="winter")
        assert filled.status_code == 200, filled.data
    seen = organiser.get(f"/api/v1/{address}").json()

    assert seen["chips"] == HOUSE + 500 - 20 == filled.data["chips"]
    [line] = seen["hosts"]
    assert (line["name"], line["in_play_chips"], line["won_chips"]) == (host.name, 20, 0)
    keyless = organiser.post(f"/api/v1/{address}", {"chips": 5}, format="json")
    assert keyless.status_code == 400


def test_the_house_purse_is_for_organisers(club: Club, host: Player) -> None:
    address, member = f"clubs/{club.pk}/house-purse", Caller(host)
    assert member.get(f"/api/v1/{address}").status_code == 403
    assert member.order(address, {"chips": 5}).status_code == 403
    stranger = Caller(owner_of(ClubFactory.create()))
    assert stranger.get(f"/api/v1/{address}").status_code == 404
    assert stranger.order(address, {"chips": 5}).status_code == 404
    assert house_chips(club) == HOUSE


@pytest.mark.django_db
def test_whoever_reads_of_an_issue_learns_by_whom_and_why() -> None:
    """Nobody ordered the first chips of a club: the service gave them, and says for what."""
    club = ClubFactory.create()
    walk_in(club, name="Con", at=AT)
    issues = Transfer.objects.filter(book=club.book, reason="issue").order_by("pk")
    treasurer = Client()
    treasurer.force_login(owner_of(club))

    told = {(row["by"], row["memo"]) for row in book_sheet(club.book).json() if row["transfer"]}
    page = treasurer.get(reverse("admin:ledger_transfer_changelist")).content.decode()

    assert told == {
        ("the service", "the first chips of a new club's bots"),
        ("the service", "the opening chips of a new member"),
    }
    assert issues.count() == 3  # The house, its owner, and a guest.
    assert page.count("the service") == 3
    detail = treasurer.get(reverse("admin:ledger_transfer_change", args=[issues[0].pk]))
    assert "the service" in detail.content.decode()
