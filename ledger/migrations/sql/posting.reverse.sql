DROP FUNCTION ledger_post(jsonb, timestamptz);
DROP FUNCTION ledger_refuse(bigint, ledger_leg[]);
DROP FUNCTION ledger_digest(text, bigint, ledger_leg[]);
DROP TYPE ledger_leg;
ALTER TABLE ledger_account RESET (fillfactor);
