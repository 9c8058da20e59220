"""Workers answer messages, each of which asks for a sign of one queue."""

from celery import shared_task

from games.play.signs import give_sign


@shared_task
def answer(queue: str) -> None:
    """A worker took this message out of its queue: the sign that it does."""
    give_sign(f"worker {queue}")
