-- What stands in the log of a tournament stays as it was written, whoever asks.

CREATE FUNCTION tournaments_guard_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE 'the log of a tournament is only added to: % is refused', lower(tg_op)
    USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER tournaments_tournamentdeed_append_only BEFORE UPDATE OR DELETE ON tournaments_tournamentdeed
FOR EACH STATEMENT EXECUTE FUNCTION tournaments_guard_log();
