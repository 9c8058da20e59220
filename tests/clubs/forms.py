"""The form of a page of the admin, as a browser fills it in and sends it back."""

from html.parser import HTMLParser
from typing import Any

from django.test import Client

BUTTONS = {"submit", "button", "image", "reset", "file"}


class _Form(HTMLParser):
    """What the form with this id would send if nobody touched it, but for its buttons."""

    def __init__(self, form_id: str) -> None:
        super().__init__()
        self.form_id, self.is_inside = form_id, False
        self.sent: dict[str, str] = {}
        self.select = self.textarea = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        of = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.is_inside = of.get("id") == self.form_id
        name = of.get("name", "")
        if not self.is_inside:
            return
        if tag == "input" and name and of.get("type") not in BUTTONS:
            if of.get("type") not in {"checkbox", "radio"}:
                self.sent[name] = of.get("value", "")
            elif "checked" in of:
                self.sent[name] = of.get("value", "on")
        elif tag == "select":
            self.select = name
        elif tag == "option" and ("selected" in of or self.select not in self.sent):
            self.sent[self.select] = of.get("value", "")
        elif tag == "textarea":
            self.textarea = name
            self.sent[name] = ""

    def handle_data(self, data: str) -> None:
        if self.textarea:
            self.sent[self.textarea] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.is_inside = False
        elif tag == "textarea":
            self.textarea = ""


def form_in(page: str, model: str) -> dict[str, str]:
    """What the form of a page sends for a row of this model, by the name of each field."""
    form = _Form(f"{model}_form")
    form.feed(page)
    form.sent.pop("csrfmiddlewaretoken", None)
    return form.sent


def form_on(client: Client, address: str) -> dict[str, str]:
    """The same, of the page at an address such as `/admin/clubs/night/7/change/`."""
    return form_in(client.get(address).content.decode(), address.split("/")[3])


def seen_in(answer: Any) -> dict[str, str]:
    """The hidden field that tells what a page has shown; nothing where it has no such form."""
    shown = (answer.context or {}).get("adminform")
    if shown is None or "seen" not in shown.form.fields:
        return {}
    return {"seen": str(shown.form["seen"].value())}


def seen_on(client: Client, address: str) -> dict[str, str]:
    return seen_in(client.get(address))
