"""The clubs' doors of the API: clubs, members, nights, accounts, and signing in."""

from rest_framework.viewsets import ViewSetMixin

from clubs.api.accounts import AccountViewSet
from clubs.api.clubs import ClubViewSet
from clubs.api.free_tables import FreeTableViewSet
from clubs.api.invitations import InvitationViewSet
from clubs.api.links import LinkViewSet
from clubs.api.members import MemberViewSet
from clubs.api.nights import NightViewSet
from clubs.api.players import PlayerViewSet
from clubs.api.second_factor import SecondFactorViewSet
from clubs.api.signing_in import SessionViewSet, TokenViewSet
from clubs.api.table_log import TableLogViewSet
from clubs.api.transfers import TransferViewSet

routes: list[tuple[str, type[ViewSetMixin], str]] = [
    ("clubs", ClubViewSet, "club"),
    ("members", MemberViewSet, "member"),
    ("invitations", InvitationViewSet, "invitation"),
    ("nights", NightViewSet, "night"),
    ("tables", TableLogViewSet, "table-log"),
    ("links", LinkViewSet, "link"),
    ("free-tables", FreeTableViewSet, "free-table"),
    ("accounts", AccountViewSet, "account"),
    ("transfers", TransferViewSet, "transfer"),
    ("tokens", TokenViewSet, "token"),
    ("sessions", SessionViewSet, "session"),
    ("players", PlayerViewSet, "player"),
    ("second-factor", SecondFactorViewSet, "second-factor"),
]
