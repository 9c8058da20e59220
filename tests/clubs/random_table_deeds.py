"""Random deeds while a round is played, as an organiser may ask for them."""

from typing import Final

from tests.clubs.random_sight import Asked, Json, Seen, at_night, sitting


def _chair(seen: Seen, table: Json | None) -> int | None:
    there = [one["member"] for one in table["places"]] if table else []
    return seen.pick([None, *there])  # type: ignore[no-any-return]


def _join(seen: Seen) -> Asked | None:
    if not seen.at_tables:
        return None
    table = seen.pick([None, *seen.at_tables])
    return at_night(
        seen,
        "join",
        members=seen.some(seen.waiting, seen.members, seen.pick([1, 1, 2])),
        table=table and table["number"],
        after=_chair(seen, table),
        may_wait=seen.pick([True, False]),
    )


def _another_table(seen: Seen) -> Asked:
    return at_night(
        seen,
        "another-table",
        members=seen.some(seen.waiting, seen.members, seen.pick([2, 3, 4, 5])),
    )


def _leave(seen: Seen) -> Asked:
    return at_night(
        seen,
        "leave-table",
        members=seen.some(seen.seated, seen.members, seen.pick([1, 1, 2])),
        goes_home=seen.pick([True, False]),
        substitute=seen.any(seen.waiting, seen.members) if seen.is_rare() else None,
        may_wait=seen.pick([True, False]),
    )


def _side_out(seen: Seen) -> Asked | None:
    """Let a side sit out of which somebody is missing, as the scorer's page offers."""
    if not seen.at_tables:
        return None
    table = seen.pick(seen.at_tables)
    held_up = seen.get(f"tables/{table['table']}/results").get("held_up")
    if not held_up:
        return None
    away = {one["seat"] for one in (*held_up["missing"], *held_up["waiting"])}
    members = [one["member"] for one in sitting(table) if one["seat"] in away]
    return at_night(seen, "leave-table", members=members) if members else None


def _move(seen: Seen) -> Asked | None:
    if not seen.at_tables:
        return None
    table = seen.pick(seen.at_tables)
    return at_night(
        seen,
        "move",
        member=seen.any(seen.seated, seen.members),
        table=table["number"],
        after=_chair(seen, table),
        with_purse=seen.is_rare(),
        may_wait=seen.pick([True, False]),
    )


def _break_up(seen: Seen) -> Asked | None:
    if not seen.at_tables:
        return None
    table, other = seen.pick(seen.at_tables), seen.pick(seen.at_tables)
    named = [one["member"] for one in sitting(table)]
    places = [{"member": seen.pick(named), "table": other["number"]}] if named else []
    return at_night(
        seen,
        "break-up",
        table=table["number"],
        places=places if seen.is_rare() else [],
        split=seen.pick([True, False]),
        may_wait=seen.pick([True, False]),
    )


def _bring(seen: Seen) -> Asked:
    member = seen.any(seen.seated, seen.members)
    return at_night(seen, "bring-chips", member=member, chips=seen.pick([1, 7, 30]))


def _result(seen: Seen) -> Asked | None:
    if not seen.at_tables:
        return None
    table = seen.pick(seen.at_tables)["table"]
    following = seen.get(f"tables/{table}/results").get("next")
    if following is None:
        return f"tables/{table}/results", {"deal": 1, "result": {"kind": "spoilt"}}
    if seen.pick([True, False]):
        dealer = seen.pick(following["dealers"] or [None])
        following = seen.get(f"tables/{table}/results?dealer={dealer}").get("next")
    if not following:
        return None
    result = _ending(seen, following["endings"]) | {"dealer": following["dealer"]}
    return f"tables/{table}/results", {"deal": following["deal"], "result": result}


def _ending(seen: Seen, endings: list[Json]) -> Json:
    ending = seen.pick([one for one in endings if not one["is_counted"]])
    result: Json = {"kind": ending["kind"]}
    if ending["winners"]:
        result["winner"] = seen.pick(ending["winners"])
    if ending["may_deal_again"]:
        result["is_dealt_again"] = seen.pick([True, False])
    return result


def _correct(seen: Seen) -> Asked | None:
    laid = [one["table"] for each in seen.told["rounds"] for one in each["tables"] if one["table"]]
    if not laid:
        return None
    table = seen.pick(laid)
    results = seen.get(f"tables/{table}/results").get("results")
    if not results:
        return None
    deal = seen.pick(results)
    seats = [one["seat"] for one in deal["seats"]]
    kind = seen.pick(["won", "won", "jinked", "spoilt", "misdeal", None])
    result: Json | None = None if kind is None else {"kind": kind}
    if result is not None and kind in ("won", "jinked"):
        result["winner"] = seen.pick(seats or [0])
    if result is not None and deal["deal"] == 1:
        result["dealer"] = deal["dealer"]
    corrected = {"deal": deal["deal"], "version": deal["version"], "result": result}
    return f"tables/{table}/corrections", {"reason": "Heard wrong", "results": [corrected]}


def _totals(seen: Seen) -> Asked | None:
    """One of the people has won a chip of another one; they may be taken back."""
    if not seen.at_tables:
        return None
    laid = seen.pick(seen.at_tables)
    told = seen.get(f"tables/{laid['table']}")
    entered = seen.get(f"tables/{laid['table']}/results").get("totals")
    if not told or entered is None:
        return None
    numbers = [one["seat"] for one in sitting(laid)]
    stacks = {one["number"]: one["stack"] for one in told["seats"] if one["number"] in numbers}
    body: Json = {"version": len(entered), "reason": "Counted", "totals": None}
    if stacks and seen.pick([True, True, False]):
        loser, winner = seen.pick(sorted(stacks)), seen.pick(sorted(stacks))
        won = min(1, stacks[loser])
        stacks[loser] -= won
        stacks[winner] += won
        lines = [{"seat": one, "deals_won": 1, "chips": held} for one, held in stacks.items()]
        body["totals"] = {"deals": len(lines), "of_seats": lines, "pool": told["pool"]}
    return f"tables/{laid['table']}/totals", body


def _end_round(seen: Seen) -> Asked:
    return at_night(seen, "end-round", round=_playing(seen))


def _next_round(seen: Seen) -> Asked:
    left_out = [seen.any(seen.here, seen.members)] if seen.is_rare() else []
    body: Json = {"leave_out": left_out} if left_out else {}
    return at_night(seen, "next-round", round=_playing(seen), **body)


def _playing(seen: Seen) -> int:
    numbers = [one["number"] for one in seen.told["rounds"] if one["status"] == "playing"]
    number: int = seen.any(numbers, [1, 2, 3])
    return number


AT_TABLES: Final = {
    "join": _join,
    "another_table": _another_table,
    "leave": _leave,
    "side_out": _side_out,
    "move": _move,
    "break_up": _break_up,
    "bring": _bring,
    "result": _result,
    "correct": _correct,
    "totals": _totals,
    "end_round": _end_round,
    "next_round": _next_round,
}
