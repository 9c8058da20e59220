"""What the pages, forms and actions of an admin stand for, asked of the matrix of rights."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any, cast

from django.contrib.admin import display
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import DateTimeField, Field, Model, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from deploy.rights import NOBODY, Deed, Person, Role, Roles, books_as, may
from deploy.zones import Halls, MomentField, MomentWidget, halls_of, shown_in_list
from ledger.admin.lists import MOST_SEARCHED, BoundedPaginator, search

MOST_DIGITS = 18  # Of a number that a row can have.
LINK = re.compile(r"</?a\b[^>]*>")


def unlinked(shown: str) -> SafeString:
    """What a field shows that cannot be changed, without the link that Django makes of a row.

    The pages of logins are for operators alone, and a name with a link would lead to a refusal.
    """
    return mark_safe(LINK.sub("", conditional_escape(shown)))


NAMES = ("accepted_by", "actor", "created_by", "holder", "player", "turned_away_by", "voided_by")
UNLINKED = dict.fromkeys(NAMES, unlinked)


class ByDeed:
    """Mixed into an admin: it shows and does what the user's roles allow.

    Attributes:
        deeds: `see` is for its rows; `add`, `change` and `delete` for its forms; every action and
            every page of its own by its name. A page that does several things has several. What is
            not named nobody may.
        book_paths: How a row finds the books of the clubs to which it belongs.
        most_searched: At how many of the newest rows a search looks; None for all of them, where
            they do not grow with all that was played.
    """

    deeds: Mapping[str, Deed | tuple[Deed, ...]] = {}
    most_searched: int | None = MOST_SEARCHED
    book_paths: tuple[str, ...] = ("book",)
    readonly_preprocess_fields: Mapping[str, Callable[[str], str]] = UNLINKED
    model: type[Model]
    list_per_page = 50
    list_max_show_all = 100
    show_full_result_count = False
    paginator: type[Paginator] = BoundedPaginator

    def roles_for(self, name: str) -> Roles:
        """Those that may do this."""
        return NOBODY.union(*(deed.may for deed in self._deeds(name)))

    def may(self, request: HttpRequest, name: str, row: Model | None = None) -> bool:
        """Whether they may do this to the row, or somewhere if there is none yet."""
        roles = self._roles(request, row)
        return any(may(roles, deed) for deed in self.deeds_at(name, row))

    def ask(self, request: HttpRequest, name: str, rows: QuerySet) -> None:
        """Refuse users who may not do this to all of these rows.

        Raises:
            PermissionDenied: they may not, at one of them at least.
        """
        where = self._where(request, self.roles_for(name))
        theirs = self.model._base_manager.filter(where).values("pk")
        if not self.may(request, name) or rows.exclude(pk__in=theirs).exists():
            raise PermissionDenied

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        rows: QuerySet = super().get_queryset(request)  # type: ignore[misc]
        [deed] = self._deeds("see")
        return rows.filter(self._where(request, deed.sees))

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet, search_term: str
    ) -> tuple[QuerySet, bool]:
        """What a search finds; no row stands there twice."""
        columns: Sequence[str] = super().get_search_fields(request)  # type: ignore[misc]
        return search(queryset, columns, search_term, newest=self.most_searched), False

    def get_list_display(self, request: HttpRequest) -> Any:
        """Moments stand there by the clock of each row's hall, where somebody sees several."""
        columns: Sequence[Any] = super().get_list_display(request)  # type: ignore[misc]
        halls = halls_of(request)
        if halls is None or not halls.are_many or not self.book_paths:
            return columns
        moments = {
            one.name: one for one in self.model._meta.fields if isinstance(one, DateTimeField)
        }
        return [
            self._by_own_clock(moments[name], halls) if name in moments else name
            for name in columns
        ]

    def _by_own_clock(self, moment: DateTimeField, halls: Halls) -> Callable[[Any], str]:
        def shown(row: Model) -> str:
            book = reduce(getattr, self.book_paths[0].split("__"), row)
            pk = book.pk if isinstance(book, Model) else book
            zone = halls.reader if pk is None else halls.of_book(cast(int, pk))
            return shown_in_list(getattr(row, moment.name), zone, reader=halls.reader)

        return display(description=moment.verbose_name, ordering=moment.name)(shown)

    def formfield_for_dbfield(self, db_field: Field, request: HttpRequest, **options: Any) -> Any:
        """A moment is entered by the clock of its row's hall, which is named."""
        is_moment = isinstance(db_field, DateTimeField)
        if is_moment:
            options |= {"form_class": MomentField, "widget": MomentWidget}
        field = super().formfield_for_dbfield(  # type: ignore[misc]
            db_field, request, **options
        )
        halls = halls_of(request)
        if is_moment and field and halls is not None and halls.are_many:
            told = gettext("By the clock of the club's hall.")
            field.help_text = f"{field.help_text} {told}".strip()
        return field

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        """With a sentence below the field of a search on what it leaves out."""
        found: ChangeList = super().get_changelist_instance(request)  # type: ignore[misc]
        if self.most_searched is not None:
            found.search_help_text = gettext(
                "Looks at the newest {count} rows. Filter the list to reach others."
            ).format(count=self.most_searched)
        return found

    def get_object(
        self, request: HttpRequest, object_id: str, from_field: str | None = None
    ) -> Model:
        """The row of a page, for people who see it; what they may do there is asked after that.

        Raises:
            PermissionDenied: they see no rows of this kind.
            Http404: they do not see this one, which is as if nobody had its number.
        """
        if not self.may(request, "see"):
            raise PermissionDenied
        row: Model | None = super().get_object(  # type: ignore[misc]
            request, object_id, from_field
        )
        if row is None:
            raise Http404
        return row

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        if request.method == "POST" and self.may(request, "see"):
            self._check_action(request)
        answer: HttpResponse = super().changelist_view(  # type: ignore[misc]
            request, extra_context
        )
        return answer

    def _check_action(self, request: HttpRequest) -> None:
        """See that they may do what was chosen for the rows that were ticked.

        Raises:
            Http404: they do not see one of the rows.
            PermissionDenied: the action is not offered to them.
        """
        ticked = set(request.POST.getlist(ACTION_CHECKBOX_NAME))
        numbers = [text for text in ticked if text.isdecimal() and len(text) <= MOST_DIGITS]
        [deed] = self._deeds("see")
        seen = self.model._base_manager.filter(self._where(request, deed.sees), pk__in=numbers)
        if seen.count() != len(ticked):
            raise Http404
        if not set(request.POST.getlist("action")) <= {"", *self.get_actions(request)}:
            raise PermissionDenied

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Those that they may, each of which asks again at the rows that were ticked."""
        found = super().get_actions(request)  # type: ignore[misc]
        return {
            name: (self._asking(name, do), name, words)
            for name, (do, _, words) in found.items()
            if self.may(request, name)
        }

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.may(request, "see")

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self.may(request, "see", obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self.may(request, "add")

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self.may(request, "change", obj)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self.may(request, "delete", obj)

    def deeds_at(self, name: str, row: Model | None) -> tuple[Deed, ...]:
        """The deeds that this is at the row, or somewhere if there is none yet."""
        return self._deeds(name)

    def _deeds(self, name: str) -> tuple[Deed, ...]:
        found = self.deeds.get(name, ())
        return found if isinstance(found, tuple) else (found,)

    def _roles(self, request: HttpRequest, row: Model | None = None) -> Roles:
        """What they are to the row, or in any club if there is none yet."""
        person = request.user
        if not isinstance(person, Person):
            return frozenset({Role.ANONYMOUS})
        if row is None or row.pk is None or not self.book_paths:
            return _roles_anywhere(request, person)
        found = self.model._base_manager.filter(pk=row.pk).values_list(*self.book_paths).first()
        books = [book for book in found or () if book is not None]
        return person.roles_in(books)

    def _where(self, request: HttpRequest, roles: Roles) -> Q:
        """What makes a row one of the clubs in which they have one of these roles."""
        person, where = request.user, Q(pk__in=())
        if not isinstance(person, Person):
            return where
        if person.has_everywhere(roles):
            return Q()
        books = books_as(person, roles)
        for path in self.book_paths:
            where |= Q(**{f"{path}__in": books})
        return where

    def _asking(self, name: str, do: Callable[..., Any]) -> Callable[..., Any]:
        def asked(model_admin: Any, request: HttpRequest, rows: QuerySet) -> Any:
            self.ask(request, name, rows)
            return do(model_admin, request, rows)

        return asked


def _roles_anywhere(request: Any, person: Person) -> Roles:
    """What they are in any club, looked up once a request: every list of the menu asks for it."""
    if not hasattr(request, "roles_anywhere"):
        request.roles_anywhere = person.roles_anywhere()
    roles: Roles = request.roles_anywhere
    return roles
