#!/usr/bin/env python3
"""Every command of the project.

Outside a virtual environment it builds its own and starts again inside. Where no DATABASE_URL
and REDIS_URL are set, PostgreSQL and Valkey run beside the command.
"""

import contextlib
import os
import signal
import sys
from collections.abc import Iterator

WITHOUT_SERVERS = {
    "bench",
    "check",
    "clean",
    "collectstatic",
    "help",
    "lint",
    "makemigrations",
    "spectacular",
    "test",
    "version",
}


def main() -> None:
    if sys.prefix == sys.base_prefix:
        from deploy.bootstrap import hand_over

        hand_over(sys.argv)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    from django.core.management import execute_from_command_line

    signal.signal(signal.SIGTERM, signal.default_int_handler)  # As Ctrl-C: stop in order.
    with _servers(sys.argv):
        execute_from_command_line(sys.argv)


@contextlib.contextmanager
def _servers(arguments: list[str]) -> Iterator[None]:
    from deploy.embedded.addresses import data_directory, is_embedded
    from deploy.embedded.processes import ServerUnavailable
    from deploy.embedded.servers import servers

    words = [word for word in arguments[1:2] if not word.startswith("-")]
    if not words or words[0] in WITHOUT_SERVERS or not is_embedded(os.environ):
        yield
        return
    with contextlib.ExitStack() as running:
        try:
            running.enter_context(servers(data_directory(os.environ)))
        except ServerUnavailable as error:
            sys.exit(str(error))
        yield


if __name__ == "__main__":
    main()
