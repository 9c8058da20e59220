"""The rows of clubs: people and their evenings."""

from clubs.models.player import Player

__all__ = ["Player"]
