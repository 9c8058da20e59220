-- What the CHECKs of the rows ask, so it comes before the rows. PostgreSQL reads a CHECK anew, from
-- its text, in every statement that writes to the table; what a function asks it reads once a session.

-- Whether anything can have happened then; infinity and the year 1 are nobody's evening.
CREATE FUNCTION ledger_is_moment(moment timestamptz) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN coalesce(moment >= '2000-01-01 00:00+00' AND moment < '2100-01-01 00:00+00', false);
END
$$;

-- Whether an account of this kind may have this floor and holder, and be closed. A purse has the
-- floor 0 like every account that has one: a caller of `ledger_open` could otherwise open one
-- with a credit line and spend it.
CREATE FUNCTION ledger_fits_kind(kind text, min_balance bigint, holder_id bigint, closed_at timestamptz)
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

-- What is done by hand needs a name and a word of why. Guard 2 knows which reasons there are.
CREATE FUNCTION ledger_fits_reason(reason text, actor_id bigint, memo text, reverses_id bigint)
RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN coalesce(CASE
        WHEN (reason = 'reversal') <> (reverses_id IS NOT NULL) THEN false
        WHEN reason IN ('adjustment', 'reversal') THEN actor_id IS NOT NULL AND memo <> ''
        ELSE reason IS NOT NULL
    END, false);
END
$$;
