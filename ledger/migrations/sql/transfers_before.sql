-- The number up to which transfers were recorded before a moment. A transfer is numbered and stamped
-- in one step, so numbers follow time but for the length of that step: a bisection finds it.
CREATE FUNCTION ledger_transfers_before(moment timestamptz) RETURNS bigint
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
    low bigint := 0;
    high bigint := coalesce((SELECT max(id) FROM ledger_transfer), 0);
    middle bigint;
    recorded timestamptz;
BEGIN
    WHILE low < high LOOP
        middle := (low + high + 1) / 2;
        SELECT recorded_at INTO recorded FROM ledger_transfer
        WHERE id <= middle ORDER BY id DESC LIMIT 1;
        IF recorded IS NULL OR recorded < moment THEN
            low := middle;
        ELSE
            high := middle - 1;
        END IF;
    END LOOP;
    RETURN low;
END
$$;
