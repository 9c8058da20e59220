"""The tournaments' door alone, as addresses."""

from django.urls import include, path
from rest_framework.routers import SimpleRouter

from tournaments.api import routes

api = SimpleRouter(trailing_slash=False)
for prefix, viewset, basename in routes:
    api.register(prefix, viewset, basename)
urlpatterns = [path("api/v1/", include(api.urls))]
