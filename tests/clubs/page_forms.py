"""Every form of a page, with what a browser would send and what it lets somebody choose."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

UNSENT = {"submit", "button", "image", "reset", "file"}


@dataclass
class PageForm:
    """One form.

    Attributes:
        sent: What it sends if nobody touches it, without its buttons.
        choices: The values that radio buttons, tick boxes and lists offer, by name.
        inputs: The names of the fields that somebody fills in.
        buttons: The name and the value of each button that has one.
    """

    method: str
    sent: dict[str, list[str]] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)
    inputs: list[str] = field(default_factory=list)
    buttons: list[tuple[str, str]] = field(default_factory=list)

    def values(self, button: str) -> list[str]:
        """The values of the buttons of this name."""
        return [value for name, value in self.buttons if name == button]


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[PageForm] = []
        self.is_inside = False
        self.select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        of = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(PageForm(of.get("method", "get")))
            self.is_inside = True
        if not self.is_inside:
            return
        form, name, value = self.forms[-1], of.get("name", ""), of.get("value", "")
        if tag == "input" and name and of.get("type") not in UNSENT:
            self._reads_input(form, name, value, of)
        elif tag == "select":
            self.select = name
        elif tag == "option":
            form.choices.setdefault(self.select, []).append(value)
            if "selected" in of or self.select not in form.sent:
                form.sent[self.select] = [value]
        elif tag == "button" and name:
            form.buttons.append((name, value))

    def _reads_input(self, form: PageForm, name: str, value: str, of: dict[str, str]) -> None:
        is_choice = of.get("type") in {"checkbox", "radio"}
        if is_choice:
            form.choices.setdefault(name, []).append(value)
        elif of.get("type") != "hidden":
            form.inputs.append(name)
        if not is_choice or "checked" in of:
            form.sent.setdefault(name, []).append(value)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.is_inside = False


def forms_in(page: str) -> list[PageForm]:
    parser = _Forms()
    parser.feed(page)
    return parser.forms
