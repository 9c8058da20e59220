"""Rows whose purse is somebody else's, for the audit: a trigger refuses them (sql/purses.sql)."""

from typing import Final

_ENTRANT_MEMBERS: Final = """
    SELECT one.id, format('has the purse %s, which is not its own', one.purse_id)
    FROM tournaments_entrantmember AS one
    JOIN tournaments_tournament AS tournament ON tournament.id = one.tournament_id
    LEFT JOIN clubs_member AS member ON member.id = one.member_id
    LEFT JOIN clubs_housebot AS bot ON bot.id = one.bot_id
    WHERE NOT clubs_is_purse_of(
        one.purse_id, tournament.book_id, coalesce(member.player_id, bot.player_id))
    ORDER BY one.id LIMIT 100
"""
PURSES: Final = [("tournaments_entrantmember", _ENTRANT_MEMBERS)]
"""Tables, and what asks each for the id and the fault of every bad row (`ledger.audit`)."""
