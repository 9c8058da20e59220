"""The desk of a night without a script: every tap is a form, and a refusal loses nothing."""

from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import reverse

from clubs.attendance import answer_night, check_in
from clubs.draws import seat_night
from clubs.free_tables import open_free_table, take_seat
from clubs.members import join_club, walk_in
from clubs.models import Access, Answer, Club, Member, Night, NightStatus, Player, Role
from clubs.nights import open_night, plan_night
from clubs.rounds import open_tables
from clubs.turning_away import turn_away
from deploy.rest.clock import database_now
from tests.clubs.factories import AT, ClubFactory, PlayerFactory, guests, open_night_with, owner_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser(club: Club, client: Client) -> Client:
    client.force_login(owner_of(club))
    return client


@pytest.fixture
def con(club: Club) -> Member:
    return walk_in(club, name="Con", at=AT)


@pytest.fixture
def night(club: Club) -> Night:
    return open_night_with(club, guests(club, 2))


def at(night: Night, page: str, *args: object) -> str:
    return reverse(page, args=[night.pk, *args])


def here(night: Night) -> set[str]:
    return {str(one) for one in night.attendances.here()}


def press(client: Client, night: Night, step: str, **form: int) -> str:
    answer = client.post(at(night, "desk-step", step), form, follow=True)
    return str(answer.content.decode())


def test_a_tap_checks_in_and_another_takes_it_back(
    organiser: Client, night: Night, con: Member
) -> None:
    organiser.post(at(night, "desk-door"), {"in": con.pk})
    came = here(night)
    organiser.post(at(night, "desk-door"), {"out": con.pk})

    assert came - here(night) == {"Con"}


def test_a_tap_that_comes_twice_changes_nothing_more(
    organiser: Client, night: Night, con: Member
) -> None:
    for _ in range(2):
        organiser.post(at(night, "desk-door"), {"in": con.pk})

    assert "Con" in here(night)
    assert night.deeds.count() == 1


def test_deeds_at_the_desk_are_its_persons(organiser: Client, night: Night, con: Member) -> None:
    organiser.post(at(night, "desk-door"), {"in": con.pk})

    assert night.deeds.latest("number").by == owner_of(night.club)


def test_a_guest_takes_one_line(organiser: Client, night: Night) -> None:
    organiser.post(at(night, "desk-guest"), {"name": " Brand New "})

    assert "Brand New" in here(night)


def test_a_guest_who_is_refused_stays_in_the_line(
    organiser: Client, night: Night, con: Member
) -> None:
    page = organiser.post(at(night, "desk-guest"), {"name": "Con"}).content.decode()

    assert "Con is already in the list" in page
    assert 'value="Con"' in page
    assert "Con" not in here(night)


def test_a_bot_of_the_club_is_not_at_the_door(organiser: Client, night: Night, con: Member) -> None:
    Player.objects.filter(pk=con.player_id).update(is_bot=True)

    assert "Con" not in organiser.get(at(night, "desk-door")).content.decode()
    assert organiser.post(at(night, "desk-door"), {"in": con.pk}).status_code == 404


@pytest.mark.parametrize("sent", [{}, {"in": ""}, {"in": "9" * 30}, {"out": "-1"}, {"in": "x"}])
def test_a_tap_on_nobody_finds_nobody(
    organiser: Client, night: Night, sent: dict[str, str]
) -> None:
    assert organiser.post(at(night, "desk-door"), sent).status_code == 404


def test_a_full_hall_offers_to_wait(organiser: Client, night: Night, con: Member) -> None:
    Night.objects.update(capacity=2)
    headers = {"HX-Request": "true"}
    row = organiser.post(at(night, "desk-door"), {"in": con.pk}, headers=headers)
    organiser.post(at(night, "desk-door"), {"wait": con.pk})

    assert "has room for 2 people" in row.content.decode()
    assert 'name="wait"' in row.content.decode()
    assert "Waiting for a place" in organiser.get(at(night, "desk-door")).content.decode()


def test_chips_are_handed_out_once_however_often_the_order_comes(
    organiser: Client, night: Night, con: Member
) -> None:
    con.purse.refresh_from_db()
    before = con.purse.balance
    for _ in range(2):
        organiser.post(at(night, "desk-chips", con.pk), {"chips": 7, "key": "one tap"})

    con.purse.refresh_from_db()
    assert con.purse.balance - before == 7


@pytest.mark.parametrize("chips", ["", "0", "-3", "1.5", "9" * 12, "x"])
def test_what_is_no_number_of_chips_is_refused_and_stays(
    organiser: Client, night: Night, con: Member, chips: str
) -> None:
    address = at(night, "desk-chips", con.pk)
    page = organiser.post(address, {"chips": chips, "key": "k"}).content.decode()

    assert 'role="alert"' in page
    assert 'name="key" value="k"' in page


def test_the_evening_goes_its_way_by_the_first_button(organiser: Client, club: Club) -> None:
    night = plan_night(club, at=AT, starts_at=AT, buy_in_chips=1)
    statuses = []
    press(organiser, night, "open")
    for member in guests(club, 4):
        organiser.post(at(night, "desk-door"), {"in": member.pk})
    for step in ("draw", "open-tables", "next-round", "close"):
        press(organiser, night, step, round=1)
        night.refresh_from_db()
        statuses.append(night.status)

    playing = NightStatus.PLAYING
    assert statuses == [NightStatus.SEATED, playing, playing, NightStatus.CLOSED]


def test_what_moves_chips_is_told_before_it_is_done(organiser: Client, club: Club) -> None:
    night = seat_night(open_night_with(club, guests(club, 4), buy_in_chips=5))

    asked = organiser.get(at(night, "desk-step", "open-tables")).content.decode()

    night.refresh_from_db()
    assert "4 people bring 20 chips." in asked
    assert night.status == NightStatus.SEATED


def test_the_next_round_tells_what_goes_home_and_what_everybody_brings(
    organiser: Client, club: Club
) -> None:
    night = seat_night(open_night_with(club, guests(club, 4), buy_in_chips=5))
    press(organiser, night, "open-tables")

    asked = organiser.get(at(night, "desk-step", "next-round")).content.decode()

    assert "20 chips go home to 4 people." in asked
    assert "4 people bring 20 chips." in asked


def test_a_step_that_would_be_refused_says_why_and_offers_no_button(
    organiser: Client, night: Night
) -> None:
    page = organiser.get(at(night, "desk-step", "open-tables")).content.decode()

    assert "seat the people next" in page
    assert 'name="round"' not in page


def test_where_chips_are_lacking_the_way_to_hand_them_out_is_beside(
    organiser: Client, club: Club
) -> None:
    night = seat_night(open_night_with(club, guests(club, 4), buy_in_chips=1000))

    page = organiser.get(at(night, "desk-step", "open-tables")).content.decode()

    assert "fewer than 1000 chips to play with" in page
    assert f'<a class="button first" href="{at(night, "desk-money")}">Hand out chips</a>' in page


def test_the_next_round_sits_as_it_was_shown(organiser: Client, club: Club) -> None:
    night = open_night_with(club, guests(club, 12), buy_in_chips=1, table_size=4)
    open_tables(seat_night(night), at=AT)
    asked = organiser.get(at(night, "desk-step", "next-round"))
    shown = [line.split("<br>")[0] for line in asked.content.decode().split("Table ")[1:]]

    press(organiser, night, "next-round", round=1, seed=asked.context["seed"])

    laid = night.rounds.tables().filter(round__number=2).order_by("number")
    sits = [
        f"{table.number}: {', '.join(str(one.attendance) for one in table.places.all())}."
        for table in laid
    ]
    assert sits == shown


def test_two_organisers_do_not_end_two_rounds(organiser: Client, club: Club) -> None:
    night = open_tables(seat_night(open_night_with(club, guests(club, 4), buy_in_chips=1)), at=AT)
    for _ in range(2):
        page = press(organiser, night, "next-round", round=1)

    assert "Round 2 of" in page
    assert night.rounds.playing().get().number == 2


def green_step(client: Client, night: Night, page: str) -> str:
    tonight = client.get(at(night, page)).context
    return str(tonight["first_step"].label)


def test_door_and_room_offer_the_same_step_at_every_moment(organiser: Client, club: Club) -> None:
    """While people are missing, when all are here, when seats are drawn, and at play."""
    night = plan_night(club, at=AT, starts_at=database_now() + timedelta(hours=1))
    members = guests(club, 5)
    answer_night(night, members[4], Answer.GOING, at=AT)
    offered = []

    def look() -> None:
        pages = {green_step(organiser, night, page) for page in ("desk-door", "desk-room")}
        [step] = pages
        offered.append(step)

    look()
    open_night(night, at=AT)
    look()
    check_in(night, members[:4], at=AT)
    look()
    check_in(night, members[4:], at=AT)
    look()
    seat_night(night, at=AT)
    look()
    open_tables(night, at=AT)
    look()

    seat = "Seat {} people"
    assert offered == [
        *("Open the night", "Check people in", seat.format(4), seat.format(5)),
        *("Open 1 table", "Enter results"),
    ]


@pytest.mark.parametrize(
    ("role", "page"), [(Role.ORGANISER, "desk-door"), (Role.SCORER, "desk-results")]
)
def test_the_desk_leads_everybody_to_their_room(
    client: Client, club: Club, night: Night, role: Role, page: str
) -> None:
    client.force_login(join_club(club, player=PlayerFactory.create(), role=role, at=AT).player)

    answer = client.get(at(night, "desk"), follow=True)

    assert answer.request["PATH_INFO"] == at(night, page)
    assert answer.status_code == 200


def test_the_menu_leads_to_the_night_that_is_on_before_one_that_is_planned(
    organiser: Client, club: Club, night: Night
) -> None:
    plan_night(club, at=AT, starts_at=AT)

    assert reverse("desk-tonight") in organiser.get(reverse("admin:index")).content.decode()
    assert organiser.get(reverse("desk-tonight")).headers["Location"] == at(night, "desk")


def test_without_a_night_the_menu_leads_to_the_list(organiser: Client) -> None:
    nights = reverse("admin:clubs_night_changelist")

    assert organiser.get(reverse("desk-tonight")).headers["Location"] == nights


def test_a_night_of_another_club_is_not_tonights(organiser: Client) -> None:
    plan_night(ClubFactory.create(), at=AT, starts_at=AT)
    nights = reverse("admin:clubs_night_changelist")

    assert organiser.get(reverse("desk-tonight")).headers["Location"] == nights


def test_a_scorer_has_the_results_alone(client: Client, club: Club, night: Night) -> None:
    scorer = join_club(club, player=PlayerFactory.create(), role=Role.SCORER, at=AT)
    client.force_login(scorer.player)

    page = client.get(at(night, "desk-results")).content.decode()

    assert at(night, "desk-door") not in page
    assert client.get(at(night, "desk-door")).status_code == 403


def test_somebody_who_is_not_signed_in_comes_back_to_the_page(client: Client, night: Night) -> None:
    address = at(night, "desk-door")

    whole = client.get(address)
    part = client.get(
        address, headers={"HX-Request": "true", "HX-Current-URL": f"http://testserver{address}"}
    )

    wanted = f"{reverse('account_login')}?next={quote(address)}"
    assert whole.headers["Location"] == wanted
    assert (part.status_code, part.headers["HX-Redirect"]) == (200, wanted)


def test_a_part_is_no_whole_page(organiser: Client, night: Night) -> None:
    part = organiser.get(at(night, "desk-door"), headers={"HX-Request": "true"}).content.decode()

    assert "<html" not in part
    assert 'id="lists"' in part
    assert 'id="tonight"' in part


def test_people_who_run_a_club_are_led_to_it_from_the_front_page(
    organiser: Client, client: Client
) -> None:
    assert organiser.get("/").headers["Location"] == reverse("admin:index")


def test_strangers_read_of_no_club_without_a_table_for_them(client: Client, club: Club) -> None:
    page = client.get("/").content.decode()

    assert "Sign in" in page
    assert club.name not in page


def test_a_table_open_to_everybody_is_told_with_its_club_and_without_names(
    client: Client, club: Club
) -> None:
    host = owner_of(club)
    plan: Any = {"name": "Fireside", "seats_limit": 5}
    free = open_free_table(club, host=host, access=Access.OPEN, at=AT, **plan)
    take_seat(free, player=host, chips=5, at=AT)

    page = client.get("/").content.decode()

    assert "Fireside" in page
    assert club.name in page
    assert "1 of 5 seats taken" in page
    assert host.name not in page


@pytest.mark.parametrize("access", [Access.MEMBERS, Access.INVITATION])
def test_other_tables_are_not_on_the_front_page(client: Client, club: Club, access: Access) -> None:
    plan: Any = {"name": "Fireside", "seats_limit": 5}
    open_free_table(club, host=owner_of(club), access=access, at=AT, **plan)

    assert "Fireside" not in client.get("/").content.decode()


def test_a_club_that_turned_somebody_away_shows_them_no_table(
    client: Client, club: Club, con: Member
) -> None:
    plan: Any = {"name": "Fireside", "seats_limit": 5}
    open_free_table(club, host=owner_of(club), access=Access.OPEN, at=AT, **plan)
    turn_away(con, by=owner_of(club), reason="Loud", at=AT)
    client.force_login(con.player)

    assert "Fireside" not in client.get("/").content.decode()


def test_a_tap_in_the_log_undoes_a_deed(organiser: Client, night: Night, con: Member) -> None:
    organiser.post(at(night, "desk-door"), {"in": con.pk})
    number = night.deeds.latest("number").number

    page = organiser.post(at(night, "desk-log"), {"deed": number}, follow=True).content.decode()

    assert "Con" not in here(night)
    assert 'class="struck"' in page


def test_a_deed_that_is_undone_twice_is_undone_once(
    organiser: Client, night: Night, con: Member
) -> None:
    organiser.post(at(night, "desk-door"), {"in": con.pk})
    for _ in range(2):
        page = organiser.post(at(night, "desk-log"), {"deed": 1}, follow=True).content.decode()

    assert "was undone by deed 2" in page
    assert "Con" not in here(night)
