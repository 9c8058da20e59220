"""A bar for work that other processes do: its length is read from the database."""

import time
from collections.abc import Callable

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
    """Show `done` of `total` until the work is over.

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
        while not is_over():
            check()
            progress.update(bar, completed=done())
            time.sleep(LOOK_SECONDS)
        progress.update(bar, completed=total)
