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
from typing import NoReturn

WITHOUT_SERVERS = {
    "bench",
    "baseline",
    "check",
    "clean",
    "collectstatic",
    "help",
    "lint",
    "makemigrations",
    "new_settings",
    "rooms",
    "spectacular",
    "sweep",  # Part of a service, whose servers are up.
    "test",
    "version",
}
OF_A_FILE = {"verify_deal": "--proof", "verify_draw": "--document"}
"""Commands that look at a file alone, where this option is given."""
OF_ROWS = {"backup", "check_books", "check_sides", "export_book", "verify_deal", "verify_draw"}
"""Commands that look at rows: they make no new servers, which have none."""


def main() -> None:
    from deploy.bootstrap import end_in_order, hand_over, speak_any_language

    told_to_stop = end_in_order()
    try:
        speak_any_language(sys.argv)
        if sys.prefix == sys.base_prefix:
            hand_over(sys.argv)
        from deploy.paths import name_settings

        name_settings()
        if sys.argv[1:2] == ["test"]:
            _test()
        with _servers(sys.argv):
            _execute()
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Nothing is left but to end.
        sys.exit("Stopped.")
    except Exception as error:
        if not told_to_stop.is_set():
            raise
        sys.exit(f"Stopped ({type(error).__name__}: {error}).")


def _test() -> NoReturn:
    """Become pytest before Django is loaded, which pytest loads itself."""
    from deploy.checks import tests_pass

    sys.exit(0 if tests_pass(sys.argv[2:]) else 1)


def _execute() -> None:
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db import NotSupportedError
    from environs.exceptions import EnvError

    try:
        execute_from_command_line(sys.argv)
    except (ImproperlyConfigured, EnvError, NotSupportedError) as error:
        sys.exit(str(error))  # What is set wrongly, or a PostgreSQL that is too old.


@contextlib.contextmanager
def _servers(arguments: list[str]) -> Iterator[None]:
    from deploy.embedded.addresses import data_directory, is_embedded
    from deploy.embedded.postgres import has_cluster

    command = next((word for word in arguments[1:2] if not word.startswith("-")), "")
    with contextlib.ExitStack() as running:
        looks = "--check" in arguments and is_embedded(os.environ)
        is_new = looks and not has_cluster(data_directory(os.environ))
        if command == "restore" and ("--drill" in arguments or is_new):
            from deploy.embedded.throwaway import throwaway_data

            running.enter_context(throwaway_data(os.environ))
        if not _needs_servers(command, arguments) or not is_embedded(os.environ):
            yield
            return
        from deploy.embedded.processes import ServerUnavailable
        from deploy.embedded.servers import servers

        data = data_directory(os.environ)
        if command in OF_ROWS and not has_cluster(data):
            sys.exit(
                f"There is nothing to look at: {data} holds no data. Name your database in "
                "DATABASE_URL and REDIS_URL, or a file that holds them in SPOIL_FIVE_SETTINGS."
            )
        try:
            running.enter_context(servers(data))
        except ServerUnavailable as error:
            sys.exit(str(error))
        yield


def _needs_servers(command: str, arguments: list[str]) -> bool:
    """Tell whether a command works on a database: some look at a file alone."""
    option = OF_A_FILE.get(command)
    looks_at_file = option and any(word.partition("=")[0] == option for word in arguments)
    return bool(command) and command not in WITHOUT_SERVERS and not looks_at_file


if __name__ == "__main__":
    main()
