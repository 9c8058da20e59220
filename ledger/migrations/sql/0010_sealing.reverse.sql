DROP TRIGGER ledger_transfer_doubt ON ledger_transfer;
DROP FUNCTION ledger_guard_doubt();
DROP FUNCTION ledger_seal_transfers(integer);
DROP FUNCTION ledger_canonical(ledger_transfer);
DROP TRIGGER ledger_seal_append_only ON ledger_seal;
