"""The games' doors of the API: tables, deals, the actions of a deal, and what became of them."""

from rest_framework.viewsets import ViewSetMixin

from games.api.deals import DealViewSet
from games.api.history import HistoryViewSet, RatingViewSet, RecordViewSet
from games.api.rules_options import RulesViewSet
from games.api.tables import TableViewSet

routes: list[tuple[str, type[ViewSetMixin], str]] = [
    ("tables", TableViewSet, "table"),
    ("deals", DealViewSet, "deal"),
    ("history", HistoryViewSet, "history"),
    ("records", RecordViewSet, "record"),
    ("ratings", RatingViewSet, "rating"),
    ("rules", RulesViewSet, "rules"),
]
