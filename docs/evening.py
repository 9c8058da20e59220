#!/usr/bin/env python3
"""Plays a whole evening of real cards over the API. Python 3.11 or newer, nothing else.

It opens a club with 40 members, and 6 more walk in. They cut for partners and play three rounds of
pairs, 60 deals in all. Two couples come late, one after the tables are open. Somebody goes home and
comes back, a couple changes tables, results are corrected, deeds are undone, and the night closes.

    python3 docs/evening.py http://127.0.0.1:8000 TOKEN

TOKEN is of somebody who may open clubs (docs/api.md says how to make one). Every chip is counted
beside the service by a tally of our own, in this file. It ends with 0 if the two agree all the
time, and with 1 at the first difference. The club stays, to be looked at.
"""

import itertools
import json
import random
import sys
import time
import urllib.error
import urllib.request
import uuid

MEMBERS, WALK_INS, COUPLE = 40, 6, 2
HANDED_OUT, BUY_IN = 60, 30
STAKE, DEALER_EXTRA, REDUCED_STAKE = 2, 2, 1  # RULES.md 7.1, 7.2: those of the standard game.
DEALS_A_ROUND = 20


# ---- the service


class Site:
    """What one organiser asks of the service."""

    def __init__(self, address, token):
        self.address, self.token = f"{address.rstrip('/')}/api/v1", token

    def get(self, path):
        return self._ask("GET", path, None)

    def post(self, path, **body):
        return self._ask("POST", path, body)

    def refused(self, path, **body):
        """The code with which an order is refused."""
        try:
            self.post(path, **body)
        except Refused as refusal:
            return refusal.problem["code"]
        raise SystemExit(f"{path} should have been refused")

    def _ask(self, method, path, body):
        data = None if body is None else json.dumps(body).encode()
        headers = {
            "Authorization": f"Token {self.token}",
            "Content-Type": "application/json",
            "Idempotency-Key": str(uuid.uuid4()),
        }
        asked = urllib.request.Request(f"{self.address}/{path}", data, headers, method=method)
        try:
            with urllib.request.urlopen(asked, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise Refused(path, json.load(error)) from None


class Refused(Exception):
    def __init__(self, path, problem):
        super().__init__(f"{path}: {problem.get('code')}: {problem.get('detail')} {problem}")
        self.problem = problem


# ---- the tally: what RULES.md says, counted by hand


class Table:
    """What happened at a table; its chips are counted again from the beginning every time."""

    def __init__(self, pool):
        self.opening_pool = pool
        self.events = []

    def sits(self, seat, chips):
        self.events.append(("sits", seat, chips))

    def goes(self, seat):
        self.events.append(("goes", seat))

    def deal(self, line, dealer, kind, winner=None):
        self.events.append(("deal", line, dealer, kind, winner))

    def count(self):
        """What lies before each seat, what those took home who went, and the pool."""
        stacks, home, pool, known = {}, {}, self.opening_pool, set()
        last = None
        for what, *told in self.events:
            if what == "sits":
                stacks[told[0]] = told[1]
            elif what == "goes":
                home[told[0]] = stacks.pop(told[0])
            else:
                line, dealer, kind, winner = told
                for seat, chips in dues(line, dealer, last, known).items():
                    paid = min(chips, stacks[seat])
                    stacks[seat] -= paid
                    pool += paid
                known |= set(line)
                if kind in ("won", "jinked"):
                    pool = pay(stacks, pool, line, dealer, winner, is_jink=kind == "jinked")
                last = kind
        return stacks, home, pool

    def taken_home(self, *, is_over):
        """What each has taken home who has gone; all of them where it is over."""
        stacks, home, _ = self.count()
        return {**home, **stacks} if is_over else home


def dues(line, dealer, last, known):
    """What each puts in: RULES.md 1.6, 7.1, 7.2, 7.7."""
    if last == "misdeal":
        return {dealer: DEALER_EXTRA}
    is_new = last in (None, "won", "jinked")
    paid = {seat: STAKE if is_new or seat not in known else REDUCED_STAKE for seat in line}
    paid[dealer] += DEALER_EXTRA
    return paid


def pay(stacks, pool, line, dealer, winner, *, is_jink):
    """Give a side the pool, and for a jink a stake of each opponent: RULES.md 7.4 to 7.6."""
    sides = len(line) // 2  # Two partners sit opposite each other: RULES.md 1.2.
    side = [seat for place, seat in enumerate(line) if place % sides == line.index(winner) % sides]
    if is_jink:
        for seat in set(line) - set(side):
            paid = min(STAKE, stacks[seat])
            stacks[seat] -= paid
            pool += paid
    start = line.index(dealer) + 1
    takers = itertools.cycle(seat for seat in line[start:] + line[:start] if seat in side)
    for _ in range(pool):
        stacks[next(takers)] += 1
    return 0


# ---- the evening


class Evening:
    def __init__(self, site):
        self.site = site
        self.chance = random.Random(45)
        self.night = None
        self.purses = {}
        self.pools = {}  # By the number of the table where they wait.
        self.tables = {}  # By its key: what happened there.
        self.over = {}  # The same of tables that have closed.
        self.numbers = {}
        self.deals = 0
        self.kinds = itertools.cycle(
            ["spoilt", "won", "misdeal", "won", "jinked", "spoilt", "jink_failed", "won", "won"]
        )

    # -- asking

    def order(self, what, **body):
        return self.site.post(f"nights/{self.night}/{what}", **body)

    def whole(self):
        return self.site.get(f"nights/{self.night}")

    def last_deed(self):
        return self.site.get(f"nights/{self.night}/deeds")["results"][0]

    def undo(self, deed=None):
        deed = deed or self.last_deed()
        self.order("undo", deed=deed["number"])
        say(f"Undone: {deed['text']}")
        return self.last_deed()

    # -- the steps

    def begin(self):
        opened = self.site.post("clubs", name=f"Evening {uuid.uuid4().hex[:6]}", opening_chips=0)
        self.club = opened["id"]
        rules = {"options": {"sides": "pairs", "partners_by": "cut", "unclaimed_pool": "carry"}}
        self.night = self.site.post(
            "nights",
            club=self.club,
            starts_at=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            mode="recorded",
            table_size=6,
            buy_in_chips=BUY_IN,
            rules=rules,
        )["id"]
        self.members = [
            self.site.post("members", club=self.club, name=f"Member {number}")["id"]
            for number in range(1, MEMBERS + 1)
        ]
        self.order("open")
        early = self.members[: MEMBERS - 2 * COUPLE]
        for member in early:  # One tap each, as at a door.
            self.order("check-in", members=[member])
        for number in range(1, WALK_INS + 1):
            self.order("welcome", name=f"Walk-in {number}")
        self.order("check-out", member=early[0])  # A wrong tap; the second of them is undone.
        self.undo()
        self.hand_out(self.people())
        say(f"{len(self.people())} people are here with {HANDED_OUT} chips each")

    def people(self):
        return [one["member"] for one in self.whole()["attendances"] if one["checked_in_at"]]

    def hand_out(self, members):
        self.order("hand-out", members=members, chips=HANDED_OUT)
        for member in members:
            self.purses[member] = self.purses.get(member, 0) + HANDED_OUT

    def draw(self):
        cut = self.order("partners/cut", seed=3)
        check(len(cut["partnerships"]) * 2 == len(self.people()), "everybody has a partner")
        rounds = self.order("seat", rounds=3, seed=9)["rounds"]
        check_repeats(rounds)
        say(f"Three rounds of {len(rounds[0]['tables'])} tables are drawn")
        couple = self.members[-2 * COUPLE : -COUPLE]
        self.come_late(couple)
        before = tables_of(rounds[0])
        rounds = self.order("repair")["rounds"]
        after = tables_of(rounds[0])
        moved = [one for one in before if before[one] != after[one]]
        check(len(moved) <= 2 * COUPLE, "a repair moves two people at most for each who came")
        check_repeats(rounds)
        say(f"A couple came late: {len(moved)} others changed tables")

    def come_late(self, couple):
        self.order("check-in", members=couple)
        self.order("partners", partners=[couple])
        self.hand_out(couple)

    def open(self):
        self.take_up(self.order("open-tables"))

    def take_up(self, night):
        """Note who sits down where, each with the buy-in, and which pool waits for them."""
        playing = playing_of(night)
        numbers = [table["number"] for table in playing["tables"]]
        waiting, self.pools = self.pools, {}
        pools = dict.fromkeys(numbers, 0)
        for number, chips in waiting.items():
            pools[number if number in numbers else max(numbers)] += chips
        self.tables, self.numbers = {}, {}
        for table in playing["tables"]:
            key = table["table"]
            self.numbers[key] = table["number"]
            self.tables[key] = Table(pools[table["number"]])
            for place in table["places"]:
                self.sit(key, place["seat"], place["member"], BUY_IN)
        self.check()

    def sit(self, key, seat, member, chips):
        self.tables[key].sits((seat, member), chips)
        self.purses[member] -= chips

    def play(self, key, kind=None):
        """Enter how the next deal of a table ended."""
        ahead = self.site.get(f"tables/{key}/results")["next"]
        member_of = {place["seat"]: place["member"] for place in self.places(key)}
        line = [(one["seat"], member_of[one["seat"]]) for one in ahead["seats"]]
        dealer = (ahead["dealer"], member_of[ahead["dealer"]])
        kind = kind or next(self.kinds)
        if kind not in [ending["kind"] for ending in ahead["endings"]]:
            kind = "won"  # Of two sides one always wins: RULES.md 6.2.
        # A jink that failed names nobody: RULES.md 6.3.
        winner = self.chance.choice(line) if kind in ("won", "jinked") else None
        result = {"kind": kind, **({"winner": winner[0]} if winner else {})}
        self.site.post(f"tables/{key}/results", deal=ahead["deal"], result=result)
        self.tables[key].deal(line, dealer, kind, winner)
        self.deals += 1

    def play_round(self, deals):
        for key in itertools.islice(itertools.cycle(self.tables), deals):
            self.play(key)
        self.check()

    def places(self, key):
        playing = playing_of(self.whole())
        [table] = [table for table in playing["tables"] if table["table"] == key]
        return [place for place in table["places"] if place["left_at"] is None]

    def late_couple_at_open_tables(self):
        couple = self.members[-COUPLE:]
        self.come_late(couple)
        host = next(iter(self.tables))
        seated = {place["member"] for place in self.places(host)}
        first = self.places(host)[0]["member"]
        self.order("join", members=couple, table=self.numbers[host], after=first)
        for place in self.places(host):
            if place["member"] not in seated:
                self.sit(host, place["seat"], place["member"], BUY_IN)
        self.check()
        say(
            f"A couple came after the tables had opened, and sat down at table {self.numbers[host]}"
        )

    def leave_and_come_back(self):
        key = list(self.tables)[2]
        leaver = self.places(key)[1]
        refused = self.site.refused(f"nights/{self.night}/leave-table", members=[leaver["member"]])
        check(refused == "number_unplayable", "three cannot play in pairs, and that is said first")
        self.order("leave-table", members=[leaver["member"]], may_wait=True)
        self.go(key, leaver)
        self.check()
        back = {
            "members": [leaver["member"]],
            "table": self.numbers[key],
            "after": leaver["member"],
        }
        self.order("join", **back)
        [seat] = [one for one in self.places(key) if one["member"] == leaver["member"]]
        self.sit(key, seat["seat"], leaver["member"], BUY_IN)
        self.check()
        say(f"{leaver['name']} went home and came back")

    def go(self, key, place):
        table = self.tables[key]
        table.goes((place["seat"], place["member"]))
        self.purses[place["member"]] += table.count()[1][place["seat"], place["member"]]

    def move_a_couple(self):
        """From a table of eight to one of six, with their chips; then back, and there again."""
        old = next(key for key in self.tables if len(self.places(key)) > 6)
        new = next(key for key in self.tables if len(self.places(key)) == 6)
        sitting = self.places(old)
        couple = [sitting[0], sitting[len(sitting) // 2]]  # Opposite each other.
        for place in couple:
            self.order("move", member=place["member"], table=self.numbers[new], may_wait=True)
        last = self.last_deed()
        undone = self.undo(last)
        self.undo(undone)
        for place in couple:
            self.go(old, place)
            [seat] = [one for one in self.places(new) if one["member"] == place["member"]]
            stack = self.tables[old].count()[1][place["seat"], place["member"]]
            self.sit(new, seat["seat"], place["member"], stack)
        self.check()
        say(f"A couple moved from table {self.numbers[old]} to table {self.numbers[new]}")

    def undo_a_result(self):
        """Entered at the wrong table."""
        key = list(self.tables)[4]
        self.play(key, "won")
        self.undo()
        self.tables[key].events.pop()
        self.deals -= 1
        self.check()

    def correct(self, key, number):
        """Another side had won that deal. Who has gone pays the difference out of their purse."""
        told = self.site.get(f"tables/{key}/results")["results"][number - 1]
        table = self.tables.get(key) or self.over[key]
        before = table.taken_home(is_over=key in self.over)
        deals = [at for at, event in enumerate(table.events) if event[0] == "deal"]
        _, line, dealer, _, _ = table.events[deals[number - 1]]
        winner = line[(line.index(dealer) + 1) % len(line)]
        line_of_order = {
            "deal": number,
            "version": told["version"],
            "result": {"kind": "won", "winner": winner[0]},
        }
        self.site.post(
            f"tables/{key}/corrections", reason="The scorer heard wrong", results=[line_of_order]
        )
        table.events[deals[number - 1]] = ("deal", line, dealer, "won", winner)
        after = table.taken_home(is_over=key in self.over)
        for seat, chips in after.items():
            self.purses[seat[1]] += chips - before[seat]
        self.check()
        state = "closed" if key in self.over else "open"
        say(f"Deal {number} is put right at a table that is {state}")

    def next_round(self, number):
        before = (dict(self.purses), dict(self.pools), self.tables, self.numbers, dict(self.over))
        self.go_home()
        night = self.order("next-round", round=number)
        self.take_up(night)
        check_repeats([playing_of(night)])
        say(f"Round {number + 1} begins with {len(self.tables)} tables")
        return before

    def go_home(self):
        """Stacks go home, and each pool waits under the number of its table."""
        for key, table in self.tables.items():
            stacks, _, pool = table.count()
            for (_, member), chips in stacks.items():
                self.purses[member] += chips
            self.pools[self.numbers[key]] = self.pools.get(self.numbers[key], 0) + pool
        self.over |= self.tables
        self.tables = {}

    def too_early(self, number):
        """The next round was begun by a wrong tap: it is undone, and play goes on."""
        before = self.next_round(number)
        self.purses, self.pools, self.tables, self.numbers, self.over = before
        self.undo()
        self.check()

    def close(self):
        self.go_home()
        night = self.order("close")
        check(night["status"] == "closed", "the night is closed")
        self.check()
        say(f"The night is closed after {self.deals} deals")

    # -- counting

    def check(self):
        """Every chip lies where the tally says, and none was made or lost."""
        for key, table in self.tables.items():
            stacks, _, pool = table.count()
            told = self.site.get(f"tables/{key}")
            found = told["pool"]
            check(found == pool, f"pool of table {self.numbers[key]}: {pool}, not {found}")
            counted = {seat: chips for (seat, _), chips in stacks.items()}
            said = {
                one["number"]: one["stack"] for one in told["seats"] if one["number"] in counted
            }
            check(said == counted, f"stacks of table {self.numbers[key]}: {counted}, not {said}")
        accounts = self.site.get(f"accounts?club={self.club}&kind=purse&limit=200")["results"]
        purses = {account["id"]: account["chips"] for account in accounts}
        members = self.site.get(f"members?club={self.club}&limit=200")["results"]
        purse_of = {member["id"]: member["purse"] for member in members}
        for member, chips in self.purses.items():
            found = purses[purse_of[member]]
            check(found == chips, f"purse of member {member}: {chips}, not {found}")
        lying = sum(
            sum(table.count()[0].values()) + table.count()[2] for table in self.tables.values()
        )
        issued = HANDED_OUT * len(self.purses)
        whole = sum(self.purses.values()) + sum(self.pools.values()) + lying
        check(whole == issued, f"{issued} chips in all, not {whole}")


def tables_of(drawn):
    """The number of the table of each member."""
    return {
        place["member"]: table["number"] for table in drawn["tables"] for place in table["places"]
    }


def playing_of(night):
    return next(one for one in night["rounds"] if one["status"] == "playing")


def check_repeats(rounds):
    for one in rounds:
        repeats, bound = one["repeat_meetings"], one["least_repeats"]
        check(repeats <= bound, f"round {one['number']}: {repeats} meet again, {bound} must")


def check(is_so, what):
    if not is_so:
        raise SystemExit(f"Different: {what}")


def say(what):
    print(what, flush=True)


def main():
    evening = Evening(Site(*sys.argv[1:3]))
    evening.begin()
    evening.draw()
    evening.open()
    evening.late_couple_at_open_tables()
    evening.play_round(DEALS_A_ROUND)
    evening.leave_and_come_back()
    evening.move_a_couple()
    evening.undo_a_result()
    first = next(iter(evening.tables))
    evening.correct(first, 1)
    evening.next_round(1)
    evening.play_round(DEALS_A_ROUND - 1)
    evening.too_early(2)
    evening.play(list(evening.tables)[-1], "jinked")
    evening.next_round(2)
    evening.play_round(DEALS_A_ROUND)
    evening.correct(first, 2)
    evening.close()
    check(evening.deals == 3 * DEALS_A_ROUND, f"{evening.deals} deals")
    say("Every chip is where it should be.")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    main()
