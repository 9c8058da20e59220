"""Fair deals: the shuffle, the chain of seeds, and seeds at rest."""

import hmac
import json
from hashlib import sha256
from itertools import pairwise

import pytest
from cryptography.fernet import Fernet
from django.test import override_settings

from games.engine import PACK, first_knave
from games.errors import CardsLost
from games.fairness import shuffle
from games.fairness.proof import check_proof
from games.fairness.sealing import seal, unseal
from games.fairness.seeds import pack_seed, seed_at
from games.fairness.shuffle import shuffled_pack
from games.models import Deal, Table
from games.seat_numbers import SeatNumber
from games.sight.revealing import reveal
from games.tables.opening import MOST_DEALS
from tests.games.factories import play_out, table_of
from tests.games.programs import get


def naive_pack(seed: bytes) -> list[str]:
    """The same shuffle written down a second time, after the words of its docstring."""
    stream = b"".join(hmac.new(seed, n.to_bytes(8, "big"), "sha256").digest() for n in range(40))
    words = [int.from_bytes(stream[at : at + 4], "big") for at in range(0, len(stream), 4)]
    pack = [str(card) for card in PACK]
    for size in range(52, 1, -1):
        while words[0] >= 2**32 // size * size:
            words.pop(0)
        place = words.pop(0) % size
        pack[size - 1], pack[place] = pack[place], pack[size - 1]
    return pack


def test_the_shuffle_is_the_one_that_is_described() -> None:
    for number in range(300):
        seed = sha256(number.to_bytes(4)).digest()
        assert [str(card) for card in shuffled_pack(seed)] == naive_pack(seed)


def test_numbers_that_would_favour_low_cards_are_passed_by() -> None:
    """Of 2**32 numbers the last 16 are left over when they are dealt to 52 places."""
    left_over = shuffle.WORDS - shuffle.WORDS % 52

    assert shuffle._below(52, iter([left_over, shuffle.WORDS - 1, 53])) == 1
    assert shuffle._below(52, iter([left_over - 1])) == 51


def test_each_seed_is_the_hash_of_the_next() -> None:
    tail = b"t" * 32
    seeds = [seed_at(tail, length=5, number=number) for number in range(6)]

    assert seeds[5] == tail
    for before, after in pairwise(seeds):
        assert before == sha256(after).digest()


def test_a_mixed_seed_is_the_one_that_is_described() -> None:
    """Numbers of bytes are fixed, so no two lists of strings are written alike."""
    seed = sha256(b"a chain").digest()
    strings = [(SeatNumber(2), "x" * 16), (SeatNumber(3), "")]

    written = b"spoil five/pack/1" + bytes([0, 0, 0, 0, 0, 0, 1, 2]) + b"\x02\x10" + b"x" * 16
    expected = hmac.new(seed, written + b"\x03\x00", "sha256").digest()
    assert pack_seed(seed, number=258, strings=strings) == expected
    others = [(257, strings), (258, strings[:1]), (258, strings[::-1]), (258, [])]
    assert all(pack_seed(seed, number=n, strings=given) != expected for n, given in others)


@pytest.mark.django_db
def test_a_table_deals_from_the_chain_that_it_has_published() -> None:
    table = table_of(deals_limit=3)
    published = bytes(table.anchor)
    tail = unseal(Table.objects.defer(None).get().sealed_tail)
    play_out(table)

    assert (
        bytes(Table.objects.get().anchor)
        == published
        == seed_at(tail, length=table.seeds_count, number=0)
    )
    for deal in Deal.objects.defer(None).order_by("number"):
        chained = seed_at(tail, length=table.seeds_count, number=deal.number)
        assert unseal(deal.sealed_seed) == pack_seed(chained, number=deal.number, strings=[])
        assert bytes(deal.commitment) == sha256(unseal(deal.sealed_seed)).digest()


@pytest.mark.django_db
def test_what_is_told_of_a_deal_opens_no_other_deal() -> None:
    """The hash of a chain's seed is the seed before, so it must not be the commitment."""
    table = table_of(deals_limit=3)
    tail = unseal(Table.objects.defer(None).get().sealed_tail)
    player = play_out(table).seats.all()[0].player_id
    seeds = [seed_at(tail, length=3, number=number).hex() for number in range(1, 4)]
    seeds += [unseal(deal.sealed_seed).hex() for deal in Deal.objects.defer(None)]

    told = json.dumps([get("deals", player), get(f"tables/{table.pk}", player)])

    assert not [seed for seed in seeds if seed in told]


@pytest.mark.django_db
def test_the_first_dealer_has_the_first_knave_of_the_anchors_pack() -> None:
    """RULES.md 1.4."""
    table = play_out(table_of(deals_limit=1))

    expected = first_knave(shuffled_pack(bytes(table.anchor)), 5)
    assert table.deals.get().dealer == expected


@pytest.mark.django_db
def test_seeds_are_sealed_at_rest_and_left_where_they_are() -> None:
    table = table_of(deals_limit=1)
    play_out(table)

    assert "sealed_seed" in Deal.objects.get().get_deferred_fields()
    assert "sealed_tail" in Table.objects.get().get_deferred_fields()
    assert "sealed_seed" in table.deals.get().get_deferred_fields()
    sealed = bytes(Deal.objects.defer(None).get().sealed_seed)
    assert unseal(sealed) not in sealed


def test_a_new_key_seals_and_the_old_one_still_opens() -> None:
    old, new = (Fernet.generate_key().decode() for _ in range(2))
    with override_settings(SEED_KEYS=[old]):
        sealed = seal(b"seed")

    with override_settings(SEED_KEYS=[new, old]):
        assert unseal(sealed) == b"seed"
        resealed = seal(b"seed")
    with override_settings(SEED_KEYS=[new]):
        assert unseal(resealed) == b"seed"
        with pytest.raises(CardsLost):
            unseal(sealed)


@pytest.mark.django_db
def test_only_those_who_are_dealt_in_count_for_the_first_dealer() -> None:
    """RULES.md 1.4, 7.5: seats 1 and 3 cannot pay the stake."""
    table = play_out(table_of(40, 0, 40, 0, 40, deals_limit=2))

    deal = table.deals.get(number=1)
    assert deal.seat_numbers == [0, 2, 4]
    assert deal.dealer == first_knave(shuffled_pack(bytes(table.anchor)), 3)
    assert check_proof(reveal(table)) == []


@pytest.mark.django_db
def test_no_table_has_more_deals_than_a_proof_tells_at_once() -> None:
    assert table_of(deals_limit=MOST_DEALS).seeds_count == 1010
    with pytest.raises(AssertionError, match="a proof tells all deals"):
        table_of(deals_limit=MOST_DEALS + 1)
