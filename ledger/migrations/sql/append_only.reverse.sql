DROP TRIGGER ledger_transferreason_kept ON ledger_transferreason;
DROP TRIGGER ledger_seal_append_only ON ledger_seal;
DROP TRIGGER ledger_entry_append_only ON ledger_entry;
DROP TRIGGER ledger_transfer_append_only ON ledger_transfer;
DROP FUNCTION ledger_guard_append_only();
