-- When a row last changed, for programs that ask what changed since. Whoever writes another time of
-- change writes a change: it is the time of the writing that is kept.

CREATE FUNCTION clubs_stamp_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF tg_op = 'INSERT' OR NEW IS DISTINCT FROM OLD THEN
        NEW.updated_at := clock_timestamp();
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER clubs_club_updated BEFORE INSERT OR UPDATE ON clubs_club
FOR EACH ROW EXECUTE FUNCTION clubs_stamp_update();
CREATE TRIGGER clubs_member_updated BEFORE INSERT OR UPDATE ON clubs_member
FOR EACH ROW EXECUTE FUNCTION clubs_stamp_update();
CREATE TRIGGER clubs_night_updated BEFORE INSERT OR UPDATE ON clubs_night
FOR EACH ROW EXECUTE FUNCTION clubs_stamp_update();

-- A list of members shows their names.
CREATE FUNCTION clubs_update_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE clubs_member SET updated_at = clock_timestamp() WHERE player_id = NEW.id;
    RETURN NULL;
END
$$;

CREATE TRIGGER clubs_player_of_members AFTER UPDATE OF name, is_bot ON clubs_player FOR EACH ROW
WHEN ((OLD.name, OLD.is_bot) IS DISTINCT FROM (NEW.name, NEW.is_bot))
EXECUTE FUNCTION clubs_update_members();

-- A list of nights shows how many are here.
CREATE FUNCTION clubs_update_night() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF tg_op <> 'INSERT' THEN
        UPDATE clubs_night SET updated_at = clock_timestamp() WHERE id = OLD.night_id;
    ELSE
        UPDATE clubs_night SET updated_at = clock_timestamp() WHERE id = NEW.night_id;
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER clubs_attendance_came AFTER INSERT ON clubs_attendance FOR EACH ROW
WHEN (NEW.checked_in_at IS NOT NULL) EXECUTE FUNCTION clubs_update_night();
CREATE TRIGGER clubs_attendance_changed AFTER UPDATE ON clubs_attendance FOR EACH ROW
WHEN ((OLD.checked_in_at IS NULL) <> (NEW.checked_in_at IS NULL))
EXECUTE FUNCTION clubs_update_night();
CREATE TRIGGER clubs_attendance_gone AFTER DELETE ON clubs_attendance FOR EACH ROW
WHEN (OLD.checked_in_at IS NOT NULL) EXECUTE FUNCTION clubs_update_night();
