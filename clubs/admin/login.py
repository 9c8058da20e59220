"""The admin's login and its change of passwords: the pages that everybody signs in by."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.views.generic import RedirectView

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign, no-untyped-call]
own_password = RedirectView.as_view(pattern_name="account_change_password")
