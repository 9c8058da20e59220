#!/usr/bin/env python3
"""Runs a tournament over the API, from one document to its prizes.

Python 3.11 or newer, and nothing else.

It opens a club with eight members, announces a cup of two stages by one document, enters everybody
in one order, starts it, follows its stream until the prizes are paid, takes the standings away as
CSV, and announces the next cup by the same document. Bots play for all, so nobody waits.

    python3 docs/cup.py http://127.0.0.1:8000 TOKEN

TOKEN is of somebody who may open clubs (docs/api.md says how to make one). It ends with 0 if
everything is as it should be. The club stays, to be looked at.
"""

import csv
import io
import json
import sys
import urllib.error
import urllib.request
import uuid

MEMBERS, FEE = 8, 10
CUP = {
    "name": "Friday cup",
    "entry_chips": FEE,
    "is_public": True,
    "stages": [
        {
            "format": "rotation",
            "rounds_count": 2,
            "deals_a_round": 2,
            "table_size": 4,
            "starting_stack": 40,
        },
        {
            "format": "knockout",
            "cut": 4,
            "cut_ties": "lot",
            "deals_a_round": 2,
            "table_size": 4,
            "starting_stack": 40,
        },
    ],
    "fixed_prizes": [20],
    "prize_percents": [60, 30],
    "prize_categories": [{"name": "Most deals won", "measure": "deals_won", "percent": 10}],
    "odd_chips": "lot",
    "house_rules": {"stake": 1, "dealer_extra": 1},
}


class Site:
    """What one organiser asks of the service."""

    def __init__(self, address, token):
        self.address, self.token = address.rstrip("/"), token

    def get(self, path):
        with self._open(f"api/v1/{path}") as answer:
            return json.load(answer)

    def text(self, path):
        with self._open(f"api/v1/{path}") as answer:
            return answer.read().decode()

    def post(self, path, **body):
        """Repeated with the same key, an order is carried out once."""
        key = {"Idempotency-Key": str(uuid.uuid4())}
        with self._open(f"api/v1/{path}", json.dumps(body).encode(), key) as answer:
            return json.load(answer)

    def news(self, path, status):
        """What a stream tells, event by event, until the tournament has this status.

        Where the line breaks, it goes on after the last event that has come.
        """
        last = ""
        while True:
            after = {"Last-Event-ID": last} if last else {}
            try:
                with self._open(f"live/{path}", None, after) as lines:
                    for kind, number, data in events(lines):
                        last = number or last
                        yield kind, data
                        if data.get("status") == status:
                            return
            except (TimeoutError, ConnectionError):
                continue

    def _open(self, path, data=None, headers=()):
        told = {"Authorization": f"Token {self.token}", "Content-Type": "application/json"}
        asked = urllib.request.Request(f"{self.address}/{path}", data, told | dict(headers))
        try:
            return urllib.request.urlopen(asked, timeout=60)
        except urllib.error.HTTPError as error:
            raise SystemExit(f"{path}: {error.code} {error.read().decode()}") from None


def events(lines):
    """Server-sent events: what each is called, its number, and its data."""
    kind, number, data = "message", "", ""
    for line in lines:
        name, _, value = line.decode().rstrip("\n").partition(": ")
        if name == "event":
            kind = value
        elif name == "id":
            number = value
        elif name == "data":
            data = value
        elif not name and data:
            yield kind, number, json.loads(data)
            kind, number, data = "message", "", ""


def follow(site, cup):
    """Say what is drawn and counted, until the prizes are paid; the last standings."""
    standings = []
    for kind, told in site.news(f"tournaments/{cup}", "paid"):
        if kind == "draw":
            drawn = told["round"]
            tables = [", ".join(seat["name"] for seat in one["seats"]) for one in drawn["tables"]]
            print(f"Round {drawn['number']}: {'; '.join(tables)}", flush=True)
        elif kind == "results":
            print(f"Round {told['round']['number']} is counted", flush=True)
        elif kind == "standings":
            standings = told["standings"]
    return standings


def check(is_so, what):
    if not is_so:
        raise SystemExit(f"Different: {what}")


def main():
    site = Site(*sys.argv[1:3])
    club = site.post("clubs", name=f"Cups {uuid.uuid4().hex[:6]}", opening_chips=FEE)["id"]
    names = [f"Player {number}" for number in range(1, MEMBERS + 1)]
    for name in names:
        site.post("members", club=club, name=name)

    cup = site.post("tournaments", club=club, **CUP)["id"]
    entries = [{"name": name, "bot_level": "thumb"} for name in names]
    tried = site.post(f"tournaments/{cup}/enter-many", entries=entries, dry_run=True)
    check(tried["refused"] == 0, f"nobody is refused: {tried}")
    entered = site.post(f"tournaments/{cup}/enter-many", entries=entries)
    check(entered["entered"] == MEMBERS, "everybody is in")

    site.post(f"tournaments/{cup}/start")
    told = follow(site, cup)

    prizes = site.get(f"tournaments/{cup}/prizes")
    for prize in prizes:
        print(f"{prize['chips']} chips: {prize['reason']}", flush=True)
    check(sum(prize["chips"] for prize in prizes) == MEMBERS * FEE, "the whole fund is paid")
    standings = site.get(f"tournaments/{cup}/standings")
    check(told == standings, "the stream told the standings that stand")
    sheet = [
        *csv.DictReader(io.StringIO(site.text(f"tournaments/{cup}/standings.csv").lstrip("\ufeff")))
    ]
    check([row["name"] for row in sheet] == [line["name"] for line in standings], "the sheet")

    document = site.get(f"tournaments/{cup}/document")
    following = site.post("tournaments", **document)["id"]
    check(site.get(f"tournaments/{following}/document") == document, "the next cup is the same")
    print("The prizes are paid, and the next cup is announced.")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    main()
