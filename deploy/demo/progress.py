"""A bar for work that other processes do: its length is read from the database."""

import contextlib
import time
from collections.abc import Callable

from django.db import OperationalError, connection
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

LOOK_SECONDS = 0.2


def follow(
    console: Console,
    *,
    title: str,
    total: int,
    done: Callable[[], int],
    is_over: Callable[[], bool],
    check: Callable[[], None],
) -> None:
    """Show `done` of `total` until the work is over; a database that is away is waited for.

    Args:
        check: Called at every look; raises where the work can not go on.
    """
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console) as progress:
        bar = progress.add_task(title, total=total)
        while not _is_over(is_over):
            check()
            with contextlib.suppress(OperationalError):
                progress.update(bar, completed=done())
            time.sleep(LOOK_SECONDS)
        progress.update(bar, completed=total)


def _is_over(is_over: Callable[[], bool]) -> bool:
    try:
        return is_over()
    except OperationalError:
        connection.close()
        return False
