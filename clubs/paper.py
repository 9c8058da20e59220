"""The paper of an evening: who means to come, who is here, and what is drawn and not played yet.

A picture of it is plain JSON. What a deed changed of it is found by two pictures, and written back
when the deed is undone.
"""

from datetime import datetime
from typing import Any

from clubs.models import (
    Answer,
    Attendance,
    Night,
    NightPlace,
    NightRound,
    NightStatus,
    NightTable,
)

AT_THE_DOOR = (NightStatus.OPEN, NightStatus.SEATED)
BLANK = {"answer": Answer.NO.value, "answered_at": None, "checked_in_at": None, "bot_level": ""}
"""Of somebody of whom nothing is noted."""

Picture = dict[str, Any]
Changes = dict[str, Any]
"""What stood before in a picture, of what is not the same any more."""


def picture_of(night: Night) -> Picture:
    """What stands on the paper of a night now."""
    rows = Night.objects.filter(pk=night.pk)
    status, closed_at, is_cancelled = rows.values_list("status", "closed_at", "is_cancelled").get()
    attendances = {
        str(row.pop("pk")): {name: _plain(value) for name, value in row.items()}
        for row in night.attendances.values("pk", *BLANK)
    }
    return {
        # Whether the next round can be opened follows from all the rest.
        "stage": "at_the_door"
        if status in AT_THE_DOOR
        else [status, _plain(closed_at), is_cancelled],
        "attendances": {pk: row for pk, row in attendances.items() if row != BLANK},
        "drafts": _drafts(night),
    }


def changes(before: Picture, after: Picture) -> Changes:
    """What stood in the one picture, and does not in the other; empty where both are the same."""
    found: Changes = {}
    if before["stage"] != after["stage"]:
        found["stage"] = before["stage"]
    attendances = {
        pk: old
        for pk in sorted({*before["attendances"], *after["attendances"]}, key=int)
        if (old := _changed_fields(pk, before, after))
    }
    drafts = {
        number: before["drafts"].get(number)
        for number in sorted({*before["drafts"], *after["drafts"]}, key=int)
        if before["drafts"].get(number) != after["drafts"].get(number)
    }
    if attendances:
        found["attendances"] = attendances
    if drafts:
        found["drafts"] = drafts
    return found


def keys_of(found: Changes) -> set[str]:
    """What was touched on the paper."""
    keys = {f"attendance:{pk}" for pk in found.get("attendances", {})}
    return keys | ({"stage", "drafts"} & found.keys())


def _changed_fields(pk: str, before: Picture, after: Picture) -> dict[str, Any]:
    old, new = (one["attendances"].get(pk, BLANK) for one in (before, after))
    return {name: value for name, value in old.items() if value != new[name]}


def _drafts(night: Night) -> dict[str, Any]:
    """The rounds that are drawn and not played yet, by their numbers."""
    drafted = night.rounds.drafted()
    drafts: dict[str, Any] = {
        str(one.number): {
            "seed": one.seed,
            "repeats": one.repeat_meetings,
            "bound": one.least_repeats,
            "again": one.meets_again,
            "by_hand": one.is_by_hand,
            "locked": [],
            "tables": {},
        }
        for one in drafted
    }
    tables = drafted.tables().order_by("number")
    for number, table, is_locked in tables.values_list("round__number", "number", "is_locked"):
        drafts[str(number)]["tables"][str(table)] = []  # Maybe nobody sits there.
        if is_locked:
            drafts[str(number)]["locked"].append(table)
    places = NightPlace.objects.filter(round__in=[one.pk for one in drafted])
    for number, table, attendance, place in places.round_the_tables().values_list(
        "round__number", "table__number", "attendance_id", "place"
    ):
        drafts[str(number)]["tables"][str(table)].append([attendance, place])
    return drafts


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def write_back(night: Night, found: Changes) -> None:
    """Let what was noted of a change stand again; the caller has locked the night.

    Whether the next round can be opened is for the caller to find out.
    """
    rows = night.attendances.in_bulk([int(pk) for pk in found.get("attendances", {})])
    for pk, fields in found.get("attendances", {}).items():
        if attendance := rows.get(int(pk)):  # It has gone where two turned out to be one person.
            _write_attendance(attendance, fields)
    for number, draft in found.get("drafts", {}).items():
        night.rounds.drafted().filter(number=int(number)).delete()
        if draft is not None:
            _write_draft(night, int(number), draft)
    if "stage" in found:
        stage = found["stage"]
        at_the_door = (NightStatus.OPEN, None, False)
        status, closed_at, is_cancelled = at_the_door if stage == "at_the_door" else stage
        night.status, night.closed_at = status, _moment(closed_at)
        night.is_cancelled = is_cancelled
        night.save(update_fields=["status", "closed_at", "is_cancelled"])


def _write_attendance(attendance: Attendance, fields: dict[str, Any]) -> None:
    for name, value in fields.items():
        setattr(attendance, name, _moment(value) if name.endswith("_at") else value)
    attendance.save(update_fields=list(fields))


def _write_draft(night: Night, number: int, draft: dict[str, Any]) -> None:
    drawn = NightRound.objects.create(
        night=night,
        number=number,
        seed=draft["seed"],
        repeat_meetings=draft["repeats"],
        least_repeats=draft["bound"],
        meets_again=draft["again"],
        is_by_hand=draft["by_hand"],
    )
    known = set(night.attendances.values_list("pk", flat=True))
    for table_number, places in draft["tables"].items():
        table = NightTable.objects.create(
            round=drawn,
            number=int(table_number),
            is_locked=int(table_number) in draft["locked"],
        )
        NightPlace.objects.bulk_create(
            NightPlace(round=drawn, table=table, attendance_id=attendance, place=place)
            for attendance, place in places
            if attendance in known
        )


def _moment(value: str | None) -> datetime | None:
    return None if value is None else datetime.fromisoformat(value)
