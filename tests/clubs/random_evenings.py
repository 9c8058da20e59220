"""An evening of random deeds by two organisers, and what holds after each of them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from django.db.models import Sum

from clubs.draws import is_up_to_date, people_here
from clubs.members import join_club
from clubs.models import Club, Night, NightDeed, NightPlace, NightStatus, Role
from clubs.nights import plan_night
from clubs.sentences import INSTEAD
from deploy.rest.clock import database_now
from games.engine import HouseRules, Ruleset
from games.models import Deal, Mode, Seat, Table
from games.play.differences import check_paid
from games.play.journal import evening_of, facts_of, slots_of
from ledger.audit import check_books
from ledger.kinds import AccountKind
from ledger.models import Account
from tests.clubs.callers import Caller
from tests.clubs.factories import AT, ClubFactory, PlayerFactory, guests, owner_of
from tests.clubs.random_deeds import ANY, LIKELY, ask
from tests.clubs.random_sight import Json, Seen, sitting
from tests.clubs.undone import state_of

OPENING_CHIPS: Final = 60
HOUSES: Final[list[Json]] = [
    {"unclaimed_pool": "split"},
    {"unclaimed_pool": "carry", "topup": "full"},
    {"unclaimed_pool": "play_on", "pool_max": 8},
    {"unclaimed_pool": "carry", "sides": "pairs", "partners_by": "cut"},
    {"unclaimed_pool": "split", "sides": "threes", "partners_by": "cut"},
    {"unclaimed_pool": "carry", "sides": "two_sides"},
]
PARTNERS: Final = {"pairs": 2, "threes": 3}
"""The number of people that play together; of two sides half of the table."""
PLAIN: Final[dict[str, Any]] = {"mode": Mode.RECORDED, "venue": "The hall"}
UNDOES: Final = ("undo_last", "undo_some", "undo_undo")
SAME: Final = {"side_out": "leave"}
"""What a deed is to the service, where it has another name here."""

DEEDS: Final = ("likely", "likely", "likely", "likely", "any", "undo_last", *UNDOES)
REFUSED: Final = (403, 404, 409, 422)
Pick = Callable[[Sequence[Any]], Any]


@dataclass(frozen=True)
class Answer:
    """What an organiser asked for, and was answered.

    Attributes:
        refusal: Its code; empty where it was done.
    """

    who: int
    name: str
    path: str
    body: Json
    refusal: str
    sentence: str

    @property
    def is_tried(self) -> bool:
        return bool(self.body.get("dry_run"))

    @property
    def is_done(self) -> bool:
        return not self.refusal and not self.is_tried

    def __str__(self) -> str:
        tried = f"{self.name} tried" if self.is_tried else self.name
        return f"{tried} refused with {self.refusal}" if self.refusal else tried


class RandomEvening:
    """A night of real cards; each organiser is a program at the API."""

    def __init__(self, house: Json, *, people: int = 8, buy_in: int | None = 20) -> None:
        rules = HouseRules.from_json({"opening_chips": OPENING_CHIPS} | house)
        self.club: Club = ClubFactory.create(rules=Ruleset.of(rules))
        helper = PlayerFactory.create()
        join_club(self.club, player=helper, role=Role.ORGANISER, at=AT)
        self.organisers = [Caller(owner_of(self.club)), Caller(helper)]
        self.members = [member.pk for member in guests(self.club, people)]
        now = database_now()
        self.night: Night = plan_night(
            self.club,
            at=now,
            starts_at=now,
            buy_in_chips=buy_in,
            table_size=6 if house.get("sides") == "threes" else 4,
            **PLAIN,
        )
        self.answers: list[Answer] = []
        self.opening_chips = self.chips()

    # -- deeds

    def begin(self, steps: int) -> Iterator[Callable[[], "Answer"]]:
        """The first deeds of an evening, as far as they are wanted."""
        night = f"nights/{self.night.pk}"
        first: list[tuple[str, str, Json]] = [
            ("open", "open", {}),
            ("check_in", "check-in", {"members": self.members}),
            ("draw", "seat", {"rounds": 2, "seed": 1}),
            ("open_tables", "open-tables", {}),
        ]
        for name, path, body in first[:steps]:
            yield partial(self.send, 0, name, f"{night}/{path}", body)

    def do(self, who: int, deed: str, pick: Pick) -> "Answer | None":
        """A random deed, or undo; the answer of the service, None where there is nothing to do."""
        if deed in UNDOES:
            number = self._to_undo(deed, pick)
            return None if number is None else self.undo(who, number)
        return self.ask_for(who, deed, pick)

    def ask_for(self, who: int, deed: str, pick: Pick) -> "Answer | None":
        """A deed by its name, or any that is likely, or any at all, to whomever chance picks."""
        caller = self.organisers[who]
        told = caller.get(f"/api/v1/nights/{self.night.pk}")
        assert told.status_code == 200, told.data
        members = sorted({*self.members, *(one["member"] for one in told.data["attendances"])})
        seen = Seen(caller, told.data, pick, members)
        by_chance = {"any": ANY, "likely": LIKELY[told.data["status"]]}
        name = pick(by_chance[deed]) if deed in by_chance else deed
        asked = ask(seen, name)
        return None if asked is None else self.send(who, SAME.get(name, name), *asked)

    def undo(self, who: int, number: int) -> "Answer":
        return self.send(who, "undo", f"nights/{self.night.pk}/undo", {"deed": number})

    def send(self, who: int, name: str, path: str, body: Json | None = None) -> "Answer":
        body = body or {}
        response = self.organisers[who].order(path, body)
        refusal = "" if response.status_code < 300 else response.data["code"]
        answer = Answer(who, name, path, body, refusal, str(response.data.get("detail", "")))
        if refusal:
            assert response.status_code in REFUSED, answer
            assert answer.sentence, answer
        self.answers.append(answer)
        return answer

    def _to_undo(self, deed: str, pick: Pick) -> int | None:
        numbers = [one.number for one in self.log()]
        if deed == "undo_last":
            numbers = numbers[-1:]
        elif deed == "undo_undo":
            numbers = [one.number for one in self.log() if one.undoes_id is not None]
        return pick(numbers) if numbers else None

    def last_of(self, number: int) -> int:
        """The latest undo of a deed, which has to be undone instead of it; the deed if none is."""
        undone = {one.undoes.number: one.number for one in self.log() if one.undoes}
        while number in undone:
            number = undone[number]
        return number

    # -- what is told

    def log(self) -> list[NightDeed]:
        return list(self.night.deeds.select_related("undoes").order_by("number"))

    def chips(self) -> int:
        """All that are not in the bank."""
        accounts = Account.objects.filter(book=self.club.book_id).exclude(kind=AccountKind.BANK)
        return int(accounts.aggregate(chips=Sum("balance"))["chips"])

    def state(self) -> Json:
        return state_of(self.night)

    # -- what holds

    def check(self) -> None:
        """See that nothing is lost, and that the service tells what is."""
        assert self.chips() == self.opening_chips + issued_by(self.log())
        below = Account.objects.filter(book=self.club.book_id, balance__lt=0)
        without_floor = [kind for kind in AccountKind if not kind.has_floor]
        assert not below.exclude(kind__in=without_floor).exists()
        self._check_log()
        self._check_tables()
        check_sides(self.night)
        self._check_paper()
        self._check_told()

    def check_books(self) -> None:
        assert check_books() == []

    def _check_log(self) -> None:
        assert [one.number for one in self.log()] == list(range(1, len(self.log()) + 1))
        told = self.organisers[0].get(f"/api/v1/nights/{self.night.pk}/deeds?limit=100")
        assert told.status_code == 200
        for one in told.data["results"]:
            assert "?" not in one["text"], one
            assert "somebody" not in one["text"], one

    def _check_tables(self) -> None:
        """Nobody sits at two tables, and what lies there is what the results say."""
        rounds = self.night.rounds.standing()
        tables = Table.objects.filter(night_table__round__in=rounds)
        seats = Seat.objects.taken().filter(table__in=tables, table__closed_at=None)
        players = list(seats.filter(is_leaving=False).values_list("player", flat=True))
        assert len(players) == len(set(players)), players
        for table in tables.order_by("pk"):
            facts = facts_of(table)
            check_paid(facts, evening_of(facts, slots_of(table)))

    def _check_paper(self) -> None:
        """Everybody in a drawn round is here; all who are here are in the next one, if seated."""
        night = Night.objects.get(pk=self.night.pk)
        here = people_here(night)
        for drawn in night.rounds.drafted():
            members = list(drawn.places.values_list("attendance__member", flat=True))
            assert len(members) == len(set(members)), members
            assert set(members) <= set(here), (drawn, members, here)
        at_the_door = night.status in (NightStatus.OPEN, NightStatus.SEATED)
        if night.status == NightStatus.SEATED:
            assert is_up_to_date(night)
        elif at_the_door:
            is_up_to_date(night)
        numbers = list(night.rounds.standing().order_by("number").values_list("number", flat=True))
        assert numbers == list(range(1, len(numbers) + 1)), numbers

    def _check_told(self) -> None:
        """Everybody who is here has a seat, or waits; whoever has a seat is told so."""
        told = self.organisers[1].get(f"/api/v1/nights/{self.night.pk}")
        assert told.status_code == 200
        playing = [one for one in told.data["rounds"] if one["status"] == "playing"]
        tables = {
            place["member"]: (table["number"], place["seat"])
            for one in playing
            for table in one["tables"]
            for place in sitting(table)
        }
        seats = NightPlace.objects.taken().filter(
            round__night=self.night, round__status="playing", seat__cashed_chips=None
        )
        sat = seats.values_list("attendance__member", "table__number", "seat__number")
        assert tables == {member: (table, seat) for member, table, seat in sat}
        here = set(people_here(self.night))
        assert here >= tables.keys()
        for one in told.data["attendances"]:
            assert (one["checked_in_at"] is not None) == (one["member"] in here)
            if playing:
                named = (one["table"], one["seat"])
                assert named == tables.get(one["member"], (None, None)), one


def check_sides(night: Night) -> None:
    """See by the deals alone who played with whom, and who won: nothing of the product counts it.

    Partners sit opposite in their circle. They stay partners as long as both are dealt in, and win
    together or not at all; only they gain, alike but for an odd chip, and what one deal leaves in
    the pool is there in the next.
    """
    tables = Table.objects.filter(night_table__round__in=night.rounds.standing())
    for table in tables.order_by("pk"):
        partners_of: dict[int, set[int]] = {}
        deals = Deal.objects.filter(table=table, voided_at=None, settled_at__isnull=False)
        for deal in deals.order_by("number"):
            outcome: Json = deal.outcome_json or {}
            circle = deal.seat_numbers
            many = _company(table.rules.sides, len(circle))
            count = len(circle) // many
            sides = {frozenset(circle[place::count]) for place in range(count)}
            for side in sides:
                for one in side:
                    known = partners_of.get(one, set())
                    assert known & {*circle} <= side, f"parted in deal {deal.number}: {sides}"
                    partners_of[one] = {*side}
            if outcome["kind"] == "misdeal":
                continue
            won = {circle[place] for place in outcome["winners"]}
            assert all(side <= won or not side & won for side in sides), "one won alone"
            assert {seat for seat, gain in zip(circle, deal.gains, strict=True) if gain > 0} <= won
            if won:
                gains = [gain for seat, gain in zip(circle, deal.gains, strict=True) if seat in won]
                assert max(gains) - min(gains) <= 1, gains


def _company(sides: str, count: int) -> int:
    """The size of a side at a table of so many."""
    return PARTNERS.get(sides, count // 2 if sides == "two_sides" else 1)


def issued_by(log: Sequence[NightDeed]) -> int:
    """What these deeds brought from the bank, as their sentences say."""
    chips: dict[int, int] = {}
    for deed in log:
        people = len(deed.told.get("people", ()))
        if deed.undoes is not None:
            root = deed.undoes
            while root.undoes is not None:
                root = root.undoes
            # Whoever was welcomed stays a guest, with the chips that they got.
            chips[deed.number] = 0 if root.kind == "welcome" else -chips[deed.undoes.number]
        else:
            chips[deed.number] = {
                "hand_out": people * deed.told.get("chips", 0),
                "take_back": -people * deed.told.get("chips", 0),
                "welcome": OPENING_CHIPS,
            }.get(deed.kind, 0)
    return sum(chips.values())


def can_be_undone(deed: NightDeed) -> bool:
    while deed.undoes is not None:
        deed = deed.undoes
    return deed.kind not in INSTEAD
