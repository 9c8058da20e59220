"""The Celery app: workers advance whatever is due; beat only asks them to look."""

import logging
from datetime import datetime, timedelta
from typing import Any

from celery import Celery, Task, beat
from celery.signals import worker_ready
from django.db import DatabaseError, connection

from deploy.own_sign import touch
from deploy.paths import name_settings

name_settings()


logger = logging.getLogger(__name__)
SIGN_AFTER = timedelta(seconds=5)
MESSAGE_SECONDS = 5.0  # Longer than the clocks of two hosts may differ.


class _Task(Task[Any, Any]):
    """Every message expires: a sweep sends another while there is something to do.

    Else messages pile up behind workers that are late, and in the end they only throw old ones
    away. Beat's entries in the settings name shorter times of their own.
    """

    Request = "deploy.requests:Request"
    expires = MESSAGE_SECONDS


class Scheduler(beat.Scheduler):
    """Beat's, which would ask for nothing until a clock that went back is where it was."""

    seen_at: datetime | None = None
    signed_at: datetime | None = None

    def tick(self, *args: Any, **kwargs: Any) -> Any:
        now = self.app.now()
        if self.seen_at is not None and now < self.seen_at:
            logger.error("this host's clock went back by %s", self.seen_at - now)
            for entry in self.schedule.values():
                entry.last_run_at = entry.default_now()
            self._heap = None  # It is in the order of the clock as it was.
        self.seen_at = now
        self.give_sign(now)
        return super().tick(*args, **kwargs)

    def give_sign(self, now: datetime) -> None:
        """Say that beat goes on: to whoever looks at its process, and in the database."""
        if self.signed_at is not None and timedelta(0) <= now - self.signed_at < SIGN_AFTER:
            return
        self.signed_at = now
        touch()
        from games.play.signs import give_sign  # Only now the apps are loaded.

        try:
            give_sign("beat")
        except DatabaseError as error:  # Messages go out all the same.
            logger.warning("no sign of beat: %s", error)
            connection.close()


app = Celery("spoil_five", task_cls=_Task)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_ready.connect
def say_keys(**_: object) -> None:
    """A worker with the wrong keys tells at once why tables stand still."""
    from deploy import health  # Only now the apps are loaded.

    health.say_keys()
