DROP FUNCTION ledger_fits_reason(text, bigint, text, bigint);
DROP FUNCTION ledger_fits_kind(text, bigint, bigint, timestamptz);
DROP FUNCTION ledger_is_moment(timestamptz);
