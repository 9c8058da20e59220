"""Partners: they agree, one answers another, or they cut; then they sit as one side."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from functools import partial

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from clubs.attendance import check_in, check_out
from clubs.draws import seat_night
from clubs.errors import (
    AlreadyPartner,
    ClubsError,
    NoPartnerWanted,
    NotHere,
    NotMember,
    NotPartner,
    PartnersAgree,
    PartnersUnfit,
    SeasonOver,
    WrongMoment,
)
from clubs.members import walk_in
from clubs.models import Club, FormedBy, Member, Night, NightStatus, Partner, Partnership
from clubs.nights import close_night, plan_night
from clubs.partnerships import (
    answer_partner,
    cut_partners,
    end_partnership,
    form_partnerships,
    want_partner,
)
from clubs.rounds import next_round, open_tables
from clubs.sides import partnerships_of
from games.engine import HouseRules, Ruleset
from tests.clubs.arriving import arrive
from tests.clubs.factories import AT, ClubFactory, guests, open_night_with, owner_of
from tests.games.crowds import in_a_thread

HIGH_TO_LOW = "AKQJT98765432"


def club_of(sides: str, partners_by: str = "cut") -> Club:
    rules = HouseRules.from_json({"sides": sides, "partners_by": partners_by})
    return ClubFactory.create(rules=Ruleset.of(rules))


@pytest.fixture
def club(db: None) -> Club:
    return club_of("pairs")


def hall(club: Club, people: int, table_size: int = 4) -> tuple[Night, list[Member]]:
    members = guests(club, people)
    return open_night_with(club, members, table_size=table_size), members


def tables_of(night: Night, number: int = 1) -> list[list[int]]:
    """Of each table of a round its members, clockwise."""
    tables: dict[int, list[int]] = {}
    places = night.rounds.get(number=number).places.round_the_tables()
    for table, member in places.values_list("table_id", "attendance__member_id"):
        tables.setdefault(table, []).append(member)
    return list(tables.values())


def partners_on(night: Night) -> list[list[str]]:
    return [
        [str(one.member) for one in partnership.partners.order_by("pk")]
        for partnership in partnerships_of(night)
    ]


def test_partners_sit_opposite_each_other_in_every_round(club: Club) -> None:
    """RULES.md 1.2; two of the eight have no partner and take the seats that are left."""
    night, members = hall(club, 8)
    form_partnerships(night, [members[0:2], members[2:4], members[4:6]], at=AT)
    seat_night(night, rounds=3)

    for number in (1, 2, 3):
        opposite = {
            frozenset(pair)
            for table in tables_of(night, number)
            for pair in zip(table[:2], table[2:], strict=True)
        }
        assert {frozenset(one.pk for one in members[n : n + 2]) for n in (0, 2, 4, 6)} == opposite


@pytest.mark.parametrize(
    ("sides", "people", "table_size", "size"),
    [("two_sides", 8, 8, 2), ("two_sides", 6, 6, 3), ("threes", 9, 9, 3), ("threes", 12, 6, 3)],
)
def test_partners_are_of_one_side(
    db: None, sides: str, people: int, table_size: int, size: int
) -> None:
    """RULES.md 1.2: two sides are the even and the odd seats; threes have one remainder."""
    night, members = hall(club_of(sides), people, table_size)
    groups = [members[first : first + size] for first in range(0, people, size)]
    form_partnerships(night, groups, at=AT)
    seat_night(night)

    for table in tables_of(night):
        count = 2 if sides == "two_sides" else len(table) // 3
        for group in groups:
            seats = [table.index(one.pk) for one in group if one.pk in table]
            assert len(seats) in (0, size)
            assert len({seat % count for seat in seats}) <= 1


@pytest.mark.parametrize(
    ("sides", "size", "told"),
    [
        ("pairs", 3, "name two people"),
        ("threes", 2, "name three people"),
        ("two_sides", 4, "name two or three people"),
        ("pairs", 1, "name two people"),
        ("individual", 2, "everybody plays alone"),
    ],
)
def test_a_number_that_cannot_play_together_is_told_what_could(
    db: None, sides: str, size: int, told: str
) -> None:
    night, members = hall(club_of(sides), 6, table_size=6)

    with pytest.raises(PartnersUnfit, match=told):
        form_partnerships(night, [members[:size]], at=AT)


def test_numbers_that_do_not_fit_are_refused_with_those_that_would(club: Club) -> None:
    night, members = hall(club, 10)
    form_partnerships(night, [members[:2]], at=AT)
    seat_night(night)  # Ten at one table.
    check_in(night, guests_more(club, 1), at=AT)

    with pytest.raises(PartnersUnfit, match=r"11 people cannot .* 10 or 12 people can"):
        seat_night(night)


def test_partnerships_that_no_table_fits_together_are_refused_in_words(db: None) -> None:
    """RULES.md 1.2: of two sides, twos fit at 4 and 8, and threes at 6."""
    night, members = hall(club_of("two_sides"), 12)
    form_partnerships(night, [members[:2], members[2:5]], at=AT)

    with pytest.raises(PartnersUnfit, match="End the partnerships of one size"):
        seat_night(night)


def guests_more(club: Club, count: int) -> list[Member]:
    return arrive(club, [f"Late {number}" for number in range(count)], at=AT)


def test_nobody_has_two_partners(club: Club) -> None:
    night, members = hall(club, 6)
    form_partnerships(night, [members[:2]], at=AT)

    with pytest.raises(AlreadyPartner, match="Guest 0 and Guest 1 are partners on"):
        form_partnerships(night, [members[2:4], [members[1], members[4]]], at=AT)
    with pytest.raises(AlreadyPartner, match="named twice"):
        form_partnerships(night, [members[2:4], members[3:5]], at=AT)
    assert partners_on(night) == [["Guest 0", "Guest 1"]]


def test_the_database_keeps_a_partner_to_the_night_of_the_partnership(club: Club) -> None:
    night, members = hall(club, 4)
    [formed] = form_partnerships(night, [members[:2]], at=AT)

    with pytest.raises(IntegrityError), transaction.atomic():
        Partner.objects.create(partnership=formed, member=members[2], night=None)
    other = Partnership.objects.create(
        club=club, night=night, formed_by=FormedBy.HALL, formed_at=AT
    )
    with pytest.raises(IntegrityError), transaction.atomic():
        Partner.objects.create(partnership=other, member=members[1], night=night)


def test_a_partnership_that_was_ended_frees_both(club: Club) -> None:
    night, members = hall(club, 4)
    form_partnerships(night, [members[:2]], at=AT)
    end_partnership(night, members[1], at=AT)
    form_partnerships(night, [members[1:3]], formed_by=FormedBy.HALL, at=AT)

    assert partners_on(night) == [["Guest 1", "Guest 2"]]
    with pytest.raises(NotPartner, match="Guest 0 has no partner"):
        end_partnership(night, members[0], at=AT)


def test_partners_of_a_season_play_together_till_its_last_day(club: Club) -> None:
    night, members = hall(club, 4)
    last = AT.date() + timedelta(days=7)
    form_partnerships(night, [members[:2]], until=last, at=AT)
    nights = {days: plan_night(club, starts_at=AT + timedelta(days=days), at=AT) for days in (7, 8)}

    assert partners_on(night) == partners_on(nights[7]) == [["Guest 0", "Guest 1"]]
    assert partners_on(nights[8]) == []
    with pytest.raises(AlreadyPartner, match="partners for the season"):
        form_partnerships(night, [members[1:3]], until=last, at=AT)
    later = AT + timedelta(days=8)
    form_partnerships(nights[8], [members[1:3]], until=later.date(), at=later)
    assert partners_on(nights[8]) == [["Guest 1", "Guest 2"]]


def test_a_season_rests_for_a_night_on_which_one_has_another_partner(club: Club) -> None:
    night, members = hall(club, 4)
    form_partnerships(night, [members[:2]], until=date(2027, 6, 1), at=AT)
    form_partnerships(night, [[members[0], members[3]]], at=AT)
    other = open_night_with(club, [])

    assert partners_on(night) == [["Guest 0", "Guest 3"]]
    assert partners_on(other) == [["Guest 0", "Guest 1"]]


def test_a_season_that_does_not_fit_the_rules_of_a_night_is_left_aside(club: Club) -> None:
    first, members = hall(club, 4)
    form_partnerships(first, [members[:2]], until=date(2027, 6, 1), at=AT)
    night = open_night_with(club, members, table_size=4, options={"sides": "individual"})

    assert seat_night(night).status == NightStatus.SEATED


def test_a_season_ends_on_or_after_its_first_night(club: Club) -> None:
    night, members = hall(club, 4)

    with pytest.raises(SeasonOver, match="give 21 November 2026 or a later day"):
        form_partnerships(night, [members[:2]], until=date(2026, 11, 20), at=AT)


def test_somebody_answers_who_needs_a_partner(club: Club) -> None:
    night, members = hall(club, 4)
    asker, quick, slow = members[:3]
    want_partner(night, asker)
    answered = answer_partner(night, asker, by=quick, at=AT)

    assert answered.formed_by == FormedBy.ANSWER
    assert partners_on(night) == [["Guest 0", "Guest 1"]]
    assert not night.attendances.filter(needs_partner=True).exists()
    with pytest.raises(NoPartnerWanted, match="Guest 0 is not looking for a partner"):
        answer_partner(night, asker, by=slow, at=AT)
    with pytest.raises(AlreadyPartner):
        want_partner(night, quick)


def test_who_no_longer_needs_a_partner_cannot_be_answered(club: Club) -> None:
    night, members = hall(club, 4)
    want_partner(night, members[0])
    want_partner(night, members[0], needs_partner=False)

    with pytest.raises(NoPartnerWanted):
        answer_partner(night, members[0], by=members[1], at=AT)


def test_a_cut_is_kept_with_its_cards_and_ranked_neighbours_are_partners(club: Club) -> None:
    """RULES.md 1.3, for twelve people; four more have partners already."""
    night, members = hall(club, 16)
    form_partnerships(night, [members[12:14], members[14:]], at=AT)
    formed = cut_partners(night, seed=5, at=AT)

    drawn = {
        partner.member_id: [HIGH_TO_LOW.index(card[0]) for card in partner.cards.split()]
        for partner in Partner.objects.filter(partnership__in=formed)
    }
    assert drawn.keys() == {member.pk for member in members[:12]}
    ranked = sorted(drawn, key=lambda one: drawn[one])
    assert [sorted(one.partners.values_list("member", flat=True)) for one in formed] == [
        sorted(ranked[first : first + 2]) for first in range(0, 12, 2)
    ]
    assert set(
        Partnership.objects.filter(pk__in=[one.pk for one in formed]).values_list(
            "seed", "formed_by"
        )
    ) == {(5, FormedBy.CUT)}


def test_a_cut_that_would_leave_somebody_over_is_refused_with_what_would_do(club: Club) -> None:
    night, members = hall(club, 8)

    with pytest.raises(
        PartnersUnfit, match=r"3 people .* partnerships of two: let 2 or 4 people draw"
    ):
        cut_partners(night, members[:3], at=AT)
    with pytest.raises(NotHere, match="Late 0 is not checked in"):
        cut_partners(night, [*members[:3], *guests_more(club, 1)], at=AT)
    assert partners_on(night) == []


def test_nobody_cuts_where_people_agree(db: None) -> None:
    """RULES.md 1.3: then the couples that are named play together."""
    night, members = hall(club_of("pairs", partners_by="agreement"), 4)

    with pytest.raises(PartnersAgree, match="Name who plays with whom"):
        cut_partners(night, at=AT)
    form_partnerships(night, [members[:2]], at=AT)
    assert len(partners_on(night)) == 1


def test_the_desk_cuts_for_those_without_a_partner(club: Club, client: Client) -> None:
    night, members = hall(club, 8)
    form_partnerships(night, [members[:2]], at=AT)
    client.force_login(owner_of(club))
    desk = reverse("desk-room", args=[night.pk])
    cut = reverse("desk-step", args=[night.pk, "cut-partners"])
    assert f'action="{cut}"' in client.get(desk).content.decode()

    client.post(cut, {"round": "0"})

    assert len(partners_on(night)) == 4
    assert Partnership.objects.filter(night=night, formed_by=FormedBy.CUT).count() == 3
    assert f'action="{cut}"' not in client.get(desk).content.decode()


def test_the_desk_offers_no_cut_where_people_agree(db: None, client: Client) -> None:
    other = club_of("pairs", partners_by="agreement")
    night, _ = hall(other, 8)
    client.force_login(owner_of(other))

    page = client.get(reverse("desk-room", args=[night.pk])).content.decode()

    assert "cut-partners" not in page


def test_sides_of_four_are_not_cut_in_the_hall(db: None) -> None:
    night, _ = hall(club_of("two_sides"), 8, table_size=8)

    with pytest.raises(PartnersUnfit, match="tables of 4 or 6"):
        cut_partners(night, at=AT)


def test_a_round_that_parts_new_partners_is_drawn_again(club: Club) -> None:
    night, members = hall(club, 8)
    seat_night(night, seed=1)
    table = tables_of(night)[0]
    parted = [one for one in members if one.pk in table[:2]]
    opposite = [one for one in members if one.pk in (table[0], table[2])]
    form_partnerships(night, [opposite], at=AT)
    night.refresh_from_db()
    assert night.status == NightStatus.SEATED  # They sit as partners already.
    end_partnership(night, opposite[0], at=AT)
    form_partnerships(night, [parted], at=AT)
    night.refresh_from_db()

    assert night.status == NightStatus.OPEN


def test_partners_who_agree_while_a_round_is_played_sit_together_in_the_next(club: Club) -> None:
    night, members = hall(club, 8)
    night = open_tables(seat_night(night, rounds=2, seed=1), at=AT)
    [table, _] = tables_of(night, 2)
    parted = [one for one in members if one.pk in table[:2]]
    form_partnerships(night, [parted], at=AT)
    night = next_round(night, number=1, at=AT)

    table = next(table for table in tables_of(night, 2) if parted[0].pk in table)
    assert abs(table.index(parted[0].pk) - table.index(parted[1].pk)) == 2


def test_whose_partner_is_not_here_plays_with_whoever_sits_opposite(club: Club) -> None:
    night, members = hall(club, 4)
    form_partnerships(night, [members[:2]], at=AT)
    check_out(night, members[1])
    check_in(night, guests_more(club, 1), at=AT)

    assert seat_night(night).status == NightStatus.SEATED


def test_people_of_another_club_and_closed_nights_are_refused(club: Club) -> None:
    night, members = hall(club, 4)
    stranger = walk_in(ClubFactory.create(), name="Stranger", at=AT)

    with pytest.raises(NotMember):
        form_partnerships(night, [[members[0], stranger]], at=AT)
    close_night(night, at=AT)
    with pytest.raises(WrongMoment):
        form_partnerships(night, [members[:2]], at=AT)


@pytest.mark.parametrize("until", [None, date(2027, 6, 1)])
def test_of_two_who_want_the_same_partner_at_once_one_is_refused(
    own_database: str, until: date | None
) -> None:
    club = club_of("pairs")
    night, members = hall(club, 4)
    nights = [night, night if until is None else open_night_with(club, [])]

    def form(turn: int) -> str:
        try:
            group = [members[0], members[1 + turn]]
            form_partnerships(nights[turn], [group], until=until, at=AT)
        except ClubsError as refusal:
            return refusal.code
        return "formed"

    with ThreadPoolExecutor(2) as threads:
        calls = [threads.submit(in_a_thread, partial(form, turn)) for turn in range(2)]
        told = sorted(call.result() for call in calls)

    assert told == ["already_partner", "formed"]
    assert len(partners_on(night)) == 1
