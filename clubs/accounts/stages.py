"""What is asked after the password: that the address is confirmed, where somebody has one."""

from typing import Any

from allauth.account.stages import EmailVerificationStage

from clubs.accounts.addresses import has_address
from clubs.models import Player


class Confirmation(EmailVerificationStage):
    """An operator adds logins without an address: they have nothing to confirm."""

    def handle(self) -> Any:
        player = self.login.user
        if isinstance(player, Player) and not has_address(player):
            return None, True
        return super().handle()  # type: ignore[no-untyped-call]
