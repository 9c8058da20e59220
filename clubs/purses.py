"""Rows whose purse is somebody else's, for the audit: the triggers refuse them (sql/purses.sql)."""

from typing import Final

_MEMBERS: Final = """
    SELECT member.id, format('has the purse %s, which is not its own', purse_id)
    FROM clubs_member AS member JOIN clubs_club AS club ON club.id = club_id
    WHERE NOT clubs_is_purse_of(purse_id, club.book_id, player_id)
    ORDER BY member.id LIMIT 100
"""
_CLUBS: Final = """
    SELECT id, format('has the house purse %s, which is not its own', house_purse_id)
    FROM clubs_club WHERE NOT clubs_is_purse_of(house_purse_id, book_id, NULL)
    ORDER BY id LIMIT 100
"""
# Most are found right by joins, at a tenth of what the function costs.
_SEATS: Final = """
    SELECT seat.id, format('has the purse %s, which is not its own', purse_id)
    FROM games_seat AS seat
    JOIN ledger_account AS stack ON stack.id = stack_id
    JOIN ledger_account AS purse ON purse.id = purse_id
    WHERE (purse.kind, purse.book_id, purse.holder_id) IS DISTINCT FROM
        ('purse', stack.book_id, CASE WHEN NOT is_house THEN player_id END)
        AND NOT clubs_is_purse_of(
            purse_id, stack.book_id, CASE WHEN NOT is_house THEN player_id END)
    ORDER BY seat.id LIMIT 100
"""
PURSES: Final = [
    ("clubs_member", _MEMBERS),
    ("clubs_club", _CLUBS),
    ("games_seat", _SEATS),
]
"""Tables, and what asks each for the id and the fault of every bad row (`ledger.audit`)."""
