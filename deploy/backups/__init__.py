"""Backups: the rows and the keys of a service in one file, and the way back from it."""
