"""How cards are played online, as the host of a table sends it."""

from rest_framework import serializers

from deploy.rest.serializers import StrictSerializer
from games.models.terms import (
    LEAST_TURN_SECONDS,
    MOST_BANK_SECONDS,
    MOST_DELAY_SECONDS,
    MOST_PAUSE_SECONDS,
    MOST_TURN_SECONDS,
)


class TermsInput(StrictSerializer):
    """A field that you leave out gets its default, or stays as it is."""

    turn_seconds = serializers.IntegerField(
        min_value=LEAST_TURN_SECONDS, max_value=MOST_TURN_SECONDS, required=False
    )
    time_bank_seconds = serializers.IntegerField(
        min_value=0, max_value=MOST_BANK_SECONDS, required=False
    )
    pause_seconds = serializers.IntegerField(
        min_value=0, max_value=MOST_PAUSE_SECONDS, required=False
    )
    reveals_each_deal = serializers.BooleanField(required=False)
    spectator_delay_seconds = serializers.IntegerField(
        min_value=0, max_value=MOST_DELAY_SECONDS, required=False
    )
