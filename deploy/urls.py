"""Every address of the service."""

from pathlib import Path

from django.conf import settings
from django.contrib import admin
from django.http import FileResponse, HttpRequest
from django.urls import include, path
from django.views.generic import RedirectView
from drf_spectacular.views import SpectacularSwaggerView
from rest_framework.routers import SimpleRouter

from clubs.api import routes as clubs
from deploy.health import livez, readyz
from deploy.rest import problem_pages
from games.api import routes as games
from tournaments.api import routes as tournaments

OPENAPI: Path = settings.OPENAPI

api = SimpleRouter(trailing_slash=False)
for prefix, viewset, basename in (*clubs, *games, *tournaments):
    api.register(prefix, viewset, basename)


def openapi(_: HttpRequest) -> FileResponse:
    """The committed description of the API, which a test compares with the API itself."""
    return FileResponse(OPENAPI.open("rb"), content_type="application/yaml")


urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/v1/", include(api.urls)),
    path("api/docs/", SpectacularSwaggerView.as_view(url="/api/openapi.yaml"), name="api-docs"),
    path("api/openapi.yaml", openapi, name="openapi"),
    path("api/problems/", problem_pages.index, name="problems"),
    path("api/problems/<slug:slug>", problem_pages.page, name="problem"),
    path("livez", livez, name="livez"),
    path("readyz", readyz, name="readyz"),
    path("", RedirectView.as_view(pattern_name="admin:index"), name="home"),
]
handler400 = "deploy.rest.problems.handle_400"
handler403 = "deploy.rest.problems.handle_403"
handler404 = "deploy.rest.problems.handle_404"
handler500 = "deploy.rest.problems.handle_500"
