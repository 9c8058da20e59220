"""A tournament of random deeds, and its mirror: what was done, by which it is counted again."""

from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from decimal import Decimal
from itertools import combinations
from random import Random
from typing import Any, Final

from clubs.models import Club, Member
from clubs.turning_away import turn_away
from deploy.rest.clock import database_now
from games.bots import FIRST_BOT
from games.errors import GamesError
from games.models import Deal, Table
from games.play.advance import advance_table
from games.tables.stewarding import void_deal
from ledger.audit import check_books
from ledger.errors import LedgerError
from ledger.kinds import AccountKind
from ledger.models import Account
from tests.clubs.factories import guests, owner_of
from tests.tournaments.independent_count import Done, TournamentCount
from tournaments.announcements import create_tournament
from tournaments.draws import confirm_draw, draw_again
from tournaments.entries import Joining, enter_together, withdraw
from tournaments.errors import TournamentsError
from tournaments.formats import FORMATS
from tournaments.models import (
    Bye,
    Entrant,
    EntrantMember,
    Prize,
    Round,
    RoundDraw,
    RoundSeat,
    RoundTable,
    Stage,
    Tournament,
    TournamentStatus,
)
from tournaments.penalties import penalise
from tournaments.recalls import replay_table, undo_draw
from tournaments.result_corrections import Figures, correct_table
from tournaments.results import results_of
from tournaments.rounds import end_break
from tournaments.shortening import shorten
from tournaments.stopping import end_after_round
from tournaments.substitutes import substitute
from tournaments.tasks import sweep_tournaments
from tournaments.tournaments import check_in, open_check_in, start

OPENING_CHIPS: Final = 20
FEE: Final = 5
MOST_STEPS: Final = 60
KINDS: Final = [
    (1, "individual", 3),
    (1, "individual", 4),
    (1, "individual", 5),
    (1, "two_sides", 4),
    (2, "individual", 4),
    (2, "pairs", 4),
    (2, "two_sides", 4),
    (3, "threes", 6),
    (3, "two_sides", 6),
]
"""Members an entrant, sides of the house rules, players a table."""
MEASURES: Final = [
    ["points"],
    ["points", "deals_won", "head_to_head"],
    ["points", "share", "jinks"],
    ["points", "head_to_head", "opponents"],
]
PRIZES: Final[list[dict[str, Any]]] = [
    {},
    {"prize_percents": [50, 50]},
    {"fixed_prizes": [7, 3], "prize_percents": [60, 40]},
    {
        "prize_percents": [70],
        "prize_categories": [
            {"name": "Most chips", "measure": "chips", "percent": 20},
            {"name": "Jinks", "measure": "jinks", "percent": 10},
        ],
    },
    {
        "fixed_prizes": [4],
        "prize_percents": [100],
        "prize_categories": [{"name": "Deals", "measure": "deals_won", "chips": 3}],
    },
]


class RandomTournament:
    """A tournament in a club of its own; `deeds` counts what was done and refused."""

    def __init__(self, club: Club, seed: str) -> None:
        self.chance = Random(seed)
        self.club, self.by = club, owner_of(club)
        self.members, sides, self.table_size = self.chance.choice(KINDS)
        self.format = self.chance.choice(sorted(FORMATS))
        self.done = Done()
        self.purses: dict[int, int] = {}
        self.idle_levels: dict[int, str] = {}
        self.gone_members: set[int] = set()
        self.deeds: list[str] = []
        self.clock = database_now()
        self.tournament = create_tournament(
            club,
            name="Random Cup",
            stages=self._stages(),
            entry_chips=FEE,
            members_count=self.members,
            late_until_round=2 if self._takes_late else None,
            draw_minutes=self.chance.choice([0, 0, 60]),
            payout_minutes=self.chance.choice([0, 60]),
            breaks=[{"after_round": 1, "minutes": 30}] if self.chance.random() < 0.3 else [],
            rules={"options": {"sides": sides}},
            by=self.by,
            at=self.clock,
            **self.chance.choice(PRIZES),
        )

    @property
    def _takes_late(self) -> bool:
        return self.format in ("rotation", "swiss") and self.rounds > 1

    def _stages(self) -> list[Any]:
        pick = self.chance.choice
        self.rounds = pick([1, 2, 2, 3])
        first = self._stage(self.format)
        if self.format in ("knockout", "round_robin") or pick([True, True, False]):
            return [first]
        second = self._stage(pick(["swiss", "knockout", "rotation"])) | {"cut": 4}
        second["rounds_count"] = 1 if second["rounds_count"] else None
        carry = first["format_settings"].get("counts") == second["format_settings"]["counts"]
        if carry and pick([True, False]):
            second["carries"] = "all"
        return [first, second]

    def _stage(self, format: str) -> dict[str, Any]:
        pick = self.chance.choice
        settings: dict[str, Any] = {
            "counts": pick(["deals_won", "chips", "placing"]),
            "sizes": pick(["in_proportion", "as_played"]),
            "bye": pick(["average", "average", "nothing"]),
            "measures": pick(MEASURES),
        }
        if format == "knockout":
            settings |= {"go_on": 1, "ties": pick(["next", "all"])}
        return {
            "format": format,
            "rounds_count": self.rounds if format not in ("knockout", "round_robin") else None,
            "deals_a_round": pick([1, 2, 3]),
            "starting_stack": pick([6, 60]) if format == "random_rotation" else 60,
            "table_size": self.table_size,
            "format_settings": {} if format == "random_rotation" else settings,
        }

    # -- deeds

    def try_to(self, name: str, deed: Callable[[], Any]) -> Any:
        """Do it; None where it is refused, and then nothing has changed."""
        try:
            done = deed()
        except (TournamentsError, GamesError, LedgerError) as refusal:
            self.deeds.append(f"{name} refused ({type(refusal).__name__})")
            return None
        self.deeds.append(name)
        return done if done is not None else True

    def comers(self) -> list[Member]:
        found = guests(self.club, self.members)
        self.purses |= {one.pk: OPENING_CHIPS for one in found}
        return found

    def enter(self) -> None:
        company, is_idle = self.comers(), self.chance.random() < 0.1
        self._enter(company, "" if is_idle else FIRST_BOT)

    def _enter(self, company: list[Member], level: str) -> None:
        joining = [Joining(one, level) for one in company]
        begun = self.begun
        entrant = self.try_to(
            "enter late" if self.is_running else "enter",
            lambda: enter_together(self.tournament, joining, at=self.now),
        )
        if entrant is None:
            return
        self.done.is_in.add(entrant.pk)
        if not level:
            self.done.idle.add(entrant.pk)
        self.done.missed[entrant.pk] = begun
        self.done.company[entrant.pk] = [one.pk for one in company]
        self.pay(company)

    def pay(self, company: list[Member]) -> None:
        for one in company:
            self.purses[one.pk] -= FEE
            self.done.payers.append(one.pk)

    def refund(self, members: list[int]) -> None:
        for one in members:
            self.purses[one] += FEE
            self.done.payers.remove(one)

    def reenter(self) -> None:
        """Take somebody back who went: their old line, before the start and later."""
        out = sorted(set(self.done.company) - self.done.is_in)
        out = [one for one in out if not self.gone_members & set(self.done.company[one])]
        if not out:
            return
        pk = self.chance.choice(out)
        company = [Member.objects.get(pk=one) for one in self.done.company[pk]]
        level = "" if pk in self.done.idle else FIRST_BOT
        had_paid = self.done.company[pk][0] in self.done.payers
        if not (self.is_running and had_paid):
            self._enter(company, level)
            return
        joining = [Joining(one, level) for one in company]
        back = self.try_to(
            "enter again", lambda: enter_together(self.tournament, joining, at=self.now)
        )
        if back is not None:
            assert back.pk == pk, "one person, one line"
            self.done.is_in.add(pk)
            self.done.left.discard(pk)

    def withdraw(self) -> None:
        if not self.done.is_in:
            return
        pk = self.chance.choice(sorted(self.done.is_in))
        member = Member.objects.get(pk=self.chance.choice(self.done.company[pk]))
        to_come = self.is_running and self.has_round_to_come(pk)
        if self.try_to("withdraw", lambda: withdraw(self.tournament, member=member, at=self.now)):
            self._is_gone(pk, to_come=to_come)

    def turn_away(self) -> None:
        """The club lets somebody go, and the sweep takes them out."""
        if not self.done.is_in or self.status not in GOING:
            return
        pk = self.chance.choice(sorted(self.done.is_in))
        member = Member.objects.get(pk=self.chance.choice(self.done.company[pk]))
        to_come = self.is_running and self.has_round_to_come(pk)
        turn_away(member, by=self.by, reason="Threw a chair", at=self.now)
        self.gone_members.add(member.pk)
        sweep_tournaments()
        self.deeds.append("let go")
        self._is_gone(pk, to_come=to_come)

    def _is_gone(self, pk: int, *, to_come: bool) -> None:
        self.done.is_in.discard(pk)
        if self.is_running or self.status in OVER:
            if to_come:
                self.done.left.add(pk)
        else:
            self.refund(self.done.company[pk])

    def substitute(self) -> None:
        choices = sorted(self.done.is_in - self.done.idle)
        if not choices:
            return
        pk = self.chance.choice(choices)
        company = self.done.company[pk]
        leaver = Member.objects.get(pk=self.chance.choice(company))
        [comer] = guests(self.club, 1)
        self.purses[comer.pk] = OPENING_CHIPS
        was_running = self.is_running
        if self.try_to(
            "substitute",
            lambda: substitute(
                self.tournament,
                member=leaver,
                comer=Joining(comer, FIRST_BOT),
                at=self.now,
            ),
        ):
            company[company.index(leaver.pk)] = comer.pk
            if not was_running:
                self.refund([leaver.pk])
                self.pay([comer])

    def check_in(self) -> None:
        """The check-in: some are not there, and are let go at the start."""
        if not self.try_to("open check-in", lambda: open_check_in(self.tournament)):
            return
        for pk in sorted(self.done.is_in):
            if self.chance.random() < 0.85:
                member = Member.objects.get(pk=self.done.company[pk][0])
                check_in(self.tournament, member=member, at=self.now)

    def start(self) -> None:
        here = set(self.done.is_in)
        if self.status == TournamentStatus.CHECK_IN:
            rows = self.tournament.entrants.filter(checked_in_at__isnull=False)
            here &= set(rows.values_list("pk", flat=True))
        if self.try_to("start", lambda: start(self.tournament, by=self.by.pk, at=self.now)):
            for pk in sorted(self.done.is_in - here):
                self.refund(self.done.company[pk])
                self.deeds.append("not checked in")
            self.done.is_in = here

    def void(self) -> None:
        """A deal is taken back at its table."""
        deals = Deal.objects.filter(
            table__round_table__round__tournament=self.tournament,
            table__closed_at=None,
            voided_at=None,
        )
        latest = {one.table_id: one for one in deals.order_by("number")}
        if latest:
            deal = self.chance.choice([latest[pk] for pk in sorted(latest)])
            self.try_to(
                "take a deal back",
                lambda: void_deal(deal, actor_id=self.by.pk, reason="A card was seen", at=self.now),
            )

    def correct(self) -> None:
        """Two seats of a table of a round that is over are put right: chips, and deals won."""
        rows = RoundTable.objects.filter(
            round__tournament=self.tournament, round__undone_at=None, voided_at=None
        ).exclude(round__finished_at=None)
        tables = list(rows.select_related("round").order_by("pk"))
        if not tables:
            return
        row = self.chance.choice(tables)
        seats = list(row.seats.order_by("seat"))
        one, other = self.chance.sample(seats, 2)
        if self.done.idle & {one.entrant_id, other.entrant_id}:
            return
        moved, deals = self.chance.randint(1, 3), one.deals or 0
        won = self.chance.randint(one.jinks or 0, max(deals, one.jinks or 0))
        said = [
            Figures(one.seat, chips=(one.chips or 0) + moved, deals_won=won),
            Figures(other.seat, chips=(other.chips or 0) - moved),
        ]
        if self.try_to(
            "correct",
            lambda: correct_table(
                self.tournament,
                said,
                round_number=row.round.number,
                table_number=row.number,
                reason="Counted again",
                by=self.by.pk,
                at=self.now,
            ),
        ):
            for figures in said:
                known = self.done.corrected.setdefault((row.pk, figures.seat), {})
                assert figures.chips is not None
                known["chips"] = figures.chips
                if figures.deals_won is not None:
                    known["won"] = figures.deals_won

    def penalise(self) -> None:
        lines = results_of(self.tournament)
        if not lines:
            return
        entrant, points = self.chance.choice(lines).entrant, self.chance.randint(1, 2)
        penalty = self.try_to(
            "penalise",
            lambda: penalise(
                self.tournament,
                entrant=entrant,
                points=Decimal(points),
                reason="Talked",
                by=self.by.pk,
                at=self.now,
            ),
        )
        if penalty is not None:
            stage = Stage.objects.get(pk=penalty.stage_id)
            count = TournamentCount(self.tournament, self.done).stages[stage.number - 1]
            self.done.penalties.append((stage.number, entrant, points * 10**count.decimals))

    def replay(self) -> None:
        rounds = list(Round.objects.filter(tournament=self.tournament, undone_at=None))
        if not rounds:
            return
        last = max(rounds, key=lambda one: one.number)
        tables = list(last.tables.filter(voided_at=None).order_by("pk"))
        row = self.chance.choice(tables)
        self.try_to(
            "play again",
            lambda: replay_table(
                self.tournament,
                round_number=last.number,
                table_number=row.number,
                reason="Marked cards",
                by=self.by.pk,
                at=self.now,
            ),
        )

    def undo_draw(self) -> None:
        if self.try_to(
            "undo the draw",
            lambda: undo_draw(
                self.tournament, reason="Wrong people", voids_deals=True, by=self.by.pk, at=self.now
            ),
        ):
            for _ in range(self.chance.randint(0, 2)):
                self.do(("withdraw", "substitute", "reenter", "enter"))
            self.try_to(
                "draw again", lambda: draw_again(self.tournament, by=self.by.pk, at=self.now)
            )

    def shorten(self) -> None:
        self.try_to(
            "shorten",
            lambda: shorten(
                self.tournament,
                {self.chance.randint(1, 2): self.chance.randint(1, 2)},
                by=self.by.pk,
                at=self.now,
            ),
        )

    def finish_early(self) -> None:
        self.try_to(
            "finish early",
            lambda: end_after_round(self.tournament, by=self.by.pk, at=self.now),
        )

    def do(self, names: tuple[str, ...]) -> None:
        getattr(self, self.chance.choice(names))()

    # -- play

    def play(self) -> None:
        """Open tables come a few steps on, or to their end; whoever never acts has no time left."""
        tables = Table.objects.open().filter(round_table__round__tournament=self.tournament)
        to_the_end = self.chance.random() < 0.4
        for table in tables.order_by("pk"):
            for _ in range(500 if to_the_end else self.chance.randint(0, 4)):
                self.clock += timedelta(minutes=2)
                if not advance_table(table.pk, at=self.clock) and not to_the_end:
                    break
                if Table.objects.filter(pk=table.pk).exclude(closed_at=None).exists():
                    break

    def go_on(self) -> None:
        sweep_tournaments()
        self.tournament.refresh_from_db()
        if self.tournament.break_until is not None and self.chance.random() < 0.5:
            self.try_to("end the break", lambda: end_break(self.tournament, at=self.now))
        elif RoundDraw.objects.drafts().filter(tournament=self.tournament).exists():
            if self.chance.random() < 0.5 and not self.try_to(
                "confirm", lambda: confirm_draw(self.tournament, by=self.by.pk, at=self.now)
            ):
                self.try_to(
                    "draw again", lambda: draw_again(self.tournament, by=self.by.pk, at=self.now)
                )
        elif self.status == TournamentStatus.RUNNING and not self._is_played():
            self.try_to(
                "draw again", lambda: draw_again(self.tournament, by=self.by.pk, at=self.now)
            )
        self.tournament.refresh_from_db()

    def _is_played(self) -> bool:
        rounds = Round.objects.filter(tournament=self.tournament, undone_at=None)
        return rounds.filter(finished_at=None).exists() or self.tournament.break_until is not None

    # -- what is known

    @property
    def now(self) -> datetime:
        return max(self.clock, database_now())

    @property
    def status(self) -> str:
        return str(Tournament.objects.values_list("status", flat=True).get(pk=self.tournament.pk))

    @property
    def is_running(self) -> bool:
        return self.status == TournamentStatus.RUNNING

    @property
    def begun(self) -> int:
        count: int = Round.objects.filter(tournament=self.tournament, undone_at=None).count()
        return count

    def has_round_to_come(self, pk: int) -> bool:
        """Tell whether an entrant plays in the round in play, or could in one that follows."""
        tournament = Tournament.objects.get(pk=self.tournament.pk)
        seats = RoundSeat.objects.filter(
            entrant=pk, round_table__voided_at=None, round_table__round__undone_at=None
        )
        if seats.filter(round_table__table__closed_at=None).exists():
            return True
        if tournament.ends_early:
            return False
        stage = tournament.stages.filter(finished_at=None).order_by("number").first()
        entrant = Entrant.objects.get(pk=pk)
        if stage is None or entrant.stage_number < stage.number:
            return False
        purses = EntrantMember.objects.filter(entrant=pk, left_at=None).values_list(
            "purse__balance", flat=True
        )
        if stage.format == "random_rotation" and not all(purses):
            return False
        rounds = list(Round.objects.filter(stage=stage, undone_at=None).order_by("number"))
        in_play = [one for one in rounds if one.finished_at is None]
        later = tournament.stages.filter(number__gt=stage.number).exists()
        able = [one for one in sorted(self.done.is_in) if self._stage_of(one) == stage.number]
        if self._is_last(stage, rounds, able):
            if not later:
                return False
            return bool(in_play) or pk in self._through(stage, able)
        if stage.format != "knockout" or not rounds:
            return True
        if in_play:  # Nobody is out before it is over, but those who are not in it.
            byes = Bye.objects.filter(round=in_play[-1], entrant=pk)
            return byes.exists() or seats.filter(round_table__round=in_play[-1]).exists()
        draft = RoundDraw.objects.drafts().filter(tournament=tournament).first()
        if draft is None:
            return pk in self._go_on(stage, rounds[-1], able)
        laid = draft.laid
        named = {one for table in laid.tables for one in table} | {one.entrant for one in laid.byes}
        return pk in named

    def _stage_of(self, pk: int) -> int:
        return Entrant.objects.get(pk=pk).stage_number

    def _is_last(self, stage: Stage, rounds: list[Round], able: list[int]) -> bool:
        if stage.rounds_count is not None:
            return len(rounds) >= stage.rounds_count
        if stage.format == "knockout":
            return bool(rounds) and rounds[-1].tables.filter(voided_at=None).count() == 1
        met: set[frozenset[int]] = set()
        for one in rounds:
            for table in one.tables.filter(voided_at=None):
                company = set(table.seats.values_list("entrant", flat=True))
                met |= {frozenset(two) for two in combinations(company, 2)}
        return all(frozenset(two) in met for two in combinations(able, 2))

    def _go_on(self, stage: Stage, last: Round, able: list[int]) -> set[int]:
        """The entrants of a knockout who go on after its last round."""
        count = TournamentCount(self.tournament, self.done).stages[stage.number - 1]
        found = {*Bye.objects.filter(round=last).values_list("entrant", flat=True)} & set(able)
        ties = stage.format_settings["ties"]
        for table in last.tables.filter(voided_at=None):
            made = count.company(last.number, table.pk)
            figures = {
                one: (count.worth(last.number, one), it.chips, it.won)
                for one, it in made.items()
                if one in able
            }
            if not figures:
                continue
            best = max(figures.values())
            level = [one for one, figure in figures.items() if figure == best]
            if len(level) > 1 and (ties == "next" or len(level) == len(made)):
                raise AmbiguousError
            found |= set(level)
        return found

    def _through(self, stage: Stage, able: list[int]) -> set[int]:
        """The entrants who come to the next stage, if nobody has more than the last of them."""
        later = self.tournament.stages.get(number=stage.number + 1)
        count = TournamentCount(self.tournament, self.done).stages[stage.number - 1]
        ranked = [one for one in count.ranked() if one[1] in able]
        cut = later.cut or len(ranked)
        if cut < len(ranked) and ranked[cut - 1][0] == ranked[cut][0]:
            raise AmbiguousError
        return {entrant for _, entrant, _ in ranked[:cut]}

    # -- what holds

    def check(self) -> None:
        """See that the product counts as the independent count does, to the last chip."""
        tournament = Tournament.objects.select_related("fund").get(pk=self.tournament.pk)
        count = TournamentCount(tournament, self.done)
        paid = self.check_chips(tournament, count)
        if tournament.status in BEGUN:
            told = [
                (
                    one.entrant,
                    one.rank,
                    tuple(one.figures.values()),
                    one.chips,
                    one.deals_won,
                    one.has_left,
                    one.prize_chips,
                )
                for one in results_of(tournament)
            ]
            counted = [
                (
                    one.entrant,
                    one.rank,
                    one.figures,
                    one.chips,
                    one.won,
                    one.has_left,
                    paid.get(one.entrant, 0),
                )
                for one in count.lines
            ]
            assert told == counted, self.deeds

    def check_chips(self, tournament: Tournament, count: TournamentCount) -> dict[int, int]:
        """See where the chips of the club and of the tournament are; the prizes that were paid."""
        fees = FEE * len(self.done.payers)
        purses, paid = dict(self.purses), dict[int, int]()
        if tournament.status == TournamentStatus.PAID:
            paid = count.prizes(tournament, fees)
            gains = count.to_members(paid)
            if not paid and fees:
                each, odd = divmod(fees, len(self.done.payers))
                gains = {one: each + (number < odd) for number, one in enumerate(self.done.payers)}
            for member, chips in gains.items():
                purses[member] += chips
            rows = Prize.objects.filter(entrant__tournament=tournament)
            told = Counter[int]()
            for entrant, chips in rows.values_list("entrant", "chips"):
                told[entrant] += chips
            assert told == paid, self.deeds
            assert tournament.fund.balance == 0
        else:
            assert tournament.fund.balance == fees, self.deeds
        held = self.club.members.filter(pk__in=purses)
        assert dict(held.values_list("pk", "purse__balance")) == purses, self.deeds
        playing = Account.objects.filter(book=tournament.book_id)
        assert not playing.filter(balance__lt=0).exclude(kind=AccountKind.BANK).exists()
        assert sum(playing.values_list("balance", flat=True)) == 0
        return paid

    def check_books(self) -> None:
        assert check_books() == []


class AmbiguousError(Exception):
    """The lot decides, which is not counted again."""


GOING: Final = ("registration", "check_in", "running")
OVER: Final = ("finished", "paid")
BEGUN: Final = ("running", *OVER)
WHILE_IT_RUNS: Final = (
    *("withdraw", "withdraw", "reenter", "reenter", "enter", "substitute", "turn_away"),
    *("void", "void", "correct", "penalise", "replay", "undo_draw", "shorten", "finish_early"),
)
BEFORE: Final = ("withdraw", "reenter", "substitute", "turn_away", "enter")
