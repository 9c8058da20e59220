"""The rows of a service at several sizes, in one scratch database."""

from datetime import timedelta
from typing import Final

from django.db import connection

from clubs.attendance import check_in
from clubs.models import Night, Player
from clubs.nights import open_night, plan_night
from deploy.bench.growth.copying import Keys, copy, keys_now, seal_copies
from deploy.bench.growth.village import DAY, PLAYERS, Village, found, open_table, play_evening
from deploy.rest.clock import database_now
from games.models import Mode
from ledger.models import Audit

EVENINGS: Final = 9  # Ten deals for each player.
OPEN_TABLES: Final = 40
LONG: Final = 10
"""Players of the service for each evening of the long club."""

LONG_AGO: Final = timedelta(days=365 * 6)


class Grown:
    """Clubs that are over and over the same, and one club with a history that grows.

    What is over grows from level to level. What lives stays: the open tables, and one night.

    Attributes:
        village: A club as all others.
        long: The club with the long history.
        night: One of the long club, open, with everybody there.
        chief: Somebody who may see everything.
    """

    def __init__(self, *, evenings: int = EVENINGS, open_tables: int = OPEN_TABLES) -> None:
        now = database_now()
        self._clubs = self._evenings = 1
        before = keys_now()
        self.village, _ = self._found("Ballyduff", evenings=evenings)
        self._club = before, keys_now()
        self.long, self._evening = self._found("Longford", evenings=2)
        lively = found("Kilflynn", at=now)
        before = keys_now()
        open_table(lively, at=now)
        copy(before, keys_now(), times=open_tables - 1, label="open")
        for village in (self.village, self.long):
            open_table(village, at=now)
        self.chief = Player.objects.create(username="chief", name="Chief", is_superuser=True)
        self.night = self._open_night()
        Audit.objects.create()  # Copies have no digests of their own, so no audit may look.

    def _found(self, name: str, *, evenings: int) -> tuple[Village, tuple[Keys, Keys]]:
        """A club with these evenings behind it, and the keys between which the last one lies."""
        began = database_now() - LONG_AGO
        village = found(name, at=began)
        play_evening(village, at=began)
        before = keys_now()
        play_evening(village, at=began + DAY)
        evening = before, keys_now()
        copy(*evening, times=evenings - 2, label=f"evening {name}", days=1)
        return village, evening

    def _open_night(self) -> Night:
        now = database_now()
        night = plan_night(self.long.club, at=now, starts_at=now, mode=Mode.RECORDED)
        check_in(open_night(night), self.long.members, at=now)
        return Night.objects.get(pk=night.pk)

    def grow_to(self, players: int) -> None:
        """Add clubs and evenings until the service has these players."""
        clubs, evenings = players // PLAYERS - self._clubs, players // LONG - self._evenings
        self.grow_by(clubs=clubs, evenings=evenings)
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")

    def grow_by(self, *, clubs: int, evenings: int) -> None:
        """Add clubs, and evenings of the long club."""
        copy(*self._club, times=clubs, label=f"club {self._clubs}")
        copy(*self._evening, times=evenings, label=f"long {self._evenings}", days=1)
        seal_copies()
        self._clubs, self._evenings = self._clubs + clubs, self._evenings + evenings
