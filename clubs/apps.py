"""People and their evenings: players, clubs, members, nights."""

from django.apps import AppConfig


class ClubsConfig(AppConfig):
    name = "clubs"
