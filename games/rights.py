"""What is done at tables, and by whom.

Who sits there is known here; what somebody is in the club of a table is asked of the user model.
"""

from deploy.rights import (
    NOT_BARRED,
    ORGANISERS,
    PEOPLE,
    SCORERS,
    SEATED,
    SIGNED_IN,
    Deed,
)

WATCH = Deed("tables.watch", "watch this table", may=PEOPLE | SEATED)
WATCH_OPEN = Deed("tables.watch_open", "watch a table that is open to everybody", may=NOT_BARRED)
GIVE_STRING = Deed("tables.give_string", "give this table a string", may=SEATED, sees=WATCH.sees)
COME_BACK = Deed("tables.come_back", "come back to this table", may=SEATED, sees=WATCH.sees)
PLAY = Deed("deals.play", "play in this deal", may=SEATED, sees=WATCH.sees)
SEE_OWN_RECORD = Deed("records.see_own", "see their record", may=SIGNED_IN)
SEE_RECORD = Deed("records.see", "see the record of somebody at a table they watch", may=SIGNED_IN)
"""Whose tables they watch is asked table by table (`tables.watch`)."""

SEE_RULES_OPTIONS = Deed(
    "rules.see_options", "see the options of house rules in general", may=SIGNED_IN
)

ENTER_RESULT = Deed(
    "tables.enter_result", "enter the results of real cards", may=SCORERS, sees=WATCH.sees
)
CORRECT = Deed("tables.correct", "put results of real cards right", may=SCORERS, sees=WATCH.sees)
CORRECT_CLOSED = Deed(
    "tables.correct_closed",
    "put results right after the table has closed",
    may=ORGANISERS,
    sees=WATCH.sees,
)
LOOK_AFTER = Deed("tables.look_after", "look after the tables of a club", may=ORGANISERS)
PAUSE = Deed("tables.pause", "pause a table, or let it go on", may=ORGANISERS)
CLOSE = Deed("tables.close", "close a table", may=ORGANISERS)
SEND_HOME = Deed("tables.send_home", "send somebody home, or let them back", may=ORGANISERS)
VOID = Deed("deals.void", "take a deal back", may=ORGANISERS)
