"""Logins that people made by themselves and never confirmed: they go after two weeks."""

from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, ProtectedError, QuerySet

from clubs.models import Member, Player
from ledger.models import Account

KEPT_FOR = timedelta(days=14)
MOST_AT_ONCE = 500


def forget_unconfirmed(*, at: datetime) -> int:
    """Delete what nobody confirmed in time, where mails are sent; how many logins they were.

    Somebody who has signed in stays: the service may have sent no mails when they signed up.
    """
    if not settings.SENDS_MAIL:
        return 0
    found = _unconfirmed(before=at - KEPT_FOR).order_by("pk").values_list("pk", flat=True)
    return sum(_forget(pk, before=at - KEPT_FOR) for pk in found[:MOST_AT_ONCE])


def _unconfirmed(*, before: datetime) -> QuerySet[Player]:
    own = OuterRef("pk")
    return Player.objects.filter(
        ~Exists(EmailAddress.objects.filter(user=own, verified=True)),
        ~Exists(Member.objects.filter(player=own)),
        ~Exists(Account.objects.filter(holder=own)),
        signed_up_at__lt=before,
        last_login=None,
    )


@transaction.atomic
def _forget(pk: int, *, before: datetime) -> bool:
    """Delete one, unless its address is being confirmed or something of it is kept elsewhere."""
    if not Player.objects.select_for_update(skip_locked=True).filter(pk=pk).exists():
        return False
    list(EmailAddress.objects.select_for_update().filter(user=pk))
    player = _unconfirmed(before=before).filter(pk=pk).first()
    if player is None:
        return False
    try:
        player.delete()
    except ProtectedError:
        return False
    return True
