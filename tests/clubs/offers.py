"""What a table's page and the API offer for the deal ahead, compared with what they should."""

from collections.abc import Iterable
from typing import Any

from tests.clubs.evening_count import Ahead, Told
from tests.clubs.page_forms import PageForm
from tests.clubs.told_results import FEW_SIDES, barred_sides, button, every_result, misdeals
from tests.clubs.walked_halls import TablePage
from tests.engine.tellings import Options, offences


def check_page(
    page: TablePage,
    options: Options,
    ahead: Ahead,
    bars: dict[int, str],
    *,
    number: int,
    dealers: Iterable[int],
) -> None:
    """See that the page offers exactly the results that some play comes to, and these dealers."""
    form = page.entering
    assert form is not None
    assert page.number == number
    if number > 1:
        assert (page.dealer, page.goes_in) == (ahead.dealer, sum(ahead.paid))
    may_have_dealt = [*([""] if number > 1 else []), *map(str, dealers)]
    assert form.choices.get("dealer", [""]) == may_have_dealt
    assert form.sent.get("barred", []) == [f"{seat}:{why}" for seat, why in bars.items()]
    others = [seat for seat in ahead.players if seat not in bars]
    offered = {f"{seat}:{why}" for seat in others for why in offences(options)}
    assert set(form.values("offence")) == offered
    if options["target"] is not None and ahead.sides > FEW_SIDES:
        _check_fields(form, options, ahead, bars)
        buttons = ["tricks", "scores", *_buttons(ahead, misdeals(options, bars))]
    else:
        buttons = _buttons(ahead, every_result(options, ahead, bars))
    assert sorted(form.values("result")) == sorted(buttons)


def _buttons(ahead: Ahead, results: Iterable[Told]) -> list[str]:
    return [button(ahead, told) for told in results]


def _check_fields(form: PageForm, options: Options, ahead: Ahead, bars: dict[int, str]) -> None:
    """See that every count and every score can be filled in, and who was first."""
    seats = [str(ahead.seats(side)[0]) for side in range(ahead.sides)]
    for seat in seats:
        assert form.choices[f"tricks-{seat}"] == list("012345")
    assert form.inputs == [f"scores-{seat}" for seat in seats]
    has_bonus = options["best_trump_bonus"] > 0
    out = barred_sides(ahead, bars)
    may_win = [seat for side, seat in enumerate(seats) if side not in out]
    assert form.choices.get("bonus", []) == ([*seats, ""] if has_bonus else [])
    assert form.choices.get("winner", []) == (["", *may_win] if has_bonus else [])


def check_api(
    told: dict[str, Any], options: Options, ahead: Ahead, *, number: int, dealers: list[int]
) -> None:
    """See that the API shows the deal ahead, and exactly the endings that some play comes to."""
    assert (told["deal"], told["dealer"], told["dealers"]) == (number, ahead.dealer, dealers)
    assert [line["puts_in"] for line in told["seats"]] == list(ahead.paid)
    assert [line["seat"] for line in told["seats"]] == list(ahead.players)
    is_barred = [ahead.side(seat) in ahead.barred for seat in ahead.players]
    assert [line["is_barred"] for line in told["seats"]] == is_barred
    is_for_points = options["target"] is not None
    scores = [ahead.before[ahead.side(seat)] if is_for_points else None for seat in ahead.players]
    assert [line["score"] for line in told["seats"]] == scores
    assert set(told["offences"]) == offences(options)
    offered = {
        (ending["kind"], winner)
        for ending in told["endings"]
        for winner in (ending["winners"] or [None])
    }
    assert offered == {
        (kind, None if side is None else ahead.seats(side)[0])
        for kind, side in _endings(options, ahead)
    }
    for ending in told["endings"]:
        is_misdeal = ending["kind"] == "misdeal"
        assert ending["is_counted"] == (is_for_points and not is_misdeal)
        may_be = is_misdeal and options["misdeal"] == "pay_and_redeal"
        assert ending["may_deal_again"] == may_be


def _endings(options: Options, ahead: Ahead) -> set[tuple[str, int | None]]:
    """Every kind and winner; who takes all five tricks wins a game for points. RULES.md 8.4."""
    if options["target"] is None:
        return {(told.kind, told.winner) for told in every_result(options, ahead, {})}
    winners = [side for side in range(ahead.sides) if side not in ahead.barred]
    return {("scored", None), ("misdeal", None), *(("won", side) for side in winners)}
