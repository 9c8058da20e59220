DROP STATISTICS clubs_player_names;
