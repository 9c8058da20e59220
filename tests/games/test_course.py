"""What one deal leaves to the next: cases without a table; `tests/games/test_advance.py` plays."""

from collections.abc import Iterable

from games.circle import Circle
from games.engine import HouseRules, Outcome, Place
from games.engine.outcome import OutcomeKind
from games.evening.course import Chair, Course, Ended, Line, next_line
from games.seat_numbers import SeatNumber
from tests.games.factories import STANDARD, rules


def chairs(**chips: int) -> list[Chair]:
    """Seats by their numbers: `chairs(s0=20, s2=5)`."""
    return [Chair(SeatNumber(int(name[1:])), count) for name, count in chips.items()]


def course(
    *numbers: int, dealer: int = 0, kind: OutcomeKind = "spoilt", winner: int | None = None
) -> Course:
    """After one deal of these seats."""
    winners = () if winner is None else (Place(winner),)
    outcome = Outcome(kind, winners, (0,) * len(numbers))
    known = tuple(map(SeatNumber, numbers))
    return Course(last=Ended(known, Place(dealer), outcome), known=frozenset(known))


def line(
    course: Course,
    seated: list[Chair],
    *,
    pool: int = 0,
    house: HouseRules = STANDARD,
    is_all_in: bool = False,
    order: Iterable[int] = range(6),
) -> Line:
    return next_line(
        house,
        course,
        seated,
        circle=Circle(tuple(map(SeatNumber, order))),
        pool=pool,
        lot=lambda seats: Place(seats - 1),
        is_all_in=is_all_in,
    )


def test_the_cards_say_who_deals_first() -> None:
    """RULES.md 1.4, 7.1."""
    first = line(Course(), chairs(s0=9, s1=9, s2=9))

    assert (first.dealer, first.contributions, first.is_new_pool) == (2, (2, 2, 4), True)


def test_the_deal_passes_round_the_table() -> None:
    """RULES.md 1.4, 7.2."""
    after = line(course(0, 1, 4, dealer=2), chairs(s0=9, s1=9, s4=9), pool=8)

    assert (after.dealer, after.contributions, after.is_new_pool) == (0, (3, 1, 1), False)


def test_the_deal_passes_on_from_whoever_dealt_a_deal_that_was_taken_back() -> None:
    before = course(0, 1, 2, dealer=0, winner=1, kind="won")
    passed = Course(last=before.last, passed=SeatNumber(1), known=before.known)

    assert line(passed, chairs(s0=9, s1=9, s2=9)).dealer == 2


def test_the_deal_and_its_extra_pass_somebody_who_cannot_pay() -> None:
    """RULES.md 7.5: seat 1 lacks the stake; seat 2 deals and pays what it has of the extra."""
    after = line(course(0, 1, 2, 3, winner=0, kind="won"), chairs(s0=9, s1=1, s2=3, s3=9))

    assert after.numbers == (0, 2, 3)
    assert (after.dealer, after.contributions) == (1, (2, 3, 2))


def test_a_short_stack_plays_for_what_it_has_where_the_table_says_so() -> None:
    """RULES.md 7.5: and who is in for this pool plays on without a chip."""
    seated = chairs(s0=9, s1=0, s2=1, s3=0)

    after = line(course(0, 1, 2, dealer=0), seated, pool=8, is_all_in=True)

    assert after.numbers == (0, 1, 2)
    assert after.contributions == (1, 0, 1)


def test_whoever_comes_later_puts_in_the_stake() -> None:
    """RULES.md 7.7."""
    after = line(course(0, 1, dealer=1), chairs(s0=9, s1=9, s2=9), pool=6)

    assert after.contributions == (1, 1, 4)


def test_the_dealer_alone_opens_a_later_pool_where_the_house_has_it() -> None:
    """RULES.md 7.1, 7.5, 7.7: seat 1 has nothing and is not short, seat 3 is new."""
    won = course(0, 1, 2, dealer=1, kind="won", winner=0)
    later = Course(last=won.last, known=won.known, has_been_won=True)

    after = line(later, chairs(s0=9, s1=0, s2=9, s3=9), house=rules(new_pool="dealer"))

    assert (after.numbers, after.dealer, after.contributions) == ((0, 1, 2, 3), 2, (0, 0, 4, 2))


def test_after_a_misdeal_only_those_who_were_dealt_in_play() -> None:
    """RULES.md 1.6: the next dealer pays an extra; seat 5 waits."""
    after = line(course(0, 1, 2, dealer=2, kind="misdeal"), chairs(s0=9, s1=9, s2=9, s5=9), pool=8)

    assert (after.numbers, after.dealer, after.contributions) == ((0, 1, 2), 0, (2, 0, 0))


def test_where_the_next_dealer_has_gone_the_one_after_deals_and_pays() -> None:
    """RULES.md 1.6, 7.5: they have one chip of the extra of two."""
    after = line(course(0, 1, 2, dealer=0, kind="misdeal"), chairs(s0=9, s2=1), pool=8)

    assert (after.numbers, after.dealer, after.contributions) == ((0, 2), 1, (0, 1))


def test_whoever_misdealt_is_barred_where_they_forfeit() -> None:
    """RULES.md 1.6: places are counted anew where somebody has gone."""
    house = rules(misdeal="forfeit_stake")

    after = line(course(0, 1, 2, dealer=1, kind="misdeal"), chairs(s1=9, s2=9), house=house)

    assert (after.barred, after.dealer, after.contributions) == ((0,), 1, (0, 0))


def test_misdeals_running_bar_everybody_who_misdealt() -> None:
    """RULES.md 1.6: seats 1, 2 and, before they went home, 0; partners with them."""
    first, second, third = (course(0, 1, 2, 3, dealer=n, kind="misdeal") for n in (0, 1, 2))
    earlier = (*first.misdeals, *second.misdeals)
    after_three = Course(last=third.last, earlier_misdeals=earlier, known=third.known)
    seated = chairs(s0=9, s1=9, s2=9, s3=9)

    alone = line(after_three, seated, house=rules(misdeal="forfeit_stake"))
    in_pairs = line(after_three, seated, house=rules(misdeal="forfeit_stake", sides="pairs"))
    one_gone = line(after_three, seated[1:], house=rules(misdeal="forfeit_stake"))
    elsewhere = line(after_three, seated)

    assert (alone.dealer, alone.barred) == (3, (0, 1, 2))
    assert in_pairs.barred == (0, 1, 2, 3)
    assert (one_gone.dealer, one_gone.barred) == (2, (0, 1))
    assert elsewhere.barred == ()


def test_a_deal_that_was_taken_back_after_a_misdeal_is_dealt_in_its_place() -> None:
    """RULES.md 1.6: only the next dealer pays, and whoever misdealt stays barred."""
    before = course(0, 1, 2, dealer=0, kind="misdeal")
    passed = Course(last=before.last, passed=SeatNumber(1), known=before.known)
    seated = chairs(s0=9, s1=9, s2=9)

    paying = line(passed, seated, pool=8)
    forfeiting = line(passed, seated, pool=8, house=rules(misdeal="forfeit_stake"))

    assert (paying.dealer, paying.contributions) == (2, (0, 0, 2))
    assert (forfeiting.dealer, forfeiting.barred) == (2, (0,))


def test_where_dealers_alone_top_the_pool_up_a_misdeal_costs_the_stake() -> None:
    """RULES.md 7.2, 7.3: or nothing, once the pool is full."""
    misdealt = course(0, 1, 2, dealer=0, kind="misdeal")
    house = rules(topup="dealer_only", stake=3, pool_max=15)

    assert line(misdealt, chairs(s0=9, s1=9, s2=9), pool=14, house=house).contributions == (0, 3, 0)
    assert line(misdealt, chairs(s0=9, s1=9, s2=9), pool=15, house=house).contributions == (0, 0, 0)


def test_scores_are_carried_by_seat() -> None:
    """RULES.md 8.1: stakes are paid once a game; a newcomer begins at 0 with theirs."""
    before = course(0, 1, dealer=0, kind="scored")
    game = Course(last=before.last, known=before.known, scores={SeatNumber(0): 15})

    after = line(game, chairs(s0=9, s1=9, s2=9), house=HouseRules.preset("twenty_five"))

    assert (after.scores, after.contributions) == ((15, 0, 0), (0, 0, 1))


def test_the_deal_passes_to_whoever_has_sat_down_to_the_left() -> None:
    """RULES.md 1.4, 7.7: seat 3 came between 0, who dealt, and 1."""
    after = line(
        course(0, 1, 2, dealer=0), chairs(s0=9, s3=9, s1=9, s2=9), pool=8, order=(0, 3, 1, 2)
    )

    assert (after.numbers, after.dealer, after.contributions) == ((0, 3, 1, 2), 1, (1, 4, 1, 1))


def test_the_deal_passes_on_from_the_chair_of_a_dealer_who_has_gone() -> None:
    """Seat 3 sits in front of it, seat 4 behind: the deal is at 4, then at 2."""
    before = course(0, 1, 2, dealer=1)
    order = (0, 3, 1, 4, 2)

    assert line(before, chairs(s0=9, s3=9, s4=9, s2=9), order=order).dealer == 2
    assert line(before, chairs(s0=9, s3=9, s2=9), order=order).dealer == 2


def test_the_deal_passes_on_round_the_table_from_one_that_was_taken_back() -> None:
    before = course(0, 1, 2, dealer=0, winner=1, kind="won")
    passed = Course(last=before.last, passed=SeatNumber(2), known=before.known)

    assert line(passed, chairs(s0=9, s1=9, s2=9, s3=9), order=(0, 1, 2, 3)).dealer == 3
    assert line(passed, chairs(s0=9, s3=9, s1=9, s2=9), order=(0, 3, 1, 2)).dealer == 0


def test_whoever_misdealt_deals_again_though_somebody_has_sat_down_beside_them() -> None:
    """RULES.md 1.6: seat 3 waits, wherever it sits."""
    house = rules(misdeal="pay_and_redeal")
    misdealt = Course(
        last=Ended(
            (SeatNumber(0), SeatNumber(1), SeatNumber(2)),
            Place(1),
            Outcome("misdeal", (), (0, 0, 0)),
            is_dealt_again=True,
        ),
        known=frozenset(map(SeatNumber, range(3))),
    )
    seated = chairs(s0=9, s3=9, s1=9, s2=9)

    again = line(misdealt, seated, house=house, order=(0, 3, 1, 2))
    gone = line(misdealt, [*seated[:2], seated[3]], house=house, order=(0, 3, 1, 2))

    assert (again.numbers, again.dealer) == ((0, 1, 2), 1)
    assert (gone.numbers, gone.dealer) == ((0, 2), 1)


def test_a_misdeal_is_void_where_the_sides_of_it_would_not_form() -> None:
    """RULES.md 1.2, 1.6, 7.2, 7.7: seat 4 has the chair of 1, who was to deal; 5 cannot pay."""
    misdealt = course(0, 1, 2, 3, dealer=0, kind="misdeal")
    seated = chairs(s0=9, s4=9, s2=9, s3=9, s5=1)

    after = line(misdealt, seated, pool=8, house=rules(sides="pairs"), order=(0, 1, 4, 2, 3, 5))

    assert (after.numbers, after.dealer) == ((0, 4, 2, 3), 1)
    assert after.contributions == (1, 4, 1, 1)
