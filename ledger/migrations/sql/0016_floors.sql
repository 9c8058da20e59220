-- A purse has the floor 0 like every account that has one: whoever calls `ledger_open` could
-- otherwise open one with a credit line and spend it.

-- Whether an account of this kind may have this floor and holder, and be closed.
CREATE OR REPLACE FUNCTION ledger_fits_kind(kind text, min_balance bigint, holder_id bigint, closed_at timestamptz)
RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN coalesce(CASE
        WHEN kind IN ('bank', 'correction') THEN min_balance IS NULL AND holder_id IS NULL AND closed_at IS NULL
        WHEN kind = 'purse' THEN min_balance = 0  -- Of a pair in a tournament it has no one holder.
        WHEN kind = 'stack' THEN min_balance = 0 AND holder_id IS NOT NULL
        WHEN kind IN ('pool', 'fund') THEN min_balance = 0 AND holder_id IS NULL
    END AND (closed_at IS NULL OR closed_at >= '2000-01-01 00:00+00' AND closed_at < '2100-01-01 00:00+00'), false);
END
$$;
