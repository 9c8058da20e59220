-- Guard 1: what was written stays as it was written.

CREATE FUNCTION ledger_guard_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE '% is only added to: % is refused', tg_table_name, lower(tg_op) USING ERRCODE = 'LG000';
END
$$;

CREATE TRIGGER ledger_transfer_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transfer
FOR EACH STATEMENT EXECUTE FUNCTION ledger_guard_append_only();

CREATE TRIGGER ledger_entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entry
FOR EACH STATEMENT EXECUTE FUNCTION ledger_guard_append_only();

CREATE TRIGGER ledger_seal_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_seal
FOR EACH STATEMENT EXECUTE FUNCTION ledger_guard_append_only();

-- A reason that chips moved for stays; only its words are written anew.
CREATE TRIGGER ledger_transferreason_kept BEFORE UPDATE OF name OR DELETE OR TRUNCATE ON ledger_transferreason
FOR EACH STATEMENT EXECUTE FUNCTION ledger_guard_append_only();
