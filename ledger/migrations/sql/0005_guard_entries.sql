-- Guard 3: legs are written together, by the transaction of their transfer, and carry the running
-- balance of their accounts on. Not deferred: a statement that adds legs leaves everything right.

CREATE FUNCTION ledger_guard_entries() RETURNS trigger LANGUAGE plpgsql AS $$
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
        LEFT JOIN ledger_transfer AS transfer ON transfer.id = leg.transfer_id
        LEFT JOIN ledger_account AS account ON account.id = leg.account_id
        LEFT JOIN ledger_entry AS previous
            ON previous.account_id = leg.account_id AND previous.seq = leg.seq - 1
    ) AS legs
    WHERE fault IS NOT NULL LIMIT 1;
    IF FOUND THEN
        RAISE 'leg of transfer % in account %: %', wrong.transfer_id, wrong.account_id, wrong.fault
            USING ERRCODE = 'LG000';
    END IF;
    -- Checked here too, for legs that come after their transfer was found balanced.
    SELECT transfer_id INTO wrong FROM ledger_entry AS leg
    WHERE transfer_id IN (SELECT transfer_id FROM added)
    GROUP BY transfer_id
    HAVING sum(chips) <> 0
        OR count(*) <> (SELECT count(*) FROM added WHERE added.transfer_id = leg.transfer_id)
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
