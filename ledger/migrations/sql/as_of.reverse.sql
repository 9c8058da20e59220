DROP FUNCTION ledger_seq_at;
