DROP FUNCTION ledger_seal_transfers(integer, bigint);
DROP FUNCTION ledger_canonical_or_null(ledger_transfer, smallint);
DROP FUNCTION ledger_canonical(ledger_transfer, smallint);
