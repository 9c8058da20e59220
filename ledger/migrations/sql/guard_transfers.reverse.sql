DROP TRIGGER ledger_transfer_balanced ON ledger_transfer;
DROP FUNCTION ledger_guard_transfer_balanced();
DROP TRIGGER ledger_transfer_stamp ON ledger_transfer;
DROP FUNCTION ledger_guard_transfer_stamp();
