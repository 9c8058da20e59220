-- Partners are of the night of their partnership, so nobody has two in one night.

CREATE FUNCTION clubs_compare_partner() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.night_id IS DISTINCT FROM (
        SELECT night_id FROM clubs_partnership WHERE id = NEW.partnership_id
    ) THEN
        RAISE EXCEPTION 'partner % is of another night than partnership %',
            NEW.member_id, NEW.partnership_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END;
$$;

CREATE TRIGGER clubs_partner_of_night
BEFORE INSERT OR UPDATE OF night_id, partnership_id ON clubs_partner
FOR EACH ROW EXECUTE FUNCTION clubs_compare_partner();
