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

-- Seals what nobody has sealed, up to `at_most` transfers; says how many it sealed, and which it
-- had to pass over. By visibility: what is older than every running transaction cannot be joined
-- by anything older still. (What seems to be of a transaction to come was restored from another
-- cluster.)
CREATE FUNCTION ledger_seal_transfers(at_most integer, OUT sealed integer, OUT unreadable bigint[])
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    oldest_running bigint := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
    next_to_come bigint := pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
    newest_version CONSTANT smallint := 2;
    unsealed ledger_transfer;
    before ledger_seal;
    content text;
BEGIN
    sealed := 0;
    unreadable := '{}';
    PERFORM pg_advisory_xact_lock('ledger_seal'::regclass::bigint);  -- One chain, one hand.
    FOR unsealed IN
        SELECT * FROM ledger_transfer AS transfer
        WHERE NOT EXISTS (SELECT FROM ledger_seal WHERE transfer_id = transfer.id)
            AND (xact < oldest_running OR xact >= next_to_come)
        ORDER BY xact, id
    LOOP
        EXIT WHEN sealed >= at_most;
        content := ledger_canonical_or_null(unsealed, newest_version);
        IF content IS NULL THEN
            unreadable := unreadable || unsealed.id;
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
