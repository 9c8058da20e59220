"""The games' doors at their addresses, whatever else the service offers."""

from django.urls import include, path
from rest_framework.routers import SimpleRouter

from games.api import routes

router = SimpleRouter(trailing_slash=False)
for prefix, viewset, basename in routes:
    router.register(prefix, viewset, basename)
urlpatterns = [path("api/v1/", include(router.urls))]
