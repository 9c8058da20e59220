-- After pgledger: transfers from one account to another, in PL/pgSQL, with the running balances of
-- both in the entries. Several transfers are one call.

CREATE TABLE like_account (
    id bigserial PRIMARY KEY, name text NOT NULL, balance numeric NOT NULL DEFAULT 0,
    version bigint NOT NULL DEFAULT 0, allow_negative_balance boolean NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE like_transfer (
    id bigserial PRIMARY KEY, from_account_id bigint NOT NULL REFERENCES like_account,
    to_account_id bigint NOT NULL REFERENCES like_account, amount numeric NOT NULL CHECK (amount > 0),
    created_at timestamptz NOT NULL DEFAULT now(), event_at timestamptz NOT NULL,
    CHECK (from_account_id <> to_account_id)
);
CREATE INDEX ON like_transfer (from_account_id);
CREATE INDEX ON like_transfer (to_account_id);
CREATE TABLE like_entry (
    id bigserial PRIMARY KEY, account_id bigint NOT NULL REFERENCES like_account,
    transfer_id bigint NOT NULL REFERENCES like_transfer, amount numeric NOT NULL,
    account_previous_balance numeric NOT NULL, account_current_balance numeric NOT NULL,
    account_version bigint NOT NULL, created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON like_entry (account_id);
CREATE INDEX ON like_entry (transfer_id);

CREATE FUNCTION like_move(account bigint, of_transfer bigint, gained numeric) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    moved like_account;
BEGIN
    UPDATE like_account SET balance = balance + gained, version = version + 1, updated_at = now()
    WHERE id = account RETURNING * INTO moved;
    IF moved.balance < 0 AND NOT moved.allow_negative_balance THEN
        RAISE 'account % does not allow a negative balance', account;
    END IF;
    INSERT INTO like_entry (account_id, transfer_id, amount, account_previous_balance,
        account_current_balance, account_version)
    VALUES (account, of_transfer, gained, moved.balance - gained, moved.balance, moved.version);
END
$$;

CREATE FUNCTION like_post(givers bigint[], takers bigint[], amounts numeric[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    made bigint;
BEGIN
    PERFORM FROM like_account WHERE id = ANY (givers || takers) ORDER BY id FOR UPDATE;
    FOR place IN 1 .. cardinality(amounts) LOOP
        INSERT INTO like_transfer (from_account_id, to_account_id, amount, event_at)
        VALUES (givers[place], takers[place], amounts[place], now()) RETURNING id INTO made;
        PERFORM like_move(givers[place], made, -amounts[place]);
        PERFORM like_move(takers[place], made, amounts[place]);
    END LOOP;
END
$$;
