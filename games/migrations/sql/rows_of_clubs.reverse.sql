DROP TRIGGER games_table_tells_its_rows ON games_table;
DROP FUNCTION games_tell_rows_of_table();
DROP TRIGGER games_seat_takes_after_table ON games_seat;
DROP TRIGGER games_deal_takes_after_table ON games_deal;
DROP FUNCTION games_take_after_table();
