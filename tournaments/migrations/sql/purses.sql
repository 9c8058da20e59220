-- A purse of a tournament is of its book, and belongs to whom it was opened for.

CREATE FUNCTION tournaments_guard_purse() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
    IF NOT clubs_is_purse_of(
        NEW.purse_id,
        (SELECT book_id FROM tournaments_tournament WHERE id = NEW.tournament_id),
        coalesce(
            (SELECT player_id FROM clubs_member WHERE id = NEW.member_id),
            (SELECT player_id FROM clubs_housebot WHERE id = NEW.bot_id)
        )
    ) THEN
        RAISE 'purse % is not that of entrant member %', NEW.purse_id, NEW.id
        USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER tournaments_entrantmember_purse
BEFORE INSERT OR UPDATE OF tournament_id, member_id, bot_id, purse_id ON tournaments_entrantmember
FOR EACH ROW EXECUTE FUNCTION tournaments_guard_purse();
