"""Bodies of the doors for entries."""

from typing import Any

from rest_framework import serializers

from clubs.api.door import MemberField
from deploy.rest.serializers import StrictSerializer
from games.bots import BOT_CHOICES
from tournaments.formats.settings import MEMBERS, ROUNDS
from tournaments.models import (
    LEAST_CAPACITY,
    LONGEST_CODE,
    LONGEST_REFUSAL,
    MOST_BOTS,
    MOST_CAPACITY,
    MOST_NO_SHOW_MINUTES,
    MOST_RATING,
)


class EntryTermsInput(StrictSerializer):
    """Who may enter. The conditions are for people who enter by themselves."""

    capacity = serializers.IntegerField(
        min_value=LEAST_CAPACITY,
        max_value=MOST_CAPACITY,
        allow_null=True,
        required=False,
        help_text="How many entrants have a place; whoever enters later waits for one. If you "
        "leave it out, there is no limit.",
    )
    starts_when_full = serializers.BooleanField(
        required=False, help_text="Whether it starts by itself once the capacity is reached."
    )
    needs_approval = serializers.BooleanField(
        required=False,
        help_text="Whether an organiser approves everybody who enters by themselves.",
    )
    is_members_only = serializers.BooleanField(
        required=False, help_text="Whether guests of the club cannot enter by themselves."
    )
    least_rating = serializers.IntegerField(
        min_value=-MOST_RATING,
        max_value=MOST_RATING,
        allow_null=True,
        required=False,
        help_text="The lowest rating with which somebody can enter by themselves, by these house "
        "rules.",
    )
    most_rating = serializers.IntegerField(
        min_value=-MOST_RATING,
        max_value=MOST_RATING,
        allow_null=True,
        required=False,
        help_text="The highest rating with which somebody can enter by themselves.",
    )
    invitation_code = serializers.CharField(
        max_length=LONGEST_CODE,
        allow_blank=True,
        required=False,
        help_text="A code that people need to enter by themselves; only organisers read it.",
    )
    late_until_round = serializers.IntegerField(
        min_value=2,
        max_value=ROUNDS.most,
        allow_null=True,
        required=False,
        help_text="The last round in which somebody can begin who enters after the start. For "
        "every round that they missed they get what a bye is worth. If you leave it "
        "out, nobody can enter then.",
    )
    no_show_minutes = serializers.IntegerField(
        min_value=1,
        max_value=MOST_NO_SHOW_MINUTES,
        allow_null=True,
        required=False,
        help_text="An entrant who has played nothing themselves and ran out of time is let go "
        "this many minutes after a round began, and a bot plays on. If you leave it "
        "out, nobody is let go.",
    )
    bots_limit = serializers.IntegerField(
        min_value=0,
        max_value=MOST_BOTS,
        required=False,
        help_text="How many of the club's bots may fill the tables at the start. They pay no fee "
        "and win no prize.",
    )
    bots_level = serializers.ChoiceField(
        BOT_CHOICES, required=False, help_text="How the club's bots play."
    )


class PartnerInput(StrictSerializer):
    member = MemberField()
    bot_level = serializers.ChoiceField(
        BOT_CHOICES, required=False, help_text="The bot that plays for them."
    )


class EntryInput(StrictSerializer):
    """If you leave out `member`, this is for the caller. Organisers can name any member."""

    member = MemberField(required=False)
    bot_level = serializers.ChoiceField(
        BOT_CHOICES, required=False, help_text="The bot that plays for the member named."
    )
    code = serializers.CharField(
        max_length=LONGEST_CODE,
        required=False,
        help_text="The invitation code, where you enter by yourself and the tournament needs one.",
    )
    partners = serializers.ListField(
        child=PartnerInput(),
        allow_empty=False,
        max_length=MEMBERS.most - 1,
        required=False,
        help_text="Who plays with the member named, where pairs or threes enter.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "bot_level" in attrs and "member" not in attrs:
            raise serializers.ValidationError(
                {"bot_level": ["Only an organiser gives a member a bot: name the member."]}
            )
        if "partners" in attrs and "member" not in attrs:
            raise serializers.ValidationError(
                {"partners": ["Only an organiser enters people together: name the member."]}
            )
        return attrs


class WithdrawalInput(StrictSerializer):
    """If you leave out `member`, this is for the caller. Organisers can name any member."""

    member = MemberField(required=False)


class TournamentCheckInInput(WithdrawalInput):
    pass


class WithdrawalUndoInput(WithdrawalInput):
    pass


class ApprovalInput(StrictSerializer):
    member = MemberField(help_text="One of the entrant, where several play together.")


class RefusalInput(ApprovalInput):
    reason = serializers.CharField(
        max_length=LONGEST_REFUSAL, help_text="Why they are not let in; they read it."
    )


class SubstituteInput(StrictSerializer):
    member = MemberField(help_text="Who goes.")
    substitute = MemberField(help_text="Who comes.")
    bot_level = serializers.ChoiceField(
        BOT_CHOICES, required=False, help_text="The bot that plays for whoever comes."
    )
