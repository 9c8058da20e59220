"""What organisers may see and do in the admin: everything of their own clubs, nothing of others."""

from typing import Any

from django.contrib import admin
from django.db.models import Field, ForeignKey, Model, Q, QuerySet
from django.forms import ModelChoiceField
from django.http import HttpRequest

from clubs.models import Club, Player


class OwnClubsFilter(admin.RelatedFieldListFilter):
    """Offers the clubs that somebody runs, and no other club's name."""

    def field_choices(
        self, field: Field, request: HttpRequest, model_admin: admin.ModelAdmin
    ) -> list[tuple[str, Any]]:
        assert isinstance(request.user, Player)
        clubs = Club.objects.run_by(request.user).order_by("name")
        return [(str(club.pk), str(club)) for club in clubs]


class OfOwnClubs:
    """Mixed into an admin whose rows belong to a club: no grants beside the member's role.

    Attributes:
        club_path: How a row finds its club.
        is_organisers: Whether organisers add and change rows, or only look at them.
    """

    club_path = "club"
    is_organisers = True

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        player = request.user
        return isinstance(player, Player) and Club.objects.run_by(player).exists()

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self.is_organisers and self.has_view_permission(request)

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self.has_change_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False  # What happened is kept; people leave and nights close.

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        """Who runs one club need not be told of it in every row."""
        assert isinstance(request.user, Player)
        columns = super().get_list_display(request)  # type: ignore[misc]
        has_one = Club.objects.run_by(request.user).count() == 1
        return [column for column in columns if not (has_one and column == "club")]

    def formfield_for_foreignkey(
        self, db_field: ForeignKey, request: HttpRequest, **kwargs: Any
    ) -> ModelChoiceField | None:
        """No form takes a club that the person does not run; who runs one need not choose."""
        if db_field.related_model is Club and isinstance(request.user, Player):
            clubs = Club.objects.run_by(request.user)
            kwargs |= {"queryset": clubs, "initial": clubs.order_by("pk").first()}
        return super().formfield_for_foreignkey(  # type: ignore[misc]
            db_field, request, **kwargs
        )

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        rows: QuerySet = super().get_queryset(request)  # type: ignore[misc]
        assert isinstance(request.user, Player)
        if request.user.is_superuser:
            return rows
        return rows.filter(self.of_clubs(Club.objects.run_by(request.user)))

    def of_clubs(self, clubs: QuerySet[Club]) -> Q:
        """What makes a row one of these clubs."""
        return Q(**{f"{self.club_path}__in": clubs})
