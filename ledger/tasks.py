"""The ledger's own rounds: seal what is new, and recount every book once a day."""

import logging

from celery import shared_task

from ledger.audit import audit_books, is_audit_due
from ledger.seals import heads, seal_transfers

logger = logging.getLogger(__name__)


@shared_task
def sweep_ledger() -> None:
    """Every five minutes: seal; audit at four in the morning (UTC), and again while it fails."""
    seal_transfers()
    if is_audit_due():
        audit = audit_books()
        if audit.fault:
            logger.error("The books do not hold, nobody buys in: %s", audit.fault)
        for head in heads():
            logger.info("The books at the audit, sealed: %s", head)
