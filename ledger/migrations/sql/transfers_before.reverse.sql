DROP FUNCTION ledger_transfers_before(timestamptz);
