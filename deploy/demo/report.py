"""What the demo says at its end: purses, deals, and the audit of the books."""

from collections import Counter

from django.db.models import QuerySet
from rich.console import Console
from rich.table import Table as RichTable

from clubs.models import Club
from games.models import Action, Deal
from ledger.audit import check_books
from tournaments.awards import standings_of
from tournaments.models import Prize, Tournament


def report_standings(cup: Tournament, console: Console) -> None:
    title = f"Standings after {cup.rounds.count()} rounds"
    table = RichTable("", "entrant", "chips", "deals won", "prize", title=title)
    table.title_justify = "left"
    names = dict(cup.entrants.values_list("pk", "member__player__name"))
    won = dict(Prize.objects.filter(entrant__tournament=cup).values_list("entrant", "chips"))
    for standing in standings_of(cup):
        score = standing.score
        prize = str(won.get(score.entrant, ""))
        row = (f"{score.chips:+}", str(score.deals_won), prize)
        table.add_row(str(standing.rank), names[score.entrant], *row)
    console.print(table)


def report_purses(club: Club, console: Console) -> None:
    purses = RichTable("", "member", "chips", title="Every purse", title_justify="left")
    members = club.members.select_related("player", "purse").order_by("-purse__balance", "pk")
    for place, member in enumerate(members, start=1):
        purses.add_row(str(place), member.player.name, str(member.purse.balance))
    console.print(purses)


def report_deals(deals: "QuerySet[Deal]", console: Console) -> None:
    """How the deals ended, counted from their rows."""
    ended = Counter(deals.values_list("outcome_json__kind", flat=True))
    robs = Action.objects.filter(deal__in=deals, text__startswith="rob").count()
    console.print(
        f"{ended.total()} deals: {ended['won']} won, {ended['spoilt']} spoilt, "
        f"{ended['jinked']} jinked, {ended['jink_failed']} jinks that failed; {robs} robs."
    )


def report_books(console: Console) -> bool:
    """Recount every book; whether all of them hold."""
    findings = check_books()
    for finding in findings:
        console.print(f"[red]{finding}[/]")
    if not findings:
        console.print("[green]The books balance:[/] every chip is where the entries say.")
    return not findings
