"""The page on which organisers change house rules: of a club, a night, or what an app above has."""

from collections.abc import Mapping
from typing import Any, Final

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from clubs.admin.refusals import REFUSALS
from clubs.admin.rules_form import RulesForm, in_words
from clubs.house_rules import RulesHolder, Wish, club_of, draft_rules, sentences_for
from clubs.kept_rules import keep_again, kept_name, kept_rules, remove_kept, removed_rules
from clubs.models import Club, MadeFor, Player, RulesRevision
from clubs.revisions import Draft, drafted
from deploy.rest.clock import database_now
from games.engine import PRESET_NAMES, PRESET_SENTENCES, differences, other_changes
from games.engine.questions import SECTIONS, section_of

Refusals = tuple[type[Exception], ...]

LIST_BUTTONS: Final = (
    (
        "remove",
        remove_kept,
        "“{}” is removed. To keep it again, open “Start from other rules”.",
    ),
    ("keep", keep_again, "“{}” is in the list again."),
)
"""The buttons beside the names of kept rules, what each does, and what it then says."""


def rules_page(
    request: HttpRequest,
    row: Any,
    holder: RulesHolder,
    context: Mapping[str, Any],
    *,
    back: str,
    refusals: Refusals = REFUSALS,
) -> HttpResponse:
    """The rules in force as a form, what a change of it would mean, and saving that.

    Args:
        row: Whose rules they are.
        context: What every page of the admin has.
        back: The page of the row.
        refusals: What is shown in words.
    """
    assert isinstance(request.user, Player)
    page = _Page(row, holder)
    try:
        with transaction.atomic():
            page.lock()
            done = page.take(request.POST, by=request.user) if request.method == "POST" else ""
    except refusals as refusal:  # Nothing was done.
        messages.error(request, in_words(str(refusal)))
        if page.is_fixed:
            return redirect(back)
        done = ""
    if done:
        messages.success(request, done)
        return redirect(back if page.is_saved else request.path)
    return render(request, "clubs/rules.html", {**context, **page.shown(), "back": back})


class _Page:
    """What is on the page: a form, and what became of it.

    Attributes:
        is_fixed: The rules cannot change any more.
        is_saved: Somebody saved the rules.
        draft: What the form would mean, once somebody asks for that.
        overtaken_by: Who saved other rules meanwhile.
        filled_from: What the form was filled in from just now, as people call it.
    """

    def __init__(self, row: Any, holder: RulesHolder) -> None:
        self.row, self.holder, self.is_fixed, self.is_saved = row, holder, True, False
        self.draft: Draft | None = None
        self.overtaken_by: RulesRevision | None = None
        self.filled_from = ""

    def lock(self) -> None:
        """Read the row as it is now; refused where its rules are fixed."""
        self.row = self.holder.lock(self.row)
        self.is_fixed = False
        self.club: Club = club_of(self.row)
        self.current: RulesRevision = self.holder.in_force(self.row)
        is_own = self.current.made_for == self.holder.made_for
        name = kept_name(self.club, self.current) if is_own else ""
        self.first = Draft(self.current.ruleset, name)
        self.form = RulesForm.of(self.first)

    def take(self, sent: QueryDict, *, by: Player) -> str:
        """Do what the button says, and tell what was done; empty if nothing was."""
        for button, do, done in LIST_BUTTONS:
            if button in sent:
                name = str(sent[button])
                do(self.club, name, by=by, at=database_now())
                return done.format(name)
        if "start" in sent:
            start = _start_of(str(sent["start"]))
            self.form = RulesForm.of(self._drafted(start))
            self.filled_from = _named(start)
            return ""
        # The page that follows carries the number of today, so whatever the button is, it says so.
        if sent.get("version") != str(self.current.number):
            self.overtaken_by = self.current
        if "follow" in sent:
            return self._save(Wish(as_club=True), by=by)
        self.form = RulesForm.sent(sent, self.first)
        wish = self.form.wish()
        if wish is None:
            return ""
        self.draft = self._drafted(wish)
        return self._save(wish, by=by) if "save" in sent else ""

    def _drafted(self, wish: Wish) -> Draft:
        return draft_rules(self.club, self.current, self.holder.made_for, **wish)

    def _save(self, wish: Wish, *, by: Player) -> str:
        if self.overtaken_by:
            return ""
        self.holder.change(self.row, by=by, at=database_now(), **wish)
        self.is_saved = True
        return f"The house rules of {self.row} are saved."

    def shown(self) -> dict[str, Any]:
        """What the template needs."""
        rules = self.draft.rules if self.draft else self.current.ruleset
        kept = list(kept_rules(self.club))
        made_for, draft = self.holder.made_for, self.draft
        return {
            "title": f"House rules: {self.row}",
            "row": self.row,
            "for_whom": "the club" if made_for == MadeFor.CLUB else f"this {made_for}",
            "current": self.current,
            "may_follow": made_for != MadeFor.CLUB,
            "is_own": self.current.made_for == made_for,
            "form": self.form,
            "sections": self.form.sections(rules),
            "presets": [
                (name, PRESET_NAMES[name], sentence) for name, sentence in PRESET_SENTENCES.items()
            ],
            "kept": kept,
            "removed": removed_rules(self.club),
            "draft": draft,
            "overtaken_by": self.overtaken_by,
            "filled_from": self.filled_from,
            "differences": differences(self.current.ruleset, rules),
            "other_changes": other_changes(self.current.ruleset, rules),
            "is_renamed": draft is not None and draft.name != self.first.name,
            "replaces": draft is not None
            and any(one.name == draft.name and drafted(one) != draft for one in kept),
            "sentences": sentences_for(self.club, rules, made_for=made_for),
        }


def _start_of(text: str) -> Wish:
    """What a button of the list of starts stands for: `preset:peel`, `kept:Our rules`, `club`."""
    kind, _, name = text.partition(":")
    if kind == "preset":
        return Wish(preset=name)
    return Wish(kept=name) if kind == "kept" else Wish(as_club=True)


def _named(start: Wish) -> str:
    """What people call what they started from."""
    if "preset" in start:
        return PRESET_NAMES[start["preset"]]
    return start.get("kept", "the club's rules")


def rules_told(row: Any, holder: RulesHolder, *, link: str = "") -> SafeString:
    """The rules of a row, on its own page.

    Args:
        link: Where they can be changed; empty where they cannot.
    """
    revision, club = holder.in_force(row), club_of(row)
    told = {
        "revision": revision,
        "is_own": revision.made_for == holder.made_for,
        "sentences": sentences_for(club, revision.ruleset, made_for=holder.made_for),
        "link": link,
    }
    return render_to_string("clubs/rules_told.html", told)


def wall_page(request: HttpRequest, club: Club) -> HttpResponse:
    """The rules of a club as its people say them, on a clean page for the wall of the hall."""
    parts: dict[str, list[str]] = {title: [] for title in SECTIONS.values()}
    told = club.rules.sentences_by_option()
    game = told.pop("target")  # What is played at all comes first.
    for option, sentence in told.items():
        parts[section_of(option)].append(sentence)
    shown = {
        "club": club,
        "game": game,
        "rules": club.house_rules,
        "parts": [(title, " ".join(lines)) for title, lines in parts.items() if lines],
    }
    return render(request, "clubs/wall.html", shown)
