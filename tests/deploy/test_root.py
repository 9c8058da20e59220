"""Files that browsers ask for by an address of their own choice."""

from django.test import Client


def test_the_icon_is_where_every_browser_looks(client: Client) -> None:
    answer = client.get("/favicon.ico")

    assert answer.status_code == 200
    assert b"".join(answer.streaming_content).startswith(b"\0\0\1\0")  # type: ignore[attr-defined]
    assert answer.headers["Content-Type"] in {"image/x-icon", "image/vnd.microsoft.icon"}
