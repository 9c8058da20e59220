"""Players, for whoever runs the service: names, logins, rights."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from unfold.admin import ModelAdmin
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from clubs.models import Player


@admin.register(Player)
class PlayerAdmin(UserAdmin, ModelAdmin):
    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm
    list_display = ("name", "username", "email", "is_bot", "is_staff", "is_active", "joined_at")
    list_filter = ("is_bot", "is_staff", "is_active")
    search_fields = ("name", "username", "email")
    ordering = ("name", "pk")
    readonly_fields = ("last_login", "joined_at")
    fieldsets = (
        (None, {"fields": ("name", "username", "email", "password")}),
        ("Rights", {"fields": ("is_active", "is_staff", "is_superuser", "is_bot", "groups")}),
        ("Dates", {"fields": ("last_login", "joined_at")}),
    )
    add_fieldsets = (
        (None, {"fields": ("name", "username", "usable_password", "password1", "password2")}),
    )
