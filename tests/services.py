"""Programs of the service, for as long as a test needs them."""

import contextlib
from types import TracebackType

from deploy.supervisor import Supervisor


class HastySupervisor(Supervisor):
    """Kills what it started when the block is over: nobody waits for streams and pools to end."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for name in reversed(list(self._children)):
            with contextlib.suppress(ProcessLookupError):  # It has ended, and somebody looked.
                self.kill(name)
