"""What every door of the clubs has: who asks, what they may see and do, which rows a body names."""

from typing import Any, NoReturn

from django.db.models import QuerySet
from django_filters.rest_framework import DjangoFilterBackend
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.relations import PrimaryKeyRelatedField
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.viewsets import GenericViewSet

from clubs.models import Club, LinkUser, Member, Player
from clubs.rights import SEE_MEMBER
from deploy.rest.authentication import scopes_of
from deploy.rest.idempotency import HEADER
from deploy.rest.preconditions import ETags
from deploy.rest.rights import Deeds, refuse_unless
from deploy.rest.serializers import MOST_NAMED
from deploy.rights import Deed, Doer, Person, Roles

MOST_MEMBERS = 500  # As many as check in with one request.
MOST_ID = 2**63 - 1


def caller(request: Request) -> Player:
    assert isinstance(request.user, Player)  # The permissions have seen to it.
    return request.user


def doer(request: Request) -> Doer:
    """Who does what is asked for, as the log of a night tells it."""
    person: object = request.user
    assert isinstance(person, Person)
    return Doer(person.player_id, person.link_id)


def link_of(request: Request) -> LinkUser | None:
    """The link by which they came, at a door that lets links in."""
    user: object = request.user
    return user if isinstance(user, LinkUser) else None


class ClubDoor(Deeds, ETags, GenericViewSet):
    """A viewset whose rows belong to clubs; a row that was changed is answered as a whole.

    Attributes:
        row: The row of the address, once it was looked up; None at addresses of no row.
    """

    row: Any = None
    filter_backends = [DjangoFilterBackend]

    def get_queryset(self) -> QuerySet:
        if getattr(self, "swagger_fake_view", False):
            return super().get_queryset()  # The schema is nobody's.
        return self.visible_to(caller(self.request))

    def visible_to(self, player: Player) -> QuerySet:
        raise NotImplementedError

    def get_object(self) -> Any:
        """The row of the address, to which the rows that a body names have to belong."""
        self.row = super().get_object()
        return self.row

    def roles_at(self, row: Any) -> Roles:
        club = row if isinstance(row, Club) else row.club
        return caller(self.request).roles_in([club.book_id])

    def given(self, kind: type[Serializer], **options: Any) -> dict[str, Any]:
        """The body of the request, which has to be of this kind."""
        context = self.get_serializer_context()
        shape = kind(data=self.request.data, context=context, **options)
        shape.is_valid(raise_exception=True)
        data: dict[str, Any] = shape.validated_data
        return data

    def order_key(self) -> str:
        """The key of what moves chips: the caller's own, the same if the request is repeated."""
        return f"form:{caller(self.request).pk}:{self.request.headers[HEADER].strip()}"

    def names(self, field: str) -> bool:
        """Whether the body names this field at all, before it is read."""
        return isinstance(self.request.data, dict) and field in self.request.data

    def answer_with(self, row: Any, status: int = 200) -> Response:
        """The row as it is now."""
        row = self.get_queryset().get(pk=row.pk)
        return Response(self.get_serializer(row).data, status=status)


class NamedRow(PrimaryKeyRelatedField):
    """A row named in a body, by its id: one that the caller does not see is not there (404)."""

    def fail(self, key: str, **told: Any) -> NoReturn:
        if key == "does_not_exist":
            raise NotFound(self.error_messages[key].format(**told))
        super().fail(key, **told)


class ClubField(NamedRow):
    """A club to which something is to be done."""

    default_error_messages = {
        "does_not_exist": "There is no club {pk_value}, or you cannot see it."
    }

    def __init__(self, *, deed: Deed, **options: Any) -> None:
        super().__init__(queryset=Club.objects.all(), **options)
        self.deed = deed

    def to_internal_value(self, data: Any) -> Club:
        club: Club = super().to_internal_value(data)
        roles = caller(self.context["request"]).roles_in([club.book_id])
        if roles.isdisjoint(self.deed.sees):
            self.fail("does_not_exist", pk_value=data)
        refuse_unless(roles, self.deed, scopes=scopes_of(self.context["request"]))
        return club


class IsAnotherField(serializers.BooleanField):
    """Said once the caller has been asked whether a new name is somebody's who is in the club."""

    def __init__(self) -> None:
        super().__init__(
            default=False,
            help_text="They are somebody else than the people whose names look like theirs. Send "
            "it after 409 `looks_like`.",
        )


class MembersField(serializers.ListField):
    """Members of clubs that the caller sees, by their ids: all are looked up at once."""

    default_error_messages = {
        "does_not_exist": "In your clubs there is no member {missing}.",
        "max_length": "Name {max_length} members at most in one request.",
    }

    def __init__(self, **options: Any) -> None:
        child = serializers.IntegerField(min_value=1, max_value=MOST_ID)
        super().__init__(child=child, allow_empty=False, max_length=MOST_MEMBERS, **options)

    def to_internal_value(self, data: Any) -> list[Member]:
        if isinstance(data, list) and len(data) > MOST_MEMBERS:  # Before any is looked up.
            self.fail("max_length", max_length=MOST_MEMBERS)
        ids = dict.fromkeys(super().to_internal_value(data))
        found = members_seen(self.context).in_bulk(list(ids))
        missing = [pk for pk in ids if pk not in found]
        if missing:
            named = ", ".join(map(str, missing[:MOST_NAMED]))
            more = f" and {len(missing) - MOST_NAMED} more" if len(missing) > MOST_NAMED else ""
            raise NotFound(self.error_messages["does_not_exist"].format(missing=named + more))
        return [found[pk] for pk in ids]


def members_seen(context: Any) -> QuerySet[Member]:
    """Those of the clubs that the caller sees: of the club of the row in the address, if any.

    By a link they name people of the club of its night, whom the door shows them.
    """
    row = context["view"].row
    if link_of(context["request"]) is not None:
        return Member.objects.people().filter(club=row.club_id).select_related("player")
    clubs = Club.objects.of(caller(context["request"]), SEE_MEMBER.sees)
    members = Member.objects.active().filter(club__in=clubs).select_related("player")
    return members if row is None else members.filter(club=row.club_id)


class SeedField(serializers.IntegerField):
    """What chance begins with; null for any."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=0, max_value=MOST_ID, allow_null=True, default=None, **options)


class MemberField(NamedRow):
    """Somebody who belongs to a club that the caller sees."""

    default_error_messages = {"does_not_exist": "In your clubs there is no member {pk_value}."}

    def get_queryset(self) -> QuerySet[Member]:
        return members_seen(self.context)
