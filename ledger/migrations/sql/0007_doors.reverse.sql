ALTER FUNCTION ledger_guard_account_explained RESET search_path;
ALTER FUNCTION ledger_guard_entries RESET search_path;
ALTER FUNCTION ledger_guard_transfer_balanced RESET search_path;
ALTER FUNCTION ledger_guard_transfer_stamp RESET search_path;
ALTER FUNCTION ledger_post SECURITY INVOKER RESET search_path;
GRANT EXECUTE ON FUNCTION ledger_post TO PUBLIC;
DROP FUNCTION ledger_close;
DROP FUNCTION ledger_open_book;
DROP FUNCTION ledger_open;
