"""By hand: who sits where in drawn rounds, who are partners, and what was asked for."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render

from clubs.admin.permissions import doer
from clubs.admin.refusals import refusals_shown
from clubs.admin.sent_result import whole_in
from clubs.locks import lock_table
from clubs.models import Member, Night, NightTable, NightWish
from clubs.partnerships import end_partnership
from clubs.rehearsing import taken_back
from clubs.reseating import Reseated, place_person
from clubs.sides import partner_names, partnerships_of
from clubs.wishes import drop_wish
from deploy.rest.clock import database_now


def by_hand_page(request: HttpRequest, night: Night, context: dict[str, Any]) -> HttpResponse:
    """The tables of each drawn round with their locks; below them partners and wishes."""
    if request.method == "POST":
        with refusals_shown(request):
            if told := _changed(request, night):
                messages.success(request, told)
        return redirect("admin:clubs_night_by_hand", night.pk)
    here = night.attendances.here().select_related("member__player")
    wishes = night.wishes.order_by("pk").prefetch_related("people__member__player")
    context |= {
        "title": f"By hand: {night}",
        "night": night,
        "rounds": _rounds(night),
        "people": [one.member for one in here.order_by("member__player__sort_name", "pk")],
        "partnerships": [
            {"names": partner_names(partners), "member": partners[0].member_id}
            for one in partnerships_of(night)
            if (partners := list(one.partners.all()))
        ],
        "wishes": [{"pk": wish.pk, "words": _words(wish)} for wish in wishes],
    }
    return render(request, "clubs/by_hand.html", context)


def _rounds(night: Night) -> list[dict[str, Any]]:
    rounds = []
    for drawn in night.rounds.drafted():
        tables: dict[NightTable, list[str]] = {}
        for place in drawn.places.round_the_tables().told():
            tables.setdefault(place.table, []).append(str(place.attendance))
        rounds.append({"round": drawn, "tables": tables})
    return rounds


def _words(wish: NightWish) -> str:
    names = ", ".join(str(one.member) for one in wish.people.all())
    if wish.table_number is not None:
        return f"{names}: at table {wish.table_number}"
    if wish.seat_number is not None:
        return f"{names}: on seat {wish.seat_number + 1}"
    return f"{names}: {wish.get_kind_display()}"


def _changed(request: HttpRequest, night: Night) -> str:
    """Do what was pressed, and say it."""
    form, by, at = request.POST, doer(request), database_now()
    if "lock" in form or "unlock" in form:
        is_locked = "lock" in form
        table = get_object_or_404(
            NightTable.objects.filter(round__night=night),
            pk=whole_in(form["lock" if is_locked else "unlock"]),
        )
        number = table.round.number
        lock_table(night, number=number, table=table.number, is_locked=is_locked, by=by, at=at)
        return f"{table} of round {number} is {'locked' if is_locked else 'not locked any more'}."
    if "end" in form:
        member = _member(night, form, "end")
        end_partnership(night, member, by=by, at=at)
        return f"{member} has no partner any more."
    if "drop" in form:
        drop_wish(night, whole_in(form["drop"]), by=by, at=at)
        return "The wish is dropped."
    if "try" in form or "move" in form:
        return _placed(request, night)
    return ""


def _placed(request: HttpRequest, night: Night) -> str:
    """Move somebody, or only say what that would do."""
    form = request.POST
    member = _member(night, form, "member")
    number, table = whole_in(form.get("round", "")), whole_in(form.get("table", ""))
    after = _member(night, form, "after") if form.get("after") else None

    def place() -> Reseated:
        return place_person(
            night,
            member,
            number=number,
            table=table,
            after=after,
            by=doer(request),
            at=database_now(),
        )

    if "move" in form:
        place()
        return f"{member} sits at table {table} in round {number}."
    done = taken_back(place)
    return (
        f"With {member} at table {table}, {done.after} pairs of round {number} meet again; now it "
        f"is {done.before}. Nobody was moved."
    )


def _member(night: Night, form: QueryDict, name: str) -> Member:
    members = night.club.members.people().select_related("player")
    member: Member = get_object_or_404(members, pk=whole_in(form.get(name, "")))
    return member
