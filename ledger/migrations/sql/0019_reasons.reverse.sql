CREATE OR REPLACE FUNCTION ledger_fits_reason(reason text, actor_id bigint, memo text, reverses_id bigint)
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

CREATE OR REPLACE FUNCTION ledger_guard_transfer_balanced() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
    IF (SELECT count(*) < 2 OR sum(chips) <> 0 FROM ledger_entry WHERE transfer_id = NEW.id) THEN
        RAISE 'transfer % does not have two legs or more with the sum 0', NEW.id USING ERRCODE = 'LG000';
    END IF;
    RETURN NULL;
END
$$;

DROP TRIGGER ledger_transferreason_kept ON ledger_transferreason;
