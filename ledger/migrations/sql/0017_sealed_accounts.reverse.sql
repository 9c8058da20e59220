-- The older chain knows nothing of version 2: what has such a seal is sealed again.
ALTER TABLE ledger_seal DISABLE TRIGGER ledger_seal_append_only;
DELETE FROM ledger_seal WHERE version > 1;
ALTER TABLE ledger_seal ENABLE TRIGGER ledger_seal_append_only;

DROP FUNCTION ledger_seal_transfers(integer);
DROP FUNCTION ledger_canonical_or_null(ledger_transfer, smallint);
DROP FUNCTION ledger_canonical(ledger_transfer, smallint);

-- What is sealed of a transfer: a JSON array that `json.dumps(..., ensure_ascii=False)` would write
-- too; times in microseconds since 1970, legs as [account, chips, seq, balance after].
CREATE FUNCTION ledger_canonical(transfer ledger_transfer) RETURNS text
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT jsonb_build_array(
        transfer.id, transfer.book_id, transfer.reason, transfer.key, transfer.memo,
        transfer.actor_id, transfer.reverses_id,
        (extract(epoch FROM transfer.effective_at) * 1000000)::bigint,
        (extract(epoch FROM transfer.recorded_at) * 1000000)::bigint,
        (SELECT jsonb_agg(jsonb_build_array(account_id, chips, seq, balance_after) ORDER BY account_id)
         FROM ledger_entry WHERE transfer_id = transfer.id)
    )::text
$$;

-- Seals what nobody has sealed, `at_most` so many, and says how many it were. By visibility: what
-- is older than every running transaction cannot be joined by anything older still. (What seems
-- to be of a transaction to come was restored from another cluster.)
CREATE FUNCTION ledger_seal_transfers(at_most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    oldest_running bigint := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
    next_to_come bigint := pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
    unsealed ledger_transfer;
    before ledger_seal;
    sealed integer := 0;
BEGIN
    PERFORM pg_advisory_xact_lock('ledger_seal'::regclass::bigint);  -- One chain, one hand.
    FOR unsealed IN
        SELECT * FROM ledger_transfer AS transfer
        WHERE NOT EXISTS (SELECT FROM ledger_seal WHERE transfer_id = transfer.id)
            AND (xact < oldest_running OR xact >= next_to_come)
        ORDER BY xact, id LIMIT at_most
    LOOP
        SELECT * INTO before FROM ledger_seal
        WHERE book_id = unsealed.book_id ORDER BY number DESC LIMIT 1;
        INSERT INTO ledger_seal (book_id, number, transfer_id, hash)
        VALUES (unsealed.book_id, coalesce(before.number, 0) + 1, unsealed.id,
            sha256(coalesce(before.hash, '') || convert_to(ledger_canonical(unsealed), 'UTF8')));
        sealed := sealed + 1;
    END LOOP;
    RETURN sealed;
END
$$;
REVOKE EXECUTE ON FUNCTION ledger_seal_transfers FROM PUBLIC;
