"""What clubs refuse, in words for the person who asked."""

from typing import ClassVar


class ClubsError(Exception):
    """Nothing was done; the message says why, and what to do."""

    code: ClassVar[str]
    title: ClassVar[str]


class TooManyTries(ClubsError):
    code = "too_many_tries"
    title = "That was tried too often in a short time; Retry-After says how long to wait."

    def __init__(self, message: str, *, wait: int) -> None:
        super().__init__(message)
        self.wait = wait


class SecondFactorNeeded(ClubsError):
    code = "second_factor_needed"
    title = "The login has a second factor, so a password alone is not enough."


class WrongCode(ClubsError):
    code = "wrong_code"
    title = "The code is neither the one that the app shows nor an unused recovery code."


class SecondFactorLost(ClubsError):
    code = "second_factor_lost"
    title = "The service has lost the key to the codes of this second factor."
    silent_variable_failure = True  # A page that counts recovery codes counts none.


class SecondFactorIsOn(ClubsError):
    code = "second_factor_is_on"
    title = "The login has an app for its codes already."


class NotBegun(ClubsError):
    code = "not_begun"
    title = "Setting up an app was not begun in this session, or too long ago."


class NoSecondFactor(ClubsError):
    code = "no_second_factor"
    title = "The login has no second factor."


class SignUpClosed(ClubsError):
    code = "sign_up_closed"
    title = "Nobody signs up here, or only people with an invitation."


class AddressNotConfirmed(ClubsError):
    code = "address_not_confirmed"
    title = "The e-mail address of the login is not confirmed yet."


class UnknownKey(ClubsError):
    code = "unknown_key"
    title = "The key of a mail was used, is too old, or is none of ours."


class AddressTaken(ClubsError):
    code = "address_taken"
    title = "Another login has confirmed this e-mail address."


class NameTaken(ClubsError):
    code = "name_taken"
    title = "Another club, or somebody else in the hall, has that name."


class LooksLike(ClubsError):
    """A name that people take for another one of the club.

    Attributes:
        looks_like: The names of those whom it may be.
        members: Their ids, in the same order.
    """

    code = "looks_like"
    title = "People may take the name for one that is in the club. Send is_another if it is not."

    def __init__(self, message: str, *, looks_like: list[str], members: list[int]) -> None:
        super().__init__(message)
        self.looks_like = looks_like
        self.members = members


class AlreadyMember(ClubsError):
    code = "already_member"
    title = "The player is already a member of the club."


class NotMember(ClubsError):
    code = "not_member"
    title = "Only members of the club can do that."


class NotWelcomed(ClubsError):
    code = "not_welcomed"
    title = "A visitor's purse is empty until an organiser of the club welcomes them."


class TurnedAway(ClubsError):
    code = "turned_away"
    title = "The club has turned this player away."


class NoReason(ClubsError):
    code = "no_reason"
    title = "Give a reason to turn somebody away."


class UnknownInvitation(ClubsError):
    code = "unknown_invitation"
    title = "No open invitation has this code."


class UnknownLink(ClubsError):
    code = "unknown_link"
    title = "No link to a night that stands has this secret."


class NoSuchLink(ClubsError):
    code = "no_such_link"
    title = "The night has no such link."


class LinkSpent(ClubsError):
    code = "link_spent"
    title = "The link has welcomed as many people as it may."


class LinkImpossible(ClubsError):
    code = "link_impossible"
    title = "A link cannot be given like this."


class NotClaimable(ClubsError):
    code = "not_claimable"
    title = "Only the purse and history of somebody without a login can be claimed."


class NotPerson(ClubsError):
    code = "not_person"
    title = "A bot cannot be a member. Members, nights and tournaments are for people."


class NotAllowed(ClubsError):
    code = "not_allowed"
    title = "Your role does not allow this in the admin."


class HasLogin(ClubsError):
    code = "has_login"
    title = "They have a login, and decide this for themselves."


class NotOneself(ClubsError):
    code = "not_oneself"
    title = "You cannot turn yourself away."


class LastOwner(ClubsError):
    code = "last_owner"
    title = "A club always has at least one owner."


class StillPlaying(ClubsError):
    code = "still_playing"
    title = "Somebody who is playing cannot leave the club."


class NoGifts(ClubsError):
    code = "no_gifts"
    title = "The club does not allow this gift."


class NoChips(ClubsError):
    """Somebody does not have what they bring.

    Attributes:
        short: Who, by the keys of members.
    """

    code = "no_chips"
    title = "Somebody would sit down without chips."

    def __init__(self, message: str, *, short: list[int]) -> None:
        super().__init__(message)
        self.short = short


class PurseTooShort(ClubsError):
    code = "purse_too_short"
    title = "A purse does not hold the chips that would be taken back."

    def __init__(self, message: str, *, member: int) -> None:
        super().__init__(message)
        self.member = member


class UnknownDeed(ClubsError):
    code = "unknown_deed"
    title = "The log of the night has no such deed."


class AlreadyUndone(ClubsError):
    code = "already_undone"
    title = "The deed was undone already."


class CannotUndo(ClubsError):
    code = "cannot_undo"
    title = "A deed of this kind cannot be undone."


class StandsOn(ClubsError):
    code = "stands_on"
    title = "A later deed stands on it: undo that one first."

    def __init__(self, message: str, *, deed: int) -> None:
        super().__init__(message)
        self.deed = deed


class NotPossible(ClubsError):
    code = "not_possible"
    title = "A night cannot be planned like this."


class WrongMoment(ClubsError):
    code = "wrong_moment"
    title = "The night is not at the right stage for that."


class NoteChanged(ClubsError):
    code = "note_changed"
    title = "Somebody else has changed the note meanwhile."


class NotNote(ClubsError):
    code = "not_note"
    title = "A note must be one short line."


class Overtaken(ClubsError):
    code = "overtaken"
    title = "Somebody noted the opposite after this tap was made."


class StillSeated(ClubsError):
    code = "still_seated"
    title = "Somebody who sits at an open table of the night cannot be checked out."


class NothingDrawn(ClubsError):
    code = "nothing_drawn"
    title = "The night has no drawn round that is still to be played."


class SeatingChanged(ClubsError):
    code = "seating_changed"
    title = "Somebody has changed this round meanwhile."


class TablesLocked(ClubsError):
    code = "tables_locked"
    title = "Locked tables of a drawn round stand in the way."


class SeatingUnfit(ClubsError):
    code = "seating_unfit"
    title = "A seating by hand gives everybody who is here one place, at tables that can play."


class NotHere(ClubsError):
    code = "not_here"
    title = "Only people who are checked in get a seat."


class AlreadyAtTable(ClubsError):
    code = "already_at_table"
    title = "Nobody sits at two tables of a round."


class NoTable(ClubsError):
    code = "no_table"
    title = "The round that is played has no open table with this number."


class NoChair(ClubsError):
    code = "no_chair"
    title = "No other open table has a chair for the people of this table."


class WrongRound(ClubsError):
    code = "wrong_round"
    title = "Another round of the night is playing."


class RulesFixed(ClubsError):
    code = "rules_fixed"
    title = "The house rules are fixed: people are seated, or have entered."


class UnknownRules(ClubsError):
    code = "unknown_rules"
    title = "The club has kept no house rules under this name."


class NightFull(ClubsError):
    code = "night_full"
    title = "The night is full."


class UnknownBot(ClubsError):
    code = "unknown_bot"
    title = "There is no such bot."


class TooFewPlayers(ClubsError):
    code = "too_few_players"
    title = "A table needs at least two players."


class NoSeating(ClubsError):
    code = "no_seating"
    title = "The house rules do not allow tables of about the same size for this many people."


class PartnersUnfit(ClubsError):
    code = "partners_unfit"
    title = "By the house rules this number of people cannot form sides."


class PartnersAgree(ClubsError):
    """Nobody cuts for partners by the house rules. Source: RULES.md 1.3."""

    code = "partners_agree"
    title = "By the house rules people agree on their partners."


class AlreadyPartner(ClubsError):
    code = "already_partner"
    title = "Nobody is in two partnerships at once."


class NotPartner(ClubsError):
    code = "not_partner"
    title = "Somebody without a partner has no partnership to end."


class NoPartnerWanted(ClubsError):
    code = "no_partner_wanted"
    title = "The other player is not looking for a partner."


class SeasonOver(ClubsError):
    code = "season_over"
    title = "A season cannot end before the night on which it begins."


class WishesUnkept(ClubsError):
    code = "wishes_unkept"
    title = "No draw can keep all the wishes of the night."


class UnknownWish(ClubsError):
    code = "unknown_wish"
    title = "The night has no such wish."


class NotInRound(ClubsError):
    code = "not_in_round"
    title = "Only people with a place in the round can trade places."


class NotInvited(ClubsError):
    code = "not_invited"
    title = "No table has this code."


class StillOpen(ClubsError):
    code = "still_open"
    title = "A rematch follows a table that has closed."


class HousePurseEmpty(ClubsError):
    code = "house_purse_empty"
    title = "The house purse does not have enough chips for a bot."


class TooMuchLost(ClubsError):
    code = "too_much_lost"
    title = "The bots at this host's tables have lost all that the club allows in a week."


class TooDear(ClubsError):
    code = "too_dear"
    title = "The table plays for more chips than the club allows with bots."


class NotAName(ClubsError):
    code = "not_a_name"
    title = "A name must be one visible line."
