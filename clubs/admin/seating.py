"""The rounds of a night on its page: who sits at which table, and who meets again."""

from collections.abc import Mapping

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from clubs.models import Night, NightPlace, NightRound, NightTable


def seating_told(night: Night) -> SafeString | str:
    """Round by round the tables, with the people clockwise."""
    standing = night.rounds.standing()
    places = NightPlace.objects.filter(round__in=standing).taken().round_the_tables()
    rounds: dict[NightRound, dict[NightTable, list[str]]] = {}
    for one in places.told().select_related("table__round"):
        tables = rounds.setdefault(one.table.round, {})
        tables.setdefault(one.table, []).append(str(one.attendance))
    if not rounds:
        return "Nobody is seated yet."
    names = dict(night.attendances.values_list("pk", "member__player__name"))
    told = [(one, tables, _meetings(one, names)) for one, tables in rounds.items()]
    return render_to_string("clubs/seating.html", {"night": night, "rounds": told})


def _meetings(drawn: NightRound, names: Mapping[int, str]) -> list[dict[str, object]]:
    """Who meets again in a round, and how often they have met before."""
    return [
        {"names": [names[person] for person in again["people"]], "times": again["times"]}
        for again in drawn.meets_again
    ]
