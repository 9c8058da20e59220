"""What the doors of a night take in."""

from typing import Any

from rest_framework import serializers

from clubs.api.door import MOST_ID, ClubField, IsAnotherField, MemberField, MembersField, SeedField
from clubs.api.rules import RulesInput
from clubs.draws import MOST_ROUNDS
from clubs.models import Answer
from clubs.rights import PLAN_NIGHT
from deploy.rest.serializers import ChipsField, StrictSerializer
from games.api.stewarding import ClosingInput, DryRunInput
from games.api.terms import TermsInput
from games.bots import BOT_CHOICES
from games.engine.house_rules import PLAYERS
from games.models import Mode


class PlanInput(TermsInput):
    """The plan of a night. A field that you leave out gets its default, or stays as it is."""

    starts_at = serializers.DateTimeField()
    venue = serializers.CharField(max_length=100, allow_blank=True, required=False)
    capacity = serializers.IntegerField(
        min_value=2, max_value=10_000, allow_null=True, required=False
    )
    table_size = serializers.IntegerField(min_value=2, max_value=10, required=False)
    mode = serializers.ChoiceField(Mode.choices, required=False)
    deals_limit = serializers.IntegerField(
        min_value=1, max_value=1000, allow_null=True, required=False
    )
    buy_in_chips = ChipsField(allow_null=True, required=False)


class NightInput(PlanInput):
    club = ClubField(deed=PLAN_NIGHT)
    rules = RulesInput(
        required=False,
        help_text="House rules of its own, as in `PATCH /nights/{id}/rules`. Where you name no "
        "start, they start from the club's.",
    )


class AnswerInput(StrictSerializer):
    answer = serializers.ChoiceField([Answer.GOING, Answer.MAYBE, Answer.NO])
    member = MemberField(
        required=False, help_text="Who told you so, at the door. If you leave it out, it is you."
    )


class CheckInInput(StrictSerializer):
    members = MembersField()
    bot_level = serializers.ChoiceField(
        BOT_CHOICES, allow_blank=True, default="", help_text="The bot that plays for them."
    )


class CheckOutInput(StrictSerializer):
    member = MemberField()


class WelcomeInput(StrictSerializer):
    name = serializers.CharField(max_length=100)
    is_another = IsAnotherField()


class SeatingInput(StrictSerializer):
    """What to draw. Leave both out to draw the next round, or all that are drawn, once more."""

    rounds = serializers.IntegerField(
        min_value=1,
        max_value=MOST_ROUNDS,
        allow_null=True,
        default=None,
        help_text="How many rounds are drawn ahead.",
    )
    seed = SeedField(help_text="The same seed draws the same for the same people.")


class RoundInput(ClosingInput):
    round = serializers.IntegerField(
        min_value=1, max_value=MOST_ID, help_text="The number of the round that ends."
    )


class NextRoundInput(RoundInput):
    leave_out = MembersField(
        required=False, help_text="Who stays here without a seat in the next round."
    )
    seed = SeedField(
        help_text="Where no round is drawn ahead: the same seed draws the same for the same "
        "people. A dry run tells the seed of its draw."
    )


class MayWaitInput(DryRunInput):
    may_wait = serializers.BooleanField(
        default=False,
        help_text="Do it even if that number cannot play by the rules: the table then waits for "
        "others.",
    )


class TableField(serializers.IntegerField):
    """A table of the round that is played, as it is called in the hall."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=1, max_value=MOST_ID, **options)


class JoinInput(MayWaitInput):
    members = MembersField()
    table = TableField(
        allow_null=True,
        default=None,
        help_text="Null: the table with the fewest people that can play with them.",
    )
    after = MemberField(
        allow_null=True,
        default=None,
        help_text="To whose left they sit down, or whose chair they take if that person has left. "
        "Null: to the right of all who came before.",
    )


class AnotherTableInput(DryRunInput):
    members = MembersField(help_text="Clockwise.")


class LeaveTableInput(MayWaitInput):
    members = MembersField()
    goes_home = serializers.BooleanField(default=False, help_text="Take back their check-ins, too.")
    substitute = MemberField(
        allow_null=True,
        default=None,
        help_text="Who takes the chair of the last of them, with chips of their own.",
    )


class MoveToInput(MayWaitInput):
    member = MemberField()
    table = TableField()
    after = MemberField(allow_null=True, default=None, help_text="To whose left they sit down.")
    with_purse = serializers.BooleanField(
        default=False, help_text="They bring all that is in their purse, too."
    )


class PlacingInput(StrictSerializer):
    member = MemberField()
    table = TableField(source="number")
    after = MemberField(allow_null=True, default=None, help_text="To whose left they sit down.")


class BreakUpInput(MayWaitInput):
    table = TableField(help_text="The one that breaks up.")
    places = serializers.ListField(
        child=PlacingInput(),
        max_length=max(PLAYERS),
        default=list,
        help_text="Who is to go where, in the order in which they sit down. The others go to the "
        "shortest tables that can play with them.",
    )
    split = serializers.BooleanField(
        default=False, help_text="Share out a pool for which the house rules play on."
    )


class TopUpInput(DryRunInput):
    member = MemberField()
    chips = ChipsField()
