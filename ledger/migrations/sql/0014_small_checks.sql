-- What CHECKs ask. PostgreSQL reads a CHECK anew, from its text, in every statement that writes to
-- the table; what a function asks it reads once a session.

-- Whether an account of this kind may have this floor and holder, and be closed.
CREATE FUNCTION ledger_fits_kind(kind text, min_balance bigint, holder_id bigint, closed_at timestamptz)
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

-- Whether chips may move for this reason: by hand only with a name and a word of why.
CREATE FUNCTION ledger_fits_reason(reason text, actor_id bigint, memo text, reverses_id bigint)
RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN coalesce(CASE
        WHEN (reason = 'reversal') <> (reverses_id IS NOT NULL) THEN false
        WHEN reason IN ('adjustment', 'reversal') THEN actor_id IS NOT NULL AND memo <> ''
        ELSE reason IN ('issue', 'redeem', 'buy_in', 'cash_out', 'stake', 'top_up', 'pool_won', 'jink',
            'pool_shared', 'entry_fee', 'prize', 'gift')
    END, false);
END
$$;
