"""Errands of the sweep beside the tables, once a second: mails go out."""

from clubs.outbox import mail_round

ERRANDS = [mail_round]
