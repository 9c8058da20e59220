"""The clubs' doors of the API: clubs, members, nights, and the accounts that one may see."""

from rest_framework.viewsets import ViewSetMixin

from clubs.api.accounts import AccountViewSet
from clubs.api.clubs import ClubViewSet
from clubs.api.members import MemberViewSet
from clubs.api.nights import NightViewSet

routes: list[tuple[str, type[ViewSetMixin], str]] = [
    ("clubs", ClubViewSet, "club"),
    ("members", MemberViewSet, "member"),
    ("nights", NightViewSet, "night"),
    ("accounts", AccountViewSet, "account"),
]
