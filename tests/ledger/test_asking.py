"""The page that asks before chips move."""

import pytest
from django import forms
from django.contrib.admin import site
from django.test import RequestFactory

from ledger.admin.asking import Section, asking_page
from ledger.models import Account
from tests.ledger.factories import BookFactory, HolderFactory, bank_of, purse

pytestmark = pytest.mark.django_db


class Why(forms.Form):
    why = forms.CharField()


def page(*sections: Section, label: str = "Do it", form: Why | None = None) -> str:
    request = RequestFactory().get("/")
    request.user = HolderFactory.create(is_superuser=True)
    answer = asking_page(
        request,
        site.each_context(request),
        title="Move",
        sections=sections,
        label=label,
        back="/back/",
        form=form,
        is_filled=form is not None and form.is_bound,
    )
    return answer.content.decode()


def row(account: Account, before: int, chips: str, after: int, *, is_short: bool = False) -> str:
    right = "py-1 pr-4 text-right"
    red = " text-red-600" if is_short else ""
    return (
        f'<tr><td class="py-1 pr-4">{account}</td><td class="{right}">{before}</td>'
        f'<td class="{right} font-semibold">{chips}</td>'
        f'<td class="py-1 text-right{red}">{after}</td></tr>'
    )


def test_givers_come_first_with_what_everybody_will_hold() -> None:
    book = BookFactory.create()
    maire, sean = purse(book, chips=20, name="Maire"), purse(book, chips=4, name="Sean")

    shown = page(Section("Put right", "Miscounted", {sean.pk: 5, maire.pk: -5}))

    rows = [row(maire, 20, "-5", 15), row(sean, 4, "+5", 9)]
    assert all(one in shown for one in rows)
    assert shown.index(rows[0]) < shown.index(rows[1])


def test_an_account_in_two_sections_goes_on_from_what_the_first_left() -> None:
    maire = purse(BookFactory.create(), chips=20, name="Maire")

    shown = page(Section("One", legs={maire.pk: -5}), Section("Two", legs={maire.pk: -15}))

    assert row(maire, 20, "-5", 15) in shown
    assert row(maire, 15, "-15", 0) in shown


def test_what_an_account_does_not_hold_is_red_and_a_bank_holds_less_than_nothing() -> None:
    book = BookFactory.create()
    maire = purse(book, chips=20, name="Maire")

    shown = page(Section("Too much", legs={maire.pk: -21, bank_of(book).pk: -1}))
    enough = page(Section("All of it", legs={maire.pk: -20, bank_of(book).pk: -1}))

    assert row(maire, 20, "-21", -1, is_short=True) in shown
    assert row(bank_of(book), -20, "-1", -21) in shown
    assert "do not hold that many chips" in shown
    assert ">Do it</button>" not in shown
    assert ">Do it</button>" in enough


def test_where_nothing_can_be_done_there_is_no_button() -> None:
    shown = page(Section("Table 1", "Deal 3 is not over."), label="")

    assert "Deal 3 is not over." in shown
    assert "<button" not in shown[shown.index("Deal 3") : shown.index(">Back</a>")]


def test_a_form_is_filled_in_first_and_hidden_then() -> None:
    empty, filled = page(form=Why()), page(form=Why({"why": "Rent"}))

    assert 'type="text" name="why"' in empty
    assert 'name="post"' not in empty
    assert 'type="hidden" name="why" value="Rent"' in filled
    assert 'name="post" value="1"' in filled
