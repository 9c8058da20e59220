-- Guard 4: an account opens empty, holds what its newest leg says, stays what it is and where it
-- is, and is never removed.

CREATE FUNCTION ledger_guard_account_opening() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.balance, NEW.version) <> (0, 0) OR NEW.closed_at IS NOT NULL THEN
        RAISE 'an account opens empty' USING ERRCODE = 'LG000';
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER ledger_account_opening BEFORE INSERT ON ledger_account
FOR EACH ROW EXECUTE FUNCTION ledger_guard_account_opening();

CREATE FUNCTION ledger_guard_account_fixed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE 'account %: its book, kind and holder stay, and closed it stays closed', OLD.id
        USING ERRCODE = 'LG000';
END
$$;

-- Only for statements that set these columns: PostgreSQL parses the condition anew for each
-- statement that it is looked at in, and transfers set none of them.
CREATE TRIGGER ledger_account_fixed BEFORE UPDATE OF id, book_id, kind, holder_id, closed_at
ON ledger_account FOR EACH ROW
WHEN ((OLD.id, OLD.book_id, OLD.kind, OLD.holder_id) IS DISTINCT FROM (NEW.id, NEW.book_id, NEW.kind, NEW.holder_id)
    OR OLD.closed_at IS DISTINCT FROM NEW.closed_at AND OLD.closed_at IS NOT NULL)
EXECUTE FUNCTION ledger_guard_account_fixed();

CREATE FUNCTION ledger_guard_account_explained() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
DECLARE
    wrong record;
BEGIN
    SELECT changed.id INTO wrong FROM changed LEFT JOIN LATERAL (
        SELECT seq, balance_after FROM ledger_entry
        WHERE account_id = changed.id ORDER BY seq DESC LIMIT 1
    ) AS newest ON true
    WHERE (changed.version, changed.balance)
        <> (coalesce(newest.seq, 0), coalesce(newest.balance_after, 0))
    LIMIT 1;
    IF FOUND THEN
        RAISE 'account %: its balance and version are not those of its newest leg', wrong.id
            USING ERRCODE = 'LG000';
    END IF;
    RETURN NULL;
END
$$;

-- At the end of the statement: `ledger_post` changes the account and adds the leg in one.
CREATE TRIGGER ledger_account_explained AFTER UPDATE ON ledger_account REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION ledger_guard_account_explained();

CREATE TRIGGER ledger_account_stays BEFORE DELETE OR TRUNCATE ON ledger_account
FOR EACH STATEMENT EXECUTE FUNCTION ledger_guard_append_only();
