"""Every address of the service."""

from django.contrib import admin
from django.http import HttpResponse
from django.urls import path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("livez", lambda _: HttpResponse("alive")),
]

handler400 = "deploy.rest.problems.handle_400"
handler403 = "deploy.rest.problems.handle_403"
handler404 = "deploy.rest.problems.handle_404"
handler500 = "deploy.rest.problems.handle_500"
