"""Many at one table at once: real threads, each with a connection of its own."""

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256

from django.db import transaction

from clubs.table_kinds import NIGHT
from games.engine import legal_actions
from games.errors import StalePly
from games.models import Deal, DealResult, Rating, Table
from games.play.acting import act
from games.play.advance import Visit, advance_next, advance_table
from games.play.strings import commit_string, open_string
from games.records.results import count_deals, uncount_deals
from games.sight.deals import Sight
from games.tables.holding import held
from games.tables.opening import open_table
from ledger.audit import check_books
from tests.games.crowds import at_once
from tests.games.factories import (
    AT,
    STANDARD,
    actor_of,
    anything,
    dealt,
    later,
    plans,
    play_out,
    purses,
    state_of,
    table_of,
)
from tests.ledger.factories import BookFactory


def test_of_two_actions_at_once_exactly_one_wins(own_database: str) -> None:
    deal = dealt(lambda state: len(legal_actions(state)) == 5 and state.phase == "play")
    player, choices = actor_of(deal), [str(action) for action in legal_actions(state_of(deal))]

    def take(text: str) -> Callable[[], Sight]:
        return lambda: act(deal.pk, player_id=player, ply=0, action=text, at=AT)

    answers = at_once([take(text) for text in choices])

    assert sum(isinstance(answer, Sight) for answer in answers) == 1
    assert sum(isinstance(answer, StalePly) for answer in answers) == 4
    assert deal.actions.count() == 1


def test_one_action_sent_five_times_at_once_is_taken_once(own_database: str) -> None:
    deal = dealt(anything)
    player, text = actor_of(deal), str(legal_actions(state_of(deal))[0])

    answers = at_once(
        [lambda: act(deal.pk, player_id=player, ply=0, action=text, at=AT) for _ in range(5)]
    )

    assert all(isinstance(answer, Sight) for answer in answers)
    assert deal.actions.count() == 1


def test_player_and_clock_at_once_act_once(own_database: str) -> None:
    deal = dealt(lambda state: state.phase == "play")
    player, text = actor_of(deal), str(legal_actions(state_of(deal))[0])

    at_once(
        [
            lambda: act(deal.pk, player_id=player, ply=0, action=text, at=later(61)).deal.pk,
            lambda: advance_table(deal.table_id, at=later(61)),
        ]
    )

    assert deal.actions.filter(ply=0).count() == 1


def test_workers_at_one_table_do_everything_once(own_database: str) -> None:
    table = table_of(deals_limit=6)

    def work() -> int:
        while Table.objects.open().exists():
            advance_table(table.pk, at=AT)
        return 0

    at_once([work] * 3)

    assert table.deals.settled().count() == 6
    assert sum(purses(table)) == 500
    assert check_books() == []


def test_a_table_that_somebody_holds_is_left_alone(own_database: str) -> None:
    table = table_of(deals_limit=1)

    with transaction.atomic():
        Table.objects.select_for_update().get(pk=table.pk)
        [seen] = at_once([lambda: (Table.objects.waiting(AT), advance_table(table.pk, at=AT))])

    assert seen == ([], 0)
    assert Table.objects.waiting(AT) == [table.pk]


def test_two_workers_never_go_to_the_same_table(own_database: str) -> None:
    """Whoever comes while one is at work takes the next one, and does not wait."""
    first, second = table_of(deals_limit=1), table_of(deals_limit=1)
    Table.objects.filter(pk=second.pk).update(due_at=later(1))
    due, at = Table.objects.all().due(later(2)), later(2)

    with held(due, skip_locked=True, most=1) as found:
        [visit] = at_once([lambda: advance_next(Table.objects.all(), at=at)])

    assert found == [first]
    assert visit == Visit(second.pk, 2)


def test_strings_opened_at_once_all_go_into_one_deal(own_database: str) -> None:
    table = table_of(bots=False, deals_limit=1)
    texts = {seat.player_id: f"a-string-of-player-{seat.player_id}" for seat in table.seats.all()}

    def commit(player: int) -> Callable[[], Table]:
        hashed = sha256(texts[player].encode()).digest()
        return lambda: commit_string(table, player_id=player, commitment=hashed, at=AT)

    def tell(player: int) -> Callable[[], Table]:
        return lambda: open_string(table, player_id=player, text=texts[player], at=AT)

    at_once([commit(player) for player in texts])
    advance_table(table.pk, at=AT)
    at_once([*map(tell, texts), *[lambda: advance_table(table.pk, at=AT)] * 3])
    advance_table(table.pk, at=AT)

    deal = table.deals.get()
    assert (deal.number, deal.entropy_round) == (1, 1)
    given = table.entropy_strings.order_by("seat").values_list("player", "text")
    assert list(given) == [(player, texts[player]) for player, _ in given]
    assert len(given) == 5


def test_many_who_count_at_once_count_everything_once(own_database: str) -> None:
    """Workers share the deals of the same players, whose ratings are locked in one order."""
    tables = [play_out(table_of(deals_limit=8)) for _ in range(2)]
    started = Rating.objects.count()

    counted = at_once([lambda: sum(count_deals(3) for _ in range(8)) for _ in range(3)])

    assert sum(count for count in counted if isinstance(count, int)) == 16
    assert started == 0
    assert DealResult.objects.count() == 16 * 5
    assert set(Rating.objects.values_list("deals_count", flat=True)) == {8}
    assert all(table.closed_at for table in tables)


def test_many_who_count_and_take_back_at_once_leave_what_stands(own_database: str) -> None:
    """Ratings of the same players come and go under each other's hands."""
    book = BookFactory.create()
    seats = [replace(plan, chips=50) for plan in plans(book, *[100] * 5, bots=True)]
    for name in ("Table 1", "Table 2"):
        table = open_table(
            book,
            rules=STANDARD,
            policies=NIGHT.policies,
            seats=seats,
            name=name,
            deals_limit=4,
            at=AT,
        )
        play_out(table)
    stays = Deal.objects.order_by("pk")[0]
    others = Deal.objects.exclude(pk=stays.pk)
    void = {"voided_at": AT, "voided_by": seats[0].player_id, "void_reason": "Two aces"}

    def sweep() -> int:
        return sum(uncount_deals(1) + count_deals(1) for _ in range(12))

    def take_back() -> int:
        return sum(others.filter(pk=deal.pk).update(**void) for deal in others)

    answers = at_once([sweep, sweep, sweep, take_back])
    sweep()

    assert all(isinstance(answer, int) for answer in answers)
    assert set(DealResult.objects.values_list("deal", flat=True)) == {stays.pk}
    assert list(Rating.objects.values_list("deals_count", flat=True)) == [1] * 5
    assert not Deal.objects.counted_in_vain().exists()
