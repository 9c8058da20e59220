"""Cards dealt and played at tables, by people and by bots."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
