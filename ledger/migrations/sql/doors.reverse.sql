DROP FUNCTION ledger_close;
DROP FUNCTION ledger_open_book;
DROP FUNCTION ledger_open;
