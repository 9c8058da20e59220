-- The one way in which chips move. Refusals carry an SQLSTATE of class LG, which
-- `ledger.posting` turns into its errors, and where it helps a DETAIL in JSON.

ALTER TABLE ledger_account SET (fillfactor = 50);  -- Room for the next balance on the same page.

CREATE TYPE ledger_leg AS (account_id bigint, chips bigint);

-- What a key stands for: the reason and the legs in the order of their accounts, but not who asked,
-- when, or in what words. Without a query, which would cost more than all the rest of it.
CREATE FUNCTION ledger_digest(reason text, reverses_id bigint, legs ledger_leg[]) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN sha256(convert_to(concat_ws(' ', reason, reverses_id, array_to_string(legs, ' ')), 'UTF8'));
END
$$;

-- Says why these legs cannot be posted, if they cannot. The accounts are locked.
CREATE FUNCTION ledger_refuse(book bigint, legs ledger_leg[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    bad record;
BEGIN
    IF cardinality(legs) < 2 OR (SELECT sum(chips) <> 0 OR bool_or(chips = 0) FROM unnest(legs)) THEN
        RAISE 'a transfer has at least two legs, none of them 0, with the sum 0' USING ERRCODE = 'LG001';
    END IF;
    SELECT leg.account_id, leg.chips, account.id, account.book_id, account.name,
           account.balance, account.min_balance, account.closed_at
    INTO bad
    FROM unnest(legs) AS leg LEFT JOIN ledger_account AS account ON account.id = leg.account_id
    WHERE account.id IS NULL OR account.book_id <> book OR account.closed_at IS NOT NULL
        OR account.balance + leg.chips < account.min_balance
    ORDER BY leg.account_id LIMIT 1;
    IF NOT FOUND THEN
        RETURN;
    ELSIF bad.id IS NULL OR bad.book_id <> book THEN
        RAISE 'the book has no account %', bad.account_id USING ERRCODE = 'LG005';
    ELSIF bad.closed_at IS NOT NULL THEN
        RAISE '% is closed', bad.name USING ERRCODE = 'LG004';
    END IF;
    RAISE '% needs % chips and has %', bad.name, -bad.chips, bad.balance - bad.min_balance
        USING ERRCODE = 'LG002', DETAIL = json_build_object(
            'account_id', bad.id, 'needed', -bad.chips, 'available', bad.balance - bad.min_balance);
END
$$;

-- Posts each of `postings`, or none. A posting that was made before is answered with its transfer.
-- {"book": 1, "reason": "stake", "key": "deal:812:stakes", "legs": {"11": -2, "12": 2},
--  "memo": "", "actor": null, "reverses": null}
-- It refuses a moment that no clock of ours shows, and an account that is named twice: the sum of
-- such legs is 0, but only one of them would be written. It acts as the owner of the tables (guard 6).
CREATE FUNCTION ledger_post(postings jsonb, happened_at timestamptz) RETURNS SETOF ledger_transfer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
SET plan_cache_mode = force_generic_plan AS $$  -- Else legs of two are planned anew.
DECLARE
    posting jsonb;
    of_book bigint;
    legs ledger_leg[];
    is_fine boolean;
    content bytea;
    posted ledger_transfer;
BEGIN
    IF (happened_at >= '2000-01-01 00:00+00' AND happened_at < '2100-01-01 00:00+00') IS NOT TRUE THEN
        RAISE '% is not between 2000 and 2100: check the clock of the database', happened_at
            USING ERRCODE = 'LG008';
    END IF;
    -- In the order of ids, so that no two calls wait for each other. The update below does not
    -- touch the key, so readers of foreign keys go on meanwhile.
    IF jsonb_array_length(postings) > 1 THEN
        PERFORM FROM ledger_account WHERE id = ANY (ARRAY(
            SELECT leg::bigint FROM jsonb_array_elements(postings) AS one, jsonb_object_keys(one -> 'legs') AS leg
        )) ORDER BY id FOR NO KEY UPDATE;
    END IF;
    FOR place IN 0 .. jsonb_array_length(postings) - 1 LOOP
        posting := postings -> place;
        of_book := posting ->> 'book';
        -- Locks, in the same order, and looks. Legs are read from text: a cast of half a chip would
        -- round it, this refuses it.
        SELECT coalesce(array_agg((account_id, chips)::ledger_leg ORDER BY account_id), '{}'),
            count(*) = count(id) AND count(*) >= 2 AND sum(chips) = 0
                AND bool_and(is_plain AND chips <> 0 AND book_id = of_book AND closed_at IS NULL
                    AND (min_balance IS NULL OR balance + chips >= min_balance))
        INTO legs, is_fine
        FROM (
            SELECT leg.*, account.*
            FROM (
                SELECT key::bigint AS account_id, value::bigint AS chips,
                    key = key::bigint::text AS is_plain  -- "3" and "03" would be one account.
                FROM jsonb_each_text(posting -> 'legs') ORDER BY 1
            ) AS leg LEFT JOIN LATERAL (
                SELECT id, book_id, balance, min_balance, closed_at
                FROM ledger_account WHERE id = leg.account_id FOR NO KEY UPDATE
            ) AS account ON true
        ) AS locked;
        content := ledger_digest(posting ->> 'reason', (posting ->> 'reverses')::bigint, legs);
        INSERT INTO ledger_transfer
            (book_id, reason, key, digest, memo, actor_id, reverses_id, effective_at)  -- Guard 2 stamps it.
        VALUES (of_book, posting ->> 'reason', posting ->> 'key', content, posting ->> 'memo',
                (posting ->> 'actor')::bigint, (posting ->> 'reverses')::bigint, happened_at)
        ON CONFLICT (book_id, key) DO NOTHING
        RETURNING * INTO posted;
        IF NOT FOUND THEN
            SELECT * INTO STRICT posted FROM ledger_transfer
            WHERE book_id = of_book AND key = posting ->> 'key';
            IF posted.digest <> content THEN
                RAISE 'the key % belongs to another transfer', posted.key USING ERRCODE = 'LG003';
            END IF;
        ELSE
            IF is_fine IS NOT TRUE THEN
                PERFORM ledger_refuse(of_book, legs);
                RAISE 'a transfer names each account once, by its plain number' USING ERRCODE = 'LG001';
            END IF;
            WITH moved AS (
                UPDATE ledger_account AS account
                SET balance = account.balance + leg.chips, version = account.version + 1
                FROM unnest(legs) AS leg
                WHERE account.id = leg.account_id
                RETURNING account.id, account.version, leg.chips, account.balance
            )
            INSERT INTO ledger_entry (transfer_id, account_id, seq, chips, balance_after)
            SELECT posted.id, id, version, chips, balance FROM moved;
        END IF;
        RETURN NEXT posted;
    END LOOP;
END
$$;

REVOKE EXECUTE ON FUNCTION ledger_post FROM PUBLIC;
