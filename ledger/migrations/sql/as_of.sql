-- How many entries an account had at a moment. Entries of an account are recorded in the order of
-- their numbers, since its row is locked before a transfer is stamped: so a bisection finds it.
CREATE FUNCTION ledger_seq_at(of_account bigint, moment timestamptz) RETURNS bigint
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
    low bigint := 0;
    high bigint := (SELECT version FROM ledger_account WHERE id = of_account);
    middle bigint;
BEGIN
    WHILE low < high LOOP
        middle := (low + high + 1) / 2;
        IF (
            SELECT transfer.recorded_at
            FROM ledger_entry AS entry JOIN ledger_transfer AS transfer ON transfer.id = transfer_id
            WHERE entry.account_id = of_account AND entry.seq = middle
        ) <= moment THEN
            low := middle;
        ELSE
            high := middle - 1;
        END IF;
    END LOOP;
    RETURN low;
END
$$;
