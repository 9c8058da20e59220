DROP TRIGGER ledger_entry_guard ON ledger_entry;
DROP FUNCTION ledger_guard_entries();
