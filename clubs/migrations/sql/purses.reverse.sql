DROP TRIGGER clubs_seat_purse ON games_seat;
DROP TRIGGER clubs_club_purse ON clubs_club;
DROP TRIGGER clubs_member_purse ON clubs_member;
DROP FUNCTION clubs_guard_purse_of_seat, clubs_guard_house_purse, clubs_guard_purse_of_member;
DROP FUNCTION clubs_is_purse_of;
