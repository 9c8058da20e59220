DROP TRIGGER ledger_transfer_doubt ON ledger_transfer;
DROP FUNCTION ledger_guard_doubt();
