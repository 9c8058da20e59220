-- Guard 2: a transfer is written by its own transaction, and when that commits it balances and has a
-- reason that an app declares. In the search path of guards and doors temporary tables come last, so
-- that none of the same name deceives them.

CREATE FUNCTION ledger_guard_transfer_stamp() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
    NEW.recorded_at := clock_timestamp();
    NEW.xact := pg_current_xact_id()::text::bigint;
    IF NEW.reverses_id IS NOT NULL AND NOT EXISTS (
        SELECT FROM ledger_transfer WHERE id = NEW.reverses_id AND book_id = NEW.book_id
    ) THEN
        RAISE 'the book has no transfer %', NEW.reverses_id USING ERRCODE = 'LG000';
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER ledger_transfer_stamp BEFORE INSERT ON ledger_transfer
FOR EACH ROW EXECUTE FUNCTION ledger_guard_transfer_stamp();

-- Reasons are rows that every migration writes as the apps declare them (ledger/declarations.py), so
-- that a new one changes no function here. No foreign key, which would lock the row of the reason
-- in every transfer; and no CHECK, which is asked before a restore has filled all tables. Looked up
-- in one query with the legs.
CREATE FUNCTION ledger_guard_transfer_balanced() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
DECLARE
    is_balanced boolean;
    is_declared boolean;
BEGIN
    SELECT count(*) >= 2 AND sum(chips) = 0, EXISTS (SELECT FROM ledger_transferreason WHERE name = NEW.reason)
    INTO is_balanced, is_declared FROM ledger_entry WHERE transfer_id = NEW.id;
    IF is_balanced IS NOT TRUE THEN
        RAISE 'transfer % does not have two legs or more with the sum 0', NEW.id USING ERRCODE = 'LG000';
    END IF;
    IF is_declared IS NOT TRUE THEN
        RAISE 'transfer %: no app moves chips for the reason %', NEW.id, NEW.reason USING ERRCODE = 'LG000';
    END IF;
    RETURN NULL;
END
$$;

-- Deferred: its legs are written after it.
CREATE CONSTRAINT TRIGGER ledger_transfer_balanced AFTER INSERT ON ledger_transfer
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_guard_transfer_balanced();
