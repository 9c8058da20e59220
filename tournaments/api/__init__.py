"""The tournaments' door of the API."""

from rest_framework.viewsets import ViewSetMixin

from tournaments.api.tournaments import TournamentViewSet

routes: list[tuple[str, type[ViewSetMixin], str]] = [
    ("tournaments", TournamentViewSet, "tournament"),
]
