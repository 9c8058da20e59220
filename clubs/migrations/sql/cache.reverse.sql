DROP TABLE clubs_cache;
