"""Tournaments with what a list shows of each."""

from django.db.models import OuterRef, Subquery, Sum
from django.db.models.functions import Coalesce

from deploy.rows import count_of
from tournaments.models.entrant import Admission, Entrant
from tournaments.models.prize import Prize
from tournaments.models.round import Round
from tournaments.models.stage import Stage
from tournaments.models.tournament import TournamentQuerySet


def with_counts(tournaments: TournamentQuerySet) -> TournamentQuerySet:
    """Each with what is counted of it.

    Those who are in as `entrants_count`, others who have entered as `outside_count`;
    `rounds_begun`, `rounds_planned` and `paid_chips`.
    """
    entered = Entrant.objects.entered().filter(tournament=OuterRef("pk"))
    entrants = entered.filter(admission=Admission.IN)
    outside = entered.exclude(admission=Admission.IN)
    rounds = Round.objects.filter(tournament=OuterRef("pk"))
    planned = Stage.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    prizes = Prize.objects.filter(entrant__tournament=OuterRef("pk")).order_by()
    paid = prizes.values("entrant__tournament").annotate(sum=Sum("chips")).values("sum")
    return tournaments.annotate(
        entrants_count=count_of(entrants, "tournament"),
        outside_count=count_of(outside, "tournament"),
        rounds_begun=count_of(rounds, "tournament"),
        paid_chips=Coalesce(Subquery(paid), 0),
        rounds_planned=Subquery(planned.annotate(sum=Sum("rounds_count")).values("sum")),
    )
