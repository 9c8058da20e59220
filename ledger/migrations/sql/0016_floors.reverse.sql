-- Whether an account of this kind may have this floor and holder, and be closed.
CREATE OR REPLACE FUNCTION ledger_fits_kind(kind text, min_balance bigint, holder_id bigint, closed_at timestamptz)
RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN coalesce(CASE
        WHEN kind IN ('bank', 'correction') THEN min_balance IS NULL AND holder_id IS NULL AND closed_at IS NULL
        WHEN kind = 'purse' THEN min_balance <= 0  -- Of a pair in a tournament it has no one holder.
        WHEN kind = 'stack' THEN min_balance = 0 AND holder_id IS NOT NULL
        WHEN kind IN ('pool', 'fund') THEN min_balance = 0 AND holder_id IS NULL
    END, false);
END
$$;
