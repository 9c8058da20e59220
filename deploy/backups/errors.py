"""Why there is no backup, or why nothing is restored from it; the message says what to do."""


class BackupError(Exception):
    """The base of them all; nothing was changed unless the message says so."""


class ClientMissing(BackupError):
    """This machine has no pg_dump, pg_restore and psql that fit the server."""


class ClientFailed(BackupError):
    """One of them did not do its work; with its last words."""


class Damaged(BackupError):
    """The file is no backup of ours, or not whole."""


class NothingToBackUp(BackupError):
    """The database has no tables of ours."""


class Refused(BackupError):
    """The backup is sound, and this database must not take it as things are."""


class Unsound(BackupError):
    """It is restored, and what came back is not as it should be."""
