"""Secrets that have to be shown again, such as an app's: sealed at rest, as the cards are."""

from games.fairness.sealing import seal, unseal


def seal_text(text: str) -> str:
    return seal(text.encode()).decode()


def unseal_text(sealed: str) -> str:
    """
    Raises:
        CardsLost: none of the keys opens it.
    """
    return unseal(sealed.encode()).decode()
