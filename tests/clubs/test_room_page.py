"""The room of the desk without a script: every tap is a form, and a refusal loses nothing."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from clubs.attendance import check_in
from clubs.draws import seat_night, tables_of
from clubs.floor import floor_of
from clubs.handing_out import take_back_chips
from clubs.models import Club, Member, Night, NightPlace
from clubs.rounds import open_tables
from deploy.rights import Doer
from tests.clubs.factories import AT, guests, open_night_with, owner_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser(club: Club, client: Client) -> Client:
    client.force_login(owner_of(club))
    return client


@pytest.fixture
def night(club: Club) -> Night:
    return seat_night(open_night_with(club, guests(club, 13), buy_in_chips=5), seed=1)


@pytest.fixture
def playing(night: Night) -> Night:
    return open_tables(night, at=AT)


def tap(client: Client, night: Night, **form: object) -> str:
    answer = client.post(reverse("desk-room", args=[night.pk]), form, follow=True)
    return str(answer.content.decode())


def look(client: Client, night: Night, **sent: str | int) -> str:
    return str(client.get(reverse("desk-room", args=[night.pk]), sent).content.decode())


def table_of(night: Night, member: Member | int) -> int | None:
    places = NightPlace.objects.taken().filter(round__night=night, attendance__member=member)
    return places.values_list("table__number", flat=True).first()


def at_table(night: Night, number: int) -> list[NightPlace]:
    laid = night.rounds.playing().tables().get(number=number)
    return list(laid.places.taken().told().round_the_tables())


@pytest.mark.parametrize(
    "sent",
    [{}, {"with": ""}, {"with": "9" * 30}, {"table": "1"}, {"pick": "-1", "join": "0"}, {"x": "1"}],
)
def test_a_tap_on_nobody_finds_nobody(
    organiser: Client, night: Night, sent: dict[str, str]
) -> None:
    address = reverse("desk-room", args=[night.pk])

    assert organiser.post(address, {"round": 1, **sent}).status_code == 404


def test_a_deed_in_the_room_is_its_persons(organiser: Client, night: Night) -> None:
    tap(organiser, night, round=1, lock=2)

    deed = night.deeds.latest("number")
    assert (deed.kind, deed.by) == ("lock", owner_of(night.club))


def test_what_was_done_is_told_with_the_meetings_before_and_after(
    organiser: Client, night: Night
) -> None:
    tables = tables_of(night.rounds.get())

    page = tap(organiser, night, round=1, pick=tables[0][0], **{"with": tables[1][0]})

    assert "traded places." in page
    assert "Repeat meetings in round 1: 0 → 0." in page


def test_a_second_tap_that_changes_nothing_offers_nothing_to_undo(
    organiser: Client, night: Night
) -> None:
    tap(organiser, night, round=1, lock=1)

    assert "Nothing had to change." in tap(organiser, night, round=1, lock=1)


def test_a_refused_tap_keeps_who_was_picked(organiser: Client, night: Night) -> None:
    [late] = guests(night.club, 1)
    check_in(night, [late], at=AT)
    seated = tables_of(night.rounds.get())[0][0]

    page = tap(organiser, night, round=1, pick=late.pk, **{"with": seated})

    assert "has no place in this round" in page
    assert 'aria-pressed="true" href' in page


def test_somebody_without_the_chips_is_refused_at_the_table(
    organiser: Client, playing: Night
) -> None:
    night = Night.objects.get(pk=playing.pk)
    seated = tables_of(night.rounds.get())[0][0]
    tap(organiser, night, round=1, pick=seated, leave=1)
    Night.objects.update(buy_in_chips=1000)

    page = tap(organiser, night, round=1, pick=seated, at=2, join=0)

    card = page[page.index('data-table="2"') : page.index('data-table="3"')]
    assert "fewer than 1000 chips" in card
    assert table_of(night, seated) is None


@pytest.mark.parametrize("sent", [{"lock": 9, "round": 1}, {"lock": 1, "round": 7}, {"lock": 1}])
def test_a_refusal_about_a_table_that_is_gone_is_told_all_the_same(
    organiser: Client, night: Night, sent: dict[str, int]
) -> None:
    assert 'class="told error refused"' in tap(organiser, night, **sent)


def test_a_question_that_would_be_refused_offers_no_button(club: Club, organiser: Client) -> None:
    night = open_tables(seat_night(open_night_with(club, guests(club, 4))), at=AT)

    page = look(organiser, night, **{"break": 1})

    assert "No other table" in page
    assert 'name="break_up"' not in page


def test_asking_about_a_table_moves_nobody(organiser: Client, playing: Night) -> None:
    page = look(organiser, playing, **{"break": 3})

    assert "Break up table 3?" in page
    assert playing.rounds.playing().tables().filter(table__closed_at=None).count() == 3


def test_a_part_of_the_room_brings_the_numbers_above_it(organiser: Client, night: Night) -> None:
    address = reverse("desk-room", args=[night.pk])
    part = organiser.get(address, headers={"HX-Request": "true"}).content.decode()

    assert "<html" not in part
    assert 'id="seating"' in part
    assert 'id="tonight"' in part


def test_who_was_picked_in_another_round_is_not_picked_here(
    organiser: Client, night: Night
) -> None:
    seated = tables_of(night.rounds.get())[0][0]

    assert 'class="seat picked"' not in look(organiser, night, round=2, pick=seated)
    assert 'class="seat picked"' in look(organiser, night, round=1, pick=seated)


def test_a_round_that_somebody_changed_meanwhile_is_not_changed_blindly(
    organiser: Client, night: Night
) -> None:
    """Whoever taps second is told what was done, and sees the tables as they are."""
    one, other, third = (table[0] for table in tables_of(night.rounds.get()))
    [round_seen] = floor_of(night)
    seen = {"seen": round_seen.version, "after": 0}
    tap(organiser, night, round=1, pick=one, **seen, **{"with": other})
    changed = tables_of(night.rounds.get())

    page = tap(organiser, night, round=1, pick=one, **seen, **{"with": third})
    moved = tap(organiser, night, round=1, pick=one, table=3, **seen)

    for told in (page, moved):
        assert "Round 1 has changed since you looked at it" in told
        assert f"<li>{owner_of(night.club)}: " in told
        assert "traded places.</li>" in told
        assert 'aria-pressed="true" href' in told
    assert tables_of(night.rounds.get()) == changed


def test_a_tap_on_the_tables_as_they_are_changes_them(organiser: Client, night: Night) -> None:
    one, other, _ = (table[0] for table in tables_of(night.rounds.get()))
    page = look(organiser, night, round=1, pick=one)
    [seen] = set(re.findall(r'name="seen" value="(\w+)"', page))

    tap(organiser, night, round=1, pick=one, seen=seen, after=0, **{"with": other})

    assert tables_of(night.rounds.get())[0][0] == other


def test_a_substitute_takes_the_place_of_somebody(organiser: Client, playing: Night) -> None:
    [late] = guests(playing.club, 1)
    check_in(playing, [late], at=AT)
    seated = [place.attendance.member_id for place in at_table(playing, 2)]

    offered = look(organiser, playing, round=1, pick=seated[1])
    tap(organiser, playing, round=1, pick=seated[1], substitute=late.pk)

    assert f'name="substitute" value="{late.pk}"' in offered
    now = [place.attendance.member_id for place in at_table(playing, 2)]
    assert now == [seated[0], late.pk, *seated[2:]]
    assert table_of(playing, seated[1]) is None
    assert playing.attendances.here().filter(member=seated[1]).exists()


def test_another_table_opens_for_those_who_wait(organiser: Client, playing: Night) -> None:
    late = guests(playing.club, 4)
    check_in(playing, late, at=AT)
    asked = look(organiser, playing, another=1, out=late[0].pk)

    people = re.findall(r'type="hidden" name="person" value="(\d+)"', asked)
    tap(organiser, playing, another=1, person=people)

    assert sorted(map(int, people)) == [one.pk for one in late[1:]]
    assert [table_of(playing, one) for one in late] == [None, 4, 4, 4]


def test_a_table_that_cannot_play_does_not_open_and_the_ticks_stay(
    organiser: Client, playing: Night
) -> None:
    late = guests(playing.club, 2)
    check_in(playing, late, at=AT)

    page = tap(organiser, playing, another=1, person=late[0].pk, out=late[1].pk)

    assert "A table of 1 cannot play" in page
    assert f'name="out" value="{late[1].pk}"' in page
    assert not playing.rounds.playing().tables().filter(number=4).exists()


def test_people_of_a_table_that_breaks_up_go_where_somebody_says(
    organiser: Client, playing: Night
) -> None:
    gone = [place.attendance.member_id for place in at_table(playing, 3)]
    chosen = {f"place-{one}": 1 for one in gone}

    asked = look(organiser, playing, **{"break": 3}, **chosen)
    tap(organiser, playing, break_up=3, **chosen)

    assert asked.count('<option value="1" selected>1</option>') == len(gone)
    assert {table_of(playing, one) for one in gone} == {1}


def test_a_choice_that_cannot_be_is_told_and_can_be_changed(
    organiser: Client, playing: Night
) -> None:
    one = at_table(playing, 3)[0].attendance.member_id

    page = look(organiser, playing, **{"break": 3, f"place-{one}": 9})

    assert "Table 9 is not open" in page
    assert f'name="place-{one}"' in page


def test_rounds_are_drawn_ahead_without_those_who_sit_out(
    organiser: Client, club: Club, night: Night
) -> None:
    out = Member.objects.get(pk=tables_of(night.rounds.get())[0][0])

    tap(organiser, night, draw=1, rounds=3, person=out.pk)

    rounds = [tables_of(drawn) for drawn in night.rounds.drafted()]
    assert len(rounds) == 3
    assert all(out.pk not in table for tables in rounds for table in tables)


def test_somebody_who_is_here_sits_out_the_next_round_alone(
    organiser: Client, night: Night
) -> None:
    seat_night(night, rounds=2, seed=1)
    first, second = (table[0][0] for table in map(tables_of, night.rounds.drafted()))
    other = next(
        one for table in tables_of(night.rounds.drafted()[0]) for one in table if one != first
    )

    tap(organiser, night, round=1, pick=first, sit_out=1)
    tap(organiser, night, round=1, pick=other, sit_out=1)

    seated = [
        {one for table in tables_of(drawn) for one in table} for drawn in night.rounds.drafted()
    ]
    assert [{first, other} & people for people in seated] == [set(), {first, other}]
    assert "Sits this round out" not in look(organiser, night, round=2, pick=second)
    assert "another one comes first" not in look(organiser, night)
    assert "look at the night again" in tap(organiser, night, round=2, pick=second, sit_out=1)


@pytest.mark.parametrize("sent", [{"draw": 1, "person": 0}, {"another": 1, "person": 7777777}])
def test_people_of_other_clubs_are_not_found(
    organiser: Client, night: Night, sent: dict[str, int]
) -> None:
    address = reverse("desk-room", args=[night.pk])

    assert organiser.post(address, {"round": 1, **sent}).status_code == 404


def test_whoever_lacks_chips_is_told_and_sits_down_with_what_is_handed_out(
    organiser: Client, playing: Night
) -> None:
    [late] = guests(playing.club, 1)
    check_in(playing, [late], at=AT)
    by = Doer(owner_of(playing.club).pk)
    take_back_chips(playing, [late], chips=18, key="x", by=by, at=AT)

    asked = look(organiser, playing, round=1, pick=late.pk, at=1)
    assert "has 2, lacks 3" in asked
    assert 'name="join_with"' in asked
    assert 'name="join"' not in asked

    page = tap(organiser, playing, round=1, pick=late.pk, at=1, join_with=0)

    assert f"{late} sat down at table 1, handed 3 chips." in page
    assert table_of(playing, late) == 1
    assert playing.deeds.filter(kind="hand_out").count() == 0
