-- Guard 6, first half: what the application's role may call, besides `ledger_post`. These functions
-- act as the owner of the tables; `ledger/grants.sql` leaves the role nothing else but to look.

CREATE FUNCTION ledger_open(
    of_book bigint, account_kind text, account_name text, held_by bigint, floor bigint
) RETURNS SETOF ledger_account LANGUAGE sql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
    INSERT INTO ledger_account (book_id, kind, name, holder_id, min_balance, balance, version)
    VALUES (of_book, account_kind, account_name, held_by, floor, 0, 0)
    RETURNING *
$$;

CREATE FUNCTION ledger_open_book(book_name text, happened_at timestamptz) RETURNS SETOF ledger_book
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    opened ledger_book;
BEGIN
    INSERT INTO ledger_book (name, opened_at) VALUES (book_name, happened_at) RETURNING * INTO opened;
    PERFORM ledger_open(opened.id, 'bank', 'Bank', NULL, NULL);
    PERFORM ledger_open(opened.id, 'correction', 'Corrections', NULL, NULL);
    RETURN NEXT opened;
END
$$;

CREATE FUNCTION ledger_close(accounts bigint[], happened_at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    full_one record;
BEGIN
    PERFORM FROM ledger_account WHERE id = ANY (accounts) ORDER BY id FOR NO KEY UPDATE;
    SELECT name, balance INTO full_one FROM ledger_account
    WHERE id = ANY (accounts) AND balance <> 0 ORDER BY id LIMIT 1;
    IF FOUND THEN
        RAISE '% still holds % chips', full_one.name, full_one.balance USING ERRCODE = 'LG006';
    END IF;
    UPDATE ledger_account SET closed_at = happened_at WHERE id = ANY (accounts) AND closed_at IS NULL;
END
$$;

REVOKE EXECUTE ON FUNCTION ledger_open, ledger_open_book, ledger_close FROM PUBLIC;
