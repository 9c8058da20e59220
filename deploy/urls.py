"""Every address of the service."""

from pathlib import Path

from django.conf import settings
from django.contrib import admin
from django.http import FileResponse, HttpRequest
from django.urls import include, path
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.routers import SimpleRouter

from clubs.admin import own_password
from clubs.api import routes as clubs
from clubs.pages import addresses as clubs_pages
from deploy.rest import problem_pages
from games.api import routes as games
from tournaments.api import routes as tournaments
from tournaments.pages import addresses as tournaments_pages

OPENAPI: Path = settings.OPENAPI
ASYNCAPI: Path = OPENAPI.with_name("asyncapi.yaml")

pages = [*clubs_pages, *tournaments_pages]

api = SimpleRouter(trailing_slash=False)
for prefix, viewset, basename in (*clubs, *games, *tournaments):
    api.register(prefix, viewset, basename)


# The page and its script apart, since no page of ours runs what stands within it.
docs = SpectacularSwaggerSplitView.as_view(url="/api/openapi.yaml", template_name="docs.html")


def openapi(_: HttpRequest) -> FileResponse:
    """The committed description of the API, which a test compares with the API itself."""
    return FileResponse(OPENAPI.open("rb"), content_type="application/yaml")


def asyncapi(_: HttpRequest) -> FileResponse:
    """The description of the streams, which a test compares with what they tell."""
    return FileResponse(ASYNCAPI.open("rb"), content_type="application/yaml")


urlpatterns = [
    *pages,  # The desk stands within the admin's addresses.
    path("admin/password_change/", own_password),
    path("admin/", admin.site.urls),
    path("api/v1/", include(api.urls)),
    path("api/docs/", docs, name="api-docs"),
    path("api/openapi.yaml", openapi, name="openapi"),
    path("api/asyncapi.yaml", asyncapi, name="asyncapi"),
    path("api/problems/", problem_pages.index, name="problems"),
    path("api/problems/<slug:slug>", problem_pages.page, name="problem"),
]
handler400 = "deploy.rest.problems.handle_400"
handler403 = "deploy.rest.problems.handle_403"
handler404 = "deploy.rest.problems.handle_404"
handler500 = "deploy.rest.outages.handle_500"
