"""What people see and do in the admin with the rows of a club, by their role in it."""

from typing import Any

from django.contrib import admin
from django.db.models import Field, ForeignKey
from django.forms import ModelChoiceField
from django.http import HttpRequest

from clubs.models import Club, Player
from clubs.models.club import ClubQuerySet
from deploy.rights import Doer
from ledger.admin import ByDeed


def doer(request: HttpRequest) -> Doer:
    """Who does what is asked for, as the log of a night tells it."""
    return Doer(player_of(request).pk)


def player_of(request: HttpRequest) -> Player:
    assert isinstance(request.user, Player)  # Nobody else enters the admin.
    return request.user


class OwnClubsFilter(admin.RelatedFieldListFilter):
    """Offers the clubs whose rows somebody sees, and no other club's name."""

    def field_choices(
        self, field: Field, request: HttpRequest, model_admin: admin.ModelAdmin
    ) -> list[tuple[str, Any]]:
        assert isinstance(model_admin, OfOwnClubs)
        clubs = model_admin.clubs(request, "see").order_by("name")
        return [(str(club.pk), str(club)) for club in clubs]


class OfOwnClubs(ByDeed):
    """Mixed into an admin whose rows belong to a club; its forms name no other."""

    book_paths: tuple[str, ...] = ("club__book",)

    def clubs(self, request: HttpRequest, name: str) -> ClubQuerySet:
        """The clubs in which they may do this."""
        assert isinstance(request.user, Player)
        return Club.objects.of(request.user, self.roles_for(name))

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        """People who see one club need not be told of it in every row."""
        columns = super().get_list_display(request)
        has_one = self.clubs(request, "see").count() == 1
        return [column for column in columns if not (has_one and column == "club")]

    def formfield_for_foreignkey(
        self, db_field: ForeignKey, request: HttpRequest, **kwargs: Any
    ) -> ModelChoiceField | None:
        """No form takes a club where they may not add; with only one there is no choice."""
        if db_field.related_model is Club:
            clubs = self.clubs(request, "add")
            kwargs |= {"queryset": clubs, "initial": clubs.order_by("pk").first()}
        return super().formfield_for_foreignkey(  # type: ignore[misc]
            db_field, request, **kwargs
        )
