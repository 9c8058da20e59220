"""PostgreSQL as the service wants it: Django's own engine, from the version that is promised."""

OLDEST_VERSION = 17  # The builtin locale provider came with it.
