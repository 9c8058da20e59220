-- Deals and seats carry their table's club and whether everybody may watch, so that an index gives
-- the newest of each. Only the table tells: whatever somebody writes there is put right.

CREATE FUNCTION games_take_after_table() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT club_book_id, is_public INTO NEW.club_book_id, NEW.is_public
    FROM games_table WHERE id = NEW.table_id;
    RETURN NEW;
END
$$;

CREATE TRIGGER games_deal_takes_after_table
BEFORE INSERT OR UPDATE OF table_id, club_book_id, is_public ON games_deal
FOR EACH ROW EXECUTE FUNCTION games_take_after_table();

CREATE TRIGGER games_seat_takes_after_table
BEFORE INSERT OR UPDATE OF table_id, club_book_id, is_public ON games_seat
FOR EACH ROW EXECUTE FUNCTION games_take_after_table();

CREATE FUNCTION games_tell_rows_of_table() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE games_deal SET is_public = NEW.is_public WHERE table_id = NEW.id;
    UPDATE games_seat SET is_public = NEW.is_public WHERE table_id = NEW.id;
    RETURN NULL;
END
$$;

CREATE TRIGGER games_table_tells_its_rows AFTER UPDATE OF club_book_id, is_public ON games_table
FOR EACH ROW WHEN ((OLD.club_book_id, OLD.is_public) IS DISTINCT FROM (NEW.club_book_id, NEW.is_public))
EXECUTE FUNCTION games_tell_rows_of_table();
