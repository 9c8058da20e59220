"""What the demo says at its end: purses, deals, and the audit of the books."""

from collections import Counter

from django.db.models import QuerySet
from rich.console import Console
from rich.table import Table as RichTable

from clubs.models import Club
from games.models import Action, Deal
from ledger.audit import check_books
from tournaments.models import Tournament
from tournaments.results import results_of


def report_standings(cup: Tournament, console: Console) -> None:
    title = f"Standings after {cup.rounds.count()} rounds"
    stage = cup.stages.get()
    measures = stage.played_as.measures(stage.plan)
    headings = [measure.name.lower() for measure in measures]
    table = RichTable("", "entrant", *headings, "prize", title=title, title_justify="left")
    for line in results_of(cup):
        figures = [measure.words(line.figures[measure.key]) for measure in measures]
        prize = str(line.prize_chips) if line.prize_chips else ""
        table.add_row(str(line.rank), line.name, *figures, prize)
    console.print(table)


def report_purses(club: Club, console: Console) -> None:
    purses = RichTable("", "member", "chips", title="Every purse", title_justify="left")
    members = club.members.select_related("player", "purse").order_by("-purse__balance", "pk")
    for rank, member in enumerate(members, start=1):
        purses.add_row(str(rank), member.player.name, str(member.purse.balance))
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
