"""Deals as text."""

import pytest

from games.engine import (
    HouseRules,
    IllegalAction,
    ImpossibleRules,
    Place,
    Transcript,
    Unreadable,
    read_transcript,
    write_transcript,
)
from games.engine.notation import read_rules, write_rules
from games.engine.presets import PRESETS
from games.engine.versions import VERSION
from tests.engine.tables import after, deal

PRINTED = """\
Spoil Five, 4 seats, seat 3 deals
Rules: standard, version 1
Turn-up: 9D
Seat 0: JD 3D 2D KS 2S
Seat 1: 5D JC 6S ? ?
Seat 2: AD 8C 5C JS 5S
Seat 3: AH 7C 9S ? ?
1. 0 JD, 1 5D, 2 rob 8C, 2 9D, 3 AH
2. 1 JC, 2 5C, 3 7C, 0 2D
3. 0 KS, 1 6S, 2 AD, 3 9S
4. 2 JS, 3 ?, 0 3D, 1 ?
5. 0 2S, 1 ?, 2 5S, 3 ?
Result: won by 0, tricks 3 1 1 0
"""
COMPLETED = (
    PRINTED.replace("6S ? ?", "6S TH 4H")
    .replace("9S ? ?", "9S QH 3C")
    .replace("3 ?, 0 3D, 1 ?", "3 QH, 0 3D, 1 TH")
    .replace("1 ?, 2 5S, 3 ?", "1 4H, 2 5S, 3 3C")
)


def test_a_hand_recorded_from_print_is_read_and_written() -> None:
    """RULES.md 10: with the cards that nobody wrote down."""
    transcript = read_transcript(PRINTED)

    assert [str(card) for card in transcript.hands[1]] == ["5D", "JC", "6S", "None", "None"]
    assert write_transcript(transcript) == PRINTED
    with pytest.raises(Unreadable, match="Cards are unknown"):
        transcript.replay()


def test_the_printed_hand_replays() -> None:
    """RULES.md 10."""
    ended = read_transcript(COMPLETED).replay()

    assert ended.outcome is not None
    assert ended.outcome.winners == (0,)


def test_the_printed_hand_does_not_replay_under_strict_following() -> None:
    """RULES.md 10, 5.2."""
    transcript = read_transcript(COMPLETED.replace("standard", "standard, plain_follow strict"))

    with pytest.raises(IllegalAction, match=r"^Rule 5\.2: "):
        transcript.replay()


def test_an_email_quotes_and_spaces() -> None:
    quoted = "\n".join(f"> {line}\n>" for line in PRINTED.splitlines())

    assert read_transcript(quoted) == read_transcript(PRINTED)


def test_everything_a_deal_can_have_is_written() -> None:
    """Fiving, robbing in the open, a refusal, scores, a bonus and a bar."""
    state = deal(
        *("2C 2H 2S 3S 4S", "AH KC KS 5H 9S"),
        turn_up="9D",
        stock="TD 3H",
        preset="forty_five",
        fiving=True,
        unrobbed="barred",
        scores=(5, 10),
    )
    ended = after(state, "ask", "agree", "2C", "decline", "KC", "KS 2S", "5H 2H", "AH 4S", "9S 3S")

    transcript = Transcript.of(ended)
    text = write_transcript(transcript)

    assert text.splitlines()[:4] == [
        "Forty-five, 2 seats, seat 1 deals",
        "Rules: forty_five, version 1, fiving on, unrobbed barred",
        "Scores: 5 10",
        "Turn-up: 9D",
    ]
    assert "\n1. 0 ask, 1 agree, 0 2C, 1 decline, 1 KC\n" in text
    assert text.endswith("\nResult: scored, tricks 1 4, barred 1, scores 10 10\n")
    assert read_transcript(text) == transcript
    assert transcript.replay() == ended


@pytest.mark.parametrize("preset", PRESETS)
def test_house_rules_are_a_preset_and_what_differs(preset: str) -> None:
    rules = HouseRules.preset(preset)

    assert write_rules(rules) == f"{preset}, version {VERSION}"
    assert read_rules(write_rules(rules)) == rules


def test_other_house_rules_are_written_too() -> None:
    rules = HouseRules(void_play="must_trump", stake=7, pool_max=30, fiving=True, jink=False)

    text = write_rules(rules)

    assert text == (
        "standard, version 1, fiving on, void_play must_trump, jink off, stake 7, pool_max 30"
    )
    assert read_rules(text) == rules


@pytest.mark.usefixtures("later_version")
@pytest.mark.parametrize("text", ["peel, pool_max 30", "peel, version 1, pool_max 30"])
def test_a_text_without_a_version_is_of_the_first(text: str) -> None:
    rules = read_rules(text)

    assert (rules.pool_max, rules.stake, rules.hearts_ace_robs) == (30, 9, False)
    assert read_rules(write_rules(rules)) == rules
    now = read_rules("peel, version 2, pool_max 30")
    assert (now.pool_max, now.stake, now.hearts_ace_robs) == (30, 2, True)


@pytest.mark.parametrize(
    ("version", "message"), [("2", "of version 2, and this service"), ("x", "may be 1, not")]
)
def test_a_text_of_an_unknown_version_is_refused(version: str, message: str) -> None:
    with pytest.raises(ImpossibleRules, match=message):
        read_rules(f"wikipedia, version {version}")


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("Spoil Five, ", "", "is not a title"),
        ("Spoil Five", "Forty-five", "do not fit the game in the title, Forty-five"),
        ("Turn-up: 9D\n", "", "'' is not a card"),
        ("Turn-up", "Trumps", "cannot be read"),
        ("Seat 0: JD ", "Seat 0: ", "is not a hand of 5"),
        ("Seat 3", "Seat 2", "repeats an earlier line"),
        ("Seat 3", "Seat 4", "is not a hand of 5"),
        ("2. 1 JC", "7. 1 JC", "is not a seat and what it did"),
        ("1 5D, 2 rob 8C", "5D, rob 8C", "is not a seat and what it did"),
        ("2 rob 8C", "2 steals 8C", "is not an action"),
        ("won by 0, tricks", "triumph, tricks", "is not a result"),
        ("Turn-up: 9D", "Scores: 5 x\nTurn-up: 9D", "are not scores"),
    ],
)
def test_what_cannot_be_read_is_said(before: str, after: str, message: str) -> None:
    assert before in COMPLETED

    with pytest.raises(Unreadable, match=message):
        read_transcript(COMPLETED.replace(before, after, 1))


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("won by 0, tricks 3 1", "won by 1, tricks 1 3", "The result is not the one"),
        ("1. 0 JD, 1 5D", "1. 0 JD, 2 5D", "Trick 1: it is not the turn of seat 2"),
    ],
)
def test_what_does_not_agree_is_not_replayed(before: str, after: str, message: str) -> None:
    transcript = read_transcript(COMPLETED.replace(before, after, 1))

    with pytest.raises(Unreadable, match=message):
        transcript.replay()


def test_a_seat_writes_down_what_it_saw() -> None:
    """RULES.md 4.4, 6.1: what others played in that order, and not what they put out."""
    dealt = deal("KC 2H 2S 3S 4S", "2C AD 6C 7C 8C", "3C 3H 4H 9H KH", turn_up="9D")
    state = after(dealt, "KC", "rob 8C", "9D", "3C")

    text = write_transcript(Transcript.seen(state, Place(0)))

    assert text.splitlines()[2:] == [
        "Turn-up: 9D",
        "Seat 0: KC 2H 2S 3S 4S",
        "Seat 1: ? ? ? ? ?",
        "Seat 2: 3C ? ? ? ?",
        "1. 0 KC, 1 rob ?, 1 9D, 2 3C",
    ]
    assert read_transcript(text) == Transcript.seen(state, Place(0))


def test_a_seat_writes_down_no_silent_refusal() -> None:
    """RULES.md 4.4."""
    dealt = deal("KC 2H 2S 3S 4S", "2C AD 6C 7C 8C", "3C 3H 4H 9H KH", turn_up="9D")
    state = after(dealt, "KC", "decline", "2C", "3C")

    for place in (None, Place(0), Place(2)):
        assert "decline" not in write_transcript(Transcript.seen(state, place))
    assert "1 decline" in write_transcript(Transcript.of(state))
