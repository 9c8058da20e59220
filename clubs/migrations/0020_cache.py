"""What counts for all processes: tries at codes, and codes that were used (`CACHES`)."""

from django.db import migrations

TABLE = """
CREATE TABLE clubs_cache (
    cache_key varchar(255) PRIMARY KEY,
    value text NOT NULL,
    expires timestamp with time zone NOT NULL
);
CREATE INDEX clubs_cache_expires ON clubs_cache (expires);
"""


class Migration(migrations.Migration):
    dependencies = [("clubs", "0019_scopes")]

    operations = [migrations.RunSQL(TABLE, "DROP TABLE clubs_cache")]
