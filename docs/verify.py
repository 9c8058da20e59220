#!/usr/bin/env python3
"""Checks that cards were dealt as they were promised. Python 3.11 or newer, nothing else.

It shares no code with the service and asks nothing of it: what it needs is a file, and what you
noted yourself. docs/fairness.md explains every step.

    python3 verify.py proof.json --anchor 5f2c...      the whole table, after its seeds are revealed
    python3 verify.py proof.json --show 3              the cards of deal 3 as they lay
    python3 verify.py cards.json --root 09ab...        the cards you saw, while the deal goes on

It ends with 0 if everything follows, with 1 if anything does not, with 2 if it cannot read a file
or was asked for what is not in it.
"""

import argparse
import hashlib
import hmac
import json
import re
import sys
from pathlib import Path

PROTOCOL = "spoil five/1"
MOST_SEEDS = 100_000  # No chain is longer; a number above only wants us to count.
CARDS = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
RANKS_IN_A_CUT = "23456789TJQKA"


def sha256(data):
    return hashlib.sha256(data).digest()


def hmac_sha256(key, message):
    return hmac.new(key, message, hashlib.sha256).digest()


# ---- from a seed to a pack


def numbers(seed):
    """Numbers of 32 bits, without end."""
    counter = 0
    while True:
        block = hmac_sha256(seed, counter.to_bytes(8, "big"))
        for at in range(0, 32, 4):
            yield int.from_bytes(block[at : at + 4], "big")
        counter += 1


def shuffle(seed):
    """The 52 cards in the order of dealing."""
    draw, pack = numbers(seed), list(CARDS)
    for i in range(51, 0, -1):
        limit = 2**32 - 2**32 % (i + 1)
        number = next(draw)
        while number >= limit:
            number = next(draw)
        j = number % (i + 1)
        pack[i], pack[j] = pack[j], pack[i]
    return pack


# ---- from the chain and the strings to the seed of a pack


def mix(seed, number, strings):
    """The seed of deal `number`: the chain's seed with the strings (seat, text) of its round."""
    message = b"spoil five/pack/1" + number.to_bytes(8, "big")
    for seat, text in strings:
        message += bytes([seat, len(text)]) + text.encode("ascii")
    return hmac_sha256(seed, message)


def back_to_anchor(seed, number):
    for _ in range(number):
        seed = sha256(seed)
    return seed


# ---- the tree over 52 salted cards


def leaf(salt, position, card):
    return sha256(b"\x00" + salt + bytes([position]) + card.encode("ascii"))


def node(left, right):
    return sha256(b"\x01" + left + right)


def root_of(seed):
    pack = shuffle(seed)
    row = [leaf(hmac_sha256(seed, b"salt" + bytes([n])), n, pack[n]) for n in range(52)]
    row += [bytes(32)] * 12
    while len(row) > 1:
        row = [node(row[n], row[n + 1]) for n in range(0, len(row), 2)]
    return row[0]


def opens(proof, root):
    """Whether one card's proof leads up to the root."""
    at, here = (
        proof["position"],
        leaf(bytes.fromhex(proof["salt"]), proof["position"], proof["card"]),
    )
    for beside in map(bytes.fromhex, proof["path"]):
        here = node(beside, here) if at & 1 else node(here, beside)
        at >>= 1
    return len(proof["path"]) == 6 and at == 0 and here == root


# ---- who deals


def first_dealer(anchor, seats, rule):
    pack = shuffle(anchor)
    if rule == "first_knave":
        return next(n for n, card in enumerate(pack) if card[0] == "J") % seats
    if rule == "cut_high":
        return cut(list(range(seats)), iter(pack))[0]
    limit = 52 - 52 % seats
    return next(CARDS.index(card) for card in pack if CARDS.index(card) < limit) % seats


def cut(players, cards):
    """The players from the highest card to the lowest; whoever has equal ranks draws again."""
    drawn = list(zip(players, cards, strict=False))
    if len(drawn) < len(players):
        return players
    order = []
    for rank in reversed(RANKS_IN_A_CUT):
        tied = [player for player, card in drawn if card[0] == rank]
        order += tied if len(tied) < 2 else cut(tied, cards)
    return order


def circle_of(proof):
    """All seats, clockwise; a proof that does not tell them has them in the order of numbers."""
    dealt_in = {seat for deal in proof["deals"] for seat in deal["seat_numbers"]}
    return proof.get("seats", sorted(dealt_in))


def next_seat(circle, seats, last):
    """The first of the seats dealt in to the left of `last`, round the table."""
    start = circle.index(last) + 1
    return next(seat for seat in circle[start:] + circle[:start] if seat in seats)


# ---- the checks


def hands(pack, seats, dealer, packets):
    """The five cards of each position."""
    dealt, at = [[] for _ in range(seats)], 0
    for size in map(int, packets.split("-")):
        for step in range(seats):
            dealt[(dealer + 1 + step) % seats] += pack[at : at + size]
            at += size
    return dealt


def turned_up(pack, seats, actions):
    """The card turned up, and the one turned later where the sides agreed to other trumps."""
    first, *others = pack[5 * seats :]
    later = [card for card in others if card[1] != first[1]][:1] if "agree" in actions else []
    return [first, *later]


def strings_of(proof, deal):
    return [(s["seat"], s["text"]) for s in proof["strings"] if s["round"] == deal["entropy_round"]]


def pack_of(proof, deal):
    seed = mix(bytes.fromhex(deal["seed"]), deal["number"], strings_of(proof, deal))
    return seed, shuffle(seed)


def faults_of_table(proof):
    """Strings, dealers, and that no deal was left out."""
    for string in proof["strings"]:
        told = string["text"].encode("ascii")
        if told and sha256(told).hex() != string["commitment"]:
            yield f"seat {string['seat']} opened another string than it had committed to"
    last, circle = None, circle_of(proof)
    for number, deal in enumerate(proof["deals"], start=1):
        if deal["number"] != number:
            yield f"deal {number} is missing"
            return
        seats = deal["seat_numbers"]
        if seats != [seat for seat in circle if seat in seats]:
            yield f"deal {number} names its seats in another order than the table has"
            return
        dealer = seats[deal["dealer"]]
        if last is None:
            rule = proof["house_rules"]["first_dealer"]
            due = seats[first_dealer(bytes.fromhex(proof["anchor"]), len(seats), rule)]
        else:
            due = next_seat(circle, seats, last["seat_numbers"][last["dealer"]])
            if deal["entropy_round"] < last["entropy_round"]:
                yield f"deal {number} went back to an earlier round of strings"
        if dealer != due:
            yield f"deal {number} was dealt by seat {dealer}, out of turn"
        last = deal


def faults_of_deal(proof, deal):
    number, seed = deal["number"], bytes.fromhex(deal["seed"])
    if number not in range(1, MOST_SEEDS + 1):
        yield f"a deal says that it is number {number}, and no chain has such a seed"
        return
    if back_to_anchor(seed, number).hex() != proof["anchor"]:
        yield f"the seed of deal {number} does not hash to the anchor"
    mixed, pack = pack_of(proof, deal)
    if sha256(mixed).hex() != deal["commitment"]:
        yield f"the seed of deal {number} is not the one that was committed to"
    if root_of(mixed).hex() != deal["cards_root"]:
        yield f"the cards of deal {number} are not those that were committed to"
    seats = len(deal["seat_numbers"])
    dealt = {*pack[: 5 * seats], *turned_up(pack, seats, deal["actions"])}
    shown = [text.split()[1] for text in deal["actions"] if text.startswith(("play ", "rob "))]
    if len(set(shown)) < len(shown) or not set(shown) <= dealt:
        yield f"in deal {number} cards were played that had not been dealt"


def notes(proof):
    for string in proof["strings"]:
        if not string["text"]:
            yield f"seat {string['seat']} kept back its string of round {string['round']}"


def deals_with(proof, text):
    """The numbers of the deals into which a string was mixed; the empty one is nobody's."""
    rounds = {string["round"] for string in proof["strings"] if string["text"] == text != ""}
    return [deal["number"] for deal in proof["deals"] if deal["entropy_round"] in rounds]


def spans(numbers):
    """`deal 3`, or `deals 3 to 12 and 15`."""
    firsts = [number for number in numbers if number - 1 not in numbers]
    lasts = [number for number in numbers if number + 1 not in numbers]
    told = [f"{a} to {b}" if a < b else str(a) for a, b in zip(firsts, lasts, strict=True)]
    return f"deal{'s' if len(numbers) > 1 else ''} {' and '.join(told)}"


def show(proof, number):
    deal = next((deal for deal in proof["deals"] if deal["number"] == number), None)
    if deal is None:
        raise Unusable(f"there is no deal {number} in this proof: it has {len(proof['deals'])}")
    _, pack = pack_of(proof, deal)
    packets, seats = proof["house_rules"]["packets"], deal["seat_numbers"]
    dealt = hands(pack, len(seats), deal["dealer"], packets)
    for seat, hand in zip(seats, dealt, strict=True):
        print(f"seat {seat}: {' '.join(hand)}")
    print(f"turned up: {' '.join(turned_up(pack, len(seats), deal['actions']))}")
    print(f"actions: {', '.join(deal['actions'])}")


# ---- what was asked


class Unusable(Exception):
    """Nothing can be checked; the message says why."""


def check_cards(cards, asked):
    if asked.anchor or asked.string or asked.show is not None:
        raise Unusable("--anchor, --string and --show are for a proof, and this file has cards")
    if asked.root is None:
        raise Unusable("this file has cards: give --root and the cards_root of their deal")
    root = bytes.fromhex(asked.root)
    faults = [f"the card {card['card']} is not proven" for card in cards if not opens(card, root)]
    return faults, f"{len(cards)} cards are those of the root"


def check_table(proof, asked):
    if asked.root:
        raise Unusable("--root is for a file of cards, and this file has a proof")
    if proof["protocol"] != PROTOCOL:
        return [f"this is protocol {proof['protocol']}, and I know {PROTOCOL}"], ""
    if asked.show is not None:
        show(proof, asked.show)
    faults = list(faults_of_table(proof))
    for deal in proof["deals"]:
        faults += faults_of_deal(proof, deal)
    if asked.anchor and asked.anchor != proof["anchor"]:
        faults.append("the anchor is not the one that you noted")
    for note in notes(proof):
        print(f"note: {note}")
    for text in asked.string:
        if numbers := deals_with(proof, text):
            print(f"note: your string {text} is in {spans(numbers)}")
        else:
            faults.append(f"your string {text} was mixed into no deal")
    return faults, f"{len(proof['deals'])} deals of table {proof['table']} follow from the anchor"


def check(asked):
    given = json.loads(Path(asked.file).read_text(encoding="utf-8"))
    if isinstance(given, list):
        return check_cards(given, asked)
    if "detail" in given and "deals" not in given:
        raise Unusable(f"this file has what the service answered instead: {given['detail']}")
    return check_table(given, asked)


def digest(text):
    """32 bytes as somebody noted them."""
    if not re.fullmatch("[0-9a-f]{64}", text.lower()):
        raise argparse.ArgumentTypeError(f"{text!r} is not 64 hexadecimal digits")
    return text.lower()


def main():
    parser = argparse.ArgumentParser(description="Check how cards were dealt.")
    parser.add_argument("file", help="an answer of /tables/ID/proof, or of /deals/ID/cards")
    parser.add_argument("--anchor", type=digest, help="the anchor of the table, as you noted it")
    parser.add_argument("--string", action="append", default=[], help="a string that you opened")
    parser.add_argument("--root", type=digest, help="for cards: the cards_root of their deal")
    parser.add_argument("--show", type=int, metavar="NUMBER", help="print the cards of a deal")
    asked = parser.parse_args()
    try:
        faults, done = check(asked)
    except Unusable as error:
        print(f"{asked.file}: {error}", file=sys.stderr)
        return 2
    except Exception as error:  # The file may hold anything.
        print(f"cannot read {asked.file}: {error!r}", file=sys.stderr)
        return 2
    for fault in faults:
        print(f"WRONG: {fault}")
    print(f"{len(faults)} faults" if faults else f"right: {done}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
