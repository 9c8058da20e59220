"""A mail server for tests, which may be slow or refuse what it is given."""

import socketserver
import threading
from types import TracebackType


class MailServer(socketserver.ThreadingTCPServer):
    """One on a free port, for as long as a block runs.

    Attributes:
        mails: What was handed over, as it came.
        calls: How often somebody connected.
        refusal: What it answers to each address; empty where it takes them.
        may_greet: Cleared, it keeps callers waiting.
    """

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Talk)
        self.mails: list[str] = []
        self.calls = 0
        self.refusal = ""
        self.may_greet = threading.Event()
        self.may_greet.set()
        self._serving = threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True)

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    def __enter__(self) -> "MailServer":
        self._serving.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.may_greet.set()
        self.shutdown()
        self.server_close()


class _Talk(socketserver.StreamRequestHandler):
    server: MailServer

    def handle(self) -> None:
        self.server.calls += 1
        self.server.may_greet.wait()
        self._say("220 here")
        while word := self.rfile.readline().decode().strip():
            match word.split()[0].upper():
                case "DATA":
                    self._say("354 go on")
                    lines = []
                    while (line := self.rfile.readline().decode()) != ".\r\n":
                        lines.append(line)
                    self.server.mails.append("".join(lines))
                    self._say("250 taken")
                case "RCPT" if self.server.refusal:
                    self._say(self.server.refusal)
                case "QUIT":
                    self._say("221 bye")
                    break
                case _:
                    self._say("250 well")

    def _say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())
