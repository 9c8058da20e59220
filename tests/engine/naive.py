"""A second engine, deliberately naive: texts and lists, written from RULES.md word by word.

It shares nothing with `games.engine`, so that the two can be compared.
"""

from collections.abc import Iterator, Mapping
from typing import Any

Options = Mapping[str, Any]

IRISH_TRUMPS = {
    "C": "5C JC AH AC KC QC 2C 3C 4C 6C 7C 8C 9C TC",
    "S": "5S JS AH AS KS QS 2S 3S 4S 6S 7S 8S 9S TS",
    "D": "5D JD AH AD KD QD TD 9D 8D 7D 6D 4D 3D 2D",
    "H": "5H JH AH KH QH TH 9H 8H 7H 6H 4H 3H 2H",
}
IRISH_PLAIN = {
    "C": "KC QC JC AC 2C 3C 4C 5C 6C 7C 8C 9C TC",
    "S": "KS QS JS AS 2S 3S 4S 5S 6S 7S 8S 9S TS",
    "D": "KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D AD",
    "H": "KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H",
}


def trump_order(trumps: str, options: Options, demoted: bool) -> list[str]:
    """The trumps, best first."""
    if options["ranking"] == "natural":
        order = [rank + trumps for rank in "AKQJT98765432"]
    else:
        order = IRISH_TRUMPS[trumps].split()
        if options["ranking"] == "five_cards":
            order[1], order[2] = order[2], order[1]
    if demoted:
        order.remove("A" + trumps)
        order.append("A" + trumps)
    return order


def plain_order(suit: str, options: Options) -> list[str]:
    """The cards of a plain suit, best first."""
    if options["ranking"] == "natural":
        return [rank + suit for rank in "AKQJT98765432"]
    return IRISH_PLAIN[suit].split()


def winner(cards: list[str], trumps: str, options: Options, demoted: bool = False) -> int:
    """The index of the card that wins the trick: RULES.md 2.3."""
    for trump in trump_order(trumps, options, demoted):
        if trump in cards:
            return cards.index(trump)
    for card in plain_order(cards[0][1], options):
        if card in cards:
            return cards.index(card)
    raise AssertionError(cards)


def legal(
    hand: list[str], led: str, trumps: str, options: Options, demoted: bool = False
) -> list[str]:
    """The cards of a hand that may answer the card led: RULES.md 5.2 to 5.6."""
    order = trump_order(trumps, options, demoted)
    my_trumps = [card for card in hand if card in order]
    ace_is_a_heart = options["ranking"] == "natural"
    led_plain_ace = led == "AH" and trumps != "H" and options["ace_of_hearts_lead"] == "plain"
    if led in order and not led_plain_ace:
        privileged = [card for card in ("5" + trumps, "J" + trumps, "AH") if card in order]
        if options["ranking"] == "natural":
            privileged = []
        if options["renege_cards"] == "five_only":
            privileged = [card for card in privileged if card[0] == "5"]
        if options["renege_cards"] == "none":
            privileged = []
        if demoted:
            privileged = [card for card in privileged if card != "A" + trumps]
        for card in my_trumps:
            may_be_withheld = card in privileged and order.index(card) < order.index(led)
            if not may_be_withheld:
                return my_trumps
        return hand
    suit = [card for card in hand if card[1] == led[1] and (card != "AH" or ace_is_a_heart)]
    if suit and options["plain_follow"] == "strict":
        return suit
    if suit:
        return [card for card in hand if card in suit or card in my_trumps]
    if options["void_play"] == "must_trump" and my_trumps:
        return my_trumps
    return hand


def plays(hands: list[list[str]], leader: int, turn_up: str, options: Options) -> Iterator[str]:
    """Every way to play out a deal of five-card hands.

    Each as one text of actions and its end. Only for the pool, everybody alone, no turned
    ace, robbing at one's turn. Source: RULES.md 4 to 6.
    """
    game = {
        "hands": [list(hand) for hand in hands],
        "turn": leader,
        "trick": [],
        "won": [],
        "asked": False,
        "barred": None,
        "demoted": False,
        "jinker": None,
        "text": "",
    }
    yield from _continue(game, turn_up, options)


def _continue(game: dict[str, Any], turn_up: str, options: Options) -> Iterator[str]:
    seats, trumps = len(game["hands"]), turn_up[1]
    if len(game["trick"]) == seats:
        yield from _end_trick(game, turn_up, options)
        return
    seat = game["turn"]
    hand = game["hands"][seat]
    is_first = not game["won"]
    may_rob = is_first and not game["asked"] and "A" + trumps in hand and turn_up[0] != "A"
    if trumps == "H" and not options["hearts_ace_robs"]:
        may_rob = False
    if may_rob and options["rob_with_ace"] != "off":
        yield from _rob(game, turn_up, options)
        return
    led = game["trick"][0][1] if game["trick"] else None
    for card in legal(hand, led, trumps, options, game["demoted"]) if led else list(hand):
        hands = [[each for each in held if each != card] for held in game["hands"]]
        played = game | {
            "hands": hands,
            "trick": [*game["trick"], (seat, card)],
            "turn": (seat + 1) % seats,
            "text": game["text"] + f"{seat} play {card}, ",
        }
        yield from _continue(played, turn_up, options)


def _rob(game: dict[str, Any], turn_up: str, options: Options) -> Iterator[str]:
    seat = game["turn"]
    for card in game["hands"][seat]:
        hands = [list(hand) for hand in game["hands"]]
        hands[seat].remove(card)
        hands[seat].append(turn_up)
        text = game["text"] + f"{seat} rob {card}, "
        yield from _continue(game | {"hands": hands, "asked": True, "text": text}, turn_up, options)
    if options["rob_with_ace"] == "may":
        text = game["text"] + f"{seat} announce, "
        told = game | {"asked": True, "text": text}
        if options["unrobbed"] == "both":  # 4.5: announcing saves the rank, not the bar.
            told["barred"] = seat
        yield from _continue(told, turn_up, options)
    if options["unrobbed"] != "blocked":
        text = game["text"] + f"{seat} decline, "
        refused = game | {"asked": True, "text": text}
        if options["unrobbed"] in ("barred", "both"):
            refused["barred"] = seat
        if options["unrobbed"] in ("lowest_trump", "both"):
            refused["demoted"] = True
        yield from _continue(refused, turn_up, options)


def _end_trick(game: dict[str, Any], turn_up: str, options: Options) -> Iterator[str]:
    cards = [card for _, card in game["trick"]]
    best = winner(cards, turn_up[1], options, game["demoted"])
    seat = game["trick"][best][0]
    won = [*game["won"], seat]
    after = game | {"won": won, "turn": seat, "trick": []}
    needed = options["tricks_to_win"]
    if needed == "two_from_five":  # 6.1.
        needed = 2 if len(game["hands"]) >= 5 else 3
    text = after["text"]
    if game["jinker"] is not None and seat != game["jinker"]:
        yield text + "jink_failed"
    elif game["jinker"] is not None:
        if len(won) == 5:
            yield text + "jinked"
        else:
            yield from _continue(after, turn_up, options)
    elif won.count(seat) == needed and seat == game["barred"]:
        yield text + "spoilt"
    elif won == [seat] * 3 and options["jink"]:
        yield text + f"{seat} claim, won"
        jinking = after | {"jinker": seat, "text": text + f"{seat} jink, "}
        yield from _continue(jinking, turn_up, options)
    elif won.count(seat) == needed:
        yield text + "won"
    elif len(won) == 5:
        yield text + "spoilt"
    else:
        yield from _continue(after, turn_up, options)
