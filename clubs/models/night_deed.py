"""The log of an evening: what was done on a night, by whom, and what undoing it needs."""

from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from clubs.models.night import Night
from clubs.models.night_link import NightLink
from clubs.models.player import Player

LONGEST_KEY = 40


class DeedKind(models.TextChoices):
    PLAN = "plan", "planned the night"
    CHANGE_PLAN = "change_plan", "changed the plan"
    RULES = "rules", "changed the house rules"
    OPEN = "open", "opened the night"
    ANSWER = "answer", "answered"
    CHECK_IN = "check_in", "checked people in"
    WELCOME = "welcome", "welcomed somebody new"
    CHECK_OUT = "check_out", "took back a check-in"
    WISH = "wish", "stated a wish"
    DROP_WISH = "drop_wish", "dropped a wish"
    PARTNERS = "partners", "formed partnerships"
    CUT = "cut", "cut for partners"
    END_PARTNERS = "end_partners", "ended a partnership"
    WANT_PARTNER = "want_partner", "asked for a partner"
    ANSWER_PARTNER = "answer_partner", "became a partner"
    DRAW = "draw", "drew rounds"
    REPAIR = "repair", "repaired rounds"
    SWAP = "swap", "let two people trade places"
    PLACE = "place", "moved somebody by hand"
    LOCK = "lock", "locked or unlocked a table"
    SEATING = "seating", "seated people by hand"
    OPEN_TABLES = "open_tables", "opened tables"
    JOIN = "join", "seated late comers"
    ANOTHER_TABLE = "another_table", "opened another table"
    LEAVE = "leave", "let people leave a table"
    MOVE = "move", "moved somebody"
    BRING = "bring", "brought chips to a table"
    BREAK_UP = "break_up", "broke up a table"
    RESULT = "result", "entered a result"
    CORRECTION = "correction", "put results right"
    TOTALS = "totals", "entered totals"
    HAND_OUT = "hand_out", "handed out chips"
    TAKE_BACK = "take_back", "took back chips"
    END_ROUND = "end_round", "ended a round"
    NEXT_ROUND = "next_round", "began the next round"
    CLOSE = "close", "closed the night"
    CANCEL = "cancel", "cancelled the night"
    GIVE_LINK = "give_link", "gave a link"
    REVOKE_LINK = "revoke_link", "revoked a link"
    UNDO = "undo", "undid a deed"


class NightDeedQuerySet(models.QuerySet["NightDeed"]):
    def told(self) -> "NightDeedQuerySet":
        """With names, the latest first."""
        return self.select_related("by", "undoes", "undone").order_by("-number")


class NightDeed(models.Model):
    """Something that was done on a night; rows are only added, and an undo is one more.

    What can be done at all is a `deploy.rights.Deed`.
    """

    night = models.ForeignKey(Night, models.PROTECT, related_name="deeds")
    number = models.PositiveIntegerField(help_text="Counts the deeds of the night from 1.")
    kind = models.CharField(max_length=16, choices=DeedKind)
    by = models.ForeignKey(
        Player,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="Who did it; empty for the program itself.",
    )
    link = models.ForeignKey(
        NightLink,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="deeds",
        help_text="The link by which it was done; then its giver did it.",
    )
    at = models.DateTimeField()
    told = models.JSONField(default=dict, blank=True, help_text="Facts for its sentence.")
    before = models.JSONField(default=dict, blank=True, help_text="What undoing it needs.")
    keys = ArrayField(
        models.CharField(max_length=LONGEST_KEY),
        default=list,
        blank=True,
        help_text="What it touched, such as `table:55`.",
    )
    undoes = models.OneToOneField(
        "self",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="undone",
        help_text="The deed that it undoes, which may be an undo.",
    )

    objects = NightDeedQuerySet.as_manager()

    class Meta:
        db_table_comment = "Rows are only added."  # Thus no service may change or delete one.
        constraints = [
            models.UniqueConstraint(name="clubs_deed_number", fields=["night", "number"]),
            models.CheckConstraint(name="clubs_deed_from_one", condition=Q(number__gte=1)),
            models.CheckConstraint(name="clubs_deed_kind", condition=Q(kind__in=list(DeedKind))),
            models.CheckConstraint(
                name="clubs_deed_undo",
                condition=Q(kind=DeedKind.UNDO, undoes__isnull=False)
                | (~Q(kind=DeedKind.UNDO) & Q(undoes=None)),
            ),
            models.CheckConstraint(
                name="clubs_deed_link", condition=Q(link=None) | Q(by__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"Deed {self.number}, {self.night}"

    @property
    def effects(self) -> list[list[Any]]:
        """What it did beside the paper, in order: each a name and what undoing it needs."""
        told: list[list[Any]] = self.before.get("effects", [])
        return told
