"""What is done in a club, and by whom.

A row of one's own is always seen: the deeds that are done to one's own row see everybody.
"""

from deploy.rights import (
    EVERYBODY,
    LINKS,
    MEMBERS,
    NOBODY,
    NOT_BARRED,
    OPERATORS,
    ORGANISERS,
    OWNERS,
    PEOPLE,
    SCORERS,
    SEATED,
    SIGNED_IN,
    Deed,
    Role,
    Scope,
)
from games.rights import SCORING_LINK, WATCHERS

HOST = frozenset({Role.HOST})
PLAYERS = PEOPLE - OPERATORS  # An operator acts as no player.

SEE_FRONT = Deed("front.see", "see the front page", may=EVERYBODY, scope=Scope.READ)
ENTER_ADMIN = Deed("admin.enter", "enter the admin", may=SCORERS, scope=Scope.READ)
SIGN_IN = Deed("oneself.sign_in", "sign in", may=EVERYBODY, scope=Scope.READ)
SIGN_UP = Deed("oneself.sign_up", "sign up", may=EVERYBODY, scope=Scope.READ)
SEE_ONESELF = Deed(
    "oneself.see", "see who they are, and their tokens", may=SIGNED_IN, scope=Scope.READ
)
SIGN_OUT = Deed(
    "oneself.sign_out", "sign out, and revoke a token of theirs", may=SIGNED_IN, scope=Scope.READ
)
REVOKE_ALL = Deed("oneself.revoke_all", "revoke all their tokens", may=SIGNED_IN, scope=None)
KEEP_LOGIN = Deed(
    "oneself.keep",
    "change their password, their address and their second factor",
    may=SIGNED_IN,
    scope=None,
)
SEE_PLAYERS = Deed("players.see", "see every login", may=OPERATORS, scope=Scope.READ)
CHANGE_PLAYERS = Deed(
    "players.change", "add and change logins", may=OPERATORS, scope=Scope.ORGANISE
)

SEE_CLUB = Deed("clubs.see", "see this club", may=PEOPLE, scope=Scope.READ)
OPEN_CLUB = Deed("clubs.open", "open a club", may=OPERATORS, sees=SIGNED_IN, scope=Scope.ORGANISE)
LOOK_AFTER_CLUB = Deed(
    "clubs.look_after", "look after this club", may=ORGANISERS, scope=Scope.ORGANISE
)
CHANGE_CLUB = Deed(
    "clubs.change", "change this club", may=ORGANISERS, sees=PEOPLE, scope=Scope.ORGANISE
)
SEE_RULES = Deed("rules.see", "see the house rules", may=PEOPLE, scope=Scope.READ)
CHANGE_RULES = Deed(
    "rules.change", "change the house rules", may=ORGANISERS, sees=PEOPLE, scope=Scope.ORGANISE
)
"""Those of a club, of its nights and of its tournaments."""

SEE_HOUSE_PURSE = Deed(
    "clubs.see_house_purse", "see the house purse", may=ORGANISERS, sees=PEOPLE, scope=Scope.READ
)
FILL_HOUSE_PURSE = Deed(
    "clubs.fill_house_purse", "fill the house purse", ORGANISERS, sees=PEOPLE, scope=Scope.TREASURER
)

EMPTY_HOUSE_PURSE = Deed(
    *("clubs.empty_house_purse", "take chips back from the house purse"),
    may=ORGANISERS,
    sees=PEOPLE,
    scope=Scope.TREASURER,
)

SEE_MEMBER = Deed("members.see", "see the members of this club", may=PEOPLE, scope=Scope.READ)
SEE_OWN_MEMBER = Deed(
    "members.see_own", "see what they are in a club", may=SIGNED_IN, scope=Scope.READ
)
LOOK_AFTER_MEMBER = Deed(
    "members.look_after", "look after the members", may=ORGANISERS, scope=Scope.ORGANISE
)
ADD_MEMBER = Deed(
    "members.add", "add somebody by name", may=ORGANISERS, sees=PEOPLE, scope=Scope.ORGANISE
)
CHANGE_ROLE = Deed(
    "members.change_role", "give members a role", may=ORGANISERS, sees=PEOPLE, scope=Scope.ORGANISE
)
CHANGE_OFFICE = Deed(
    "members.change_office",
    "decide who is an organiser or owner",
    may=OWNERS,
    sees=PEOPLE,
    scope=Scope.ORGANISE,
)
ISSUE = Deed(
    "members.issue", "issue chips to a member", may=ORGANISERS, sees=PEOPLE, scope=Scope.TREASURER
)
REDEEM = Deed(
    "members.redeem", "redeem a member's chips", may=ORGANISERS, sees=PEOPLE, scope=Scope.TREASURER
)
GIVE = Deed("members.give", "give chips of their own", may=PLAYERS, scope=Scope.PLAY)
GIVE_OF_OTHERS = Deed(
    "members.give_of_others",
    "give away somebody else's chips",
    may=NOBODY,
    sees=PEOPLE,
    scope=Scope.PLAY,
)
LEAVE = Deed("members.leave", "leave this club", may=NOT_BARRED, scope=Scope.PLAY)
LET_LEAVE = Deed(
    "members.let_leave",
    "note that a member has left",
    may=ORGANISERS,
    sees=PEOPLE,
    scope=Scope.ORGANISE,
)
LET_OFFICER_LEAVE = Deed(
    "members.let_officer_leave",
    "note that an organiser or owner has left",
    OWNERS,
    sees=PEOPLE,
    scope=Scope.ORGANISE,
)
LET_BACK = Deed(
    "members.let_back", "take a member back", may=ORGANISERS, sees=PEOPLE, scope=Scope.ORGANISE
)
CORRECT_NAME = Deed(
    "members.correct_name", "correct a name", may=ORGANISERS, sees=PEOPLE, scope=Scope.ORGANISE
)
TURN_AWAY = Deed(
    "members.turn_away", "turn somebody away", may=ORGANISERS, sees=PEOPLE, scope=Scope.ORGANISE
)
TURN_OFFICER_AWAY = Deed(
    "members.turn_officer_away",
    "turn an organiser or owner away",
    may=OWNERS,
    sees=PEOPLE,
    scope=Scope.ORGANISE,
)
READMIT = Deed(
    "members.readmit", "readmit somebody", may=ORGANISERS, sees=PEOPLE, scope=Scope.ORGANISE
)
READMIT_OFFICER = Deed(
    "members.readmit_officer",
    "readmit an organiser or owner",
    may=OWNERS,
    sees=PEOPLE,
    scope=Scope.ORGANISE,
)

SEE_INVITATION = Deed(
    "invitations.see", "see the invitations of this club", may=ORGANISERS, scope=Scope.READ
)
INVITE = Deed(
    "invitations.make", "invite somebody", may=ORGANISERS, sees=PEOPLE, scope=Scope.ORGANISE
)
INVITE_OFFICER = Deed(
    "invitations.make_officer",
    "invite an organiser or owner",
    may=OWNERS,
    sees=PEOPLE,
    scope=Scope.ORGANISE,
)
WITHDRAW_INVITATION = Deed(
    "invitations.withdraw", "withdraw an invitation", may=ORGANISERS, scope=Scope.ORGANISE
)
ACCEPT_INVITATION = Deed(
    "invitations.accept", "accept an invitation", may=SIGNED_IN, scope=Scope.PLAY
)

OF_OFFICERS = {
    CHANGE_ROLE: CHANGE_OFFICE,
    LET_LEAVE: LET_OFFICER_LEAVE,
    TURN_AWAY: TURN_OFFICER_AWAY,
    READMIT: READMIT_OFFICER,
    INVITE: INVITE_OFFICER,
}
"""What each deed is where it is done to an organiser or owner: they answer to owners."""

DOOR_LINK = frozenset({Role.DOOR_LINK})
DOORKEEPERS = ORGANISERS | DOOR_LINK

SEE_NIGHT = Deed(
    "nights.see", "see this night", may=PEOPLE | DOOR_LINK | {Role.HALL_LINK}, scope=Scope.READ
)
SHOW_HALL = Deed(
    *("nights.show_hall", "show this night on a screen of the hall"),
    may=SCORERS | {Role.HALL_LINK},
    sees=PEOPLE,
    scope=Scope.READ,
)
LOOK_AFTER_NIGHT = Deed(
    "nights.look_after", "look after this night", may=SCORERS, scope=Scope.ORGANISE
)
PLAN_NIGHT = Deed("nights.plan", "plan a night", may=ORGANISERS, sees=PEOPLE, scope=Scope.ORGANISE)
CHANGE_NIGHT = Deed(
    "nights.change", "change this night", may=ORGANISERS, sees=PEOPLE, scope=Scope.ORGANISE
)
ANSWER_NIGHT = Deed(
    "nights.answer", "say whether you come to a night", may=PLAYERS, sees=PEOPLE, scope=Scope.PLAY
)
OPEN_NIGHT = Deed(
    "nights.open", "open this night", may=ORGANISERS, sees=PEOPLE, scope=Scope.ORGANISE
)
SEE_DOOR = Deed(
    "nights.see_door", "see who may come in", may=DOORKEEPERS, sees=PEOPLE, scope=Scope.READ
)
CHECK_IN = Deed(
    "nights.check_in", "check people in", may=DOORKEEPERS, sees=PEOPLE, scope=Scope.ORGANISE
)
LET_BOT_PLAY = Deed(
    *("nights.let_bot_play", "let a bot play for somebody"),
    may=ORGANISERS,
    sees=SEE_NIGHT.may,
    scope=Scope.ORGANISE,
)
"""With their chips: more than a door link lends."""

CHECK_OUT = Deed(
    "nights.check_out", "take back a check-in", may=DOORKEEPERS, sees=PEOPLE, scope=Scope.ORGANISE
)
WELCOME = Deed(
    "nights.welcome", "welcome somebody new", may=DOORKEEPERS, sees=PEOPLE, scope=Scope.ORGANISE
)
SEAT_NIGHT = Deed(
    "nights.seat", "draw rounds of this night", may=ORGANISERS, sees=PEOPLE, scope=Scope.ORGANISE
)
SEE_WISHES = Deed(
    "nights.see_wishes", "see who is to sit where", may=ORGANISERS, sees=PEOPLE, scope=Scope.READ
)
ASK_FOR_SEATS = Deed(
    "nights.ask_for_seats",
    "say who is to sit where on this night",
    may=ORGANISERS,
    sees=PEOPLE,
    scope=Scope.ORGANISE,
)
REPAIR_ROUNDS = Deed(
    "nights.repair_rounds",
    "repair the rounds that are drawn",
    may=ORGANISERS,
    sees=PEOPLE,
    scope=Scope.ORGANISE,
)
FORM_PARTNERS = Deed(
    "nights.form_partners",
    "decide who are partners on this night",
    may=ORGANISERS,
    sees=PEOPLE,
    scope=Scope.ORGANISE,
)
OPEN_TABLES = Deed(
    "nights.open_tables",
    "open the tables of this night",
    ORGANISERS,
    sees=PEOPLE,
    scope=Scope.ORGANISE,
)
BRING_FOR = Deed(
    "nights.bring_chips",
    "bring more chips for a player",
    may=ORGANISERS,
    sees=PEOPLE,
    scope=Scope.TREASURER,
)
END_ROUND = Deed(
    "nights.end_round",
    "end a round of this night",
    may=ORGANISERS,
    sees=PEOPLE,
    scope=Scope.ORGANISE,
)
NEXT_ROUND = Deed(
    "nights.next_round",
    "begin the next round of this night",
    may=ORGANISERS,
    sees=PEOPLE,
    scope=Scope.ORGANISE,
)
SEAT_PEOPLE = Deed(
    *("nights.seat_people", "seat people at open tables, move them or let them leave"),
    may=ORGANISERS,
    sees=PEOPLE,
    scope=Scope.ORGANISE,
)
SEE_DEEDS = Deed(
    "nights.see_deeds", "see what was done on this night", SCORERS, sees=PEOPLE, scope=Scope.READ
)
UNDO = Deed(
    "nights.undo",
    "undo what was done on this night",
    may=ORGANISERS,
    sees=PEOPLE,
    scope=Scope.ORGANISE,
)
UNDO_RESULT = Deed(
    "nights.undo_result",
    "undo results at open tables of this night",
    SCORERS,
    sees=PEOPLE,
    scope=Scope.ORGANISE,
)
SEE_ENTERED = Deed(
    *("tables.see_entered", "see the log of this table"),
    may=SCORERS | SCORING_LINK,
    sees=WATCHERS,
    scope=Scope.READ,
)
UNDO_AT_TABLE = Deed(
    *("tables.undo", "undo results at this table"),
    may=SCORERS | SCORING_LINK,
    sees=WATCHERS,
    scope=Scope.ORGANISE,
)
"""By a link somebody undoes what was done by the same link, and nothing else."""

UNDO_AT_CLOSED_TABLE = Deed(
    *("tables.undo_closed", "undo results after the table has closed"),
    may=ORGANISERS,
    sees=WATCHERS,
    scope=Scope.ORGANISE,
)
HAND_OUT = Deed(
    "nights.hand_out",
    "hand out chips on this night, or take them back",
    ORGANISERS,
    sees=PEOPLE,
    scope=Scope.TREASURER,
)
BREAK_UP = Deed(
    "nights.break_up",
    "break up a table of this night",
    ORGANISERS,
    sees=PEOPLE,
    scope=Scope.ORGANISE,
)
CLOSE_NIGHT = Deed(
    "nights.close", "close this night", may=ORGANISERS, sees=PEOPLE, scope=Scope.ORGANISE
)
CANCEL_NIGHT = Deed(
    "nights.cancel", "cancel this night", may=ORGANISERS, sees=PEOPLE, scope=Scope.ORGANISE
)

SEE_LINKS = Deed(
    "links.see", "see the links to this night", may=ORGANISERS, sees=PEOPLE, scope=Scope.READ
)
GIVE_LINK = Deed(
    "links.give", "give links to this night", may=ORGANISERS, sees=PEOPLE, scope=Scope.ORGANISE
)
"""A link stands for as long as the person who gave it may give one."""

REVOKE_LINK = Deed(
    "links.revoke", "revoke links to this night", may=ORGANISERS, sees=PEOPLE, scope=Scope.ORGANISE
)
ENTER_BY_LINK = Deed("links.enter", "enter by a link", may=EVERYBODY, scope=Scope.READ)
LEAVE_LINK = Deed("links.leave", "put a link away", may=EVERYBODY, scope=Scope.READ)
SEE_HELD_LINK = Deed(
    "links.see_held", "see the link by which they came", may=LINKS, scope=Scope.READ
)

SEE_FREE_TABLE = Deed("free_tables.see", "see this table", may=PEOPLE | SEATED, scope=Scope.READ)
SEE_OPEN_TABLE = Deed(
    "free_tables.see_open", "see a table open to everybody", may=NOT_BARRED, scope=Scope.READ
)
OPEN_FREE_TABLE = Deed(
    "free_tables.open", "open a free table", may=MEMBERS - OPERATORS, sees=PEOPLE, scope=Scope.PLAY
)
SIT_AT_OPEN = Deed(
    "free_tables.sit_at_open",
    "sit down at a table open to everybody",
    may=NOT_BARRED - OPERATORS,
    sees=NOT_BARRED,
    scope=Scope.PLAY,
)
SIT = Deed(
    "free_tables.sit",
    "sit down at a table for members",
    may=(MEMBERS | SEATED) - OPERATORS,
    sees=PEOPLE,
    scope=Scope.PLAY,
)
SIT_WITHOUT_CODE = Deed(
    "free_tables.sit_without_code",
    "sit down without the code at a table by invitation",
    may=HOST | SEATED,
    sees=PEOPLE,
    scope=Scope.PLAY,
)
JOIN = Deed(
    "free_tables.join",
    "sit down by a table's code",
    may=NOT_BARRED - OPERATORS,
    sees=NOT_BARRED,
    scope=Scope.PLAY,
)
"""Somebody whom the club has turned away finds nothing by a table's code either."""

LEAVE_SEAT = Deed(
    "free_tables.leave", "get up from this table", SEATED, SEE_FREE_TABLE.sees, scope=Scope.PLAY
)
SIT_OUT = Deed(
    "free_tables.sit_out", "sit out at this table", SEATED, SEE_FREE_TABLE.sees, scope=Scope.PLAY
)
BRING = Deed(
    "free_tables.bring_chips",
    "bring more chips to this table",
    SEATED,
    SEE_FREE_TABLE.sees,
    scope=Scope.PLAY,
)
SEAT_BOT = Deed(
    "free_tables.seat_bot",
    "let bots come and go where the club leaves that to hosts",
    may=ORGANISERS | HOST,
    sees=PEOPLE,
    scope=Scope.ORGANISE,
)
SEAT_CLUBS_BOT = Deed(
    "free_tables.seat_clubs_bot",
    "let bots come and go here",
    may=ORGANISERS,
    sees=PEOPLE,
    scope=Scope.ORGANISE,
)
SEND_AWAY = Deed(
    "free_tables.send_away", "send somebody away", may=ORGANISERS, sees=PEOPLE, scope=Scope.ORGANISE
)
LET_BACK = Deed(
    "free_tables.let_back", "let somebody back", may=ORGANISERS, sees=PEOPLE, scope=Scope.ORGANISE
)
