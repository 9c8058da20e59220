-- What counts for all processes: tries at codes, and codes that were used (`CACHES`).

CREATE TABLE clubs_cache (
    cache_key varchar(255) PRIMARY KEY,
    value text NOT NULL,
    expires timestamp with time zone NOT NULL
);
CREATE INDEX clubs_cache_expires ON clubs_cache (expires);
