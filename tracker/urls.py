"""Every address of the site."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
"""Staff sign in where everybody does, under the same limit of wrong passwords."""

urlpatterns = [
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    path("api/", include("tracker.api.urls")),
    path("", include("tracker.web.shell_urls")),
    path("", include("tracker.web.urls")),
]

handler404 = "tracker.errors.not_found"
handler500 = "tracker.errors.server_error"
