"""Dealing online: the seed of the next pack, the stakes, and the first turn."""

from datetime import datetime
from hashlib import sha256

from games.engine import DealState
from games.fairness.merkle import cards_root
from games.fairness.sealing import seal, unseal
from games.fairness.seeds import pack_seed, seed_at
from games.models import Deal, Table
from games.play.clocks import wind
from games.play.lineup import LineUp
from games.play.settlement import collect_stakes
from games.play.strings import strings_of
from games.sight.folding import fold
from games.tables.holding import moment_at


def deal_out(table: Table, lineup: LineUp, *, at: datetime) -> Deal:
    """Deal the cards of the next deal and collect its stakes; the caller holds the table."""
    deal, state = draft_deal(table, lineup, at=at)
    deal.save()
    collect_stakes(deal, lineup, at=at)
    wind(table, list(lineup.seats), state, before=None, at=at)
    return deal


def draft_deal(table: Table, lineup: LineUp, *, at: datetime) -> tuple[Deal, DealState]:
    """The next deal with its cards, not stored yet; the caller holds the table."""
    seed = pack_seed(
        seed_at(unseal(table.sealed_tail), length=table.seeds_count, number=lineup.number),
        number=lineup.number,
        strings=strings_of(table, table.entropy_round),
    )
    deal = Deal(
        table=table,
        number=lineup.number,
        seat_numbers=list(lineup.numbers),
        dealer=lineup.dealer,
        sealed_seed=seal(seed),
        commitment=sha256(seed).digest(),
        cards_root=cards_root(seed),
        entropy_round=table.entropy_round,
        is_new_pool=lineup.is_new_pool,
        scores=list(lineup.scores),
        dealt_at=moment_at([table], at=at),
    )
    return deal, fold(deal)
