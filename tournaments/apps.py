"""Tournaments: entrants, rounds, draws, standings, prizes."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
