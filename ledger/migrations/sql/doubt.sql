-- After an audit that found a bad row nobody buys in, until an audit finds none.
CREATE FUNCTION ledger_guard_doubt() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF (SELECT fault <> '' FROM ledger_audit ORDER BY id DESC LIMIT 1) THEN
        RAISE 'the books are in doubt: nobody buys in until they hold' USING ERRCODE = 'LG007';
    END IF;
    RETURN NULL;
END
$$;

-- After the insert: a posting that is only repeated is not one.
CREATE TRIGGER ledger_transfer_doubt AFTER INSERT ON ledger_transfer FOR EACH ROW
WHEN (NEW.reason = 'buy_in') EXECUTE FUNCTION ledger_guard_doubt();
