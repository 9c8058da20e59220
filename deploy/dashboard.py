"""The admin's first page: tonight, what is to come, what waits for a decision, and the books."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from redis.exceptions import RedisError

from clubs.agenda import Agenda, Evening, agenda_of
from clubs.models import Mail, Player
from clubs.pages.health import health
from clubs.rights import PLAN_NIGHT
from deploy.broker import messages_waiting
from deploy.rest.clock import database_now
from deploy.rights import books_as, may
from games.models import Table
from games.play import waits
from games.rights import PAUSE
from ledger.admin import ago
from ledger.models import Book
from ledger.overview import BookNow, books_now
from ledger.rights import SEE_BOOK
from ledger.rounds import ages
from tournaments.agenda import Cup, cups_of
from tournaments.rights import LOOK_AFTER

MOST_BOOKS: Final = 10
MOST_WAITING: Final = 20
LONGEST_WAIT: Final = timedelta(minutes=1)
"""A table that is due for longer stands still."""


@dataclass(frozen=True)
class Matter:
    """Something that waits for a decision, and where to decide it."""

    subject: str
    sentence: str
    address: str


def dashboard(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """What the page shows besides what every page of the admin shows."""
    player, at = request.user, database_now()
    assert isinstance(player, Player)  # Nobody else enters the admin.
    roles = player.roles_anywhere()
    agenda = agenda_of(player, at=at)
    cups, has_more_cups = cups_of(player)
    theirs = Book.objects.filter(pk__in=_books(player)).order_by("name", "pk")
    books = books_now(theirs[:MOST_BOOKS])
    matters = [*_at_nights(agenda), *_at_cups(cups), *_at_tables(player, at), *_in_books(books)]
    age = ages()
    return {
        **context,
        "title": _("Today"),
        "may_plan": may(roles, PLAN_NIGHT),
        "may_see_cups": may(roles, LOOK_AFTER),
        "agenda": agenda,
        "cups": cups,
        "has_more_cups": has_more_cups,
        "books": books,
        "last_sealed": ago(age.sealed),
        "last_audited": ago(age.audited),
        "waiting": _waiting(at) if player.is_superuser else (),
        "matters": matters[:MOST_WAITING],
        "health": health(),
    }


def _waiting(at: datetime) -> list[str]:
    """What waits for workers, for the person who runs the service."""
    lines = [
        _("{count} tables with people wait for a worker, the first one since {seconds} s."),
        _("{count} tables of bots wait for a worker, the first one since {seconds} s."),
    ]
    found = (waits.with_people(at=at), waits.of_bots_alone(at=at))
    told = [
        line.format(count=one.tables, seconds=round(one.longest.total_seconds()))
        for line, one in zip(lines, found, strict=True)
        if one.longest is not None
    ]
    with contextlib.suppress(RedisError):
        counts = ", ".join(f"{queue} {count}" for queue, count in messages_waiting().items())
        told.append(_("Jobs that wait for the workers: {counts}.").format(counts=counts))
    return [*told, *_mails()]


def _mails() -> Iterator[str]:
    """Mails that were given up, for which people wait in vain."""
    for mail in Mail.objects.given_up().order_by("-given_up_at")[:MOST_WAITING]:
        yield _("A mail to {address} was given up after {tries} tries: {fault}.").format(
            address=mail.address, tries=mail.tries, fault=mail.fault
        )


def _books(player: Player) -> Any:
    """Of the clubs: a tournament's own book is looked at on its page."""
    books = Book.objects.exclude(club=None)
    if player.has_everywhere(SEE_BOOK.may):
        return books.values("pk")
    return books.filter(pk__in=books_as(player, SEE_BOOK.may)).values("pk")


def _at_nights(agenda: Agenda) -> Iterator[Matter]:
    for one in agenda.evenings:
        if one.is_run:
            yield from (Matter(str(one.night), *told) for told in _at_night(one))
    if agenda.visitors:
        words = ngettext(
            "{count} visitor sat down at a table that is open to everybody. Give them a role to "
            "welcome them.",
            "{count} visitors sat down at a table that is open to everybody. Give them a role to "
            "welcome them.",
            agenda.visitors,
        ).format(count=agenda.visitors)
        address = f"{reverse('admin:clubs_member_changelist')}?role__exact=visitor"
        yield Matter(_("Visitors"), words, address)


def _at_night(one: Evening) -> Iterator[tuple[str, str]]:
    """What waits at a night, and where; the most urgent first."""
    night = one.night.pk
    desk, by_hand = reverse("desk", args=[night]), "admin:clubs_night_by_hand"
    if one.is_late:
        yield _("It should have begun and is not open. Open it, or call it off."), desk
    elif one.is_long_over:
        yield _("It began long ago and is still open. Close it."), desk
    if one.waiting:
        words = ngettext(
            "{count} person waits for a place. Make more room, or tell them.",
            "{count} people wait for a place. Make more room, or tell them.",
            one.waiting,
        )
        where = reverse("admin:clubs_night_change", args=[night])
        yield words.format(count=one.waiting), where
    if one.seeking:
        words = ngettext(
            "{count} person looks for a partner.",
            "{count} people look for a partner.",
            one.seeking,
        )
        yield words.format(count=one.seeking), reverse(by_hand, args=[night])
    if one.short and one.is_tonight:
        words = ngettext(
            "{count} person has too few chips for the buy-in. Hand out chips at the door.",
            "{count} people have too few chips for the buy-in. Hand out chips at the door.",
            one.short,
        )
        yield words.format(count=one.short), reverse("desk-door", args=[night])


def _at_cups(cups: list[Cup]) -> Iterator[Matter]:
    for one in cups:
        name, cup = str(one.tournament), one.tournament.pk
        entries = reverse("admin:tournaments_tournament_entries", args=[cup])
        if one.waits_for:
            yield Matter(name, one.waits_for, reverse("tournament-desk", args=[cup]))
        if one.is_ready:
            words = _("{count} are in. It starts when you press Start.").format(count=one.entrants)
            yield Matter(name, words, reverse("tournament-desk", args=[cup]))
        if one.asking:
            words = ngettext(
                "{count} person has asked to be let in. Let them in, or say why not.",
                "{count} people have asked to be let in. Let them in, or say why not.",
                one.asking,
            )
            yield Matter(name, words.format(count=one.asking), entries)
        if one.has_barred:
            words = _("Somebody is in whom the club has turned away. Take them out.")
            yield Matter(name, words, entries)


def _at_tables(player: Player, at: datetime) -> Iterator[Matter]:
    """Tables that stand still: paused by somebody, or not looked after by any worker."""
    tables = Table.objects.open()
    if not player.has_everywhere(PAUSE.may):
        tables = tables.filter(club_book__in=books_as(player, PAUSE.may))
    for table in tables.exclude(paused_at=None).order_by("paused_at")[:MOST_WAITING]:
        words = _("This table is paused. Let it go on, or close it.")
        yield Matter(str(table), words, _page_of(table))
    for table in tables.due(at - LONGEST_WAIT)[:MOST_WAITING]:
        words = _("This table waits for a worker. Tell the person who runs this service.")
        yield Matter(str(table), words, _page_of(table))


def _page_of(table: Table) -> str:
    return reverse("admin:games_table_change", args=[table.pk])


def _in_books(books: list[BookNow]) -> Iterator[Matter]:
    for one in books:
        where = reverse("admin:ledger_book_change", args=[one.book.pk])
        if one.debtors:
            words = ngettext(
                "{count} purse owes {chips} chips, because a result was corrected later.",
                "{count} purses owe {chips} chips, because results were corrected later.",
                one.debtors,
            )
            told = words.format(count=one.debtors, chips=one.owed)
            yield Matter(str(one.book), told, where)
        if one.unexplained:
            words = _("{chips} chips in the corrections wait for an explanation.")
            told = words.format(chips=one.unexplained)
            yield Matter(str(one.book), told, where)
