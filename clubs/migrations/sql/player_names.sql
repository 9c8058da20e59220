-- Without it PostgreSQL takes every part of a name for a rare one.
CREATE STATISTICS clubs_player_names ON (upper(name::text)) FROM clubs_player;
