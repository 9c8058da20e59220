"""The ledger's own rounds: seal what is new, and recount every book once a day."""

import logging

from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded
from django.db import OperationalError

from ledger.audit import audit_books, is_audit_due
from ledger.rounds import seal_round
from ledger.seals import heads

CUT_OFF = (
    "The audit did not come to its end: %s. The next round tries again; where the books are too big"
    " for it, let `manage.py check_books --audit` recount them daily, as the role of audits."
)

logger = logging.getLogger(__name__)


@shared_task
def sweep_ledger() -> None:
    """Every five minutes: seal; audit at four in the morning (UTC), and again while it fails.

    Before an audit all transfers are looked at for their seals, however old they are.
    """
    is_due = is_audit_due()
    sealing = seal_round(is_whole=is_due)
    if sealing.obstacle:
        logger.error("Transfers wait for their seals. %s", sealing.obstacle)
    if is_due:
        try:
            audit = audit_books()
        except SoftTimeLimitExceeded:
            logger.error(CUT_OFF, "a task may not take so long")
            return
        except OperationalError as error:
            logger.error(CUT_OFF, str(error).partition("\n")[0])
            return
        if audit.fault:
            logger.error("The books do not balance; nobody can buy in: %s", audit.fault)
            return
        for head in heads():
            logger.info("The books at the audit, sealed: %s", head)
