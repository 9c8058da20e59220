DROP TRIGGER ledger_account_stays ON ledger_account;
DROP TRIGGER ledger_account_explained ON ledger_account;
DROP FUNCTION ledger_guard_account_explained();
DROP TRIGGER ledger_account_fixed ON ledger_account;
DROP FUNCTION ledger_guard_account_fixed();
DROP TRIGGER ledger_account_opening ON ledger_account;
DROP FUNCTION ledger_guard_account_opening();
