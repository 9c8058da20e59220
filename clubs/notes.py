"""Notes on members for the people at the door, such as "pays next week"."""

from django.db import transaction

from clubs.errors import NoteChanged, NotNote
from clubs.members import lock_member
from clubs.models import Member
from clubs.models.club import LONGEST_NOTE
from deploy.names import neat, refusal


@transaction.atomic
def write_note(member: Member, note: str, *, instead_of: str) -> Member:
    """Write a note on a member, or wipe it by an empty one; it stays until somebody wipes it.

    Only organisers read it, at the door of every night.

    Args:
        instead_of: The note that the writer saw.

    Raises:
        NoteChanged: somebody else has written one meanwhile.
        NotNote: it is no text of one line, or too long.
    """
    member, note = lock_member(member), neat(note)
    if member.note == note:
        return member
    if member.note != neat(instead_of):
        told = f"wrote “{member.note}”" if member.note else "wiped the note"
        raise NoteChanged(f"Somebody else {told} meanwhile: read it, and write yours again.")
    if why := refusal(note):
        raise NotNote(why)
    if len(note) > LONGEST_NOTE:
        raise NotNote(f"A note has up to {LONGEST_NOTE} characters: write a shorter one.")
    member.note = note
    member.save(update_fields=["note"])
    return member
