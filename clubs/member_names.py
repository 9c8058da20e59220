"""What people of a club are called: no two alike, and put right where somebody wrote it wrong."""

from collections.abc import Iterator

from django.db import transaction

from clubs.errors import HasLogin, NameTaken, NotAName, TurnedAway
from clubs.models import Club, Member, Player
from deploy.names import likeness, neat, refusal


def namesakes(club: Club, name: str) -> Iterator[Member]:
    """People of a club whose names people take for this one, those who have left among them."""
    wanted = likeness(neat(name))
    rows = club.members.filter(claimed_by=None).select_related("player").order_by("pk")
    return (member for member in rows if likeness(str(member)) == wanted)


def check_name(club: Club, name: str, *, of: Member | None = None) -> None:
    """See that nobody in the club is called so, as people compare names.

    Args:
        of: Whose name it is to be; they may be called so already.

    Raises:
        NameTaken: a member has that name, or somebody who has left and may come back.
        TurnedAway: somebody of that name is turned away.
    """
    others = [member for member in namesakes(club, name) if of is None or member.pk != of.pk]
    name = neat(name)
    if any(member.turned_away_at for member in others):
        raise TurnedAway(
            f"{name} is turned away from {club}: readmit them first, or add a word to the name if "
            "this is somebody else."
        )
    if any(member.left_at is None for member in others):
        raise NameTaken(
            f"{name} is already in the list: choose them there, or add a word to the name that "
            "tells the two apart."
        )
    if others:
        raise NameTaken(
            f"{name} has left {club}, and their purse waits for them: press “Back again” on their "
            "page in the list of members, or add a word to the name if this is somebody else."
        )


@transaction.atomic
def correct_name(member: Member, name: str, *, seen: str) -> Member:
    """Call somebody by another name who is known by name alone.

    Args:
        seen: The name that was to be corrected, so that nobody overwrites another correction.

    Who sends the same name again changes nothing.

    Raises:
        HasLogin: they have a login, so their name is their own; or they are a bot.
        NotAName: it is nothing that can be called out.
        NameTaken, TurnedAway: as in `check_name`; or somebody else has corrected it meanwhile.
    """
    Club.objects.select_for_update(no_key=True).get(pk=member.club_id)
    player = Player.objects.select_for_update(no_key=True).get(pk=member.player_id)
    if player.has_usable_password() or player.is_bot:
        raise HasLogin(
            f"{player} has a login, and clubs do not change such names: ask the person who runs "
            "this service."
        )
    if message := refusal(name) or ("" if name.strip() else "Write the name."):
        raise NotAName(message)
    if player.name == neat(name):
        return member
    if player.name != seen:
        raise NameTaken(f"Somebody has corrected this name meanwhile: it is {player} now.")
    check_name(member.club, name, of=member)
    player.name = neat(name)
    player.save(update_fields=["name"])
    member.player = player
    return member
