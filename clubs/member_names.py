"""Names of people in a club: no two the same, none taken for another unasked, and put right."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import F, QuerySet, TextField, Value
from django.db.models.functions import Replace

from clubs.errors import HasLogin, LooksLike, NameTaken, NotAName, TurnedAway
from clubs.models import Club, Member, Player
from deploy.names import folded, letters, neat, refusal


def alike(club: Club, name: str) -> QuerySet[Member]:
    """Look for people of a club whose names have the same letters, those who have left among them.

    Accents, apostrophes, blanks, hyphens and capitals make no difference.
    """
    same = Replace(F("player__name_parts"), Value(" "), output_field=TextField())
    rows = club.members.filter(claimed_by=None).alias(letters=same)
    return rows.filter(letters=letters(name)).select_related("player").order_by("pk")


def check_name(
    club: Club,
    name: str,
    *,
    of: Member | None = None,
    is_another: bool = False,
    may_add: bool = True,
) -> None:
    """See that nobody in the club is called so, and nobody looks like it.

    Args:
        of: Whose name it is to be; they may be called so already.
        is_another: It was asked, and is somebody else than whoever looks like it.
        may_add: The caller may say that it is somebody else; others are sent to an organiser.

    Raises:
        NameTaken: a member has that name, or somebody who has left and may come back.
        TurnedAway: somebody of that name is turned away.
        LooksLike: somebody's name differs in accents, apostrophes, blanks or hyphens alone.
    """
    name = neat(name)
    known = [member for member in alike(club, name) if of is None or member.pk != of.pk]
    same = [member for member in known if folded(str(member)) == folded(name)]
    _check_free(club, name, same)
    others = [member for member in known if letters(name) and member not in same]
    if others and not (is_another and may_add):
        raise LooksLike(
            f"{name} looks like {_listed(others)}. If it is the same person, choose them in the "
            "list. If it is somebody else, "
            + ("say so, and they are added." if may_add else "ask an organiser to add them."),
            looks_like=[str(member) for member in others],
            members=[member.pk for member in others],
        )


def _check_free(club: Club, name: str, same: Sequence[Member]) -> None:
    if any(member.turned_away_at for member in same):
        raise TurnedAway(
            f"{name} is turned away from {club}: readmit them first, or add a word to the name if "
            "this is somebody else."
        )
    if any(member.left_at is None for member in same):
        raise NameTaken(
            f"{name} is already in the list: choose them there, or add a word to the name that "
            "tells the two apart."
        )
    if same:
        raise NameTaken(
            f"{name} has left {club}, and their purse waits for them: press “Back again” on their "
            "page in the list of members, or add a word to the name if this is somebody else."
        )


def _listed(members: Sequence[Member]) -> str:
    return ", ".join(f"{member}{_gone(member)}" for member in members)


def _gone(member: Member) -> str:
    if member.turned_away_at:
        return " (turned away)"
    return " (has left)" if member.left_at else ""


@transaction.atomic
def correct_name(member: Member, name: str, *, seen: str, is_another: bool = False) -> Member:
    """Call somebody by another name who is known by name alone.

    Args:
        seen: The name that was to be corrected, so that nobody overwrites another correction.
        is_another: As in `check_name`.

    Who sends the same name again changes nothing.

    Raises:
        HasLogin: they have a login, so their name is their own; or they are a bot.
        NotAName: it is nothing that can be called out.
        NameTaken, TurnedAway, LooksLike: as in `check_name`; or somebody else has corrected it
            meanwhile.
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
    check_name(member.club, name, of=member, is_another=is_another)
    player.name = neat(name)
    player.save(update_fields=["name"])
    member.player = player
    return member
