"""What is asked of an admin, and what its answers come to in the signs of the hand-made table."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.contrib.messages import ERROR, get_messages
from django.db import connection
from django.forms import ModelChoiceField
from django.urls import reverse

Form = dict[str, Any]
ACTION_BOX = "_selected_action"
WRITING = re.compile(
    r'\s*(?:(?:INSERT INTO|UPDATE|DELETE FROM) "?|SELECT [\w, ]+ FROM (?=ledger_post\())(\w+)'
)
ROLLED_BACK = re.compile(r'\s*ROLLBACK TO SAVEPOINT "?(\w+)')
SAVEPOINT = re.compile(r'\s*SAVEPOINT "?(\w+)')
NOTES = {"django_session", "django_admin_log"}  # Written whatever is asked.


@dataclass(frozen=True)
class Ask:
    """One request: a POST where there is a form.

    Attributes:
        judge: What an answer to somebody who was let in comes to, and whether anything was written.
        first: What an operator sends before.
    """

    address: str
    judge: Callable[[Any, bool], str]
    form: Form | None = None
    first: "Ask | None" = None


@dataclass
class Writes:
    """The tables that were written and not rolled back."""

    tables: list[str] = field(default_factory=list)
    savepoints: dict[str, int] = field(default_factory=dict)

    def note(self, execute: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:
        text = str(sql)
        if found := SAVEPOINT.match(text):
            self.savepoints[found[1]] = len(self.tables)
        elif found := ROLLED_BACK.match(text):
            del self.tables[self.savepoints[found[1]] :]
        elif (found := WRITING.match(text)) and found[1] not in NOTES:
            self.tables.append(found[1])
        return execute(sql, params, many, context)


LOGINS = (reverse("admin:login"), reverse("account_login"))


@contextmanager
def noting_writes() -> Iterator[Writes]:
    writes = Writes()
    with connection.execute_wrapper(writes.note):
        yield writes


def sign_of(ask: Ask, answer: Any, *, is_anonymous: bool, has_written: bool) -> str:
    """What an answer comes to; `?` where it is none that the table knows."""
    is_sent_to_login = answer.status_code == 302 and answer.url.startswith(LOGINS)
    if is_sent_to_login or answer.status_code in (403, 404):
        assert not has_written, f"{ask.address} was refused, and something was written"
        return (
            "!-"[not is_anonymous] if is_sent_to_login else {403: "-", 404: "."}[answer.status_code]
        )
    return ask.judge(answer, has_written)


def at(model: str, name: str, *args: Any) -> str:
    return reverse(f"admin:{model}_{name}", args=args)


def page(address: str, shows: str = "") -> Ask:
    """A page; one that lacks what it shows to whoever may is as good as refused."""
    return Ask(address, lambda answer, _: _shown(answer, shows))


def sent(address: str, form: Form, *, says: str = "", to: str = "") -> Ask:
    """A form that writes something, or is answered with these words, or leads on to an address."""

    def judge(answer: Any, has_written: bool) -> str:
        leads_on = to and answer.status_code == 302 and answer.url.startswith(to)
        if has_written or leads_on or (says and says in " ".join(_errors(answer))):
            return "+"
        return _refused(answer)

    return Ask(address, judge, form)


def both(address: str, form: Form, shows: str = "") -> list[Ask]:
    """A page with a form, and the form sent."""
    return [page(address, shows), sent(address, form)]


def listed(address: str, row: int) -> list[Ask]:
    """Whether the row is in the list, however it is asked for."""

    def judge(answer: Any, _: bool) -> str:
        return "+" if _has(answer, row) else "o"

    return [Ask(address, judge), Ask(address, judge, {})]


def ticked(model: str, action: str, row: int, *, to: str = "", **form: str) -> list[Ask]:
    """An action of a list: whether it is offered there beside the row, and sent with its tick."""
    address = at(model, "changelist")

    def offered(answer: Any, _: bool) -> str:
        if not _has(answer, row):
            return "."
        shown = answer.context["action_form"]  # None where there is no action at all.
        return "+" if shown and action in dict(shown.fields["action"].choices) else "-"

    chosen = {"action": action, ACTION_BOX: row, **form}
    return [Ask(address, offered), sent(address, chosen, to=to)]


def button(model: str, action: str, row: int, form: Form, *, to: str = "") -> list[Ask]:
    """A button on the page of a row, and the page's form sent with it."""
    address = at(model, "change", row)
    name = f"do_{action}"
    return [page(address, f'name="{name}"'), sent(address, {**form, name: "1"}, to=to)]


def offering(address: str, **choices: Any) -> Ask:
    """A page whose form offers these choices: of rows that are not there, or not for everybody."""

    def judge(answer: Any, _: bool) -> str:
        fields = answer.context["adminform"].form.fields
        for name, choice in choices.items():
            if isinstance(fields[name], ModelChoiceField):
                if not fields[name].queryset.filter(pk=choice).exists():
                    return "."
            elif choice not in dict(fields[name].choices):
                return "-"
        return "+"

    return Ask(address, judge)


def completing(model: str, name: str, row: int) -> Ask:
    """Whether the field of a form that completes what is typed offers the row."""
    app_label, model_name = model.split("_")
    query = f"app_label={app_label}&model_name={model_name}&field_name={name}"

    def judge(answer: Any, _: bool) -> str:
        found = {int(one["id"]) for one in answer.json()["results"]}
        return "+" if row in found else "."

    return Ask(f"{reverse('admin:autocomplete')}?{query}", judge)


def _shown(answer: Any, text: str) -> str:
    if answer.status_code != 200:
        return _refused(answer)
    if answer.streaming:
        return "+" if b"".join(answer.streaming_content) else "?"
    return "+" if not text or text in answer.content.decode() else "-"


def _has(answer: Any, row: int) -> bool:
    return bool(answer.context["cl"].queryset.filter(pk=row).exists())


def _refused(answer: Any) -> str:
    """What an answer means that neither did anything nor led on; words have to say why."""
    shown = (answer.context or {}).get("adminform")
    fields, errors = (shown.form.fields, shown.form.errors.as_data()) if shown else ({}, {})
    for name, found in errors.items():
        is_row = isinstance(fields.get(name), ModelChoiceField)
        if is_row and any(one.code == "invalid_choice" for one in found):
            return "."  # As with a number that nobody has.
    return "-" if errors or _errors(answer) else "?"


def _errors(answer: Any) -> list[str]:
    told = get_messages(answer.wsgi_request)
    return [str(one) for one in told if one.level >= ERROR]
