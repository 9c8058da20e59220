"""The games' doors of the API: tables, deals, and the actions of a deal."""

from rest_framework.viewsets import ViewSetMixin

from games.api.deals import DealViewSet
from games.api.tables import TableViewSet

routes: list[tuple[str, type[ViewSetMixin], str]] = [
    ("tables", TableViewSet, "table"),
    ("deals", DealViewSet, "deal"),
]
