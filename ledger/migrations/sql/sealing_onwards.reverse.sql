DROP FUNCTION ledger_seal_transfers(integer, bigint);

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
