-- Guard 3: legs are written together, by the transaction of their transfer, and carry the running
-- balance of their accounts on. Not deferred: a statement that adds legs leaves everything right.

CREATE FUNCTION ledger_guard_entries() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
DECLARE
    wrong record;
BEGIN
    SELECT * INTO wrong FROM (
        SELECT leg.account_id, leg.transfer_id, CASE
            WHEN transfer.xact IS DISTINCT FROM pg_current_xact_id()::text::bigint
                THEN 'the transfer is not of this transaction'
            WHEN account.book_id IS DISTINCT FROM transfer.book_id
                THEN 'the account is not in the book of the transfer'
            WHEN (account.version, account.balance) IS DISTINCT FROM (leg.seq, leg.balance_after)
                THEN 'the account does not agree with its newest leg'
            WHEN leg.balance_after <> coalesce(previous.balance_after, 0) + leg.chips
                OR (previous.seq IS NULL) <> (leg.seq = 1)
                THEN 'the leg does not follow from the one before it'
        END AS fault
        FROM added AS leg
        -- OFFSET 0 keeps the planner, which knows nothing of `added`, from reading whole tables.
        LEFT JOIN LATERAL (
            SELECT book_id, xact FROM ledger_transfer WHERE id = leg.transfer_id OFFSET 0
        ) AS transfer ON true
        LEFT JOIN LATERAL (
            SELECT book_id, version, balance FROM ledger_account
            WHERE id = leg.account_id OFFSET 0
        ) AS account ON true
        LEFT JOIN LATERAL (
            SELECT seq, balance_after FROM ledger_entry
            WHERE account_id = leg.account_id AND seq = leg.seq - 1 OFFSET 0
        ) AS previous ON true
    ) AS legs
    WHERE fault IS NOT NULL LIMIT 1;
    IF FOUND THEN
        RAISE 'leg of transfer % in account %: %', wrong.transfer_id, wrong.account_id, wrong.fault
            USING ERRCODE = 'LG000';
    END IF;
    -- Checked here too, for legs that come after their transfer was found balanced.
    SELECT written.transfer_id INTO wrong FROM (
        SELECT transfer_id, count(*) AS legs, sum(chips) AS chips FROM added GROUP BY transfer_id
    ) AS written
    WHERE chips <> 0
        OR legs <> (SELECT count(*) FROM ledger_entry WHERE transfer_id = written.transfer_id)
    LIMIT 1;
    IF FOUND THEN
        RAISE 'the legs of transfer % are not written together, with the sum 0', wrong.transfer_id
            USING ERRCODE = 'LG000';
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER ledger_entry_guard AFTER INSERT ON ledger_entry REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION ledger_guard_entries();
