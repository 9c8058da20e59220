"""The end of a tournament: prizes are proposed by the standings, and paid to purses."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from clubs.models import Role
from ledger.books import close_accounts
from ledger.posting import Posting, post_transfer
from tournaments.fees import payers_of
from tournaments.life import expect, lock_tournament, move_tournament
from tournaments.models import (
    Entrant,
    EntrantMember,
    NewsKind,
    Prize,
    Tournament,
    TournamentDeedKind,
    TournamentStatus,
)
from tournaments.news import tell
from tournaments.prizes import (
    Contender,
    Group,
    OddChips,
    PrizeLine,
    PrizePlan,
    Proposal,
    Ties,
    among_members,
    proposed,
)
from tournaments.promises import prize_plan
from tournaments.reasons import PRIZE
from tournaments.results import final_lots, final_standings, results_of_all
from tournaments.tournament_log import note


def finish(tournament: Tournament, *, at: datetime) -> Tournament:
    """End a tournament after its last round. Its prizes are paid at once, or wait for a while.

    The caller has locked it.
    """
    tournament.finished_at = at
    tournament.save(update_fields=["finished_at"])
    note(tournament, TournamentDeedKind.FINISHED, at=at)
    move_tournament(tournament, TournamentStatus.FINISHED)
    return tournament if tournament.payout_minutes else _pay(tournament, at=at)


@transaction.atomic
def pay(tournament: Tournament, *, by: int | None = None, at: datetime) -> Tournament:
    """Pay the prizes as they are proposed.

    Raises:
        WrongMoment: it is still played, or they are paid.
    """
    tournament = lock_tournament(tournament)
    expect(tournament, TournamentStatus.FINISHED)
    return _pay(tournament, by=by, at=at)


def proposal_of(tournament: Tournament, *, fund: int | None = None) -> Proposal:
    """Who gets what of the fund, as the standings are now.

    Args:
        fund: Chips that were in it; None for those that are.
    """
    table, plan = final_standings(tournament), prize_plan(tournament)
    return proposed(
        table,
        fund=tournament.fund.balance if fund is None else fund,
        plan=plan,
        contenders=_contenders(tournament, [line.entrant for line in table], plan),
        results=results_of_all(tournament) if plan.categories else None,
    )


@dataclass(frozen=True)
class Winner:
    """A member to whom a prize is paid, or a part of it; a bot of the club is no member."""

    member: int | None
    name: str


@dataclass(frozen=True)
class ToldPrize:
    """A prize for people and programs to read; `reason` says the whole of it in words.

    Attributes:
        name: Of the entrant.
        members: Who share it.
        category: As in `PrizeLine`, and so are the others.
    """

    entrant: int
    name: str
    members: tuple[Winner, ...]
    rank: int
    place: int | None
    category: str
    category_name: str
    chips: int
    reason: str


def told_prizes(tournament: Tournament) -> list[ToldPrize]:
    """The prizes: as they were paid, or as they are proposed; none before the end."""
    lines = prize_lines(tournament)
    wanted = {line.entrant for line in lines}
    entrants = tournament.entrants.named().in_bulk(wanted) if wanted else {}
    return [
        ToldPrize(
            entrant=line.entrant,
            name=str(entrants[line.entrant]),
            members=tuple(
                Winner(one.member_id, str(one)) for one in entrants[line.entrant].company
            ),
            rank=line.rank,
            place=line.place,
            category=line.category,
            category_name=line.category_name,
            chips=line.chips,
            reason=line.reason,
        )
        for line in lines
    ]


def prize_lines(tournament: Tournament) -> list[PrizeLine]:
    """The prizes: as they were paid, or as they are proposed; none before the end."""
    if tournament.status == TournamentStatus.FINISHED:
        return list(proposal_of(tournament).lines)
    return paid_lines(tournament)


def paid_lines(tournament: Tournament) -> list[PrizeLine]:
    """The prizes that were paid, in their order."""
    paid = Prize.objects.filter(entrant__tournament=tournament).order_by("pk")
    return [
        PrizeLine(
            *(one.entrant_id, one.rank, one.category, one.category_name, one.place),
            chips=one.chips,
            reason=one.reason,
        )
        for one in paid
    ]


def draft_payment(tournament: Tournament) -> dict[int, int]:
    """Chips that each account would gain if the prizes were paid now, by its key.

    Raises:
        WrongMoment: it is still played, or they are paid.
    """
    expect(tournament, TournamentStatus.FINISHED)
    proposal = proposal_of(tournament)
    return legs_of(tournament, proposal.won) or _fees_back(tournament, proposal.left)


def _contenders(
    tournament: Tournament, entrants: Collection[int], plan: PrizePlan
) -> dict[int, Contender]:
    """By entrant what prizes ask of them; groups and lots only where the plan asks for them."""
    named = {one.pk: one for one in tournament.entrants.named()}
    by_lot = plan.ties == Ties.LOT or plan.odd_chips == OddChips.LOT
    lot_of = final_lots(tournament) if by_lot else {}
    asked = {category.group for category in plan.categories}
    known = _known_before(tournament) if Group.NEWCOMERS in asked else set()
    return {
        one: Contender(
            str(named[one]),
            takes_prizes=not named[one].is_bot
            and (tournament.prizes_for_who_left or not named[one].has_left),
            groups=_groups(named[one], known),
            lot=lot_of.get(one, 0),
        )
        for one in entrants
    }


def _groups(entrant: Entrant, known: set[int]) -> frozenset[str]:
    if entrant.is_bot:
        return frozenset()
    members = [one.person for one in entrant.company]
    is_in = {
        Group.PAIRS: len(members) == 2,
        Group.THREES: len(members) == 3,
        Group.GUESTS: all(member.role == Role.GUEST for member in members),
        Group.NEWCOMERS: known.isdisjoint(member.pk for member in members),
    }
    return frozenset(group for group, is_one in is_in.items() if is_one)


def _known_before(tournament: Tournament) -> set[int]:
    """The members who have played in an earlier tournament of the club."""
    earlier = EntrantMember.objects.filter(
        tournament__club=tournament.club_id,
        tournament__lt=tournament.pk,
        seats__isnull=False,
        bot=None,
    )
    return set(earlier.values_list("member", flat=True))


def _pay(tournament: Tournament, *, by: int | None = None, at: datetime) -> Tournament:
    proposal = proposal_of(tournament)
    if legs := legs_of(tournament, proposal.won) or _fees_back(tournament, proposal.left):
        posting = Posting(
            book_id=tournament.club.book_id,
            reason=PRIZE,
            key=f"tournament:{tournament.pk}:prizes",
            legs=legs,
        )
        post_transfer(posting, at=at)
    Prize.objects.bulk_create(prize_rows(proposal))
    close_accounts([tournament.fund], at=at)
    won = {str(one): chips for one, chips in sorted(proposal.won.items())}
    note(
        tournament,
        TournamentDeedKind.PAID,
        by=by,
        entrants=sorted(proposal.won),
        after=won,
        at=at,
    )
    tell(tournament, NewsKind.STANDINGS)  # They say what everybody won.
    return move_tournament(tournament, TournamentStatus.PAID)


def prize_rows(proposal: Proposal) -> list[Prize]:
    """The prizes of each entrant for each thing, not stored yet."""
    return [
        Prize(
            entrant_id=line.entrant,
            rank=line.rank,
            category=line.category,
            category_name=line.category_name,
            place=line.place,
            chips=line.chips,
            reason=line.reason,
        )
        for line in proposal.lines
    ]


def _fees_back(tournament: Tournament, left: int) -> dict[int, int]:
    """What takes chips that nobody can win back to those who paid them, in equal shares.

    Odd chips go one each by the plan: to those who entered first, or who are ahead by lot.
    """
    if not left:
        return {}
    payers = payers_of(tournament)
    if tournament.odd_chips == OddChips.LOT:
        lot_of = final_lots(tournament)
        payers.sort(key=lambda one: -lot_of.get(one.entrant_id, 0))
    shares = among_members(left, len(payers))
    legs = Counter({tournament.fund_id: -left})
    for payer, share in zip(payers, shares, strict=True):
        legs[payer.person.purse_id] += share
    return {account: chips for account, chips in legs.items() if chips}


def legs_of(tournament: Tournament, won: dict[int, int]) -> dict[int, int]:
    """What each purse gains and the fund gives; nothing where there is no fee."""
    legs = Counter[int]()
    for entrant in tournament.entrants.named():
        shares = among_members(won.get(entrant.pk, 0), len(entrant.company))
        for one, share in zip(entrant.company, shares, strict=True):
            if share:
                legs[one.person.purse_id] += share
    return dict(legs) | {tournament.fund_id: -legs.total()} if legs else {}
