"""Every address of the site."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    path("api/", include("tracker.api.urls")),
    path("", include("tracker.web.shell_urls")),
    path("", include("tracker.web.urls")),
]
