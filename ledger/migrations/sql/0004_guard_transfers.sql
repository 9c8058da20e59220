-- Guard 2: a transfer is written by its own transaction, and balances when that commits.

CREATE FUNCTION ledger_guard_transfer_stamp() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE FUNCTION ledger_guard_transfer_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT count(*) < 2 OR sum(chips) <> 0 FROM ledger_entry WHERE transfer_id = NEW.id) THEN
        RAISE 'transfer % does not have two legs or more with the sum 0', NEW.id USING ERRCODE = 'LG000';
    END IF;
    RETURN NULL;
END
$$;

-- Deferred: its legs are written after it.
CREATE CONSTRAINT TRIGGER ledger_transfer_balanced AFTER INSERT ON ledger_transfer
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_guard_transfer_balanced();
