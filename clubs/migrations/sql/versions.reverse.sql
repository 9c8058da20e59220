DROP TRIGGER clubs_player_version ON clubs_player;
DROP TRIGGER clubs_night_version ON clubs_night;
DROP TRIGGER clubs_member_version ON clubs_member;
DROP TRIGGER clubs_club_version ON clubs_club;
DROP FUNCTION clubs_count_version;
