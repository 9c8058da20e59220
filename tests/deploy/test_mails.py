"""What the embedded service prints of a mail."""

import io

from django.core.mail import EmailMessage

from deploy.mails import MARK, Printed


def test_a_mail_is_printed_with_its_link_whole_and_nothing_of_its_way() -> None:
    printed = io.StringIO()
    link = f"https://cards.example/accounts/confirm/{'x' * 90}/"
    message = EmailMessage("Bríd, say hello", f"Open this:\n{link}", "a@b.c", ["brid@example.org"])

    Printed(stream=printed).send_messages([message])

    assert printed.getvalue().splitlines()[:3] == [
        f"{MARK} to brid@example.org: Bríd, say hello",
        f"{MARK} Open this:",
        f"{MARK} {link}",
    ]
    assert "MIME" not in printed.getvalue()
