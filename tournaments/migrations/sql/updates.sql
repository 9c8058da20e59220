-- When a tournament last changed, as of clubs and nights.

CREATE TRIGGER tournaments_tournament_updated BEFORE INSERT OR UPDATE ON tournaments_tournament
FOR EACH ROW EXECUTE FUNCTION clubs_stamp_update();

-- A list of tournaments shows the stages, how many are in, and what the fund holds for prizes. The
-- chips of a fund move with entrants and prizes alone.
CREATE FUNCTION tournaments_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE tournaments_tournament SET updated_at = clock_timestamp()
    WHERE id = COALESCE(NEW.tournament_id, OLD.tournament_id);
    RETURN NULL;
END
$$;

CREATE TRIGGER tournaments_stage_came_or_gone AFTER INSERT OR DELETE ON tournaments_stage
FOR EACH ROW EXECUTE FUNCTION tournaments_update();
CREATE TRIGGER tournaments_stage_changed AFTER UPDATE ON tournaments_stage FOR EACH ROW
WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION tournaments_update();

CREATE TRIGGER tournaments_entrant_came_or_gone AFTER INSERT OR DELETE ON tournaments_entrant
FOR EACH ROW EXECUTE FUNCTION tournaments_update();
CREATE TRIGGER tournaments_entrant_changed AFTER UPDATE ON tournaments_entrant FOR EACH ROW
WHEN ((OLD.admission, OLD.withdrawn_at) IS DISTINCT FROM (NEW.admission, NEW.withdrawn_at))
EXECUTE FUNCTION tournaments_update();

CREATE FUNCTION tournaments_update_of_prize() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE tournaments_tournament SET updated_at = clock_timestamp()
    FROM tournaments_entrant WHERE tournaments_entrant.tournament_id = tournaments_tournament.id
    AND tournaments_entrant.id = COALESCE(NEW.entrant_id, OLD.entrant_id);
    RETURN NULL;
END
$$;

CREATE TRIGGER tournaments_prize_came_or_gone AFTER INSERT OR DELETE ON tournaments_prize
FOR EACH ROW EXECUTE FUNCTION tournaments_update_of_prize();
CREATE TRIGGER tournaments_prize_changed AFTER UPDATE ON tournaments_prize FOR EACH ROW
WHEN (OLD.chips <> NEW.chips) EXECUTE FUNCTION tournaments_update_of_prize();
