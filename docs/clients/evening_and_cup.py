"""Plays a night and a cup to the end with a client that was generated from the description.

Python 3.11 or newer. Make the client first, then let it play:

    pip install openapi-python-client httpx attrs
    openapi-python-client generate --url http://127.0.0.1:8000/api/openapi.yaml \
        --meta none --output-path spoil_five
    python3 evening_and_cup.py http://127.0.0.1:8000 TOKEN

TOKEN is of somebody who may open clubs (docs/api.md says how to make one). At the night's table
two bots play against this program, which always does the first thing that it may.
"""

import sys
import time
from datetime import UTC, datetime
from uuid import uuid4

from spoil_five import AuthenticatedClient
from spoil_five.api.accounts import accounts_statement_retrieve
from spoil_five.api.clubs import clubs_create
from spoil_five.api.deals import deals_actions_create
from spoil_five.api.members import members_add_many_create, members_list
from spoil_five.api.nights import (
    nights_check_in_create,
    nights_close_create,
    nights_create,
    nights_end_round_create,
    nights_open_create,
    nights_open_tables_create,
    nights_seat_create,
)
from spoil_five.api.tables import tables_retrieve
from spoil_five.api.tournaments import (
    tournaments_create,
    tournaments_enter_many_create,
    tournaments_prizes_list,
    tournaments_retrieve,
    tournaments_standings_list,
    tournaments_start_create,
)
from spoil_five.models import (
    ActionInputRequest,
    BotLevelEnum,
    CheckInInputRequest,
    ClubInputRequest,
    ManyInputRequest,
    ManyMembersInputRequest,
    ModeEnum,
    NightInputRequest,
    NightStatus,
    OneOfManyInputRequest,
    OneOfManyMembersInputRequest,
    Problem,
    RoundInputRequest,
    StageInputRequest,
    TournamentInputRequest,
    TournamentStatus,
)

NAMES = ["Peg Mulvihill", "Jerry Stack", "Con Houlihan", "Nell Roche"]
OPENING, FEE = 50, 10


def ask(operation, *where, **body):
    """What the service answers; a refusal ends the program with its own words."""
    answer = operation.sync(*where, client=CLIENT, **body)
    if answer is None or isinstance(answer, Problem):
        raise SystemExit(f"{operation.__name__}: {answer}")
    return answer


def order(operation, *where, **body):
    """Repeated with the same key, an order is carried out once."""
    return ask(operation, *where, idempotency_key=str(uuid4()), **body)


def play_night(club, me, others):
    """One round of two deals at a table of three, and the chips back in the purses."""
    plan = NightInputRequest(
        club=club,
        starts_at=datetime.now(UTC),
        mode=ModeEnum.ONLINE,
        buy_in_chips=20,
        deals_limit=2,
        turn_seconds=300,
    )
    night = order(nights_create, body=plan).id
    ask(nights_open_create, night)
    ask(nights_check_in_create, night, body=CheckInInputRequest([me]))
    bots = CheckInInputRequest(others, bot_level=BotLevelEnum.THUMB)
    ask(nights_check_in_create, night, body=bots)
    order(nights_seat_create, night)
    table = order(nights_open_tables_create, night).tables[0].table
    while play(table):
        pass
    order(nights_end_round_create, night, body=RoundInputRequest(round_=1))
    closed = order(nights_close_create, night)
    check(closed.status == NightStatus.CLOSED, "the night is closed")


def play(table):
    """Do the first thing that is allowed, if it is our turn; whether the table plays on."""
    seen = ask(tables_retrieve, table)
    if seen.closed_at is not None or (seen.deals_limit == deals_over(seen)):
        return False
    if seen.deal and seen.deal.view and seen.deal.view.legal:
        view = seen.deal.view
        action = ActionInputRequest(ply=view.ply, action=view.legal[0])
        ask(deals_actions_create, seen.deal.id, body=action)
    else:
        time.sleep(0.1)
    return True


def deals_over(table):
    deal = table.deal
    return 0 if deal is None else deal.number - (deal.settled_at is None)


def play_cup(club):
    """Bots play for four entrants, over two rounds, until the prizes are paid."""
    document = TournamentInputRequest(
        club=club,
        name="Friday cup",
        entry_chips=FEE,
        prize_percents=[70, 30],
        stages=[
            StageInputRequest(
                format_="rotation",
                rounds_count=2,
                deals_a_round=2,
                table_size=4,
                starting_stack=40,
            )
        ],
    )
    cup = order(tournaments_create, body=document).id
    entries = [OneOfManyInputRequest(name=name, bot_level=BotLevelEnum.THUMB) for name in NAMES]
    entered = order(tournaments_enter_many_create, cup, body=ManyInputRequest(entries))
    check(entered.entered == len(NAMES), "everybody is in")
    order(tournaments_start_create, cup)
    while ask(tournaments_retrieve, cup).status != TournamentStatus.PAID:
        time.sleep(0.2)
    for line in ask(tournaments_standings_list, cup):
        print(f"{line.rank}. {line.name}: {line.reason}")
    paid = sum(prize.chips for prize in ask(tournaments_prizes_list, cup))
    check(paid == FEE * len(NAMES), "the whole fund is paid")


def read_statement(purse):
    """What the evening brought: every line, and what is left."""
    statement = ask(accounts_statement_retrieve, purse)
    for entry in statement.results:
        print(f"{entry.chips:+} {entry.words}")
    moved = sum(entry.chips for entry in statement.results)
    check(statement.closing_chips == statement.opening_chips + moved, "the statement adds up")
    check(statement.closing_chips == statement.account.chips, "the purse holds what it says")


def check(is_so, what):
    if not is_so:
        raise SystemExit(f"Different: {what}")


def main():
    name = f"Clients {uuid4().hex[:6]}"
    club = order(clubs_create, body=ClubInputRequest(name=name, opening_chips=OPENING)).id
    rows = [OneOfManyMembersInputRequest(name=name) for name in NAMES]
    order(members_add_many_create, body=ManyMembersInputRequest(club=club, members=rows))
    members = {one.player.name: one for one in ask(members_list, club=club).results}
    others = [members.pop(name).id for name in NAMES]
    [me] = members.values()
    play_night(club, me.id, others[:2])
    play_cup(club)
    read_statement(me.purse)
    print("The night is closed, and the prizes of the cup are paid.")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    CLIENT = AuthenticatedClient(sys.argv[1], sys.argv[2], prefix="Token")
    main()
