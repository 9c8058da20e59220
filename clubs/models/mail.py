"""Mails on their way out."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now


class MailQuerySet(models.QuerySet["Mail"]):
    def waiting(self) -> "MailQuerySet":
        return self.filter(next_try_at__isnull=False)

    def given_up(self) -> "MailQuerySet":
        return self.filter(given_up_at__isnull=False)


class Mail(models.Model):
    """A mail, from the request that writes it until it was sent or given up."""

    kind = models.CharField(max_length=100, help_text="Its template.")
    address = models.TextField(
        blank=True, help_text="To whom; empty once it was sent, kept where it was given up."
    )
    sealed = models.TextField(
        blank=True, help_text="The whole mail, sealed; empty once it was sent or given up."
    )
    written_at = models.DateTimeField(db_default=Now())
    next_try_at = models.DateTimeField(
        null=True, help_text="The next try; empty where there is none."
    )
    tries = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True)
    given_up_at = models.DateTimeField(null=True)
    fault = models.CharField(max_length=200, blank=True, help_text="Why the last try failed.")

    objects = MailQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(
                name="clubs_mail_due",
                fields=["next_try_at"],
                condition=Q(next_try_at__isnull=False),
            ),
        ]
        constraints = [
            models.CheckConstraint(
                name="clubs_mail_emptied",
                condition=Q(sent_at=None, given_up_at=None, next_try_at__isnull=False)
                | Q(
                    sent_at__isnull=False, given_up_at=None, next_try_at=None, sealed="", address=""
                )
                | Q(sent_at=None, given_up_at__isnull=False, next_try_at=None, sealed=""),
            ),
        ]

    def __str__(self) -> str:
        return self.kind
