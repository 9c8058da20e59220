"""The engine of the settings; it refuses a server that is too old at the first connection."""

from django.db.backends.postgresql import base, features

from deploy.database import OLDEST_VERSION


class DatabaseFeatures(features.DatabaseFeatures):
    minimum_database_version = (OLDEST_VERSION,)


class DatabaseWrapper(base.DatabaseWrapper):
    features_class = DatabaseFeatures
