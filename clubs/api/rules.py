"""House rules over the API: of a club, of a night, and of what an app above plays by them."""

from typing import Any, Final

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.door import ClubDoor, caller
from clubs.house_rules import RulesHolder, Wish, club_of, draft_rules, sentences_for
from clubs.models import Club, MadeFor
from clubs.models.rules import LONGEST_RULES_NAME
from clubs.revisions import Draft, Step, drafted, step_from_club, steps
from clubs.rights import CHANGE_RULES, SEE_RULES
from deploy.rest.clock import database_now
from deploy.rest.preconditions import check_match, etag_of, if_match
from deploy.rest.serializers import StrictSerializer
from games.api.house_rules import OptionsField, RulesetField
from games.engine import Ruleset, differences, other_changes
from games.engine.presets import PRESETS

RULES_DEEDS: Final = {
    "rules": SEE_RULES,
    "change_rules": CHANGE_RULES,
    "preview_rules": CHANGE_RULES,
}
STARTS: Final = ("preset", "kept", "as_club")


class DifferenceSerializer(serializers.Serializer):
    option = serializers.CharField()
    rule = serializers.CharField(help_text="The number of its rule.")
    before = serializers.CharField(help_text="Empty where the option meant nothing.")
    after = serializers.CharField(help_text="Empty where the option means nothing now.")


class DraftSerializer(serializers.Serializer):
    """House rules as people set them and as they read them."""

    name = serializers.CharField(help_text="What the club calls them; empty: they have no name.")
    preset = serializers.ChoiceField(list(PRESETS), help_text="What they started from.")
    changes = OptionsField(help_text="The options that differ from the preset.")
    options = RulesetField()
    sentences = serializers.ListField(
        child=serializers.CharField(), help_text="What is played, for players."
    )
    differences = DifferenceSerializer(many=True, help_text="What is played differently.")
    other_changes = serializers.ListField(
        child=serializers.CharField(),
        help_text="What else changed, in sentences, without changing how anybody plays: the "
        "preset, and options that make no difference now.",
    )


class RevisionSerializer(DraftSerializer):
    version = serializers.IntegerField(
        help_text="Counts the rules of this club from 1. Send it as If-Match when you change them."
    )
    made_for = serializers.ChoiceField(
        MadeFor.choices, help_text="A night that follows its club has rules made for the club."
    )
    at = serializers.DateTimeField(help_text="When they were made.")
    by = serializers.IntegerField(
        allow_null=True, help_text="The player who made them; null: they are older than this list."
    )
    by_name = serializers.CharField(allow_null=True)


class StartInput(StrictSerializer):
    """The rules of something new; without any of these it is played by the club's."""

    preset = serializers.ChoiceField(
        list(PRESETS), required=False, help_text="Start from a printed description."
    )
    kept = serializers.CharField(
        max_length=LONGEST_RULES_NAME,
        required=False,
        help_text="Start from what the club kept under this name.",
    )
    house_rules = OptionsField(
        required=False, help_text="Options that differ from where you start, by name."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        return _with_one_start(attrs)


def _with_one_start(given: dict[str, Any]) -> dict[str, Any]:
    """What was given, if it names one start at most."""
    named = [start for start in STARTS if given.get(start)]
    if len(named) > 1:
        message = f"Send one of {', '.join(named)}, not several."
        raise serializers.ValidationError({name: [message] for name in named[1:]})
    return given


def wish_of(given: dict[str, Any]) -> Wish:
    """What the fields of `StartInput` ask for; they are taken out of what was given."""
    wish = Wish()
    if "preset" in given:
        wish["preset"] = given.pop("preset")
    if "kept" in given:
        wish["kept"] = given.pop("kept")
    if "house_rules" in given:
        wish["options"] = given.pop("house_rules")
    return wish


class RulesInput(StrictSerializer):
    """Where you name no start, the rules in force are changed."""

    preset = serializers.ChoiceField(
        list(PRESETS), required=False, help_text="Start from a printed description."
    )
    kept = serializers.CharField(
        max_length=LONGEST_RULES_NAME,
        required=False,
        help_text="Start from what the club kept under this name.",
    )
    as_club = serializers.BooleanField(
        required=False,
        help_text="Start from the club's rules. If you send nothing else, a night follows them "
        "until people are seated, and a tournament takes them as they are now.",
    )
    options = OptionsField(
        required=False, help_text="Options to set, by name. All others stay as they are."
    )
    name = serializers.CharField(
        max_length=LONGEST_RULES_NAME,
        allow_blank=True,
        required=False,
        help_text="Keep the rules under this name, to choose them again; empty: under none.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        return _with_one_start(attrs)


class KeptNameInput(StrictSerializer):
    name = serializers.CharField(
        max_length=LONGEST_RULES_NAME, help_text="What the club called the rules."
    )


class RulesDoor(ClubDoor):
    """A viewset of rows with house rules: read, tried out and changed.

    Attributes:
        holder: Whose rules they are.
    """

    holder: RulesHolder
    filterset_class: Any = None  # So that an action can go without.

    @extend_schema(responses=RevisionSerializer, filters=False)
    @action(detail=True, pagination_class=None, filterset_class=None)
    def rules(self, request: Request, pk: str) -> Response:
        """Show the house rules in force, in options and in sentences.

        `differences` are those from the club's rules before these; for a night or a tournament,
        from the club's rules now.
        """
        return self._tell(self.get_object())

    @extend_schema(request=RulesInput, responses=RevisionSerializer)
    @rules.mapping.patch
    @if_match
    def change_rules(self, request: Request, pk: str) -> Response:
        """Change the house rules. For organisers."""
        row, wish = self.get_object(), self.given(RulesInput)
        row = self.holder.lock(row)
        check_match(request, self.holder.in_force(row).number)
        self.holder.change(row, by=caller(request), at=database_now(), **wish)
        return self._tell(self.get_object())

    @extend_schema(request=RulesInput, responses=DraftSerializer)
    @action(detail=True, methods=["post"], url_path="rules/preview")
    def preview_rules(self, request: Request, pk: str) -> Response:
        """Show what a change would mean. Nothing is changed.

        `differences` are those from the rules in force.
        """
        row, wish = self.get_object(), self.given(RulesInput)
        current, club, made_for = self.holder.in_force(row), club_of(row), self.holder.made_for
        draft = draft_rules(club, current, made_for, **wish)
        told = shown(club, draft, current.ruleset, made_for=made_for)
        return Response(DraftSerializer(told).data)

    def _tell(self, row: Any) -> Response:
        revision, club = self.holder.in_force(row), club_of(row)
        if self.holder.made_for == MadeFor.CLUB:
            [step] = steps([revision])
        else:
            step = step_from_club(club, revision)
        told = shown_revision(club, step, made_for=self.holder.made_for)
        answer = RevisionSerializer(told).data
        return Response(answer, headers={"ETag": etag_of(revision.number)})


def shown(club: Club, draft: Draft, before: Ruleset | None, *, made_for: str) -> dict[str, Any]:
    """House rules as `DraftSerializer` has them, beside what was played before."""
    return {
        "name": draft.name,
        "preset": draft.rules.preset,
        "changes": draft.rules.changes,
        "options": club.completed(draft.rules),
        "sentences": sentences_for(club, draft.rules, made_for=made_for),
        "differences": [one._asdict() for one in differences(before, draft.rules)]
        if before
        else [],
        "other_changes": other_changes(before, draft.rules) if before else (),
    }


def shown_revision(club: Club, step: Step, *, made_for: str = MadeFor.CLUB) -> dict[str, Any]:
    """House rules as `RevisionSerializer` has them.

    Args:
        made_for: Whose rules are told.
    """
    revision = step.revision
    return {
        **shown(club, drafted(revision), step.before, made_for=made_for),
        "version": revision.number,
        "made_for": revision.made_for,
        "at": revision.at,
        "by": revision.by_id,
        "by_name": revision.by and revision.by.name,
    }
