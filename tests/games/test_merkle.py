"""One hash for every card: it opens a card at a time, and nothing that was not opened."""

import hmac
from dataclasses import replace
from hashlib import sha256

import pytest

from games.engine import Card, Place
from games.fairness.merkle import LEAVES, CardProof, _leaf, _node, cards_root, prove_cards_of
from games.fairness.shuffle import shuffled_pack
from games.models import Deal
from games.sight.card_proofs import prove_cards
from tests.games.factories import anything, dealt, play_out, state_of, table_of
from tests.games.programs import client_of, get
from tests.ledger.factories import HolderFactory

SEED = sha256(b"Spoil Five").digest()


def is_proven(proof: CardProof, root: bytes) -> bool:
    """Whether a root committed to this card at this position."""
    node, at = _leaf(proof.salt, proof.position, proof.card), proof.position
    for beside in proof.path:
        node = _node(beside, node) if at % 2 else _node(node, beside)
        at //= 2
    return at == 0 and 2 ** len(proof.path) == LEAVES and hmac.compare_digest(node, root)


def test_every_card_is_proven_at_its_place() -> None:
    root = cards_root(SEED)
    proofs = prove_cards_of(SEED, range(52))

    assert [proof.card for proof in proofs] == list(shuffled_pack(SEED))
    assert all(is_proven(proof, root) for proof in proofs)
    assert len({proof.salt for proof in proofs}) == 52


@pytest.mark.parametrize(
    "forged",
    [
        {"card": Card.parse("5H")},
        {"position": 8},
        {"position": 7 + 64},
        {"salt": bytes(32)},
        {"path": ()},
        {"path": (bytes(32),) * 6},
    ],
)
def test_what_was_forged_proves_nothing(forged: dict[str, object]) -> None:
    [proof] = prove_cards_of(SEED, [7])

    assert str(proof.card) == "JS"
    assert not is_proven(replace(proof, **forged), cards_root(SEED))  # type: ignore[arg-type]


def test_a_node_does_not_pass_for_a_card() -> None:
    """The path of one card less than six hashes long would start at an inner node."""
    [proof] = prove_cards_of(SEED, [7])

    short = CardProof(3, proof.card, proof.salt, proof.path[1:])
    assert not is_proven(short, cards_root(SEED))


@pytest.mark.django_db
def test_a_player_opens_their_own_cards_and_those_they_saw() -> None:
    deal = Deal.objects.defer(None).get(pk=dealt(anything).pk)
    state, root = state_of(deal), bytes(deal.cards_root)
    first = deal.table.seats.get(number=0)

    told = prove_cards(deal, first.player_id, until=None)
    strange = prove_cards(deal, None, until=None)

    assert {proof.card for proof in told} == {*state.hand(Place(0)), state.turn_up}
    assert [proof.card for proof in strange] == [state.turn_up]
    assert all(is_proven(proof, root) for proof in told)


@pytest.mark.django_db
def test_after_a_deal_every_card_that_was_played_is_open_and_no_other() -> None:
    table = play_out(table_of(deals_limit=1))
    deal = Deal.objects.defer(None).select_related("table").get(table=table)
    state = state_of(deal)
    played = {card for trick in state.tricks for card in trick.cards}

    told = {proof.card for proof in prove_cards(deal, None, until=None)}

    assert told == played | {state.turn_up, *state.layout.put_aside}


@pytest.mark.django_db
def test_the_door_tells_them() -> None:
    deal = dealt(anything)
    player = deal.table.seats.all()[0].player_id
    root = bytes.fromhex(get(f"deals/{deal.pk}", player)["cards_root"])

    cards = get(f"deals/{deal.pk}/cards", player)

    assert len(cards) == 6
    for given in cards:
        proof = CardProof(
            given["position"],
            Card.parse(given["card"]),
            bytes.fromhex(given["salt"]),
            tuple(map(bytes.fromhex, given["path"])),
        )
        assert is_proven(proof, root)
    stranger = client_of(HolderFactory.create().pk)
    assert stranger.get(f"/api/v1/deals/{deal.pk}/cards").status_code == 404
