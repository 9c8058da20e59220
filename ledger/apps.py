"""Chips in double entry: books, accounts and transfers that PostgreSQL itself keeps balanced."""

from django.apps import AppConfig


class LedgerConfig(AppConfig):
    name = "ledger"
