"""Mails of the embedded service: printed line by line, so that people find their links."""

from collections.abc import Iterable
from typing import Final

from django.core.mail import EmailMessage
from django.core.mail.backends.console import EmailBackend

MARK: Final = "mail |"
"""Every line of one begins so, wherever it is printed."""


class Printed(EmailBackend):
    def write_message(self, message: EmailMessage) -> None:
        for line in lines_of(message):
            self.stream.write(f"{MARK} {line}\n")


def lines_of(message: EmailMessage) -> Iterable[str]:
    """Its readers, its subject and its text, without headers and codings of the way."""
    yield f"to {', '.join(message.to)}: {message.subject}"
    yield from str(message.body).splitlines()
