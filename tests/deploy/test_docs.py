"""The docs lead somewhere: every link, file and module that they name is there."""

import importlib
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from django.apps import apps

from deploy.paths import PROJECT_DIR

PAGES = sorted([*PROJECT_DIR.glob("*.md"), *(PROJECT_DIR / "docs").glob("*.md")])
OF_MODULES = [page for page in PAGES if page.name != "rights.md"]  # Deeds look like modules there.
APPS = ("clubs", "deploy", "games", "ledger", "tournaments")
LINK = re.compile(r"\]\(([^)\s]+)\)")
CODE = re.compile(r"`([^`\n]+)`")
NAME = re.compile(rf"(?:{'|'.join(APPS)})(?:\.\w+)+")
FILE = re.compile(rf"(?:{'|'.join((*APPS, 'docs', 'tests'))})/[\w./-]*|\.ci/run")
NOT_IN_GIT = {"deploy/.env"}  # The operator writes it.
FORMS = sorted((PROJECT_DIR / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
CHECKS = PROJECT_DIR / ".github" / "workflows" / "checks.yml"


ON_GITHUB = {"../../security/advisories/new", "../../issues/new/choose", "../../compare"}
"""Addresses of the project's own page, wherever it lies: relative to a file as GitHub shows it."""


def prose(page: Path) -> str:
    """The page without its blocks of commands."""
    return re.sub(r"^```.*?^```", "", page.read_text(), flags=re.DOTALL | re.MULTILINE)


def anchors(page: Path) -> set[str]:
    """The addresses of the headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def named(page: Path, what: re.Pattern[str]) -> Iterator[str]:
    for code in CODE.findall(prose(page)):
        if what.fullmatch(code):
            yield code


def is_there(name: str) -> bool:
    """Whether a dotted name is a module, or what a module holds."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            found = getattr(found, part, None)
        return found is not None
    return False


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_to_a_page_of_ours(page: Path) -> None:
    for link in LINK.findall(prose(page)):
        if not link.startswith("http") and link not in ON_GITHUB:
            path, _, anchor = link.partition("#")
            target = (page.parent / path).resolve() if path else page
            assert target.exists(), link
            assert not anchor or anchor in anchors(target), link


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_that_is_named_is_there(page: Path) -> None:
    names = set(named(page, FILE)) - NOT_IN_GIT

    assert [name for name in names if not (PROJECT_DIR / name).exists()] == []


@pytest.mark.parametrize("page", OF_MODULES, ids=lambda page: page.name)
def test_every_module_that_is_named_is_there(page: Path) -> None:
    assert [name for name in named(page, NAME) if not is_there(name)] == []


def test_the_checks_see_what_they_look_for() -> None:
    guide = PROJECT_DIR / "CONTRIBUTING.md"

    assert "clubs/nights.py" in named(guide, FILE)
    assert "games.play.acting.act" in named(PROJECT_DIR / "docs/architecture.md", NAME)
    assert is_there("games.play.acting.act")
    assert not is_there("games.play.acting.react")
    assert not is_there("games.playing")


def test_the_readme_draws_the_order_that_is_kept() -> None:
    """The apps from left to right, and what stands between them."""
    contracts = tomllib.loads((PROJECT_DIR / "pyproject.toml").read_text())["tool"]["importlinter"]
    [house] = [one for one in contracts["contracts"] if one["id"] == "house"]
    kept = [layer.strip("()").rpartition(".")[2] for layer in house["layers"][1:-1]]

    [drawn] = re.findall(r"^ +(deploy --> .*)$", (PROJECT_DIR / "README.md").read_text(), re.M)
    assert drawn.split(" --> ") == ["deploy", *kept]


def test_the_guide_lists_what_is_kept() -> None:
    """Each app's row of the table names its models, and nothing else."""
    guide = (PROJECT_DIR / "docs/architecture.md").read_text()
    rows = dict(re.findall(r"^\| (\w+) \| (`[A-Z].*) \|$", guide, re.MULTILINE))
    told = {(app, name) for app, row in rows.items() for name in CODE.findall(row)}
    kept = {
        (model._meta.app_label, model.__name__)
        for model in apps.get_models()
        if model._meta.app_label in APPS
    }

    wrong = [f"add `{name}` to the row of {app}" for app, name in sorted(kept - told)]
    wrong += [f"take `{name}` out of the row of {app}" for app, name in sorted(told - kept)]
    assert not wrong, f"docs/architecture.md, What is kept: {'; '.join(wrong)}"


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_a_form_for_issues_asks_something(form: Path) -> None:
    read = yaml.safe_load(form.read_text())

    if form.name != "config.yml":
        assert {"name", "description", "body"} <= read.keys()
        assert any(one.get("validations", {}).get("required") for one in read["body"])


def test_github_runs_what_everybody_runs_and_needs_no_secret() -> None:
    text = CHECKS.read_text()
    steps = yaml.safe_load(text)["jobs"]["checks"]["steps"]

    assert [step["run"] for step in steps if "run" in step][-1] == ".ci/run"
    assert all(
        re.fullmatch(r"actions/[\w-]+@v\d+", step["uses"]) for step in steps if "uses" in step
    )
    assert "secrets." not in text


def test_whoever_reports_something_is_led_to_the_page_for_it() -> None:
    """`blob/main/` is what GitHub puts before a file at the top of the project."""
    security, contributing = (
        LINK.findall((PROJECT_DIR / name).read_text())
        for name in ("SECURITY.md", "CONTRIBUTING.md")
    )

    assert "../../security/advisories/new" in security
    assert {"../../issues/new/choose", "../../compare"} <= set(contributing)
