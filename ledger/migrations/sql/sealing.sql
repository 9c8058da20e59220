-- The tamper-evident journal. Sealing comes afterwards, so that no transfer waits for another. Seals
-- of version 2 say of each leg what its account is and whose: swapped holders break the chain.

-- What is sealed of a transfer: a JSON array that `json.dumps(..., ensure_ascii=False)` would write
-- too; times in microseconds since 1970, legs as [account, chips, seq, balance after, kind, holder],
-- in version 1 without the last two.
CREATE FUNCTION ledger_canonical(transfer ledger_transfer, seal_version smallint) RETURNS text
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT jsonb_build_array(
        transfer.id, transfer.book_id, transfer.reason, transfer.key, transfer.memo,
        transfer.actor_id, transfer.reverses_id,
        (extract(epoch FROM transfer.effective_at) * 1000000)::bigint,
        (extract(epoch FROM transfer.recorded_at) * 1000000)::bigint,
        (SELECT jsonb_agg(CASE seal_version
                WHEN 1 THEN jsonb_build_array(account_id, chips, seq, balance_after)
                ELSE jsonb_build_array(account_id, chips, seq, balance_after, kind, holder_id)
            END ORDER BY account_id)
         FROM ledger_entry LEFT JOIN ledger_account ON ledger_account.id = account_id
         WHERE transfer_id = transfer.id)
    )::text
$$;

-- The same, or nothing of a transfer that cannot be read, such as one that happened at infinity.
CREATE FUNCTION ledger_canonical_or_null(transfer ledger_transfer, seal_version smallint) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
BEGIN
    RETURN ledger_canonical(transfer, seal_version);
EXCEPTION WHEN data_exception OR data_corrupted OR feature_not_supported THEN
    RETURN NULL;
END
$$;

-- Sealing goes on where the last look ended, so that a look with nothing new reads nothing old.
--
-- Seals what nobody has sealed, up to `at_most` transfers; says how many it sealed, which it had to
-- pass over, and from where the next look may go on. By visibility: what is older than every
-- running transaction cannot be joined by anything older still, so each look may leave behind what
-- it found below the oldest running one. Nobody leaves behind what cannot be read.
--
-- From 0 on it looks at all transfers, those too that seem to be of a transaction to come: they
-- were restored from another cluster. So does a look from where no look of this cluster can have
-- ended.
CREATE FUNCTION ledger_seal_transfers(
    at_most integer, since bigint DEFAULT 0,
    OUT sealed integer, OUT unreadable bigint[], OUT reached bigint
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
SET plan_cache_mode = force_custom_plan AS $$  -- A generic plan would read all seals for a few.
DECLARE
    oldest_running bigint := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
    next_to_come bigint := pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
    start bigint := CASE WHEN since <= oldest_running THEN since ELSE 0 END;
    newest_version CONSTANT smallint := 2;
    unsealed ledger_transfer;
    before ledger_seal;
    content text;
BEGIN
    sealed := 0;
    unreadable := '{}';
    reached := oldest_running;
    PERFORM pg_advisory_xact_lock('ledger_seal'::regclass::bigint);  -- One chain, one hand.
    FOR unsealed IN
        SELECT * FROM ledger_transfer AS transfer
        WHERE NOT EXISTS (SELECT FROM ledger_seal WHERE transfer_id = transfer.id)
            AND xact >= start AND (xact < oldest_running OR start = 0 AND xact >= next_to_come)
        ORDER BY xact, id
    LOOP
        IF sealed >= at_most THEN
            reached := least(reached, CASE start WHEN 0 THEN 0 ELSE unsealed.xact END);
            EXIT;
        END IF;
        content := ledger_canonical_or_null(unsealed, newest_version);
        IF content IS NULL THEN
            unreadable := unreadable || unsealed.id;
            reached := least(reached, CASE WHEN unsealed.xact < next_to_come THEN unsealed.xact ELSE 0 END);
            CONTINUE;
        END IF;
        SELECT * INTO before FROM ledger_seal
        WHERE book_id = unsealed.book_id ORDER BY number DESC LIMIT 1;
        INSERT INTO ledger_seal (book_id, number, transfer_id, version, hash)
        VALUES (unsealed.book_id, coalesce(before.number, 0) + 1, unsealed.id, newest_version,
            sha256(coalesce(before.hash, '') || convert_to(content, 'UTF8')));
        sealed := sealed + 1;
    END LOOP;
END
$$;

REVOKE EXECUTE ON FUNCTION ledger_seal_transfers FROM PUBLIC;
