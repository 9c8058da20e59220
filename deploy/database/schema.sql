-- What the migrations make of an empty database. `manage.py schema` writes it.
-- fingerprint: 6d87c3bf03aabe26d5c3554e813c5c6ca422f81becfd70c62e5fa171aa4f9c32
SET LOCAL check_function_bodies = false;
SET LOCAL search_path = '';
CREATE TYPE public.ledger_leg AS (
	account_id bigint,
	chips bigint
);
CREATE FUNCTION public.clubs_compare_partner() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF NEW.night_id IS DISTINCT FROM (
        SELECT night_id FROM clubs_partnership WHERE id = NEW.partnership_id
    ) THEN
        RAISE EXCEPTION 'partner % is of another night than partnership %',
            NEW.member_id, NEW.partnership_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END;
$$;
CREATE FUNCTION public.clubs_count_version() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    before jsonb := to_jsonb(OLD);
    after jsonb := to_jsonb(NEW);
    is_edited boolean := EXISTS (
        SELECT FROM unnest(tg_argv) AS edited WHERE before -> edited IS DISTINCT FROM after -> edited
    );
BEGIN
    NEW.version := OLD.version + is_edited::int;
    RETURN NEW;
END
$$;
CREATE FUNCTION public.clubs_guard_house_purse() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF NOT clubs_is_purse_of(NEW.house_purse_id, NEW.book_id, NULL) THEN
        RAISE 'purse % is not the house purse of club %', NEW.house_purse_id, NEW.id
        USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END
$$;
CREATE FUNCTION public.clubs_guard_purse_of_member() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF NOT clubs_is_purse_of(
        NEW.purse_id, (SELECT book_id FROM clubs_club WHERE id = NEW.club_id), NEW.player_id
    ) THEN
        RAISE 'purse % is not that of member %', NEW.purse_id, NEW.id
        USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END
$$;
CREATE FUNCTION public.clubs_guard_purse_of_seat() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF NOT clubs_is_purse_of(
        NEW.purse_id,
        (SELECT book_id FROM ledger_account WHERE id = NEW.stack_id),
        CASE WHEN NOT NEW.is_house THEN NEW.player_id END
    ) THEN
        RAISE 'purse % is not that of seat % at table %', NEW.purse_id, NEW.number, NEW.table_id
        USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END
$$;
CREATE FUNCTION public.clubs_is_purse_of(purse bigint, book bigint, player bigint) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (
        SELECT FROM ledger_account AS account
        WHERE account.id = purse AND account.kind = 'purse' AND account.book_id = book AND (
            account.holder_id IS NOT DISTINCT FROM player OR EXISTS (
                SELECT FROM clubs_member AS claimed
                JOIN clubs_member AS claimer ON claimer.id = claimed.claimed_by_id
                WHERE claimed.player_id = account.holder_id AND claimer.player_id = player
            )
        )
    )
$$;
CREATE FUNCTION public.clubs_name_parts(name text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN regexp_replace(btrim(regexp_replace(translate(replace(replace(replace(replace(lower(regexp_replace(regexp_replace(NORMALIZE(name, NFKD), '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200c\u200d\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\U000e0030-\U000e007f\U000e0100-\U000e01ef]'::text, ''::text, 'g'::text), '(?<=[a-z])(?=[A-Z])|(?<=(^|[^A-Za-z])O)(?=[A-Z][a-z])'::text, ' '::text, 'g'::text)), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text), 'ß'::text, 'ss'::text), 'øłđðıς'::text, 'olddiσ'::text), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u02b9-\u02bf\u05f3\u05f4\u1680\u2000-\u206f\u3000-\u3003\u30fb\ua78b\ua78c]+'::text, ' '::text, 'g'::text)), '(?<![^ ])mc'::text, 'mac'::text, 'g'::text);
CREATE FUNCTION public.clubs_sort_name(name text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN regexp_replace(regexp_replace(regexp_replace(lower(translate(replace(replace(replace(replace(replace(replace(regexp_replace(NORMALIZE(name, NFD), '[\u0300-\u036f''’ʼ`´]'::text, ''::text, 'g'::text), 'Æ'::text, 'ae'::text), 'æ'::text, 'ae'::text), 'Œ'::text, 'oe'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text), 'ß'::text, 'ss'::text), 'ØøŁłĐđÐðı-‐'::text, 'oollddddi  '::text)), '\m(o|mc|mac) +(?=[[:alpha:]])'::text, '\1'::text, 'g'::text), '\mmc(?=[[:alpha:]])'::text, 'mac'::text, 'g'::text), ' +'::text, ' '::text, 'g'::text);
CREATE FUNCTION public.clubs_stamp_update() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF tg_op = 'INSERT' OR NEW IS DISTINCT FROM OLD THEN
        NEW.updated_at := clock_timestamp();
    END IF;
    RETURN NEW;
END
$$;
CREATE FUNCTION public.clubs_update_members() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    UPDATE clubs_member SET updated_at = clock_timestamp() WHERE player_id = NEW.id;
    RETURN NULL;
END
$$;
CREATE FUNCTION public.clubs_update_night() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF tg_op <> 'INSERT' THEN
        UPDATE clubs_night SET updated_at = clock_timestamp() WHERE id = OLD.night_id;
    ELSE
        UPDATE clubs_night SET updated_at = clock_timestamp() WHERE id = NEW.night_id;
    END IF;
    RETURN NULL;
END
$$;
CREATE FUNCTION public.games_take_after_table() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    SELECT club_book_id, is_public INTO NEW.club_book_id, NEW.is_public
    FROM games_table WHERE id = NEW.table_id;
    RETURN NEW;
END
$$;
CREATE FUNCTION public.games_tell_rows_of_table() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    UPDATE games_deal SET is_public = NEW.is_public WHERE table_id = NEW.id;
    UPDATE games_seat SET is_public = NEW.is_public WHERE table_id = NEW.id;
    RETURN NULL;
END
$$;
CREATE FUNCTION public.ledger_fits_reason(reason text, actor_id bigint, memo text, reverses_id bigint) RETURNS boolean
    LANGUAGE plpgsql IMMUTABLE
    AS $$
BEGIN
    RETURN coalesce(CASE
        WHEN (reason = 'reversal') <> (reverses_id IS NOT NULL) THEN false
        WHEN reason IN ('adjustment', 'reversal') THEN actor_id IS NOT NULL AND memo <> ''
        ELSE reason IS NOT NULL
    END, false);
END
$$;
CREATE FUNCTION public.ledger_is_moment(moment timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql IMMUTABLE
    AS $$
BEGIN
    RETURN coalesce(moment >= '2000-01-01 00:00+00' AND moment < '2100-01-01 00:00+00', false);
END
$$;
CREATE TABLE public.ledger_transfer (
    id bigint NOT NULL,
    key character varying(200) NOT NULL,
    digest bytea NOT NULL,
    memo character varying(500) NOT NULL,
    effective_at timestamp with time zone NOT NULL,
    recorded_at timestamp with time zone NOT NULL,
    xact bigint NOT NULL,
    actor_id bigint,
    book_id bigint NOT NULL,
    reverses_id bigint,
    reason character varying(20) NOT NULL,
    CONSTRAINT ledger_transfer_has_key CHECK ((NOT ((key)::text = ''::text))),
    CONSTRAINT ledger_transfer_moment CHECK (public.ledger_is_moment(effective_at)),
    CONSTRAINT ledger_transfer_reason CHECK (public.ledger_fits_reason((reason)::text, actor_id, (memo)::text, reverses_id))
);
CREATE FUNCTION public.ledger_canonical(transfer public.ledger_transfer, seal_version smallint) RETURNS text
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT jsonb_build_array(
        transfer.id, transfer.book_id, transfer.reason, transfer.key, transfer.memo,
        transfer.actor_id, transfer.reverses_id,
        (extract(epoch FROM transfer.effective_at) * 1000000)::bigint,
        (extract(epoch FROM transfer.recorded_at) * 1000000)::bigint,
        (SELECT jsonb_agg(CASE seal_version
                WHEN 1 THEN jsonb_build_array(account_id, chips, seq, balance_after)
                ELSE jsonb_build_array(account_id, chips, seq, balance_after, kind, holder_id)
            END ORDER BY account_id)
         FROM ledger_entry LEFT JOIN ledger_account ON ledger_account.id = account_id
         WHERE transfer_id = transfer.id)
    )::text
$$;
CREATE FUNCTION public.ledger_canonical_or_null(transfer public.ledger_transfer, seal_version smallint) RETURNS text
    LANGUAGE plpgsql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    RETURN ledger_canonical(transfer, seal_version);
EXCEPTION WHEN data_exception OR data_corrupted OR feature_not_supported THEN
    RETURN NULL;
END
$$;
CREATE FUNCTION public.ledger_close(accounts bigint[], happened_at timestamp with time zone) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
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
CREATE FUNCTION public.ledger_digest(reason text, reverses_id bigint, legs public.ledger_leg[]) RETURNS bytea
    LANGUAGE plpgsql IMMUTABLE
    AS $$
BEGIN
    RETURN sha256(convert_to(concat_ws(' ', reason, reverses_id, array_to_string(legs, ' ')), 'UTF8'));
END
$$;
CREATE FUNCTION public.ledger_fits_kind(kind text, min_balance bigint, holder_id bigint, closed_at timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql IMMUTABLE
    AS $$
BEGIN
    RETURN coalesce(CASE
        WHEN kind IN ('bank', 'correction') THEN min_balance IS NULL AND holder_id IS NULL AND closed_at IS NULL
        WHEN kind = 'purse' THEN min_balance = 0  -- Of a pair in a tournament it has no one holder.
        WHEN kind = 'stack' THEN min_balance = 0 AND holder_id IS NOT NULL
        WHEN kind IN ('pool', 'fund') THEN min_balance = 0 AND holder_id IS NULL
    END AND (closed_at IS NULL OR closed_at >= '2000-01-01 00:00+00' AND closed_at < '2100-01-01 00:00+00'), false);
END
$$;
CREATE FUNCTION public.ledger_guard_account_explained() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    wrong record;
BEGIN
    SELECT changed.id INTO wrong FROM changed LEFT JOIN LATERAL (
        SELECT seq, balance_after FROM ledger_entry
        WHERE account_id = changed.id ORDER BY seq DESC LIMIT 1
    ) AS newest ON true
    WHERE (changed.version, changed.balance)
        <> (coalesce(newest.seq, 0), coalesce(newest.balance_after, 0))
    LIMIT 1;
    IF FOUND THEN
        RAISE 'account %: its balance and version are not those of its newest leg', wrong.id
            USING ERRCODE = 'LG000';
    END IF;
    RETURN NULL;
END
$$;
CREATE FUNCTION public.ledger_guard_account_fixed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE 'account %: its book, kind and holder stay, and closed it stays closed', OLD.id
        USING ERRCODE = 'LG000';
END
$$;
CREATE FUNCTION public.ledger_guard_account_opening() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF (NEW.balance, NEW.version) <> (0, 0) OR NEW.closed_at IS NOT NULL THEN
        RAISE 'an account opens empty' USING ERRCODE = 'LG000';
    END IF;
    RETURN NEW;
END
$$;
CREATE FUNCTION public.ledger_guard_append_only() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE '% is only added to: % is refused', tg_table_name, lower(tg_op) USING ERRCODE = 'LG000';
END
$$;
CREATE FUNCTION public.ledger_guard_doubt() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF (SELECT fault <> '' FROM ledger_audit ORDER BY id DESC LIMIT 1) THEN
        RAISE 'the books are in doubt: nobody buys in until they hold' USING ERRCODE = 'LG007';
    END IF;
    RETURN NULL;
END
$$;
CREATE FUNCTION public.ledger_guard_entries() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    wrong record;
BEGIN
    SELECT * INTO wrong FROM (
        SELECT leg.account_id, leg.transfer_id, CASE
            WHEN transfer.xact IS DISTINCT FROM pg_current_xact_id()::text::bigint
                THEN 'the transfer is not of this transaction'
            WHEN account.book_id IS DISTINCT FROM transfer.book_id
                THEN 'the account is not in the book of the transfer'
            WHEN (account.version, account.balance) IS DISTINCT FROM (leg.seq, leg.balance_after)
                THEN 'the account does not agree with its newest leg'
            WHEN leg.balance_after <> coalesce(previous.balance_after, 0) + leg.chips
                OR (previous.seq IS NULL) <> (leg.seq = 1)
                THEN 'the leg does not follow from the one before it'
        END AS fault
        FROM added AS leg
        -- OFFSET 0 keeps the planner, which knows nothing of `added`, from reading whole tables.
        LEFT JOIN LATERAL (
            SELECT book_id, xact FROM ledger_transfer WHERE id = leg.transfer_id OFFSET 0
        ) AS transfer ON true
        LEFT JOIN LATERAL (
            SELECT book_id, version, balance FROM ledger_account
            WHERE id = leg.account_id OFFSET 0
        ) AS account ON true
        LEFT JOIN LATERAL (
            SELECT seq, balance_after FROM ledger_entry
            WHERE account_id = leg.account_id AND seq = leg.seq - 1 OFFSET 0
        ) AS previous ON true
    ) AS legs
    WHERE fault IS NOT NULL LIMIT 1;
    IF FOUND THEN
        RAISE 'leg of transfer % in account %: %', wrong.transfer_id, wrong.account_id, wrong.fault
            USING ERRCODE = 'LG000';
    END IF;
    -- Checked here too, for legs that come after their transfer was found balanced.
    SELECT written.transfer_id INTO wrong FROM (
        SELECT transfer_id, count(*) AS legs, sum(chips) AS chips FROM added GROUP BY transfer_id
    ) AS written
    WHERE chips <> 0
        OR legs <> (SELECT count(*) FROM ledger_entry WHERE transfer_id = written.transfer_id)
    LIMIT 1;
    IF FOUND THEN
        RAISE 'the legs of transfer % are not written together, with the sum 0', wrong.transfer_id
            USING ERRCODE = 'LG000';
    END IF;
    RETURN NULL;
END
$$;
CREATE FUNCTION public.ledger_guard_transfer_balanced() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    is_balanced boolean;
    is_declared boolean;
BEGIN
    SELECT count(*) >= 2 AND sum(chips) = 0, EXISTS (SELECT FROM ledger_transferreason WHERE name = NEW.reason)
    INTO is_balanced, is_declared FROM ledger_entry WHERE transfer_id = NEW.id;
    IF is_balanced IS NOT TRUE THEN
        RAISE 'transfer % does not have two legs or more with the sum 0', NEW.id USING ERRCODE = 'LG000';
    END IF;
    IF is_declared IS NOT TRUE THEN
        RAISE 'transfer %: no app moves chips for the reason %', NEW.id, NEW.reason USING ERRCODE = 'LG000';
    END IF;
    RETURN NULL;
END
$$;
CREATE FUNCTION public.ledger_guard_transfer_stamp() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    NEW.recorded_at := clock_timestamp();
    NEW.xact := pg_current_xact_id()::text::bigint;
    IF NEW.reverses_id IS NOT NULL AND NOT EXISTS (
        SELECT FROM ledger_transfer WHERE id = NEW.reverses_id AND book_id = NEW.book_id
    ) THEN
        RAISE 'the book has no transfer %', NEW.reverses_id USING ERRCODE = 'LG000';
    END IF;
    RETURN NEW;
END
$$;
CREATE TABLE public.ledger_account (
    id bigint NOT NULL,
    kind character varying(10) NOT NULL,
    name character varying(100) NOT NULL,
    balance bigint NOT NULL,
    version bigint NOT NULL,
    min_balance bigint,
    closed_at timestamp with time zone,
    holder_id bigint,
    book_id bigint NOT NULL,
    CONSTRAINT ledger_account_closed_empty CHECK (((closed_at IS NULL) OR (balance = 0))),
    CONSTRAINT ledger_account_floor CHECK (((min_balance IS NULL) OR (balance >= min_balance))),
    CONSTRAINT ledger_account_kind CHECK (public.ledger_fits_kind((kind)::text, min_balance, holder_id, closed_at))
)
WITH (fillfactor='50');
CREATE FUNCTION public.ledger_open(of_book bigint, account_kind text, account_name text, held_by bigint, floor bigint) RETURNS SETOF public.ledger_account
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    INSERT INTO ledger_account (book_id, kind, name, holder_id, min_balance, balance, version)
    VALUES (of_book, account_kind, account_name, held_by, floor, 0, 0)
    RETURNING *
$$;
CREATE TABLE public.ledger_book (
    id bigint NOT NULL,
    name character varying(100) NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    CONSTRAINT ledger_book_moment CHECK (public.ledger_is_moment(opened_at))
);
CREATE FUNCTION public.ledger_open_book(book_name text, happened_at timestamp with time zone) RETURNS SETOF public.ledger_book
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    opened ledger_book;
BEGIN
    INSERT INTO ledger_book (name, opened_at) VALUES (book_name, happened_at) RETURNING * INTO opened;
    PERFORM ledger_open(opened.id, 'bank', 'Bank', NULL, NULL);
    PERFORM ledger_open(opened.id, 'correction', 'Corrections', NULL, NULL);
    RETURN NEXT opened;
END
$$;
CREATE FUNCTION public.ledger_post(postings jsonb, happened_at timestamp with time zone) RETURNS SETOF public.ledger_transfer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$  -- Else legs of two are planned anew.
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
CREATE FUNCTION public.ledger_refuse(book bigint, legs public.ledger_leg[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION public.ledger_seal_transfers(at_most integer, since bigint DEFAULT 0, OUT sealed integer, OUT unreadable bigint[], OUT reached bigint) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET plan_cache_mode TO 'force_custom_plan'
    AS $$  -- A generic plan would read all seals for a few.
DECLARE
    oldest_running bigint := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
    next_to_come bigint := pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
    start bigint := CASE WHEN since <= oldest_running THEN since ELSE 0 END;
    newest_version CONSTANT smallint := 2;
    unsealed ledger_transfer;
    before ledger_seal;
    content text;
BEGIN
    sealed := 0;
    unreadable := '{}';
    reached := oldest_running;
    PERFORM pg_advisory_xact_lock('ledger_seal'::regclass::bigint);  -- One chain, one hand.
    FOR unsealed IN
        SELECT * FROM ledger_transfer AS transfer
        WHERE NOT EXISTS (SELECT FROM ledger_seal WHERE transfer_id = transfer.id)
            AND xact >= start AND (xact < oldest_running OR start = 0 AND xact >= next_to_come)
        ORDER BY xact, id
    LOOP
        IF sealed >= at_most THEN
            reached := least(reached, CASE start WHEN 0 THEN 0 ELSE unsealed.xact END);
            EXIT;
        END IF;
        content := ledger_canonical_or_null(unsealed, newest_version);
        IF content IS NULL THEN
            unreadable := unreadable || unsealed.id;
            reached := least(reached, CASE WHEN unsealed.xact < next_to_come THEN unsealed.xact ELSE 0 END);
            CONTINUE;
        END IF;
        SELECT * INTO before FROM ledger_seal
        WHERE book_id = unsealed.book_id ORDER BY number DESC LIMIT 1;
        INSERT INTO ledger_seal (book_id, number, transfer_id, version, hash)
        VALUES (unsealed.book_id, coalesce(before.number, 0) + 1, unsealed.id, newest_version,
            sha256(coalesce(before.hash, '') || convert_to(content, 'UTF8')));
        sealed := sealed + 1;
    END LOOP;
END
$$;
CREATE FUNCTION public.ledger_seq_at(of_account bigint, moment timestamp with time zone) RETURNS bigint
    LANGUAGE plpgsql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    low bigint := 0;
    high bigint := (SELECT version FROM ledger_account WHERE id = of_account);
    middle bigint;
BEGIN
    WHILE low < high LOOP
        middle := (low + high + 1) / 2;
        IF (
            SELECT transfer.recorded_at
            FROM ledger_entry AS entry JOIN ledger_transfer AS transfer ON transfer.id = transfer_id
            WHERE entry.account_id = of_account AND entry.seq = middle
        ) <= moment THEN
            low := middle;
        ELSE
            high := middle - 1;
        END IF;
    END LOOP;
    RETURN low;
END
$$;
CREATE FUNCTION public.ledger_transfers_before(moment timestamp with time zone) RETURNS bigint
    LANGUAGE plpgsql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    low bigint := 0;
    high bigint := coalesce((SELECT max(id) FROM ledger_transfer), 0);
    middle bigint;
    recorded timestamptz;
BEGIN
    WHILE low < high LOOP
        middle := (low + high + 1) / 2;
        SELECT recorded_at INTO recorded FROM ledger_transfer
        WHERE id <= middle ORDER BY id DESC LIMIT 1;
        IF recorded IS NULL OR recorded < moment THEN
            low := middle;
        ELSE
            high := middle - 1;
        END IF;
    END LOOP;
    RETURN low;
END
$$;
CREATE FUNCTION public.tournaments_guard_log() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE 'the log of a tournament is only added to: % is refused', lower(tg_op)
    USING ERRCODE = 'restrict_violation';
END
$$;
CREATE FUNCTION public.tournaments_guard_purse() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF NOT clubs_is_purse_of(
        NEW.purse_id,
        (SELECT book_id FROM tournaments_tournament WHERE id = NEW.tournament_id),
        coalesce(
            (SELECT player_id FROM clubs_member WHERE id = NEW.member_id),
            (SELECT player_id FROM clubs_housebot WHERE id = NEW.bot_id)
        )
    ) THEN
        RAISE 'purse % is not that of entrant member %', NEW.purse_id, NEW.id
        USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END
$$;
CREATE FUNCTION public.tournaments_update() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    UPDATE tournaments_tournament SET updated_at = clock_timestamp()
    WHERE id = COALESCE(NEW.tournament_id, OLD.tournament_id);
    RETURN NULL;
END
$$;
CREATE FUNCTION public.tournaments_update_of_prize() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    UPDATE tournaments_tournament SET updated_at = clock_timestamp()
    FROM tournaments_entrant WHERE tournaments_entrant.tournament_id = tournaments_tournament.id
    AND tournaments_entrant.id = COALESCE(NEW.entrant_id, OLD.entrant_id);
    RETURN NULL;
END
$$;
CREATE TABLE public.account_emailaddress (
    id integer NOT NULL,
    email character varying(254) NOT NULL,
    verified boolean NOT NULL,
    "primary" boolean NOT NULL,
    user_id bigint NOT NULL
);
ALTER TABLE public.account_emailaddress ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.account_emailaddress_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.account_emailconfirmation (
    id integer NOT NULL,
    created timestamp with time zone NOT NULL,
    sent timestamp with time zone,
    key character varying(64) NOT NULL,
    email_address_id integer NOT NULL
);
ALTER TABLE public.account_emailconfirmation ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.account_emailconfirmation_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.auth_group (
    id integer NOT NULL,
    name character varying(150) NOT NULL
);
ALTER TABLE public.auth_group ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_group_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.auth_group_permissions (
    id bigint NOT NULL,
    group_id integer NOT NULL,
    permission_id integer NOT NULL
);
ALTER TABLE public.auth_group_permissions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_group_permissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.auth_permission (
    id integer NOT NULL,
    name character varying(255) NOT NULL,
    content_type_id integer NOT NULL,
    codename character varying(100) NOT NULL
);
ALTER TABLE public.auth_permission ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_permission_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.clubs_attendance (
    id bigint NOT NULL,
    answer character varying(8) NOT NULL,
    answered_at timestamp with time zone,
    checked_in_at timestamp with time zone,
    needs_partner boolean NOT NULL,
    bot_level character varying(10) NOT NULL,
    member_id bigint NOT NULL,
    night_id bigint NOT NULL,
    CONSTRAINT clubs_attendance_answer CHECK (((answer)::text = ANY ((ARRAY['going'::character varying, 'maybe'::character varying, 'no'::character varying, 'waiting'::character varying])::text[])))
);
ALTER TABLE public.clubs_attendance ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.clubs_attendance_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.clubs_cache (
    cache_key character varying(255) NOT NULL,
    value text NOT NULL,
    expires timestamp with time zone NOT NULL
);
CREATE TABLE public.clubs_club (
    id bigint NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    updated_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    name character varying(100) NOT NULL,
    slug character varying(50) NOT NULL,
    time_zone character varying(50) NOT NULL,
    opening_chips integer NOT NULL,
    allows_gifts boolean NOT NULL,
    hosts_seat_bots boolean NOT NULL,
    bot_buy_in_chips integer NOT NULL,
    bot_rebuys smallint NOT NULL,
    bot_stake_limit integer,
    bot_extra_limit integer,
    bot_jink_limit integer,
    bot_loss_limit integer,
    book_id bigint NOT NULL,
    house_purse_id bigint NOT NULL,
    house_rules_id bigint NOT NULL,
    CONSTRAINT clubs_club_bot_buy_in_chips_check CHECK ((bot_buy_in_chips >= 0)),
    CONSTRAINT clubs_club_bot_extra_limit_check CHECK ((bot_extra_limit >= 0)),
    CONSTRAINT clubs_club_bot_jink_limit_check CHECK ((bot_jink_limit >= 0)),
    CONSTRAINT clubs_club_bot_loss_limit_check CHECK ((bot_loss_limit >= 0)),
    CONSTRAINT clubs_club_bot_rebuys_check CHECK ((bot_rebuys >= 0)),
    CONSTRAINT clubs_club_bot_stake_limit_check CHECK ((bot_stake_limit >= 0)),
    CONSTRAINT clubs_club_bots CHECK ((((bot_buy_in_chips >= 1) AND (bot_buy_in_chips <= 1000000)) AND (bot_rebuys <= 100) AND ((bot_stake_limit IS NULL) OR (bot_stake_limit <= 1000000)) AND ((bot_extra_limit IS NULL) OR (bot_extra_limit <= 1000000)) AND ((bot_jink_limit IS NULL) OR (bot_jink_limit <= 1000000)) AND ((bot_loss_limit IS NULL) OR (bot_loss_limit <= 1000000)))),
    CONSTRAINT clubs_club_opening_chips_check CHECK ((opening_chips >= 0)),
    CONSTRAINT clubs_club_version_check CHECK ((version >= 0))
);
ALTER TABLE public.clubs_club ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.clubs_club_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.clubs_freetable (
    id bigint NOT NULL,
    access character varying(10) NOT NULL,
    code character varying(16) NOT NULL,
    club_id bigint NOT NULL,
    host_id bigint NOT NULL,
    rematch_of_id bigint,
    table_id bigint NOT NULL,
    CONSTRAINT clubs_free_table_access CHECK (((access)::text = ANY ((ARRAY['open'::character varying, 'members'::character varying, 'invitation'::character varying])::text[]))),
    CONSTRAINT clubs_free_table_code CHECK (((((access)::text = 'invitation'::text) AND (NOT ((code)::text = ''::text))) OR ((NOT ((access)::text = 'invitation'::text)) AND ((code)::text = ''::text))))
);
ALTER TABLE public.clubs_freetable ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.clubs_freetable_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.clubs_housebot (
    id bigint NOT NULL,
    club_id bigint NOT NULL,
    player_id bigint NOT NULL
);
ALTER TABLE public.clubs_housebot ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.clubs_housebot_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.clubs_invitation (
    id bigint NOT NULL,
    role character varying(10) NOT NULL,
    digest bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    accepted_at timestamp with time zone,
    withdrawn_at timestamp with time zone,
    accepted_by_id bigint,
    club_id bigint NOT NULL,
    created_by_id bigint NOT NULL,
    member_id bigint,
    CONSTRAINT clubs_invitation_accepted CHECK ((((accepted_at IS NULL) AND (accepted_by_id IS NULL)) OR ((accepted_at IS NOT NULL) AND (accepted_by_id IS NOT NULL) AND (withdrawn_at IS NULL)))),
    CONSTRAINT clubs_invitation_role CHECK (((role)::text = ANY ((ARRAY['owner'::character varying, 'organiser'::character varying, 'scorer'::character varying, 'member'::character varying, 'guest'::character varying])::text[])))
);
ALTER TABLE public.clubs_invitation ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.clubs_invitation_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.clubs_mail (
    id bigint NOT NULL,
    kind character varying(100) NOT NULL,
    address text NOT NULL,
    sealed text NOT NULL,
    written_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    next_try_at timestamp with time zone,
    tries smallint NOT NULL,
    sent_at timestamp with time zone,
    given_up_at timestamp with time zone,
    fault character varying(200) NOT NULL,
    CONSTRAINT clubs_mail_emptied CHECK ((((given_up_at IS NULL) AND (next_try_at IS NOT NULL) AND (sent_at IS NULL)) OR ((address = ''::text) AND (given_up_at IS NULL) AND (next_try_at IS NULL) AND (sealed = ''::text) AND (sent_at IS NOT NULL)) OR ((given_up_at IS NOT NULL) AND (next_try_at IS NULL) AND (sealed = ''::text) AND (sent_at IS NULL)))),
    CONSTRAINT clubs_mail_tries_check CHECK ((tries >= 0))
);
ALTER TABLE public.clubs_mail ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.clubs_mail_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.clubs_member (
    id bigint NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    updated_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    role character varying(10) NOT NULL,
    joined_at timestamp with time zone NOT NULL,
    left_at timestamp with time zone,
    turned_away_at timestamp with time zone,
    turned_away_reason character varying(300) NOT NULL,
    note character varying(200) NOT NULL,
    claimed_by_id bigint,
    club_id bigint NOT NULL,
    player_id bigint NOT NULL,
    purse_id bigint NOT NULL,
    turned_away_by_id bigint,
    CONSTRAINT clubs_member_role CHECK (((role)::text = ANY ((ARRAY['owner'::character varying, 'organiser'::character varying, 'scorer'::character varying, 'member'::character varying, 'guest'::character varying, 'visitor'::character varying])::text[]))),
    CONSTRAINT clubs_member_turned_away CHECK ((((turned_away_at IS NULL) AND (turned_away_by_id IS NULL) AND ((turned_away_reason)::text = ''::text)) OR ((turned_away_at IS NOT NULL) AND (turned_away_by_id IS NOT NULL) AND (NOT ((turned_away_reason)::text = ''::text))))),
    CONSTRAINT clubs_member_version_check CHECK ((version >= 0))
);
ALTER TABLE public.clubs_member ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.clubs_member_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.clubs_night (
    id bigint NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    updated_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    turn_seconds integer NOT NULL,
    time_bank_seconds integer NOT NULL,
    pause_seconds integer NOT NULL,
    reveals_each_deal boolean NOT NULL,
    spectator_delay_seconds integer NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    venue character varying(100) NOT NULL,
    capacity smallint,
    table_size smallint NOT NULL,
    mode character varying(8) NOT NULL,
    deals_limit integer,
    buy_in_chips integer,
    status character varying(8) NOT NULL,
    closed_at timestamp with time zone,
    is_cancelled boolean NOT NULL,
    club_id bigint NOT NULL,
    house_rules_id bigint,
    CONSTRAINT clubs_night_buy_in_chips_check CHECK ((buy_in_chips >= 0)),
    CONSTRAINT clubs_night_cancelled_is_closed CHECK (((NOT is_cancelled) OR ((status)::text = 'closed'::text))),
    CONSTRAINT clubs_night_capacity_check CHECK ((capacity >= 0)),
    CONSTRAINT clubs_night_clocks CHECK (((pause_seconds <= 60) AND (spectator_delay_seconds <= 3600) AND (time_bank_seconds <= 3600) AND ((turn_seconds >= 1) AND (turn_seconds <= 86400)))),
    CONSTRAINT clubs_night_closed_at CHECK ((((closed_at IS NOT NULL) AND ((status)::text = 'closed'::text)) OR ((NOT ((status)::text = 'closed'::text)) AND (closed_at IS NULL)))),
    CONSTRAINT clubs_night_deals_limit_check CHECK ((deals_limit >= 0)),
    CONSTRAINT clubs_night_mode CHECK (((mode)::text = ANY ((ARRAY['online'::character varying, 'recorded'::character varying])::text[]))),
    CONSTRAINT clubs_night_moments CHECK ((((starts_at IS NULL) OR ((starts_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (starts_at <= '2100-01-01 00:00:00+00'::timestamp with time zone))) AND ((closed_at IS NULL) OR ((closed_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (closed_at <= '2100-01-01 00:00:00+00'::timestamp with time zone))))),
    CONSTRAINT clubs_night_pause_seconds_check CHECK ((pause_seconds >= 0)),
    CONSTRAINT clubs_night_sizes CHECK ((((table_size >= 2) AND (table_size <= 10)) AND ((capacity IS NULL) OR (capacity >= 2)) AND ((deals_limit IS NULL) OR (deals_limit >= 1)) AND ((buy_in_chips IS NULL) OR (buy_in_chips >= 1)))),
    CONSTRAINT clubs_night_spectator_delay_seconds_check CHECK ((spectator_delay_seconds >= 0)),
    CONSTRAINT clubs_night_status CHECK (((status)::text = ANY ((ARRAY['planned'::character varying, 'open'::character varying, 'seated'::character varying, 'playing'::character varying, 'closed'::character varying])::text[]))),
    CONSTRAINT clubs_night_table_size_check CHECK ((table_size >= 0)),
    CONSTRAINT clubs_night_time_bank_seconds_check CHECK ((time_bank_seconds >= 0)),
    CONSTRAINT clubs_night_turn_seconds_check CHECK ((turn_seconds >= 0)),
    CONSTRAINT clubs_night_version_check CHECK ((version >= 0))
);
ALTER TABLE public.clubs_night ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.clubs_night_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.clubs_nightdeed (
    id bigint NOT NULL,
    number integer NOT NULL,
    kind character varying(16) NOT NULL,
    at timestamp with time zone NOT NULL,
    told jsonb NOT NULL,
    before jsonb NOT NULL,
    keys character varying(40)[] NOT NULL,
    by_id bigint,
    night_id bigint NOT NULL,
    undoes_id bigint,
    link_id bigint,
    CONSTRAINT clubs_deed_from_one CHECK ((number >= 1)),
    CONSTRAINT clubs_deed_kind CHECK (((kind)::text = ANY ((ARRAY['plan'::character varying, 'change_plan'::character varying, 'rules'::character varying, 'open'::character varying, 'answer'::character varying, 'check_in'::character varying, 'welcome'::character varying, 'check_out'::character varying, 'wish'::character varying, 'drop_wish'::character varying, 'partners'::character varying, 'cut'::character varying, 'end_partners'::character varying, 'want_partner'::character varying, 'answer_partner'::character varying, 'draw'::character varying, 'repair'::character varying, 'swap'::character varying, 'place'::character varying, 'lock'::character varying, 'seating'::character varying, 'open_tables'::character varying, 'join'::character varying, 'another_table'::character varying, 'leave'::character varying, 'move'::character varying, 'bring'::character varying, 'break_up'::character varying, 'result'::character varying, 'correction'::character varying, 'totals'::character varying, 'hand_out'::character varying, 'take_back'::character varying, 'end_round'::character varying, 'next_round'::character varying, 'close'::character varying, 'cancel'::character varying, 'give_link'::character varying, 'revoke_link'::character varying, 'undo'::character varying])::text[]))),
    CONSTRAINT clubs_deed_link CHECK (((link_id IS NULL) OR (by_id IS NOT NULL))),
    CONSTRAINT clubs_deed_undo CHECK (((((kind)::text = 'undo'::text) AND (undoes_id IS NOT NULL)) OR ((NOT ((kind)::text = 'undo'::text)) AND (undoes_id IS NULL)))),
    CONSTRAINT clubs_nightdeed_number_check CHECK ((number >= 0))
);
COMMENT ON TABLE public.clubs_nightdeed IS 'Rows are only added.';
ALTER TABLE public.clubs_nightdeed ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.clubs_nightdeed_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.clubs_nightlink (
    id bigint NOT NULL,
    purpose character varying(6) NOT NULL,
    table_number smallint,
    most_welcomes smallint,
    digest bytea NOT NULL,
    made_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    giver_id bigint NOT NULL,
    night_id bigint NOT NULL,
    CONSTRAINT clubs_link_moments CHECK ((((made_at IS NULL) OR ((made_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (made_at <= '2100-01-01 00:00:00+00'::timestamp with time zone))) AND ((expires_at IS NULL) OR ((expires_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (expires_at <= '2100-01-01 00:00:00+00'::timestamp with time zone))) AND ((revoked_at IS NULL) OR ((revoked_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (revoked_at <= '2100-01-01 00:00:00+00'::timestamp with time zone))))),
    CONSTRAINT clubs_link_order CHECK (((expires_at > made_at) AND ((revoked_at IS NULL) OR (revoked_at >= made_at)))),
    CONSTRAINT clubs_link_purpose CHECK (((purpose)::text = ANY ((ARRAY['scorer'::character varying, 'door'::character varying, 'hall'::character varying])::text[]))),
    CONSTRAINT clubs_link_table CHECK (((table_number IS NULL) OR (((purpose)::text = 'scorer'::text) AND (table_number >= 1)))),
    CONSTRAINT clubs_link_welcomes CHECK ((((most_welcomes IS NOT NULL) AND ((most_welcomes >= 1) AND (most_welcomes <= 1000)) AND ((purpose)::text = 'door'::text)) OR ((NOT ((purpose)::text = 'door'::text)) AND (most_welcomes IS NULL)))),
    CONSTRAINT clubs_nightlink_most_welcomes_check CHECK ((most_welcomes >= 0)),
    CONSTRAINT clubs_nightlink_table_number_check CHECK ((table_number >= 0))
);
ALTER TABLE public.clubs_nightlink ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.clubs_nightlink_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.clubs_nightplace (
    id bigint NOT NULL,
    place smallint,
    left_at timestamp with time zone,
    attendance_id bigint NOT NULL,
    seat_id bigint,
    round_id bigint NOT NULL,
    table_id bigint NOT NULL,
    CONSTRAINT clubs_nightplace_place_check CHECK ((place >= 0)),
    CONSTRAINT clubs_place_drawn_or_taken CHECK ((((place IS NOT NULL) AND (seat_id IS NULL)) OR ((place IS NULL) AND (seat_id IS NOT NULL)))),
    CONSTRAINT clubs_place_left_a_seat CHECK (((left_at IS NULL) OR (seat_id IS NOT NULL))),
    CONSTRAINT clubs_place_moments CHECK (((left_at IS NULL) OR ((left_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (left_at <= '2100-01-01 00:00:00+00'::timestamp with time zone))))
);
ALTER TABLE public.clubs_nightplace ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.clubs_nightplace_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.clubs_nightround (
    id bigint NOT NULL,
    number smallint NOT NULL,
    status character varying(10) NOT NULL,
    seed bigint,
    repeat_meetings integer,
    least_repeats integer,
    meets_again jsonb NOT NULL,
    is_by_hand boolean NOT NULL,
    finished_at timestamp with time zone,
    night_id bigint NOT NULL,
    CONSTRAINT clubs_nightround_least_repeats_check CHECK ((least_repeats >= 0)),
    CONSTRAINT clubs_nightround_number_check CHECK ((number >= 0)),
    CONSTRAINT clubs_nightround_repeat_meetings_check CHECK ((repeat_meetings >= 0)),
    CONSTRAINT clubs_nightround_seed_check CHECK ((seed >= 0)),
    CONSTRAINT clubs_round_finished_at CHECK ((((finished_at IS NOT NULL) AND ((status)::text = 'finished'::text)) OR ((NOT ((status)::text = 'finished'::text)) AND (finished_at IS NULL)))),
    CONSTRAINT clubs_round_from_one CHECK ((number >= 1)),
    CONSTRAINT clubs_round_moments CHECK (((finished_at IS NULL) OR ((finished_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (finished_at <= '2100-01-01 00:00:00+00'::timestamp with time zone)))),
    CONSTRAINT clubs_round_status CHECK (((status)::text = ANY ((ARRAY['drafted'::character varying, 'playing'::character varying, 'finished'::character varying, 'taken_back'::character varying])::text[])))
);
ALTER TABLE public.clubs_nightround ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.clubs_nightround_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.clubs_nighttable (
    id bigint NOT NULL,
    number smallint NOT NULL,
    is_locked boolean NOT NULL,
    round_id bigint NOT NULL,
    table_id bigint,
    CONSTRAINT clubs_night_table_from_one CHECK ((number >= 1)),
    CONSTRAINT clubs_nighttable_number_check CHECK ((number >= 0))
);
ALTER TABLE public.clubs_nighttable ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.clubs_nighttable_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.clubs_nightwish (
    id bigint NOT NULL,
    kind character varying(8) NOT NULL,
    table_number smallint,
    seat_number smallint,
    night_id bigint NOT NULL,
    CONSTRAINT clubs_nightwish_seat_number_check CHECK ((seat_number >= 0)),
    CONSTRAINT clubs_nightwish_table_number_check CHECK ((table_number >= 0)),
    CONSTRAINT clubs_wish_kind CHECK (((((kind)::text = ANY ((ARRAY['together'::character varying, 'apart'::character varying])::text[])) AND (seat_number IS NULL) AND (table_number IS NULL)) OR (((kind)::text = 'table'::text) AND (seat_number IS NULL) AND (table_number >= 1)) OR (((kind)::text = 'seat'::text) AND ((seat_number >= 0) AND (seat_number <= 9)) AND (table_number IS NULL))))
);
ALTER TABLE public.clubs_nightwish ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.clubs_nightwish_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.clubs_partner (
    id bigint NOT NULL,
    cards character varying(100) NOT NULL,
    left_at timestamp with time zone,
    member_id bigint NOT NULL,
    night_id bigint,
    partnership_id bigint NOT NULL,
    CONSTRAINT clubs_partner_moments CHECK (((left_at IS NULL) OR ((left_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (left_at <= '2100-01-01 00:00:00+00'::timestamp with time zone))))
);
ALTER TABLE public.clubs_partner ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.clubs_partner_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.clubs_partnership (
    id bigint NOT NULL,
    from_on date,
    until_on date,
    formed_by character varying(9) NOT NULL,
    formed_at timestamp with time zone NOT NULL,
    seed bigint,
    club_id bigint NOT NULL,
    night_id bigint,
    CONSTRAINT clubs_partnership_formed_by CHECK (((formed_by)::text = ANY ((ARRAY['agreement'::character varying, 'answer'::character varying, 'cut'::character varying, 'hall'::character varying])::text[]))),
    CONSTRAINT clubs_partnership_moments CHECK (((formed_at IS NULL) OR ((formed_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (formed_at <= '2100-01-01 00:00:00+00'::timestamp with time zone)))),
    CONSTRAINT clubs_partnership_night_or_season CHECK ((((from_on IS NULL) AND (night_id IS NOT NULL) AND (until_on IS NULL)) OR ((from_on IS NOT NULL) AND (night_id IS NULL) AND (until_on >= from_on)))),
    CONSTRAINT clubs_partnership_seed_check CHECK ((seed >= 0))
);
ALTER TABLE public.clubs_partnership ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.clubs_partnership_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.clubs_player (
    id bigint NOT NULL,
    password character varying(128) NOT NULL,
    last_login timestamp with time zone,
    is_superuser boolean NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    username character varying(150) NOT NULL,
    name character varying(100) NOT NULL,
    sort_name text GENERATED ALWAYS AS (public.clubs_sort_name((name)::text)) STORED COLLATE pg_catalog."C",
    name_parts text GENERATED ALWAYS AS (public.clubs_name_parts((name)::text)) STORED COLLATE pg_catalog."C",
    email character varying(254) NOT NULL,
    is_bot boolean NOT NULL,
    is_active boolean NOT NULL,
    joined_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    signed_up_at timestamp with time zone,
    session_salt character varying(32) NOT NULL,
    CONSTRAINT clubs_player_version_check CHECK ((version >= 0))
);
CREATE TABLE public.clubs_player_groups (
    id bigint NOT NULL,
    player_id bigint NOT NULL,
    group_id integer NOT NULL
);
ALTER TABLE public.clubs_player_groups ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.clubs_player_groups_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE public.clubs_player ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.clubs_player_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.clubs_player_user_permissions (
    id bigint NOT NULL,
    player_id bigint NOT NULL,
    permission_id integer NOT NULL
);
ALTER TABLE public.clubs_player_user_permissions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.clubs_player_user_permissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.clubs_rulesremoval (
    id bigint NOT NULL,
    is_removed boolean NOT NULL,
    at timestamp with time zone NOT NULL,
    by_id bigint NOT NULL,
    revision_id bigint NOT NULL
);
COMMENT ON TABLE public.clubs_rulesremoval IS 'Rows are only added.';
ALTER TABLE public.clubs_rulesremoval ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.clubs_rulesremoval_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.clubs_rulesrevision (
    id bigint NOT NULL,
    number integer NOT NULL,
    made_for character varying(10) NOT NULL,
    name character varying(60) NOT NULL,
    preset character varying(40) NOT NULL,
    changes jsonb NOT NULL,
    options jsonb NOT NULL,
    at timestamp with time zone NOT NULL,
    by_id bigint,
    club_id bigint NOT NULL,
    CONSTRAINT clubs_rules_from_one CHECK ((number >= 1)),
    CONSTRAINT clubs_rules_made_for CHECK (((made_for)::text = ANY ((ARRAY['club'::character varying, 'night'::character varying, 'tournament'::character varying])::text[]))),
    CONSTRAINT clubs_rulesrevision_number_check CHECK ((number >= 0))
);
COMMENT ON TABLE public.clubs_rulesrevision IS 'Rows are only added.';
ALTER TABLE public.clubs_rulesrevision ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.clubs_rulesrevision_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.clubs_signincount (
    digest character varying(64) NOT NULL,
    failures integer NOT NULL,
    since timestamp with time zone NOT NULL,
    tried_at timestamp with time zone NOT NULL,
    known_at timestamp with time zone,
    CONSTRAINT clubs_signincount_failures_check CHECK ((failures >= 0))
);
CREATE TABLE public.clubs_token (
    digest character varying(128) NOT NULL,
    token_key character varying(25) NOT NULL,
    created timestamp with time zone NOT NULL,
    expiry timestamp with time zone,
    name character varying(100) NOT NULL,
    scopes character varying(20)[] NOT NULL,
    last_used_at timestamp with time zone,
    password_digest character varying(64) NOT NULL,
    user_id bigint NOT NULL
);
CREATE TABLE public.clubs_wishperson (
    id bigint NOT NULL,
    member_id bigint NOT NULL,
    wish_id bigint NOT NULL
);
ALTER TABLE public.clubs_wishperson ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.clubs_wishperson_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.django_admin_log (
    id integer NOT NULL,
    action_time timestamp with time zone NOT NULL,
    object_id text,
    object_repr character varying(200) NOT NULL,
    action_flag smallint NOT NULL,
    change_message text NOT NULL,
    content_type_id integer,
    user_id bigint NOT NULL,
    CONSTRAINT django_admin_log_action_flag_check CHECK ((action_flag >= 0))
);
ALTER TABLE public.django_admin_log ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_admin_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.django_content_type (
    id integer NOT NULL,
    app_label character varying(100) NOT NULL,
    model character varying(100) NOT NULL
);
ALTER TABLE public.django_content_type ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_content_type_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.django_migrations (
    id bigint NOT NULL,
    app character varying(255) NOT NULL,
    name character varying(255) NOT NULL,
    applied timestamp with time zone NOT NULL
);
ALTER TABLE public.django_migrations ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_migrations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.django_session (
    session_key character varying(40) NOT NULL,
    session_data text NOT NULL,
    expire_date timestamp with time zone NOT NULL
);
CREATE TABLE public.games_action (
    id bigint NOT NULL,
    sequence smallint NOT NULL,
    ply smallint NOT NULL,
    place smallint NOT NULL,
    text character varying(10) NOT NULL,
    is_public boolean NOT NULL,
    by character varying(6) NOT NULL,
    at timestamp with time zone NOT NULL,
    deal_id bigint NOT NULL,
    CONSTRAINT games_action_place_check CHECK ((place >= 0)),
    CONSTRAINT games_action_ply_check CHECK ((ply >= 0)),
    CONSTRAINT games_action_sequence_check CHECK ((sequence >= 0))
);
COMMENT ON TABLE public.games_action IS 'Rows are only added.';
ALTER TABLE public.games_action ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.games_action_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.games_deal (
    id bigint NOT NULL,
    is_public boolean NOT NULL,
    number integer NOT NULL,
    seat_numbers smallint[] NOT NULL,
    dealer smallint NOT NULL,
    sealed_seed bytea,
    commitment bytea,
    entropy_round smallint NOT NULL,
    cards_root bytea,
    is_new_pool boolean NOT NULL,
    scores smallint[] NOT NULL,
    outcome_json jsonb,
    is_dealt_again boolean NOT NULL,
    contributions integer[] NOT NULL,
    gains integer[] NOT NULL,
    is_counted boolean NOT NULL,
    is_stale boolean NOT NULL,
    dealt_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    settled_at timestamp with time zone,
    voided_at timestamp with time zone,
    void_reason character varying(200) NOT NULL,
    club_book_id bigint NOT NULL,
    voided_by_id bigint,
    table_id bigint NOT NULL,
    CONSTRAINT games_deal_dealer_check CHECK ((dealer >= 0)),
    CONSTRAINT games_deal_ended_has_outcome CHECK ((((ended_at IS NULL) AND (outcome_json = 'null'::jsonb)) OR ((ended_at IS NOT NULL) AND (outcome_json IS NOT NULL)) OR ((ended_at IS NOT NULL) AND (voided_at IS NOT NULL)))),
    CONSTRAINT games_deal_entropy_round_check CHECK ((entropy_round >= 0)),
    CONSTRAINT games_deal_number_check CHECK ((number >= 0)),
    CONSTRAINT games_deal_settled_after_end CHECK (((settled_at IS NULL) OR (ended_at <= settled_at))),
    CONSTRAINT games_deal_void_by_somebody CHECK (((((void_reason)::text = ''::text) AND (voided_at IS NULL) AND (voided_by_id IS NULL)) OR ((settled_at IS NOT NULL) AND (voided_at IS NOT NULL) AND (voided_by_id IS NOT NULL) AND (NOT ((void_reason)::text = ''::text)))))
);
ALTER TABLE public.games_deal ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.games_deal_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.games_dealresult (
    id bigint NOT NULL,
    place smallint NOT NULL,
    preset character varying(40) NOT NULL,
    kind character varying(12) NOT NULL,
    is_winner boolean NOT NULL,
    chips integer NOT NULL,
    mu_gain double precision,
    sigma_factor double precision,
    deal_id bigint NOT NULL,
    player_id bigint NOT NULL,
    CONSTRAINT games_dealresult_place_check CHECK ((place >= 0)),
    CONSTRAINT games_result_moved CHECK ((((mu_gain IS NULL) AND (sigma_factor IS NULL)) OR ((mu_gain IS NOT NULL) AND (sigma_factor > (0.0)::double precision))))
);
ALTER TABLE public.games_dealresult ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.games_dealresult_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.games_entropystring (
    id bigint NOT NULL,
    round smallint NOT NULL,
    seat smallint NOT NULL,
    commitment bytea NOT NULL,
    text character varying(64) NOT NULL,
    committed_at timestamp with time zone NOT NULL,
    opened_at timestamp with time zone,
    player_id bigint NOT NULL,
    table_id bigint NOT NULL,
    CONSTRAINT games_entropystring_opened_has_text CHECK ((((opened_at IS NULL) AND ((text)::text = ''::text)) OR ((opened_at IS NOT NULL) AND (NOT ((text)::text = ''::text))))),
    CONSTRAINT games_entropystring_round_check CHECK ((round >= 0)),
    CONSTRAINT games_entropystring_seat_can_be_mixed CHECK ((seat <= 255)),
    CONSTRAINT games_entropystring_seat_check CHECK ((seat >= 0))
);
ALTER TABLE public.games_entropystring ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.games_entropystring_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.games_formerstack (
    id bigint NOT NULL,
    stack_id bigint NOT NULL,
    seat_id bigint NOT NULL
);
ALTER TABLE public.games_formerstack ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.games_formerstack_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.games_heartbeat (
    part character varying(100) NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE TABLE public.games_rating (
    id bigint NOT NULL,
    preset character varying(40) NOT NULL,
    mu double precision NOT NULL,
    sigma double precision NOT NULL,
    points double precision NOT NULL,
    deals_count integer NOT NULL,
    player_id bigint NOT NULL,
    CONSTRAINT games_rating_deals_count_check CHECK ((deals_count >= 0))
);
ALTER TABLE public.games_rating ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.games_rating_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.games_resultentry (
    id bigint NOT NULL,
    version integer NOT NULL,
    seat_numbers smallint[] NOT NULL,
    result_json jsonb,
    link_id bigint,
    at timestamp with time zone NOT NULL,
    dealt_at timestamp with time zone NOT NULL,
    reason character varying(200) NOT NULL,
    restores integer,
    by_id bigint,
    deal_id bigint NOT NULL,
    CONSTRAINT games_result_entry_version CHECK ((version >= 1)),
    CONSTRAINT games_resultentry_link_id_check CHECK ((link_id >= 0)),
    CONSTRAINT games_resultentry_restores_check CHECK ((restores >= 0)),
    CONSTRAINT games_resultentry_version_check CHECK ((version >= 0))
);
COMMENT ON TABLE public.games_resultentry IS 'Rows are only added.';
ALTER TABLE public.games_resultentry ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.games_resultentry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.games_seat (
    id bigint NOT NULL,
    is_public boolean NOT NULL,
    number smallint NOT NULL,
    place smallint NOT NULL,
    side smallint,
    bot_level character varying(10) NOT NULL,
    is_house boolean NOT NULL,
    is_away boolean NOT NULL,
    came_at timestamp with time zone,
    returned_at timestamp with time zone,
    bank_seconds double precision NOT NULL,
    bought_chips bigint NOT NULL,
    buy_ins_count integer NOT NULL,
    more_chips bigint NOT NULL,
    is_sitting_out boolean NOT NULL,
    is_leaving boolean NOT NULL,
    is_sent_away boolean NOT NULL,
    cashed_chips bigint,
    club_book_id bigint NOT NULL,
    moved_from_id bigint,
    player_id bigint NOT NULL,
    purse_id bigint NOT NULL,
    stack_id bigint NOT NULL,
    table_id bigint NOT NULL,
    CONSTRAINT games_seat_bought_chips_check CHECK ((bought_chips >= 0)),
    CONSTRAINT games_seat_buy_ins_count_check CHECK ((buy_ins_count >= 0)),
    CONSTRAINT games_seat_cashed_chips_check CHECK ((cashed_chips >= 0)),
    CONSTRAINT games_seat_house_is_bot CHECK (((NOT is_house) OR (NOT ((bot_level)::text = ''::text)))),
    CONSTRAINT games_seat_more_chips_check CHECK ((more_chips >= 0)),
    CONSTRAINT games_seat_number_check CHECK ((number >= 0)),
    CONSTRAINT games_seat_place_check CHECK ((place >= 0)),
    CONSTRAINT games_seat_side_check CHECK ((side >= 0))
);
ALTER TABLE public.games_seat ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.games_seat_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.games_sign (
    part character varying(100) NOT NULL,
    at timestamp with time zone NOT NULL,
    fault text NOT NULL,
    counts jsonb NOT NULL
);
CREATE TABLE public.games_table (
    id bigint NOT NULL,
    due_at timestamp with time zone,
    turn_began_at timestamp with time zone,
    is_clock_running boolean NOT NULL,
    idle_since timestamp with time zone,
    entropy_until timestamp with time zone,
    next_deal_at timestamp with time zone,
    paused_at timestamp with time zone,
    is_public boolean NOT NULL,
    may_come_and_go boolean NOT NULL,
    is_played_to_end boolean NOT NULL,
    may_bring_more boolean NOT NULL,
    is_all_in boolean NOT NULL,
    when_away character varying(10) NOT NULL,
    when_too_few character varying(10) NOT NULL,
    when_side_broken character varying(10) NOT NULL,
    turn_seconds integer NOT NULL,
    time_bank_seconds integer NOT NULL,
    pause_seconds integer NOT NULL,
    reveals_each_deal boolean NOT NULL,
    spectator_delay_seconds integer NOT NULL,
    name character varying(100) NOT NULL,
    mode character varying(8) NOT NULL,
    rules_json jsonb NOT NULL,
    preset character varying(40) NOT NULL,
    deals_limit integer,
    bot_seconds double precision NOT NULL,
    bot_rebuys smallint NOT NULL,
    anchor bytea NOT NULL,
    sealed_tail bytea NOT NULL,
    seeds_count integer NOT NULL,
    entropy_round smallint NOT NULL,
    entropy_phase character varying(10) NOT NULL,
    seats_limit smallint,
    opened_at timestamp with time zone NOT NULL,
    latest_at timestamp with time zone,
    closed_at timestamp with time zone,
    reopened_count integer NOT NULL,
    is_taken_back boolean NOT NULL,
    is_pool_split boolean NOT NULL,
    book_id bigint NOT NULL,
    club_book_id bigint NOT NULL,
    pool_id bigint NOT NULL,
    CONSTRAINT games_table_bot_rebuys_check CHECK ((bot_rebuys >= 0)),
    CONSTRAINT games_table_closed_is_not_due CHECK (((closed_at IS NULL) OR (due_at IS NULL))),
    CONSTRAINT games_table_deals_limit_check CHECK ((deals_limit >= 0)),
    CONSTRAINT games_table_entropy_round_check CHECK ((entropy_round >= 0)),
    CONSTRAINT games_table_pause_seconds_check CHECK ((pause_seconds >= 0)),
    CONSTRAINT games_table_policies CHECK ((((when_away)::text = ANY ((ARRAY['sit_out'::character varying, 'wait'::character varying, 'play_on'::character varying])::text[])) AND ((when_too_few)::text = ANY ((ARRAY['wait'::character varying, 'rest'::character varying, 'close'::character varying])::text[])) AND ((when_side_broken)::text = ANY ((ARRAY['sit_out'::character varying, 'wait'::character varying])::text[])) AND ((NOT may_come_and_go) OR ((NOT is_played_to_end) AND (seats_limit IS NOT NULL))))),
    CONSTRAINT games_table_reopened_count_check CHECK ((reopened_count >= 0)),
    CONSTRAINT games_table_seats_limit_check CHECK ((seats_limit >= 0)),
    CONSTRAINT games_table_seeds_count_check CHECK ((seeds_count >= 0)),
    CONSTRAINT games_table_spectator_delay_seconds_check CHECK ((spectator_delay_seconds >= 0)),
    CONSTRAINT games_table_taken_back_is_closed CHECK (((NOT is_taken_back) OR (closed_at IS NOT NULL))),
    CONSTRAINT games_table_time_bank_seconds_check CHECK ((time_bank_seconds >= 0)),
    CONSTRAINT games_table_turn_seconds_check CHECK ((turn_seconds >= 0))
);
ALTER TABLE public.games_table ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.games_table_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.games_totalsentry (
    id bigint NOT NULL,
    version integer NOT NULL,
    totals_json jsonb,
    link_id bigint,
    at timestamp with time zone NOT NULL,
    counted_at timestamp with time zone,
    reason character varying(200) NOT NULL,
    restores integer,
    by_id bigint NOT NULL,
    table_id bigint NOT NULL,
    CONSTRAINT games_totals_entry_version CHECK ((version >= 1)),
    CONSTRAINT games_totalsentry_link_id_check CHECK ((link_id >= 0)),
    CONSTRAINT games_totalsentry_restores_check CHECK ((restores >= 0)),
    CONSTRAINT games_totalsentry_version_check CHECK ((version >= 0))
);
COMMENT ON TABLE public.games_totalsentry IS 'Rows are only added.';
ALTER TABLE public.games_totalsentry ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.games_totalsentry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.knox_authtoken (
    digest character varying(128) NOT NULL,
    created timestamp with time zone NOT NULL,
    user_id bigint NOT NULL,
    expiry timestamp with time zone,
    token_key character varying(25) NOT NULL
);
ALTER TABLE public.ledger_account ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.ledger_account_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.ledger_audit (
    id bigint NOT NULL,
    checked_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    fault text NOT NULL
);
ALTER TABLE public.ledger_audit ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.ledger_audit_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE public.ledger_book ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.ledger_book_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.ledger_entry (
    id bigint NOT NULL,
    seq bigint NOT NULL,
    chips bigint NOT NULL,
    balance_after bigint NOT NULL,
    account_id bigint NOT NULL,
    transfer_id bigint NOT NULL,
    CONSTRAINT ledger_entry_moves CHECK ((NOT (chips = 0)))
);
ALTER TABLE public.ledger_entry ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.ledger_entry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.ledger_receipt (
    id bigint NOT NULL,
    key character varying(200) NOT NULL,
    path character varying(500) NOT NULL,
    digest character varying(64) NOT NULL,
    status smallint NOT NULL,
    answer jsonb,
    stored_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    actor_id bigint NOT NULL,
    CONSTRAINT ledger_receipt_status_check CHECK ((status >= 0))
);
ALTER TABLE public.ledger_receipt ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.ledger_receipt_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.ledger_seal (
    id bigint NOT NULL,
    number bigint NOT NULL,
    version smallint NOT NULL,
    hash bytea NOT NULL,
    book_id bigint NOT NULL,
    transfer_id bigint NOT NULL
);
ALTER TABLE public.ledger_seal ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.ledger_seal_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.ledger_sealing (
    id bigint NOT NULL,
    looked_at timestamp with time zone NOT NULL,
    sealed_at timestamp with time zone,
    waiting_since timestamp with time zone,
    obstacle text NOT NULL,
    sealed_below bigint DEFAULT 0 NOT NULL,
    cluster bigint DEFAULT 0 NOT NULL
);
ALTER TABLE public.ledger_sealing ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.ledger_sealing_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE public.ledger_transfer ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.ledger_transfer_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.ledger_transferreason (
    name character varying(20) NOT NULL,
    sentence character varying(200) NOT NULL,
    gained character varying(200) NOT NULL,
    gave character varying(200) NOT NULL,
    gained_in_part character varying(200) NOT NULL,
    undone_by character varying(200) NOT NULL,
    is_by_hand boolean NOT NULL
);
CREATE TABLE public.mfa_authenticator (
    id bigint NOT NULL,
    type character varying(20) NOT NULL,
    data jsonb NOT NULL,
    user_id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone
);
ALTER TABLE public.mfa_authenticator ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.mfa_authenticator_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_bye (
    id bigint NOT NULL,
    reason character varying(200) NOT NULL,
    entrant_id bigint NOT NULL,
    round_id bigint NOT NULL
);
ALTER TABLE public.tournaments_bye ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_bye_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_entrant (
    id bigint NOT NULL,
    stage_number smallint NOT NULL,
    admission character varying(7) NOT NULL,
    entered_at timestamp with time zone NOT NULL,
    checked_in_at timestamp with time zone,
    withdrawn_at timestamp with time zone,
    missed_rounds smallint NOT NULL,
    came_at timestamp with time zone,
    let_go character varying(14) NOT NULL,
    has_left boolean NOT NULL,
    late_points integer NOT NULL,
    refusal character varying(300) NOT NULL,
    tournament_id bigint NOT NULL,
    CONSTRAINT tournaments_entrant_admission CHECK (((admission)::text = ANY ((ARRAY['in'::character varying, 'asked'::character varying, 'waiting'::character varying])::text[]))),
    CONSTRAINT tournaments_entrant_late CHECK (((late_points = 0) OR (missed_rounds > 0))),
    CONSTRAINT tournaments_entrant_left CHECK (((NOT has_left) OR (withdrawn_at IS NOT NULL))),
    CONSTRAINT tournaments_entrant_let_go CHECK ((((let_go)::text = ''::text) OR (((let_go)::text = ANY ((ARRAY['not_checked_in'::character varying, 'no_place'::character varying, 'turned_away'::character varying, 'no_show'::character varying])::text[])) AND (withdrawn_at IS NOT NULL) AND ((NOT ((let_go)::text = 'no_show'::text)) OR (came_at IS NULL))))),
    CONSTRAINT tournaments_entrant_missed_rounds_check CHECK ((missed_rounds >= 0)),
    CONSTRAINT tournaments_entrant_refused CHECK ((((refusal)::text = ''::text) OR (withdrawn_at IS NOT NULL))),
    CONSTRAINT tournaments_entrant_stage_number_check CHECK ((stage_number >= 0))
);
ALTER TABLE public.tournaments_entrant ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_entrant_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_entrantmember (
    id bigint NOT NULL,
    number smallint NOT NULL,
    bot_level character varying(10) NOT NULL,
    joined_at timestamp with time zone NOT NULL,
    left_at timestamp with time zone,
    bot_id bigint,
    entrant_id bigint NOT NULL,
    member_id bigint,
    purse_id bigint NOT NULL,
    tournament_id bigint NOT NULL,
    CONSTRAINT tournaments_entrantmember_number_check CHECK ((number >= 0)),
    CONSTRAINT tournaments_entrantmember_who CHECK ((((bot_id IS NULL) AND (member_id IS NOT NULL)) OR ((bot_id IS NOT NULL) AND (member_id IS NULL) AND (NOT ((bot_level)::text = ''::text)))))
);
ALTER TABLE public.tournaments_entrantmember ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_entrantmember_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_news (
    id bigint NOT NULL,
    number integer NOT NULL,
    kind character varying(9) NOT NULL,
    round_number smallint,
    tournament_id bigint NOT NULL,
    CONSTRAINT tournaments_news_kind CHECK (((kind)::text = ANY ((ARRAY['status'::character varying, 'entries'::character varying, 'draw'::character varying, 'results'::character varying, 'standings'::character varying])::text[]))),
    CONSTRAINT tournaments_news_number_check CHECK ((number >= 0)),
    CONSTRAINT tournaments_news_round_number_check CHECK ((round_number >= 0))
);
ALTER TABLE public.tournaments_news ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_news_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_penalty (
    id bigint NOT NULL,
    round_number smallint NOT NULL,
    points integer NOT NULL,
    reason character varying(200) NOT NULL,
    given_at timestamp with time zone NOT NULL,
    lifted_at timestamp with time zone,
    entrant_id bigint NOT NULL,
    given_by_id bigint NOT NULL,
    stage_id bigint NOT NULL,
    CONSTRAINT tournaments_penalty_points CHECK ((points > 0)),
    CONSTRAINT tournaments_penalty_points_check CHECK ((points >= 0)),
    CONSTRAINT tournaments_penalty_reason CHECK ((NOT ((reason)::text = ''::text))),
    CONSTRAINT tournaments_penalty_round_number_check CHECK ((round_number >= 0))
);
ALTER TABLE public.tournaments_penalty ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_penalty_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_prize (
    id bigint NOT NULL,
    rank smallint NOT NULL,
    category character varying(60) NOT NULL,
    category_name character varying(60) NOT NULL,
    place smallint,
    chips integer NOT NULL,
    reason text NOT NULL,
    entrant_id bigint NOT NULL,
    CONSTRAINT tournaments_prize_chips_check CHECK ((chips >= 0)),
    CONSTRAINT tournaments_prize_place CHECK (((((category)::text = 'place'::text) AND (place >= 1)) OR ((NOT ((category)::text = 'place'::text)) AND (place IS NULL)))),
    CONSTRAINT tournaments_prize_place_check CHECK ((place >= 0)),
    CONSTRAINT tournaments_prize_rank_check CHECK ((rank >= 0))
);
ALTER TABLE public.tournaments_prize ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_prize_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_round (
    id bigint NOT NULL,
    number smallint NOT NULL,
    seed bigint NOT NULL,
    repeat_meetings integer NOT NULL,
    least_repeats integer NOT NULL,
    started_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone,
    called_at timestamp with time zone,
    finished_at timestamp with time zone,
    bye_points integer,
    undone_at timestamp with time zone,
    draw_id bigint,
    stage_id bigint NOT NULL,
    tournament_id bigint NOT NULL,
    CONSTRAINT tournaments_round_least_repeats_check CHECK ((least_repeats >= 0)),
    CONSTRAINT tournaments_round_number_check CHECK ((number >= 0)),
    CONSTRAINT tournaments_round_repeat_meetings_check CHECK ((repeat_meetings >= 0))
);
ALTER TABLE public.tournaments_round ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_round_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_rounddraw (
    id bigint NOT NULL,
    round_number smallint NOT NULL,
    number smallint NOT NULL,
    status character varying(10) NOT NULL,
    seed bigint NOT NULL,
    planner smallint NOT NULL,
    inputs jsonb NOT NULL,
    drawn_json jsonb NOT NULL,
    moves_json jsonb NOT NULL,
    repeat_meetings integer NOT NULL,
    least_repeats integer NOT NULL,
    drawn_at timestamp with time zone NOT NULL,
    publishes_at timestamp with time zone,
    published_at timestamp with time zone,
    drawn_by_id bigint,
    published_by_id bigint,
    stage_id bigint NOT NULL,
    tournament_id bigint NOT NULL,
    CONSTRAINT tournaments_rounddraw_least_repeats_check CHECK ((least_repeats >= 0)),
    CONSTRAINT tournaments_rounddraw_number_check CHECK ((number >= 0)),
    CONSTRAINT tournaments_rounddraw_planner_check CHECK ((planner >= 0)),
    CONSTRAINT tournaments_rounddraw_published_at CHECK (((NOT ((status)::text = 'published'::text)) OR (published_at IS NOT NULL))),
    CONSTRAINT tournaments_rounddraw_repeat_meetings_check CHECK ((repeat_meetings >= 0)),
    CONSTRAINT tournaments_rounddraw_round_number_check CHECK ((round_number >= 0))
);
ALTER TABLE public.tournaments_rounddraw ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_rounddraw_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_roundseat (
    id bigint NOT NULL,
    seat smallint NOT NULL,
    chips integer,
    deals_won smallint,
    tricks smallint,
    deals smallint,
    jinks smallint,
    entrant_id bigint NOT NULL,
    member_id bigint NOT NULL,
    round_table_id bigint NOT NULL,
    CONSTRAINT tournaments_roundseat_deals_check CHECK ((deals >= 0)),
    CONSTRAINT tournaments_roundseat_deals_won_check CHECK ((deals_won >= 0)),
    CONSTRAINT tournaments_roundseat_jinks_check CHECK ((jinks >= 0)),
    CONSTRAINT tournaments_roundseat_seat_check CHECK ((seat >= 0)),
    CONSTRAINT tournaments_roundseat_tricks_check CHECK ((tricks >= 0))
);
ALTER TABLE public.tournaments_roundseat ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_roundseat_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_roundtable (
    id bigint NOT NULL,
    number smallint NOT NULL,
    are_sides boolean NOT NULL,
    voided_at timestamp with time zone,
    round_id bigint NOT NULL,
    table_id bigint NOT NULL,
    CONSTRAINT tournaments_roundtable_number_check CHECK ((number >= 0))
);
ALTER TABLE public.tournaments_roundtable ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_roundtable_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_seatingplan (
    id bigint NOT NULL,
    key character varying(64) NOT NULL,
    planner smallint NOT NULL,
    rounds jsonb,
    stage_id bigint NOT NULL,
    CONSTRAINT tournaments_seatingplan_planner_check CHECK ((planner >= 0))
);
ALTER TABLE public.tournaments_seatingplan ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_seatingplan_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_stage (
    id bigint NOT NULL,
    number smallint NOT NULL,
    format character varying(30) NOT NULL,
    format_settings jsonb NOT NULL,
    rounds_count smallint,
    planned_rounds smallint,
    deals_a_round smallint NOT NULL,
    round_minutes smallint,
    starting_stack integer NOT NULL,
    table_size smallint NOT NULL,
    carries character varying(4) NOT NULL,
    cut smallint,
    cut_ties character varying(4) NOT NULL,
    seed bigint,
    started_at timestamp with time zone,
    finished_at timestamp with time zone,
    tournament_id bigint NOT NULL,
    CONSTRAINT tournaments_stage_choices CHECK ((((carries)::text = ANY ((ARRAY['none'::character varying, 'half'::character varying, 'all'::character varying])::text[])) AND ((cut_ties)::text = ANY ((ARRAY['all'::character varying, 'lot'::character varying, 'next'::character varying])::text[])))),
    CONSTRAINT tournaments_stage_clock CHECK (((round_minutes IS NULL) OR ((round_minutes >= 1) AND (round_minutes <= 1440)))),
    CONSTRAINT tournaments_stage_cut_check CHECK ((cut >= 0)),
    CONSTRAINT tournaments_stage_deals_a_round_check CHECK ((deals_a_round >= 0)),
    CONSTRAINT tournaments_stage_first CHECK (((number > 1) OR (((carries)::text = 'none'::text) AND (cut IS NULL) AND (number = 1)))),
    CONSTRAINT tournaments_stage_number_check CHECK ((number >= 0)),
    CONSTRAINT tournaments_stage_planned_rounds_check CHECK ((planned_rounds >= 0)),
    CONSTRAINT tournaments_stage_round_minutes_check CHECK ((round_minutes >= 0)),
    CONSTRAINT tournaments_stage_rounds_count_check CHECK ((rounds_count >= 0)),
    CONSTRAINT tournaments_stage_starting_stack_check CHECK ((starting_stack >= 0)),
    CONSTRAINT tournaments_stage_table_size_check CHECK ((table_size >= 0))
);
ALTER TABLE public.tournaments_stage ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_stage_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_tournament (
    id bigint NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    updated_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    turn_seconds integer NOT NULL,
    time_bank_seconds integer NOT NULL,
    pause_seconds integer NOT NULL,
    reveals_each_deal boolean NOT NULL,
    spectator_delay_seconds integer NOT NULL,
    capacity smallint,
    starts_when_full boolean NOT NULL,
    needs_approval boolean NOT NULL,
    is_members_only boolean NOT NULL,
    least_rating smallint,
    most_rating smallint,
    invitation_code character varying(40) NOT NULL,
    late_until_round smallint,
    no_show_minutes smallint,
    bots_limit smallint NOT NULL,
    bots_level character varying(10) NOT NULL,
    breaks jsonb NOT NULL,
    break_until timestamp with time zone,
    paused_at timestamp with time zone,
    name character varying(100) NOT NULL,
    entry_chips integer NOT NULL,
    members_count smallint NOT NULL,
    prize_percents smallint[] NOT NULL,
    fixed_prizes integer[] NOT NULL,
    prize_categories jsonb NOT NULL,
    prize_ties character varying(5) NOT NULL,
    odd_chips character varying(5) NOT NULL,
    prizes_for_who_left boolean NOT NULL,
    starts_at timestamp with time zone,
    is_public boolean NOT NULL,
    opens_at timestamp with time zone,
    check_in_minutes smallint,
    check_in_grace_minutes smallint NOT NULL,
    payout_minutes smallint NOT NULL,
    draw_minutes smallint NOT NULL,
    status character varying(12) NOT NULL,
    ends_early boolean NOT NULL,
    finished_at timestamp with time zone,
    wait_told_at timestamp with time zone,
    stages_changes integer NOT NULL,
    book_id bigint NOT NULL,
    club_id bigint NOT NULL,
    fund_id bigint NOT NULL,
    house_rules_id bigint NOT NULL,
    CONSTRAINT tournaments_tournament_bots_limit_check CHECK ((bots_limit >= 0)),
    CONSTRAINT tournaments_tournament_capacity CHECK ((((capacity IS NULL) AND (NOT starts_when_full)) OR ((capacity IS NOT NULL) AND ((capacity >= 2) AND (capacity <= 32767))))),
    CONSTRAINT tournaments_tournament_capacity_check CHECK ((capacity >= 0)),
    CONSTRAINT tournaments_tournament_check_in_grace_minutes_check CHECK ((check_in_grace_minutes >= 0)),
    CONSTRAINT tournaments_tournament_check_in_minutes_check CHECK ((check_in_minutes >= 0)),
    CONSTRAINT tournaments_tournament_clocks CHECK (((pause_seconds <= 60) AND (spectator_delay_seconds <= 3600) AND (time_bank_seconds <= 3600) AND ((turn_seconds >= 1) AND (turn_seconds <= 86400)))),
    CONSTRAINT tournaments_tournament_draw_minutes_check CHECK ((draw_minutes >= 0)),
    CONSTRAINT tournaments_tournament_entry_chips_check CHECK ((entry_chips >= 0)),
    CONSTRAINT tournaments_tournament_grace CHECK ((check_in_grace_minutes <= 60)),
    CONSTRAINT tournaments_tournament_late_and_bots CHECK ((((bots_level)::text = ANY ((ARRAY['thumb'::character varying, 'strong'::character varying])::text[])) AND (bots_limit <= 100) AND ((no_show_minutes IS NULL) OR ((no_show_minutes >= 1) AND (no_show_minutes <= 1440))) AND ((late_until_round IS NULL) OR ((late_until_round >= 2) AND (late_until_round <= 100))))),
    CONSTRAINT tournaments_tournament_late_until_round_check CHECK ((late_until_round >= 0)),
    CONSTRAINT tournaments_tournament_members CHECK (((members_count >= 1) AND (members_count <= 3))),
    CONSTRAINT tournaments_tournament_members_count_check CHECK ((members_count >= 0)),
    CONSTRAINT tournaments_tournament_moments CHECK ((((starts_at IS NULL) OR ((starts_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (starts_at <= '2100-01-01 00:00:00+00'::timestamp with time zone))) AND ((opens_at IS NULL) OR ((opens_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (opens_at <= '2100-01-01 00:00:00+00'::timestamp with time zone))))),
    CONSTRAINT tournaments_tournament_no_show_minutes_check CHECK ((no_show_minutes >= 0)),
    CONSTRAINT tournaments_tournament_pause_seconds_check CHECK ((pause_seconds >= 0)),
    CONSTRAINT tournaments_tournament_payout_minutes_check CHECK ((payout_minutes >= 0)),
    CONSTRAINT tournaments_tournament_prizes CHECK ((((odd_chips)::text = ANY ((ARRAY['entry'::character varying, 'lot'::character varying])::text[])) AND ((prize_ties)::text = ANY ((ARRAY['share'::character varying, 'lot'::character varying])::text[])))),
    CONSTRAINT tournaments_tournament_ratings CHECK ((((least_rating IS NULL) OR ((least_rating >= '-1000'::integer) AND (least_rating <= 1000))) AND ((most_rating IS NULL) OR ((most_rating >= '-1000'::integer) AND (most_rating <= 1000))) AND ((least_rating IS NULL) OR (most_rating IS NULL) OR (least_rating <= most_rating)))),
    CONSTRAINT tournaments_tournament_rests CHECK ((((break_until IS NULL) AND (paused_at IS NULL)) OR ((status)::text = 'running'::text))),
    CONSTRAINT tournaments_tournament_spectator_delay_seconds_check CHECK ((spectator_delay_seconds >= 0)),
    CONSTRAINT tournaments_tournament_stages_changes_check CHECK ((stages_changes >= 0)),
    CONSTRAINT tournaments_tournament_time_bank_seconds_check CHECK ((time_bank_seconds >= 0)),
    CONSTRAINT tournaments_tournament_turn_seconds_check CHECK ((turn_seconds >= 0)),
    CONSTRAINT tournaments_tournament_version_check CHECK ((version >= 0))
);
ALTER TABLE public.tournaments_tournament ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_tournament_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_tournamentdeed (
    id bigint NOT NULL,
    number integer NOT NULL,
    kind character varying(16) NOT NULL,
    at timestamp with time zone NOT NULL,
    reason text NOT NULL,
    round_number smallint,
    table_number smallint,
    entrants bigint[] NOT NULL,
    before jsonb NOT NULL,
    after jsonb NOT NULL,
    by_id bigint,
    deal_id bigint,
    tournament_id bigint NOT NULL,
    CONSTRAINT tournaments_deed_deal CHECK ((((deal_id IS NOT NULL) AND ((kind)::text = 'deal_taken_back'::text)) OR ((NOT ((kind)::text = 'deal_taken_back'::text)) AND (deal_id IS NULL)))),
    CONSTRAINT tournaments_deed_from_one CHECK ((number >= 1)),
    CONSTRAINT tournaments_deed_kind CHECK (((kind)::text = ANY ((ARRAY['entered'::character varying, 'came_back'::character varying, 'withdrew'::character varying, 'let_go'::character varying, 'approved'::character varying, 'refused'::character varying, 'moved_up'::character varying, 'checked_in'::character varying, 'substituted'::character varying, 'started'::character varying, 'stage_began'::character varying, 'drew'::character varying, 'drew_again'::character varying, 'moved'::character varying, 'confirmed'::character varying, 'round_began'::character varying, 'undid_draw'::character varying, 'counted'::character varying, 'break_began'::character varying, 'break_ended'::character varying, 'paused'::character varying, 'resumed'::character varying, 'deal_taken_back'::character varying, 'corrected'::character varying, 'replayed'::character varying, 'penalised'::character varying, 'lifted'::character varying, 'ended'::character varying, 'shortened'::character varying, 'prizes_changed'::character varying, 'finished'::character varying, 'cancelled'::character varying, 'paid'::character varying, 'paid_right'::character varying])::text[]))),
    CONSTRAINT tournaments_tournamentdeed_number_check CHECK ((number >= 0)),
    CONSTRAINT tournaments_tournamentdeed_round_number_check CHECK ((round_number >= 0)),
    CONSTRAINT tournaments_tournamentdeed_table_number_check CHECK ((table_number >= 0))
);
COMMENT ON TABLE public.tournaments_tournamentdeed IS 'Rows are only added.';
ALTER TABLE public.tournaments_tournamentdeed ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_tournamentdeed_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.usersessions_usersession (
    id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    ip inet NOT NULL,
    last_seen_at timestamp with time zone NOT NULL,
    session_key character varying(40) NOT NULL,
    user_agent character varying(200) NOT NULL,
    data jsonb NOT NULL,
    user_id bigint NOT NULL
);
ALTER TABLE public.usersessions_usersession ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.usersessions_usersession_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE ONLY public.account_emailaddress
    ADD CONSTRAINT account_emailaddress_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.account_emailaddress
    ADD CONSTRAINT account_emailaddress_user_id_email_987c8728_uniq UNIQUE (user_id, email);
ALTER TABLE ONLY public.account_emailconfirmation
    ADD CONSTRAINT account_emailconfirmation_key_key UNIQUE (key);
ALTER TABLE ONLY public.account_emailconfirmation
    ADD CONSTRAINT account_emailconfirmation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_group
    ADD CONSTRAINT auth_group_name_key UNIQUE (name);
ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_group_id_permission_id_0cd325b0_uniq UNIQUE (group_id, permission_id);
ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_group
    ADD CONSTRAINT auth_group_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_content_type_id_codename_01ab375a_uniq UNIQUE (content_type_id, codename);
ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.clubs_attendance
    ADD CONSTRAINT clubs_attendance_once UNIQUE (night_id, member_id);
ALTER TABLE ONLY public.clubs_attendance
    ADD CONSTRAINT clubs_attendance_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.clubs_cache
    ADD CONSTRAINT clubs_cache_pkey PRIMARY KEY (cache_key);
ALTER TABLE ONLY public.clubs_club
    ADD CONSTRAINT clubs_club_book_id_key UNIQUE (book_id);
ALTER TABLE ONLY public.clubs_club
    ADD CONSTRAINT clubs_club_house_purse_id_key UNIQUE (house_purse_id);
ALTER TABLE ONLY public.clubs_club
    ADD CONSTRAINT clubs_club_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.clubs_club
    ADD CONSTRAINT clubs_club_slug_key UNIQUE (slug);
ALTER TABLE ONLY public.clubs_nightdeed
    ADD CONSTRAINT clubs_deed_number UNIQUE (night_id, number);
ALTER TABLE ONLY public.clubs_freetable
    ADD CONSTRAINT clubs_freetable_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.clubs_freetable
    ADD CONSTRAINT clubs_freetable_rematch_of_id_key UNIQUE (rematch_of_id);
ALTER TABLE ONLY public.clubs_freetable
    ADD CONSTRAINT clubs_freetable_table_id_key UNIQUE (table_id);
ALTER TABLE ONLY public.clubs_housebot
    ADD CONSTRAINT clubs_housebot_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.clubs_housebot
    ADD CONSTRAINT clubs_housebot_player_id_key UNIQUE (player_id);
ALTER TABLE ONLY public.clubs_invitation
    ADD CONSTRAINT clubs_invitation_digest_key UNIQUE (digest);
ALTER TABLE ONLY public.clubs_invitation
    ADD CONSTRAINT clubs_invitation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.clubs_mail
    ADD CONSTRAINT clubs_mail_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.clubs_member
    ADD CONSTRAINT clubs_member_once UNIQUE (club_id, player_id);
ALTER TABLE ONLY public.clubs_member
    ADD CONSTRAINT clubs_member_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.clubs_member
    ADD CONSTRAINT clubs_member_purse_id_key UNIQUE (purse_id);
ALTER TABLE ONLY public.clubs_night
    ADD CONSTRAINT clubs_night_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.clubs_nighttable
    ADD CONSTRAINT clubs_night_table_number UNIQUE (round_id, number);
ALTER TABLE ONLY public.clubs_nighttable
    ADD CONSTRAINT clubs_night_table_of_round UNIQUE (id, round_id);
ALTER TABLE ONLY public.clubs_nightdeed
    ADD CONSTRAINT clubs_nightdeed_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.clubs_nightdeed
    ADD CONSTRAINT clubs_nightdeed_undoes_id_key UNIQUE (undoes_id);
ALTER TABLE ONLY public.clubs_nightlink
    ADD CONSTRAINT clubs_nightlink_digest_key UNIQUE (digest);
ALTER TABLE ONLY public.clubs_nightlink
    ADD CONSTRAINT clubs_nightlink_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.clubs_nightplace
    ADD CONSTRAINT clubs_nightplace_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.clubs_nightplace
    ADD CONSTRAINT clubs_nightplace_seat_id_key UNIQUE (seat_id);
ALTER TABLE ONLY public.clubs_nightround
    ADD CONSTRAINT clubs_nightround_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.clubs_nighttable
    ADD CONSTRAINT clubs_nighttable_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.clubs_nighttable
    ADD CONSTRAINT clubs_nighttable_table_id_key UNIQUE (table_id);
ALTER TABLE ONLY public.clubs_nightwish
    ADD CONSTRAINT clubs_nightwish_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.clubs_partner
    ADD CONSTRAINT clubs_partner_once UNIQUE (partnership_id, member_id);
ALTER TABLE ONLY public.clubs_partner
    ADD CONSTRAINT clubs_partner_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.clubs_partnership
    ADD CONSTRAINT clubs_partnership_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.clubs_nightplace
    ADD CONSTRAINT clubs_place_once UNIQUE (table_id, place) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_player_groups
    ADD CONSTRAINT clubs_player_groups_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.clubs_player_groups
    ADD CONSTRAINT clubs_player_groups_player_id_group_id_556bb16a_uniq UNIQUE (player_id, group_id);
ALTER TABLE ONLY public.clubs_player
    ADD CONSTRAINT clubs_player_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.clubs_player_user_permissions
    ADD CONSTRAINT clubs_player_user_permis_player_id_permission_id_c7660d9e_uniq UNIQUE (player_id, permission_id);
ALTER TABLE ONLY public.clubs_player_user_permissions
    ADD CONSTRAINT clubs_player_user_permissions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.clubs_player
    ADD CONSTRAINT clubs_player_username_key UNIQUE (username);
ALTER TABLE ONLY public.clubs_rulesrevision
    ADD CONSTRAINT clubs_rules_number UNIQUE (club_id, number);
ALTER TABLE ONLY public.clubs_rulesremoval
    ADD CONSTRAINT clubs_rulesremoval_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.clubs_rulesrevision
    ADD CONSTRAINT clubs_rulesrevision_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.clubs_signincount
    ADD CONSTRAINT clubs_signincount_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY public.clubs_token
    ADD CONSTRAINT clubs_token_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY public.clubs_wishperson
    ADD CONSTRAINT clubs_wish_once UNIQUE (wish_id, member_id);
ALTER TABLE ONLY public.clubs_wishperson
    ADD CONSTRAINT clubs_wishperson_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.django_admin_log
    ADD CONSTRAINT django_admin_log_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.django_content_type
    ADD CONSTRAINT django_content_type_app_label_model_76bd3d3b_uniq UNIQUE (app_label, model);
ALTER TABLE ONLY public.django_content_type
    ADD CONSTRAINT django_content_type_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.django_migrations
    ADD CONSTRAINT django_migrations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.django_session
    ADD CONSTRAINT django_session_pkey PRIMARY KEY (session_key);
ALTER TABLE ONLY public.games_action
    ADD CONSTRAINT games_action_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.games_action
    ADD CONSTRAINT games_action_sequence UNIQUE (deal_id, sequence);
ALTER TABLE ONLY public.games_deal
    ADD CONSTRAINT games_deal_number UNIQUE (table_id, number);
ALTER TABLE ONLY public.games_deal
    ADD CONSTRAINT games_deal_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.games_dealresult
    ADD CONSTRAINT games_dealresult_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.games_entropystring
    ADD CONSTRAINT games_entropystring_one_a_round UNIQUE (table_id, round, player_id);
ALTER TABLE ONLY public.games_entropystring
    ADD CONSTRAINT games_entropystring_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.games_formerstack
    ADD CONSTRAINT games_formerstack_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.games_formerstack
    ADD CONSTRAINT games_formerstack_stack_id_key UNIQUE (stack_id);
ALTER TABLE ONLY public.games_heartbeat
    ADD CONSTRAINT games_heartbeat_pkey PRIMARY KEY (part);
ALTER TABLE ONLY public.games_rating
    ADD CONSTRAINT games_rating_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.games_rating
    ADD CONSTRAINT games_rating_player UNIQUE (player_id, preset);
ALTER TABLE ONLY public.games_resultentry
    ADD CONSTRAINT games_result_entry UNIQUE (deal_id, version);
ALTER TABLE ONLY public.games_dealresult
    ADD CONSTRAINT games_result_place UNIQUE (deal_id, place);
ALTER TABLE ONLY public.games_resultentry
    ADD CONSTRAINT games_resultentry_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.games_seat
    ADD CONSTRAINT games_seat_moved_from_id_key UNIQUE (moved_from_id);
ALTER TABLE ONLY public.games_seat
    ADD CONSTRAINT games_seat_number UNIQUE (table_id, number);
ALTER TABLE ONLY public.games_seat
    ADD CONSTRAINT games_seat_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.games_seat
    ADD CONSTRAINT games_seat_place UNIQUE (table_id, place) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.games_seat
    ADD CONSTRAINT games_seat_stack_id_key UNIQUE (stack_id);
ALTER TABLE ONLY public.games_sign
    ADD CONSTRAINT games_sign_pkey PRIMARY KEY (part);
ALTER TABLE ONLY public.games_table
    ADD CONSTRAINT games_table_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.games_totalsentry
    ADD CONSTRAINT games_totals_entry UNIQUE (table_id, version);
ALTER TABLE ONLY public.games_totalsentry
    ADD CONSTRAINT games_totalsentry_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.knox_authtoken
    ADD CONSTRAINT knox_authtoken_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY public.ledger_account
    ADD CONSTRAINT ledger_account_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.ledger_audit
    ADD CONSTRAINT ledger_audit_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.ledger_book
    ADD CONSTRAINT ledger_book_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.ledger_entry
    ADD CONSTRAINT ledger_entry_leg UNIQUE (transfer_id, account_id);
ALTER TABLE ONLY public.ledger_entry
    ADD CONSTRAINT ledger_entry_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.ledger_entry
    ADD CONSTRAINT ledger_entry_seq UNIQUE (account_id, seq);
ALTER TABLE ONLY public.ledger_receipt
    ADD CONSTRAINT ledger_receipt_key UNIQUE (actor_id, key);
ALTER TABLE ONLY public.ledger_receipt
    ADD CONSTRAINT ledger_receipt_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.ledger_seal
    ADD CONSTRAINT ledger_seal_number UNIQUE (book_id, number);
ALTER TABLE ONLY public.ledger_seal
    ADD CONSTRAINT ledger_seal_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.ledger_seal
    ADD CONSTRAINT ledger_seal_transfer_id_key UNIQUE (transfer_id);
ALTER TABLE ONLY public.ledger_sealing
    ADD CONSTRAINT ledger_sealing_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.ledger_transfer
    ADD CONSTRAINT ledger_transfer_key UNIQUE (book_id, key);
ALTER TABLE ONLY public.ledger_transfer
    ADD CONSTRAINT ledger_transfer_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.ledger_transfer
    ADD CONSTRAINT ledger_transfer_reverses_id_key UNIQUE (reverses_id);
ALTER TABLE ONLY public.ledger_transferreason
    ADD CONSTRAINT ledger_transferreason_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.mfa_authenticator
    ADD CONSTRAINT mfa_authenticator_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_bye
    ADD CONSTRAINT tournaments_bye_once UNIQUE (round_id, entrant_id);
ALTER TABLE ONLY public.tournaments_bye
    ADD CONSTRAINT tournaments_bye_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_tournamentdeed
    ADD CONSTRAINT tournaments_deed_number UNIQUE (tournament_id, number);
ALTER TABLE ONLY public.tournaments_entrant
    ADD CONSTRAINT tournaments_entrant_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_entrantmember
    ADD CONSTRAINT tournaments_entrantmember_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_entrantmember
    ADD CONSTRAINT tournaments_entrantmember_purse_id_key UNIQUE (purse_id);
ALTER TABLE ONLY public.tournaments_news
    ADD CONSTRAINT tournaments_news_number UNIQUE (tournament_id, number);
ALTER TABLE ONLY public.tournaments_news
    ADD CONSTRAINT tournaments_news_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_penalty
    ADD CONSTRAINT tournaments_penalty_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_prize
    ADD CONSTRAINT tournaments_prize_once UNIQUE (entrant_id, category);
ALTER TABLE ONLY public.tournaments_prize
    ADD CONSTRAINT tournaments_prize_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_round
    ADD CONSTRAINT tournaments_round_draw_id_key UNIQUE (draw_id);
ALTER TABLE ONLY public.tournaments_round
    ADD CONSTRAINT tournaments_round_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_rounddraw
    ADD CONSTRAINT tournaments_rounddraw_number UNIQUE (tournament_id, round_number, number);
ALTER TABLE ONLY public.tournaments_rounddraw
    ADD CONSTRAINT tournaments_rounddraw_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_roundseat
    ADD CONSTRAINT tournaments_roundseat_once UNIQUE (round_table_id, member_id);
ALTER TABLE ONLY public.tournaments_roundseat
    ADD CONSTRAINT tournaments_roundseat_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_roundseat
    ADD CONSTRAINT tournaments_roundseat_seat UNIQUE (round_table_id, seat);
ALTER TABLE ONLY public.tournaments_roundtable
    ADD CONSTRAINT tournaments_roundtable_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_roundtable
    ADD CONSTRAINT tournaments_roundtable_table_id_key UNIQUE (table_id);
ALTER TABLE ONLY public.tournaments_seatingplan
    ADD CONSTRAINT tournaments_seatingplan_key UNIQUE (stage_id, key);
ALTER TABLE ONLY public.tournaments_seatingplan
    ADD CONSTRAINT tournaments_seatingplan_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_stage
    ADD CONSTRAINT tournaments_stage_number UNIQUE (tournament_id, number);
ALTER TABLE ONLY public.tournaments_stage
    ADD CONSTRAINT tournaments_stage_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_tournament
    ADD CONSTRAINT tournaments_tournament_book_id_key UNIQUE (book_id);
ALTER TABLE ONLY public.tournaments_tournament
    ADD CONSTRAINT tournaments_tournament_fund_id_key UNIQUE (fund_id);
ALTER TABLE ONLY public.tournaments_tournament
    ADD CONSTRAINT tournaments_tournament_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_tournamentdeed
    ADD CONSTRAINT tournaments_tournamentdeed_deal_id_key UNIQUE (deal_id);
ALTER TABLE ONLY public.tournaments_tournamentdeed
    ADD CONSTRAINT tournaments_tournamentdeed_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.usersessions_usersession
    ADD CONSTRAINT usersessions_usersession_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.usersessions_usersession
    ADD CONSTRAINT usersessions_usersession_session_key_key UNIQUE (session_key);
CREATE INDEX account_emailaddress_email_03be32b2 ON public.account_emailaddress USING btree (email);
CREATE INDEX account_emailaddress_email_03be32b2_like ON public.account_emailaddress USING btree (email varchar_pattern_ops);
CREATE INDEX account_emailaddress_user_id_2c513194 ON public.account_emailaddress USING btree (user_id);
CREATE INDEX account_emailconfirmation_email_address_id_5b7f8c58 ON public.account_emailconfirmation USING btree (email_address_id);
CREATE INDEX account_emailconfirmation_key_f43612bd_like ON public.account_emailconfirmation USING btree (key varchar_pattern_ops);
CREATE INDEX auth_group_name_a6ea08ec_like ON public.auth_group USING btree (name varchar_pattern_ops);
CREATE INDEX auth_group_permissions_group_id_b120cbf9 ON public.auth_group_permissions USING btree (group_id);
CREATE INDEX auth_group_permissions_permission_id_84c5c92e ON public.auth_group_permissions USING btree (permission_id);
CREATE INDEX auth_permission_content_type_id_2f476e4b ON public.auth_permission USING btree (content_type_id);
CREATE INDEX clubs_attendance_member_id_17949068 ON public.clubs_attendance USING btree (member_id);
CREATE INDEX clubs_attendance_night_id_7de8dacf ON public.clubs_attendance USING btree (night_id);
CREATE INDEX clubs_cache_expires ON public.clubs_cache USING btree (expires);
CREATE INDEX clubs_club_house_rules_id_b6c635e5 ON public.clubs_club USING btree (house_rules_id);
CREATE INDEX clubs_club_slug_8ff020d0_like ON public.clubs_club USING btree (slug varchar_pattern_ops);
CREATE INDEX clubs_free_table_of_club ON public.clubs_freetable USING btree (club_id, id DESC);
CREATE UNIQUE INDEX clubs_free_table_one_a_code ON public.clubs_freetable USING btree (code) WHERE (NOT ((code)::text = ''::text));
CREATE INDEX clubs_freetable_host_id_99503485 ON public.clubs_freetable USING btree (host_id);
CREATE INDEX clubs_housebot_club_id_338fe603 ON public.clubs_housebot USING btree (club_id);
CREATE INDEX clubs_invitation_accepted_by_id_0ab50c9c ON public.clubs_invitation USING btree (accepted_by_id);
CREATE INDEX clubs_invitation_club_id_d8a3333d ON public.clubs_invitation USING btree (club_id);
CREATE INDEX clubs_invitation_created_by_id_8ddb4cd0 ON public.clubs_invitation USING btree (created_by_id);
CREATE INDEX clubs_invitation_member_id_ec7fb089 ON public.clubs_invitation USING btree (member_id);
CREATE INDEX clubs_mail_due ON public.clubs_mail USING btree (next_try_at) WHERE (next_try_at IS NOT NULL);
CREATE INDEX clubs_member_claimed_by_id_b33de237 ON public.clubs_member USING btree (claimed_by_id);
CREATE INDEX clubs_member_club_id_05c01e9e ON public.clubs_member USING btree (club_id);
CREATE INDEX clubs_member_player_id_a0ad77cd ON public.clubs_member USING btree (player_id);
CREATE INDEX clubs_member_turned_away_by_id_cbc83803 ON public.clubs_member USING btree (turned_away_by_id);
CREATE INDEX clubs_member_updated ON public.clubs_member USING btree (updated_at);
CREATE INDEX clubs_member_updated_of_club ON public.clubs_member USING btree (club_id, updated_at);
CREATE INDEX clubs_night_house_rules_id_406dada3 ON public.clubs_night USING btree (house_rules_id);
CREATE INDEX clubs_night_living ON public.clubs_night USING btree (starts_at) WHERE (NOT ((status)::text = 'closed'::text));
CREATE INDEX clubs_night_of_club ON public.clubs_night USING btree (club_id, starts_at DESC, id DESC);
CREATE INDEX clubs_night_updated ON public.clubs_night USING btree (updated_at);
CREATE INDEX clubs_night_updated_of_club ON public.clubs_night USING btree (club_id, updated_at);
CREATE INDEX clubs_nightdeed_by_id_1ce76a65 ON public.clubs_nightdeed USING btree (by_id);
CREATE INDEX clubs_nightdeed_link_id_3a736c41 ON public.clubs_nightdeed USING btree (link_id);
CREATE INDEX clubs_nightdeed_night_id_59b8cc29 ON public.clubs_nightdeed USING btree (night_id);
CREATE INDEX clubs_nightlink_giver_id_9ff11649 ON public.clubs_nightlink USING btree (giver_id);
CREATE INDEX clubs_nightlink_night_id_e55a0071 ON public.clubs_nightlink USING btree (night_id);
CREATE INDEX clubs_nightplace_attendance_id_31340668 ON public.clubs_nightplace USING btree (attendance_id);
CREATE INDEX clubs_nightplace_round_id_b64050d3 ON public.clubs_nightplace USING btree (round_id);
CREATE INDEX clubs_nightplace_table_id_21aab582 ON public.clubs_nightplace USING btree (table_id);
CREATE INDEX clubs_nightround_night_id_ab20421f ON public.clubs_nightround USING btree (night_id);
CREATE INDEX clubs_nighttable_round_id_d1214d2e ON public.clubs_nighttable USING btree (round_id);
CREATE INDEX clubs_nightwish_night_id_d16cc137 ON public.clubs_nightwish USING btree (night_id);
CREATE INDEX clubs_partner_member_id_e9aca43e ON public.clubs_partner USING btree (member_id);
CREATE INDEX clubs_partner_night_id_bdce020c ON public.clubs_partner USING btree (night_id);
CREATE UNIQUE INDEX clubs_partner_one_a_night ON public.clubs_partner USING btree (night_id, member_id) WHERE ((left_at IS NULL) AND (night_id IS NOT NULL));
CREATE UNIQUE INDEX clubs_partner_one_a_season ON public.clubs_partner USING btree (member_id) WHERE ((left_at IS NULL) AND (night_id IS NULL));
CREATE INDEX clubs_partner_partnership_id_1856f2bd ON public.clubs_partner USING btree (partnership_id);
CREATE INDEX clubs_partnership_club_id_1ab68b28 ON public.clubs_partnership USING btree (club_id);
CREATE INDEX clubs_partnership_night_id_4aecf942 ON public.clubs_partnership USING btree (night_id);
CREATE UNIQUE INDEX clubs_place_one_table_a_round ON public.clubs_nightplace USING btree (round_id, attendance_id) WHERE (left_at IS NULL);
CREATE INDEX clubs_player_by_name ON public.clubs_player USING btree (sort_name, id);
CREATE INDEX clubs_player_groups_group_id_db1d5821 ON public.clubs_player_groups USING btree (group_id);
CREATE INDEX clubs_player_groups_player_id_f92ee1ea ON public.clubs_player_groups USING btree (player_id);
CREATE INDEX clubs_player_user_permissions_permission_id_6ab402ab ON public.clubs_player_user_permissions USING btree (permission_id);
CREATE INDEX clubs_player_user_permissions_player_id_7f206d52 ON public.clubs_player_user_permissions USING btree (player_id);
CREATE UNIQUE INDEX clubs_player_username ON public.clubs_player USING btree (lower((username)::text));
CREATE INDEX clubs_player_username_98788458_like ON public.clubs_player USING btree (username varchar_pattern_ops);
CREATE UNIQUE INDEX clubs_round_number ON public.clubs_nightround USING btree (night_id, number) WHERE (NOT ((status)::text = 'taken_back'::text));
CREATE UNIQUE INDEX clubs_round_one_playing ON public.clubs_nightround USING btree (night_id) WHERE ((status)::text = 'playing'::text);
CREATE INDEX clubs_rulesremoval_by_id_2d97912f ON public.clubs_rulesremoval USING btree (by_id);
CREATE INDEX clubs_rulesremoval_revision_id_58801d81 ON public.clubs_rulesremoval USING btree (revision_id);
CREATE INDEX clubs_rulesrevision_by_id_a7cb5175 ON public.clubs_rulesrevision USING btree (by_id);
CREATE INDEX clubs_rulesrevision_club_id_dfd168ca ON public.clubs_rulesrevision USING btree (club_id);
CREATE INDEX clubs_signincount_digest_9874fb0d_like ON public.clubs_signincount USING btree (digest varchar_pattern_ops);
CREATE INDEX clubs_signincount_tried_at_423adc5b ON public.clubs_signincount USING btree (tried_at);
CREATE INDEX clubs_token_digest_28febeb7_like ON public.clubs_token USING btree (digest varchar_pattern_ops);
CREATE INDEX clubs_token_token_key_98a89c28 ON public.clubs_token USING btree (token_key);
CREATE INDEX clubs_token_token_key_98a89c28_like ON public.clubs_token USING btree (token_key varchar_pattern_ops);
CREATE INDEX clubs_token_user_id_d617c8fe ON public.clubs_token USING btree (user_id);
CREATE INDEX clubs_wishperson_member_id_cbdd5dc0 ON public.clubs_wishperson USING btree (member_id);
CREATE INDEX clubs_wishperson_wish_id_e94b4644 ON public.clubs_wishperson USING btree (wish_id);
CREATE INDEX django_admin_log_content_type_id_c4bce8eb ON public.django_admin_log USING btree (content_type_id);
CREATE INDEX django_admin_log_user_id_c564eba6 ON public.django_admin_log USING btree (user_id);
CREATE INDEX django_session_expire_date_a5c62663 ON public.django_session USING btree (expire_date);
CREATE INDEX django_session_session_key_c0390e0f_like ON public.django_session USING btree (session_key varchar_pattern_ops);
CREATE INDEX games_action_deal_id_d2f227a4 ON public.games_action USING btree (deal_id);
CREATE INDEX games_deal_counted_in_vain ON public.games_deal USING btree (settled_at) WHERE (is_counted AND ((voided_at IS NOT NULL) OR is_stale));
CREATE INDEX games_deal_ended ON public.games_deal USING btree (ended_at);
CREATE INDEX games_deal_of_club ON public.games_deal USING btree (club_book_id, id DESC);
CREATE INDEX games_deal_of_club_by_time ON public.games_deal USING btree (club_book_id, ended_at DESC, id DESC);
CREATE UNIQUE INDEX games_deal_one_in_play ON public.games_deal USING btree (table_id) WHERE (settled_at IS NULL);
CREATE INDEX games_deal_public ON public.games_deal USING btree (id DESC) WHERE is_public;
CREATE INDEX games_deal_public_by_time ON public.games_deal USING btree (ended_at DESC, id DESC) WHERE is_public;
CREATE INDEX games_deal_table_id_ac450f7a ON public.games_deal USING btree (table_id);
CREATE INDEX games_deal_uncounted ON public.games_deal USING btree (settled_at) WHERE ((NOT is_counted) AND (voided_at IS NULL));
CREATE INDEX games_deal_voided_by_id_bb5d9181 ON public.games_deal USING btree (voided_by_id);
CREATE INDEX games_dealresult_deal_id_9446779b ON public.games_dealresult USING btree (deal_id);
CREATE INDEX games_entropystring_player_id_9a37a996 ON public.games_entropystring USING btree (player_id);
CREATE INDEX games_entropystring_table_id_50ff5dcc ON public.games_entropystring USING btree (table_id);
CREATE INDEX games_formerstack_seat_id_fc52b03c ON public.games_formerstack USING btree (seat_id);
CREATE INDEX games_heartbeat_part_09368046_like ON public.games_heartbeat USING btree (part varchar_pattern_ops);
CREATE INDEX games_rating_of_preset ON public.games_rating USING btree (preset, points DESC, id DESC);
CREATE INDEX games_rating_order ON public.games_rating USING btree (points DESC, id DESC);
CREATE INDEX games_result_newest ON public.games_dealresult USING btree (player_id, deal_id DESC);
CREATE INDEX games_result_record ON public.games_dealresult USING btree (player_id, preset);
CREATE INDEX games_resultentry_by_id_e0c0e927 ON public.games_resultentry USING btree (by_id);
CREATE INDEX games_resultentry_deal_id_3cda511e ON public.games_resultentry USING btree (deal_id);
CREATE INDEX games_seat_elsewhere ON public.games_seat USING btree (player_id, club_book_id, table_id);
CREATE INDEX games_seat_house ON public.games_seat USING btree (club_book_id) WHERE is_house;
CREATE INDEX games_seat_of_club ON public.games_seat USING btree (club_book_id, player_id);
CREATE UNIQUE INDEX games_seat_player ON public.games_seat USING btree (table_id, player_id) WHERE (cashed_chips IS NULL);
CREATE INDEX games_seat_public ON public.games_seat USING btree (player_id) WHERE is_public;
CREATE INDEX games_seat_purse_id_8410ae0e ON public.games_seat USING btree (purse_id);
CREATE INDEX games_seat_table_id_4192d6ae ON public.games_seat USING btree (table_id);
CREATE INDEX games_seat_there ON public.games_seat USING btree (club_book_id, table_id) WHERE ((cashed_chips IS NULL) OR is_sent_away);
CREATE INDEX games_sign_part_d4b37229_like ON public.games_sign USING btree (part varchar_pattern_ops);
CREATE INDEX games_table_book_id_34b37726 ON public.games_table USING btree (book_id);
CREATE INDEX games_table_due_at_3e79c772 ON public.games_table USING btree (due_at);
CREATE INDEX games_table_of_club ON public.games_table USING btree (club_book_id, id DESC);
CREATE UNIQUE INDEX games_table_one_open_per_pool ON public.games_table USING btree (pool_id) WHERE (closed_at IS NULL);
CREATE INDEX games_table_pool_id_1335b36e ON public.games_table USING btree (pool_id);
CREATE INDEX games_table_public ON public.games_table USING btree (id DESC) WHERE is_public;
CREATE INDEX games_totalsentry_by_id_48299c55 ON public.games_totalsentry USING btree (by_id);
CREATE INDEX games_totalsentry_table_id_d3100581 ON public.games_totalsentry USING btree (table_id);
CREATE INDEX knox_authtoken_digest_188c7e77_like ON public.knox_authtoken USING btree (digest varchar_pattern_ops);
CREATE INDEX knox_authtoken_token_key_8f4f7d47 ON public.knox_authtoken USING btree (token_key);
CREATE INDEX knox_authtoken_token_key_8f4f7d47_like ON public.knox_authtoken USING btree (token_key varchar_pattern_ops);
CREATE INDEX knox_authtoken_user_id_e5a5d899 ON public.knox_authtoken USING btree (user_id);
CREATE INDEX ledger_account_book_id_3573a6fa ON public.ledger_account USING btree (book_id);
CREATE INDEX ledger_account_held ON public.ledger_account USING btree (holder_id, id DESC);
CREATE INDEX ledger_account_held_open ON public.ledger_account USING btree (holder_id, id DESC) WHERE (closed_at IS NULL);
CREATE INDEX ledger_account_newest ON public.ledger_account USING btree (book_id, id DESC);
CREATE INDEX ledger_account_newest_open ON public.ledger_account USING btree (book_id, id DESC) WHERE (closed_at IS NULL);
CREATE UNIQUE INDEX ledger_account_one_bank ON public.ledger_account USING btree (book_id) WHERE ((kind)::text = 'bank'::text);
CREATE UNIQUE INDEX ledger_account_one_correction ON public.ledger_account USING btree (book_id) WHERE ((kind)::text = 'correction'::text);
CREATE INDEX ledger_receipt_actor_id_7272e4d1 ON public.ledger_receipt USING btree (actor_id);
CREATE INDEX ledger_transfer_lending ON public.ledger_transfer USING btree (book_id, reason) WHERE ((reason)::text = ANY ((ARRAY['lent'::character varying, 'paid_back'::character varying, 'adjustment'::character varying])::text[]));
CREATE INDEX ledger_transfer_newest ON public.ledger_transfer USING btree (book_id, id DESC);
CREATE INDEX ledger_transfer_xact ON public.ledger_transfer USING btree (xact);
CREATE INDEX ledger_transferreason_name_921dd3ce_like ON public.ledger_transferreason USING btree (name varchar_pattern_ops);
CREATE INDEX mfa_authenticator_user_id_0c3a50c0 ON public.mfa_authenticator USING btree (user_id);
CREATE INDEX tournaments_bye_entrant_id_1447ba55 ON public.tournaments_bye USING btree (entrant_id);
CREATE INDEX tournaments_bye_round_id_37e4aecc ON public.tournaments_bye USING btree (round_id);
CREATE INDEX tournaments_entrant_tournament_id_4e9f2a0f ON public.tournaments_entrant USING btree (tournament_id);
CREATE INDEX tournaments_entrantmember_bot_id_50f6e648 ON public.tournaments_entrantmember USING btree (bot_id);
CREATE UNIQUE INDEX tournaments_entrantmember_bot_once ON public.tournaments_entrantmember USING btree (tournament_id, bot_id) WHERE (left_at IS NULL);
CREATE INDEX tournaments_entrantmember_entrant_id_e34886d8 ON public.tournaments_entrantmember USING btree (entrant_id);
CREATE INDEX tournaments_entrantmember_member_id_8f47f7c0 ON public.tournaments_entrantmember USING btree (member_id);
CREATE UNIQUE INDEX tournaments_entrantmember_number ON public.tournaments_entrantmember USING btree (entrant_id, number) WHERE (left_at IS NULL);
CREATE UNIQUE INDEX tournaments_entrantmember_once ON public.tournaments_entrantmember USING btree (tournament_id, member_id) WHERE (left_at IS NULL);
CREATE INDEX tournaments_entrantmember_tournament_id_ae84cbc7 ON public.tournaments_entrantmember USING btree (tournament_id);
CREATE INDEX tournaments_news_tournament_id_9ae6f1c0 ON public.tournaments_news USING btree (tournament_id);
CREATE INDEX tournaments_not_over ON public.tournaments_tournament USING btree (status) WHERE ((status)::text = ANY ((ARRAY['draft'::character varying, 'announced'::character varying, 'registration'::character varying, 'check_in'::character varying, 'running'::character varying, 'finished'::character varying])::text[]));
CREATE INDEX tournaments_penalty_entrant_id_33ba4973 ON public.tournaments_penalty USING btree (entrant_id);
CREATE INDEX tournaments_penalty_given_by_id_42312d61 ON public.tournaments_penalty USING btree (given_by_id);
CREATE INDEX tournaments_penalty_stage_id_71d2a702 ON public.tournaments_penalty USING btree (stage_id);
CREATE INDEX tournaments_prize_entrant_id_c15f079c ON public.tournaments_prize USING btree (entrant_id);
CREATE UNIQUE INDEX tournaments_round_number ON public.tournaments_round USING btree (tournament_id, number) WHERE (undone_at IS NULL);
CREATE UNIQUE INDEX tournaments_round_one_in_play ON public.tournaments_round USING btree (tournament_id) WHERE ((finished_at IS NULL) AND (undone_at IS NULL));
CREATE INDEX tournaments_round_stage_id_04ccaf04 ON public.tournaments_round USING btree (stage_id);
CREATE UNIQUE INDEX tournaments_round_table_number ON public.tournaments_roundtable USING btree (round_id, number) WHERE (voided_at IS NULL);
CREATE INDEX tournaments_round_tournament_id_a359f4ed ON public.tournaments_round USING btree (tournament_id);
CREATE INDEX tournaments_rounddraw_drawn_by_id_d2881861 ON public.tournaments_rounddraw USING btree (drawn_by_id);
CREATE UNIQUE INDEX tournaments_rounddraw_one_draft ON public.tournaments_rounddraw USING btree (tournament_id) WHERE ((status)::text = 'draft'::text);
CREATE UNIQUE INDEX tournaments_rounddraw_one_published ON public.tournaments_rounddraw USING btree (tournament_id, round_number) WHERE ((status)::text = 'published'::text);
CREATE INDEX tournaments_rounddraw_published_by_id_c0e236c9 ON public.tournaments_rounddraw USING btree (published_by_id);
CREATE INDEX tournaments_rounddraw_stage_id_5cf44525 ON public.tournaments_rounddraw USING btree (stage_id);
CREATE INDEX tournaments_rounddraw_tournament_id_7576df38 ON public.tournaments_rounddraw USING btree (tournament_id);
CREATE INDEX tournaments_roundseat_entrant_id_bea4c9b0 ON public.tournaments_roundseat USING btree (entrant_id);
CREATE INDEX tournaments_roundseat_member_id_5e4a862e ON public.tournaments_roundseat USING btree (member_id);
CREATE INDEX tournaments_roundseat_round_table_id_c488e576 ON public.tournaments_roundseat USING btree (round_table_id);
CREATE INDEX tournaments_roundtable_round_id_f4d105b7 ON public.tournaments_roundtable USING btree (round_id);
CREATE INDEX tournaments_seatingplan_stage_id_e931d58f ON public.tournaments_seatingplan USING btree (stage_id);
CREATE INDEX tournaments_stage_tournament_id_fdefbf65 ON public.tournaments_stage USING btree (tournament_id);
CREATE INDEX tournaments_tournament_club_id_de87b47a ON public.tournaments_tournament USING btree (club_id);
CREATE INDEX tournaments_tournament_house_rules_id_7f09220d ON public.tournaments_tournament USING btree (house_rules_id);
CREATE INDEX tournaments_tournamentdeed_by_id_cf1a7e29 ON public.tournaments_tournamentdeed USING btree (by_id);
CREATE INDEX tournaments_tournamentdeed_tournament_id_672d3fc6 ON public.tournaments_tournamentdeed USING btree (tournament_id);
CREATE INDEX tournaments_updated ON public.tournaments_tournament USING btree (updated_at);
CREATE INDEX tournaments_updated_of_club ON public.tournaments_tournament USING btree (club_id, updated_at);
CREATE UNIQUE INDEX unique_authenticator_type ON public.mfa_authenticator USING btree (user_id, type) WHERE ((type)::text = ANY ((ARRAY['totp'::character varying, 'recovery_codes'::character varying])::text[]));
CREATE UNIQUE INDEX unique_primary_email ON public.account_emailaddress USING btree (user_id, "primary") WHERE "primary";
CREATE UNIQUE INDEX unique_verified_email ON public.account_emailaddress USING btree (email) WHERE verified;
CREATE INDEX usersessions_usersession_session_key_fd35de43_like ON public.usersessions_usersession USING btree (session_key varchar_pattern_ops);
CREATE INDEX usersessions_usersession_user_id_af5e0a6d ON public.usersessions_usersession USING btree (user_id);
CREATE STATISTICS public.clubs_player_names ON upper(name::text) FROM public.clubs_player;
CREATE TRIGGER clubs_attendance_came AFTER INSERT ON public.clubs_attendance FOR EACH ROW WHEN ((new.checked_in_at IS NOT NULL)) EXECUTE FUNCTION public.clubs_update_night();
CREATE TRIGGER clubs_attendance_changed AFTER UPDATE ON public.clubs_attendance FOR EACH ROW WHEN (((old.checked_in_at IS NULL) <> (new.checked_in_at IS NULL))) EXECUTE FUNCTION public.clubs_update_night();
CREATE TRIGGER clubs_attendance_gone AFTER DELETE ON public.clubs_attendance FOR EACH ROW WHEN ((old.checked_in_at IS NOT NULL)) EXECUTE FUNCTION public.clubs_update_night();
CREATE TRIGGER clubs_club_purse BEFORE INSERT OR UPDATE OF book_id, house_purse_id ON public.clubs_club FOR EACH ROW EXECUTE FUNCTION public.clubs_guard_house_purse();
CREATE TRIGGER clubs_club_updated BEFORE INSERT OR UPDATE ON public.clubs_club FOR EACH ROW EXECUTE FUNCTION public.clubs_stamp_update();
CREATE TRIGGER clubs_club_version BEFORE UPDATE ON public.clubs_club FOR EACH ROW EXECUTE FUNCTION public.clubs_count_version('name', 'slug', 'time_zone', 'opening_chips', 'allows_gifts', 'hosts_seat_bots', 'bot_buy_in_chips', 'bot_rebuys', 'bot_stake_limit', 'bot_extra_limit', 'bot_jink_limit', 'bot_loss_limit');
CREATE TRIGGER clubs_member_purse BEFORE INSERT OR UPDATE OF club_id, player_id, purse_id ON public.clubs_member FOR EACH ROW EXECUTE FUNCTION public.clubs_guard_purse_of_member();
CREATE TRIGGER clubs_member_updated BEFORE INSERT OR UPDATE ON public.clubs_member FOR EACH ROW EXECUTE FUNCTION public.clubs_stamp_update();
CREATE TRIGGER clubs_member_version BEFORE UPDATE ON public.clubs_member FOR EACH ROW EXECUTE FUNCTION public.clubs_count_version('role');
CREATE TRIGGER clubs_night_updated BEFORE INSERT OR UPDATE ON public.clubs_night FOR EACH ROW EXECUTE FUNCTION public.clubs_stamp_update();
CREATE TRIGGER clubs_night_version BEFORE UPDATE ON public.clubs_night FOR EACH ROW EXECUTE FUNCTION public.clubs_count_version('starts_at', 'venue', 'capacity', 'table_size', 'mode', 'deals_limit', 'buy_in_chips', 'turn_seconds', 'time_bank_seconds', 'pause_seconds', 'reveals_each_deal', 'spectator_delay_seconds');
CREATE TRIGGER clubs_partner_of_night BEFORE INSERT OR UPDATE OF night_id, partnership_id ON public.clubs_partner FOR EACH ROW EXECUTE FUNCTION public.clubs_compare_partner();
CREATE TRIGGER clubs_player_of_members AFTER UPDATE OF name, is_bot ON public.clubs_player FOR EACH ROW WHEN ((((old.name)::text IS DISTINCT FROM (new.name)::text) OR (old.is_bot IS DISTINCT FROM new.is_bot))) EXECUTE FUNCTION public.clubs_update_members();
CREATE TRIGGER clubs_player_version BEFORE UPDATE ON public.clubs_player FOR EACH ROW EXECUTE FUNCTION public.clubs_count_version('username', 'name', 'email', 'is_bot', 'is_active', 'is_superuser');
CREATE TRIGGER clubs_seat_purse BEFORE INSERT OR UPDATE OF player_id, stack_id, purse_id, is_house ON public.games_seat FOR EACH ROW EXECUTE FUNCTION public.clubs_guard_purse_of_seat();
CREATE TRIGGER games_deal_takes_after_table BEFORE INSERT OR UPDATE OF table_id, club_book_id, is_public ON public.games_deal FOR EACH ROW EXECUTE FUNCTION public.games_take_after_table();
CREATE TRIGGER games_seat_takes_after_table BEFORE INSERT OR UPDATE OF table_id, club_book_id, is_public ON public.games_seat FOR EACH ROW EXECUTE FUNCTION public.games_take_after_table();
CREATE TRIGGER games_table_tells_its_rows AFTER UPDATE OF club_book_id, is_public ON public.games_table FOR EACH ROW WHEN (((old.club_book_id IS DISTINCT FROM new.club_book_id) OR (old.is_public IS DISTINCT FROM new.is_public))) EXECUTE FUNCTION public.games_tell_rows_of_table();
CREATE TRIGGER ledger_account_explained AFTER UPDATE ON public.ledger_account REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.ledger_guard_account_explained();
CREATE TRIGGER ledger_account_fixed BEFORE UPDATE OF id, book_id, kind, holder_id, closed_at ON public.ledger_account FOR EACH ROW WHEN ((((((old.id IS DISTINCT FROM new.id) OR (old.book_id IS DISTINCT FROM new.book_id)) OR ((old.kind)::text IS DISTINCT FROM (new.kind)::text)) OR (old.holder_id IS DISTINCT FROM new.holder_id)) OR ((old.closed_at IS DISTINCT FROM new.closed_at) AND (old.closed_at IS NOT NULL)))) EXECUTE FUNCTION public.ledger_guard_account_fixed();
CREATE TRIGGER ledger_account_opening BEFORE INSERT ON public.ledger_account FOR EACH ROW EXECUTE FUNCTION public.ledger_guard_account_opening();
CREATE TRIGGER ledger_account_stays BEFORE DELETE OR TRUNCATE ON public.ledger_account FOR EACH STATEMENT EXECUTE FUNCTION public.ledger_guard_append_only();
CREATE TRIGGER ledger_entry_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_entry FOR EACH STATEMENT EXECUTE FUNCTION public.ledger_guard_append_only();
CREATE TRIGGER ledger_entry_guard AFTER INSERT ON public.ledger_entry REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ledger_guard_entries();
CREATE TRIGGER ledger_seal_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_seal FOR EACH STATEMENT EXECUTE FUNCTION public.ledger_guard_append_only();
CREATE TRIGGER ledger_transfer_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_transfer FOR EACH STATEMENT EXECUTE FUNCTION public.ledger_guard_append_only();
CREATE CONSTRAINT TRIGGER ledger_transfer_balanced AFTER INSERT ON public.ledger_transfer DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.ledger_guard_transfer_balanced();
CREATE TRIGGER ledger_transfer_doubt AFTER INSERT ON public.ledger_transfer FOR EACH ROW WHEN (((new.reason)::text = 'buy_in'::text)) EXECUTE FUNCTION public.ledger_guard_doubt();
CREATE TRIGGER ledger_transfer_stamp BEFORE INSERT ON public.ledger_transfer FOR EACH ROW EXECUTE FUNCTION public.ledger_guard_transfer_stamp();
CREATE TRIGGER ledger_transferreason_kept BEFORE DELETE OR UPDATE OF name OR TRUNCATE ON public.ledger_transferreason FOR EACH STATEMENT EXECUTE FUNCTION public.ledger_guard_append_only();
CREATE TRIGGER tournaments_entrant_came_or_gone AFTER INSERT OR DELETE ON public.tournaments_entrant FOR EACH ROW EXECUTE FUNCTION public.tournaments_update();
CREATE TRIGGER tournaments_entrant_changed AFTER UPDATE ON public.tournaments_entrant FOR EACH ROW WHEN ((((old.admission)::text IS DISTINCT FROM (new.admission)::text) OR (old.withdrawn_at IS DISTINCT FROM new.withdrawn_at))) EXECUTE FUNCTION public.tournaments_update();
CREATE TRIGGER tournaments_entrantmember_purse BEFORE INSERT OR UPDATE OF tournament_id, member_id, bot_id, purse_id ON public.tournaments_entrantmember FOR EACH ROW EXECUTE FUNCTION public.tournaments_guard_purse();
CREATE TRIGGER tournaments_prize_came_or_gone AFTER INSERT OR DELETE ON public.tournaments_prize FOR EACH ROW EXECUTE FUNCTION public.tournaments_update_of_prize();
CREATE TRIGGER tournaments_prize_changed AFTER UPDATE ON public.tournaments_prize FOR EACH ROW WHEN ((old.chips <> new.chips)) EXECUTE FUNCTION public.tournaments_update_of_prize();
CREATE TRIGGER tournaments_stage_came_or_gone AFTER INSERT OR DELETE ON public.tournaments_stage FOR EACH ROW EXECUTE FUNCTION public.tournaments_update();
CREATE TRIGGER tournaments_stage_changed AFTER UPDATE ON public.tournaments_stage FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION public.tournaments_update();
CREATE TRIGGER tournaments_tournament_updated BEFORE INSERT OR UPDATE ON public.tournaments_tournament FOR EACH ROW EXECUTE FUNCTION public.clubs_stamp_update();
CREATE TRIGGER tournaments_tournament_version BEFORE UPDATE ON public.tournaments_tournament FOR EACH ROW EXECUTE FUNCTION public.clubs_count_version('name', 'starts_at', 'opens_at', 'check_in_minutes', 'check_in_grace_minutes', 'payout_minutes', 'draw_minutes', 'capacity', 'starts_when_full', 'needs_approval', 'is_members_only', 'least_rating', 'most_rating', 'invitation_code', 'late_until_round', 'no_show_minutes', 'bots_limit', 'bots_level', 'breaks', 'is_public', 'entry_chips', 'members_count', 'prize_percents', 'fixed_prizes', 'prize_categories', 'prize_ties', 'odd_chips', 'prizes_for_who_left', 'stages_changes', 'turn_seconds', 'time_bank_seconds', 'pause_seconds', 'reveals_each_deal', 'spectator_delay_seconds');
CREATE TRIGGER tournaments_tournamentdeed_append_only BEFORE DELETE OR UPDATE ON public.tournaments_tournamentdeed FOR EACH STATEMENT EXECUTE FUNCTION public.tournaments_guard_log();
ALTER TABLE ONLY public.account_emailaddress
    ADD CONSTRAINT account_emailaddress_user_id_2c513194_fk_clubs_player_id FOREIGN KEY (user_id) REFERENCES public.clubs_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.account_emailconfirmation
    ADD CONSTRAINT account_emailconfirm_email_address_id_5b7f8c58_fk_account_e FOREIGN KEY (email_address_id) REFERENCES public.account_emailaddress(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissio_permission_id_84c5c92e_fk_auth_perm FOREIGN KEY (permission_id) REFERENCES public.auth_permission(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_group_id_b120cbf9_fk_auth_group_id FOREIGN KEY (group_id) REFERENCES public.auth_group(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_content_type_id_2f476e4b_fk_django_co FOREIGN KEY (content_type_id) REFERENCES public.django_content_type(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_attendance
    ADD CONSTRAINT clubs_attendance_member_id_17949068_fk_clubs_member_id FOREIGN KEY (member_id) REFERENCES public.clubs_member(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_attendance
    ADD CONSTRAINT clubs_attendance_night_id_7de8dacf_fk_clubs_night_id FOREIGN KEY (night_id) REFERENCES public.clubs_night(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_club
    ADD CONSTRAINT clubs_club_book_id_c233815c_fk_ledger_book_id FOREIGN KEY (book_id) REFERENCES public.ledger_book(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_club
    ADD CONSTRAINT clubs_club_house_purse_id_194fdf4e_fk_ledger_account_id FOREIGN KEY (house_purse_id) REFERENCES public.ledger_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_club
    ADD CONSTRAINT clubs_club_house_rules_id_b6c635e5_fk_clubs_rulesrevision_id FOREIGN KEY (house_rules_id) REFERENCES public.clubs_rulesrevision(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_freetable
    ADD CONSTRAINT clubs_freetable_club_id_07021996_fk_clubs_club_id FOREIGN KEY (club_id) REFERENCES public.clubs_club(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_freetable
    ADD CONSTRAINT clubs_freetable_host_id_99503485_fk_clubs_player_id FOREIGN KEY (host_id) REFERENCES public.clubs_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_freetable
    ADD CONSTRAINT clubs_freetable_rematch_of_id_a5340616_fk_clubs_freetable_id FOREIGN KEY (rematch_of_id) REFERENCES public.clubs_freetable(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_freetable
    ADD CONSTRAINT clubs_freetable_table_id_ea0c0269_fk_games_table_id FOREIGN KEY (table_id) REFERENCES public.games_table(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_housebot
    ADD CONSTRAINT clubs_housebot_club_id_338fe603_fk_clubs_club_id FOREIGN KEY (club_id) REFERENCES public.clubs_club(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_housebot
    ADD CONSTRAINT clubs_housebot_player_id_0efa859a_fk_clubs_player_id FOREIGN KEY (player_id) REFERENCES public.clubs_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_invitation
    ADD CONSTRAINT clubs_invitation_accepted_by_id_0ab50c9c_fk_clubs_player_id FOREIGN KEY (accepted_by_id) REFERENCES public.clubs_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_invitation
    ADD CONSTRAINT clubs_invitation_club_id_d8a3333d_fk_clubs_club_id FOREIGN KEY (club_id) REFERENCES public.clubs_club(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_invitation
    ADD CONSTRAINT clubs_invitation_created_by_id_8ddb4cd0_fk_clubs_player_id FOREIGN KEY (created_by_id) REFERENCES public.clubs_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_invitation
    ADD CONSTRAINT clubs_invitation_member_id_ec7fb089_fk_clubs_member_id FOREIGN KEY (member_id) REFERENCES public.clubs_member(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_member
    ADD CONSTRAINT clubs_member_claimed_by_id_b33de237_fk_clubs_member_id FOREIGN KEY (claimed_by_id) REFERENCES public.clubs_member(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_member
    ADD CONSTRAINT clubs_member_club_id_05c01e9e_fk_clubs_club_id FOREIGN KEY (club_id) REFERENCES public.clubs_club(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_member
    ADD CONSTRAINT clubs_member_player_id_a0ad77cd_fk_clubs_player_id FOREIGN KEY (player_id) REFERENCES public.clubs_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_member
    ADD CONSTRAINT clubs_member_purse_id_a8fb1a16_fk_ledger_account_id FOREIGN KEY (purse_id) REFERENCES public.ledger_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_member
    ADD CONSTRAINT clubs_member_turned_away_by_id_cbc83803_fk_clubs_player_id FOREIGN KEY (turned_away_by_id) REFERENCES public.clubs_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_night
    ADD CONSTRAINT clubs_night_club_id_1fdceea7_fk_clubs_club_id FOREIGN KEY (club_id) REFERENCES public.clubs_club(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_night
    ADD CONSTRAINT clubs_night_house_rules_id_406dada3_fk_clubs_rulesrevision_id FOREIGN KEY (house_rules_id) REFERENCES public.clubs_rulesrevision(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_nightdeed
    ADD CONSTRAINT clubs_nightdeed_by_id_1ce76a65_fk_clubs_player_id FOREIGN KEY (by_id) REFERENCES public.clubs_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_nightdeed
    ADD CONSTRAINT clubs_nightdeed_link_id_3a736c41_fk_clubs_nightlink_id FOREIGN KEY (link_id) REFERENCES public.clubs_nightlink(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_nightdeed
    ADD CONSTRAINT clubs_nightdeed_night_id_59b8cc29_fk_clubs_night_id FOREIGN KEY (night_id) REFERENCES public.clubs_night(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_nightdeed
    ADD CONSTRAINT clubs_nightdeed_undoes_id_09335302_fk_clubs_nightdeed_id FOREIGN KEY (undoes_id) REFERENCES public.clubs_nightdeed(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_nightlink
    ADD CONSTRAINT clubs_nightlink_giver_id_9ff11649_fk_clubs_player_id FOREIGN KEY (giver_id) REFERENCES public.clubs_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_nightlink
    ADD CONSTRAINT clubs_nightlink_night_id_e55a0071_fk_clubs_night_id FOREIGN KEY (night_id) REFERENCES public.clubs_night(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_nightplace
    ADD CONSTRAINT clubs_nightplace_attendance_id_31340668_fk_clubs_attendance_id FOREIGN KEY (attendance_id) REFERENCES public.clubs_attendance(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_nightplace
    ADD CONSTRAINT clubs_nightplace_round_id_b64050d3_fk_clubs_nightround_id FOREIGN KEY (round_id) REFERENCES public.clubs_nightround(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_nightplace
    ADD CONSTRAINT clubs_nightplace_seat_id_bf3fda40_fk_games_seat_id FOREIGN KEY (seat_id) REFERENCES public.games_seat(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_nightplace
    ADD CONSTRAINT clubs_nightplace_table_id_21aab582_fk_clubs_nighttable_id FOREIGN KEY (table_id) REFERENCES public.clubs_nighttable(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_nightround
    ADD CONSTRAINT clubs_nightround_night_id_ab20421f_fk_clubs_night_id FOREIGN KEY (night_id) REFERENCES public.clubs_night(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_nighttable
    ADD CONSTRAINT clubs_nighttable_round_id_d1214d2e_fk_clubs_nightround_id FOREIGN KEY (round_id) REFERENCES public.clubs_nightround(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_nighttable
    ADD CONSTRAINT clubs_nighttable_table_id_d62f6255_fk_games_table_id FOREIGN KEY (table_id) REFERENCES public.games_table(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_nightwish
    ADD CONSTRAINT clubs_nightwish_night_id_d16cc137_fk_clubs_night_id FOREIGN KEY (night_id) REFERENCES public.clubs_night(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_partner
    ADD CONSTRAINT clubs_partner_member_id_e9aca43e_fk_clubs_member_id FOREIGN KEY (member_id) REFERENCES public.clubs_member(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_partner
    ADD CONSTRAINT clubs_partner_night_id_bdce020c_fk_clubs_night_id FOREIGN KEY (night_id) REFERENCES public.clubs_night(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_partner
    ADD CONSTRAINT clubs_partner_partnership_id_1856f2bd_fk_clubs_partnership_id FOREIGN KEY (partnership_id) REFERENCES public.clubs_partnership(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_partnership
    ADD CONSTRAINT clubs_partnership_club_id_1ab68b28_fk_clubs_club_id FOREIGN KEY (club_id) REFERENCES public.clubs_club(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_partnership
    ADD CONSTRAINT clubs_partnership_night_id_4aecf942_fk_clubs_night_id FOREIGN KEY (night_id) REFERENCES public.clubs_night(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_nightplace
    ADD CONSTRAINT clubs_place_of_round FOREIGN KEY (table_id, round_id) REFERENCES public.clubs_nighttable(id, round_id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_player_groups
    ADD CONSTRAINT clubs_player_groups_group_id_db1d5821_fk_auth_group_id FOREIGN KEY (group_id) REFERENCES public.auth_group(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_player_groups
    ADD CONSTRAINT clubs_player_groups_player_id_f92ee1ea_fk_clubs_player_id FOREIGN KEY (player_id) REFERENCES public.clubs_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_player_user_permissions
    ADD CONSTRAINT clubs_player_user_pe_permission_id_6ab402ab_fk_auth_perm FOREIGN KEY (permission_id) REFERENCES public.auth_permission(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_player_user_permissions
    ADD CONSTRAINT clubs_player_user_pe_player_id_7f206d52_fk_clubs_pla FOREIGN KEY (player_id) REFERENCES public.clubs_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_rulesremoval
    ADD CONSTRAINT clubs_rulesremoval_by_id_2d97912f_fk_clubs_player_id FOREIGN KEY (by_id) REFERENCES public.clubs_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_rulesremoval
    ADD CONSTRAINT clubs_rulesremoval_revision_id_58801d81_fk_clubs_rul FOREIGN KEY (revision_id) REFERENCES public.clubs_rulesrevision(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_rulesrevision
    ADD CONSTRAINT clubs_rulesrevision_by_id_a7cb5175_fk_clubs_player_id FOREIGN KEY (by_id) REFERENCES public.clubs_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_rulesrevision
    ADD CONSTRAINT clubs_rulesrevision_club_id_dfd168ca_fk_clubs_club_id FOREIGN KEY (club_id) REFERENCES public.clubs_club(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_token
    ADD CONSTRAINT clubs_token_user_id_d617c8fe_fk_clubs_player_id FOREIGN KEY (user_id) REFERENCES public.clubs_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_wishperson
    ADD CONSTRAINT clubs_wishperson_member_id_cbdd5dc0_fk_clubs_member_id FOREIGN KEY (member_id) REFERENCES public.clubs_member(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_wishperson
    ADD CONSTRAINT clubs_wishperson_wish_id_e94b4644_fk_clubs_nightwish_id FOREIGN KEY (wish_id) REFERENCES public.clubs_nightwish(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.django_admin_log
    ADD CONSTRAINT django_admin_log_content_type_id_c4bce8eb_fk_django_co FOREIGN KEY (content_type_id) REFERENCES public.django_content_type(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.django_admin_log
    ADD CONSTRAINT django_admin_log_user_id_c564eba6_fk_clubs_player_id FOREIGN KEY (user_id) REFERENCES public.clubs_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.games_action
    ADD CONSTRAINT games_action_deal_id_d2f227a4_fk_games_deal_id FOREIGN KEY (deal_id) REFERENCES public.games_deal(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.games_deal
    ADD CONSTRAINT games_deal_table_id_ac450f7a_fk_games_table_id FOREIGN KEY (table_id) REFERENCES public.games_table(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.games_deal
    ADD CONSTRAINT games_deal_voided_by_id_bb5d9181_fk_clubs_player_id FOREIGN KEY (voided_by_id) REFERENCES public.clubs_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.games_dealresult
    ADD CONSTRAINT games_dealresult_deal_id_9446779b_fk_games_deal_id FOREIGN KEY (deal_id) REFERENCES public.games_deal(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.games_dealresult
    ADD CONSTRAINT games_dealresult_player_id_8a246258_fk_clubs_player_id FOREIGN KEY (player_id) REFERENCES public.clubs_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.games_entropystring
    ADD CONSTRAINT games_entropystring_player_id_9a37a996_fk_clubs_player_id FOREIGN KEY (player_id) REFERENCES public.clubs_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.games_entropystring
    ADD CONSTRAINT games_entropystring_table_id_50ff5dcc_fk_games_table_id FOREIGN KEY (table_id) REFERENCES public.games_table(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.games_formerstack
    ADD CONSTRAINT games_formerstack_seat_id_fc52b03c_fk_games_seat_id FOREIGN KEY (seat_id) REFERENCES public.games_seat(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.games_formerstack
    ADD CONSTRAINT games_formerstack_stack_id_0c041ce1_fk_ledger_account_id FOREIGN KEY (stack_id) REFERENCES public.ledger_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.games_rating
    ADD CONSTRAINT games_rating_player_id_b885bf12_fk_clubs_player_id FOREIGN KEY (player_id) REFERENCES public.clubs_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.games_resultentry
    ADD CONSTRAINT games_resultentry_by_id_e0c0e927_fk_clubs_player_id FOREIGN KEY (by_id) REFERENCES public.clubs_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.games_resultentry
    ADD CONSTRAINT games_resultentry_deal_id_3cda511e_fk_games_deal_id FOREIGN KEY (deal_id) REFERENCES public.games_deal(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.games_seat
    ADD CONSTRAINT games_seat_moved_from_id_831e47d5_fk_games_seat_id FOREIGN KEY (moved_from_id) REFERENCES public.games_seat(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.games_seat
    ADD CONSTRAINT games_seat_player_id_15ebc6ad_fk_clubs_player_id FOREIGN KEY (player_id) REFERENCES public.clubs_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.games_seat
    ADD CONSTRAINT games_seat_purse_id_8410ae0e_fk_ledger_account_id FOREIGN KEY (purse_id) REFERENCES public.ledger_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.games_seat
    ADD CONSTRAINT games_seat_stack_id_42282f55_fk_ledger_account_id FOREIGN KEY (stack_id) REFERENCES public.ledger_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.games_seat
    ADD CONSTRAINT games_seat_table_id_4192d6ae_fk_games_table_id FOREIGN KEY (table_id) REFERENCES public.games_table(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.games_table
    ADD CONSTRAINT games_table_book_id_34b37726_fk_ledger_book_id FOREIGN KEY (book_id) REFERENCES public.ledger_book(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.games_table
    ADD CONSTRAINT games_table_club_book_id_1548e059_fk_ledger_book_id FOREIGN KEY (club_book_id) REFERENCES public.ledger_book(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.games_table
    ADD CONSTRAINT games_table_pool_id_1335b36e_fk_ledger_account_id FOREIGN KEY (pool_id) REFERENCES public.ledger_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.games_totalsentry
    ADD CONSTRAINT games_totalsentry_by_id_48299c55_fk_clubs_player_id FOREIGN KEY (by_id) REFERENCES public.clubs_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.games_totalsentry
    ADD CONSTRAINT games_totalsentry_table_id_d3100581_fk_games_table_id FOREIGN KEY (table_id) REFERENCES public.games_table(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.knox_authtoken
    ADD CONSTRAINT knox_authtoken_user_id_e5a5d899_fk_clubs_player_id FOREIGN KEY (user_id) REFERENCES public.clubs_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.ledger_account
    ADD CONSTRAINT ledger_account_book_id_3573a6fa_fk_ledger_book_id FOREIGN KEY (book_id) REFERENCES public.ledger_book(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.ledger_account
    ADD CONSTRAINT ledger_account_holder_id_da25150b_fk_clubs_player_id FOREIGN KEY (holder_id) REFERENCES public.clubs_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.ledger_receipt
    ADD CONSTRAINT ledger_receipt_actor_id_7272e4d1_fk_clubs_player_id FOREIGN KEY (actor_id) REFERENCES public.clubs_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.ledger_seal
    ADD CONSTRAINT ledger_seal_book_id_e11ce131_fk_ledger_book_id FOREIGN KEY (book_id) REFERENCES public.ledger_book(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.ledger_seal
    ADD CONSTRAINT ledger_seal_transfer_id_a866881f_fk_ledger_transfer_id FOREIGN KEY (transfer_id) REFERENCES public.ledger_transfer(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.ledger_transfer
    ADD CONSTRAINT ledger_transfer_actor_id_0f31e776_fk_clubs_player_id FOREIGN KEY (actor_id) REFERENCES public.clubs_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.ledger_transfer
    ADD CONSTRAINT ledger_transfer_reverses_id_d2a125b2_fk_ledger_transfer_id FOREIGN KEY (reverses_id) REFERENCES public.ledger_transfer(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.mfa_authenticator
    ADD CONSTRAINT mfa_authenticator_user_id_0c3a50c0_fk_clubs_player_id FOREIGN KEY (user_id) REFERENCES public.clubs_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_bye
    ADD CONSTRAINT tournaments_bye_entrant_id_1447ba55_fk_tournaments_entrant_id FOREIGN KEY (entrant_id) REFERENCES public.tournaments_entrant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_bye
    ADD CONSTRAINT tournaments_bye_round_id_37e4aecc_fk_tournaments_round_id FOREIGN KEY (round_id) REFERENCES public.tournaments_round(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_entrant
    ADD CONSTRAINT tournaments_entrant_tournament_id_4e9f2a0f_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_entrantmember
    ADD CONSTRAINT tournaments_entrantm_entrant_id_e34886d8_fk_tournamen FOREIGN KEY (entrant_id) REFERENCES public.tournaments_entrant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_entrantmember
    ADD CONSTRAINT tournaments_entrantm_purse_id_65392053_fk_ledger_ac FOREIGN KEY (purse_id) REFERENCES public.ledger_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_entrantmember
    ADD CONSTRAINT tournaments_entrantm_tournament_id_ae84cbc7_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_entrantmember
    ADD CONSTRAINT tournaments_entrantmember_bot_id_50f6e648_fk_clubs_housebot_id FOREIGN KEY (bot_id) REFERENCES public.clubs_housebot(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_entrantmember
    ADD CONSTRAINT tournaments_entrantmember_member_id_8f47f7c0_fk_clubs_member_id FOREIGN KEY (member_id) REFERENCES public.clubs_member(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_news
    ADD CONSTRAINT tournaments_news_tournament_id_9ae6f1c0_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_penalty
    ADD CONSTRAINT tournaments_penalty_entrant_id_33ba4973_fk_tournamen FOREIGN KEY (entrant_id) REFERENCES public.tournaments_entrant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_penalty
    ADD CONSTRAINT tournaments_penalty_given_by_id_42312d61_fk_clubs_player_id FOREIGN KEY (given_by_id) REFERENCES public.clubs_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_penalty
    ADD CONSTRAINT tournaments_penalty_stage_id_71d2a702_fk_tournaments_stage_id FOREIGN KEY (stage_id) REFERENCES public.tournaments_stage(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_prize
    ADD CONSTRAINT tournaments_prize_entrant_id_c15f079c_fk_tournaments_entrant_id FOREIGN KEY (entrant_id) REFERENCES public.tournaments_entrant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_round
    ADD CONSTRAINT tournaments_round_draw_id_af17c47f_fk_tournaments_rounddraw_id FOREIGN KEY (draw_id) REFERENCES public.tournaments_rounddraw(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_round
    ADD CONSTRAINT tournaments_round_stage_id_04ccaf04_fk_tournaments_stage_id FOREIGN KEY (stage_id) REFERENCES public.tournaments_stage(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_round
    ADD CONSTRAINT tournaments_round_tournament_id_a359f4ed_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_rounddraw
    ADD CONSTRAINT tournaments_rounddra_published_by_id_c0e236c9_fk_clubs_pla FOREIGN KEY (published_by_id) REFERENCES public.clubs_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_rounddraw
    ADD CONSTRAINT tournaments_rounddra_tournament_id_7576df38_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_rounddraw
    ADD CONSTRAINT tournaments_rounddraw_drawn_by_id_d2881861_fk_clubs_player_id FOREIGN KEY (drawn_by_id) REFERENCES public.clubs_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_rounddraw
    ADD CONSTRAINT tournaments_rounddraw_stage_id_5cf44525_fk_tournaments_stage_id FOREIGN KEY (stage_id) REFERENCES public.tournaments_stage(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_roundseat
    ADD CONSTRAINT tournaments_roundsea_entrant_id_bea4c9b0_fk_tournamen FOREIGN KEY (entrant_id) REFERENCES public.tournaments_entrant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_roundseat
    ADD CONSTRAINT tournaments_roundsea_member_id_5e4a862e_fk_tournamen FOREIGN KEY (member_id) REFERENCES public.tournaments_entrantmember(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_roundseat
    ADD CONSTRAINT tournaments_roundsea_round_table_id_c488e576_fk_tournamen FOREIGN KEY (round_table_id) REFERENCES public.tournaments_roundtable(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_roundtable
    ADD CONSTRAINT tournaments_roundtab_round_id_f4d105b7_fk_tournamen FOREIGN KEY (round_id) REFERENCES public.tournaments_round(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_roundtable
    ADD CONSTRAINT tournaments_roundtable_table_id_7fe3a987_fk_games_table_id FOREIGN KEY (table_id) REFERENCES public.games_table(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_seatingplan
    ADD CONSTRAINT tournaments_seatingp_stage_id_e931d58f_fk_tournamen FOREIGN KEY (stage_id) REFERENCES public.tournaments_stage(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_stage
    ADD CONSTRAINT tournaments_stage_tournament_id_fdefbf65_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_tournament
    ADD CONSTRAINT tournaments_tourname_house_rules_id_7f09220d_fk_clubs_rul FOREIGN KEY (house_rules_id) REFERENCES public.clubs_rulesrevision(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_tournamentdeed
    ADD CONSTRAINT tournaments_tourname_tournament_id_672d3fc6_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_tournament
    ADD CONSTRAINT tournaments_tournament_book_id_ef1954ba_fk_ledger_book_id FOREIGN KEY (book_id) REFERENCES public.ledger_book(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_tournament
    ADD CONSTRAINT tournaments_tournament_club_id_de87b47a_fk_clubs_club_id FOREIGN KEY (club_id) REFERENCES public.clubs_club(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_tournament
    ADD CONSTRAINT tournaments_tournament_fund_id_1ade5bce_fk_ledger_account_id FOREIGN KEY (fund_id) REFERENCES public.ledger_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_tournamentdeed
    ADD CONSTRAINT tournaments_tournamentdeed_by_id_cf1a7e29_fk_clubs_player_id FOREIGN KEY (by_id) REFERENCES public.clubs_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_tournamentdeed
    ADD CONSTRAINT tournaments_tournamentdeed_deal_id_7122a417_fk_games_deal_id FOREIGN KEY (deal_id) REFERENCES public.games_deal(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.usersessions_usersession
    ADD CONSTRAINT usersessions_usersession_user_id_af5e0a6d_fk_clubs_player_id FOREIGN KEY (user_id) REFERENCES public.clubs_player(id) DEFERRABLE INITIALLY DEFERRED;
REVOKE ALL ON FUNCTION public.ledger_close(accounts bigint[], happened_at timestamp with time zone) FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ledger_open(of_book bigint, account_kind text, account_name text, held_by bigint, floor bigint) FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ledger_open_book(book_name text, happened_at timestamp with time zone) FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ledger_post(postings jsonb, happened_at timestamp with time zone) FROM PUBLIC;
REVOKE ALL ON FUNCTION public.ledger_seal_transfers(at_most integer, since bigint, OUT sealed integer, OUT unreadable bigint[], OUT reached bigint) FROM PUBLIC;
INSERT INTO public.django_content_type VALUES
	(1, 'admin', 'logentry'),
	(2, 'auth', 'permission'),
	(3, 'auth', 'group'),
	(4, 'contenttypes', 'contenttype'),
	(5, 'sessions', 'session'),
	(6, 'knox', 'authtoken'),
	(7, 'account', 'emailaddress'),
	(8, 'account', 'emailconfirmation'),
	(9, 'mfa', 'authenticator'),
	(10, 'usersessions', 'usersession'),
	(11, 'ledger', 'audit'),
	(12, 'ledger', 'sealing'),
	(13, 'ledger', 'transferreason'),
	(14, 'ledger', 'book'),
	(15, 'ledger', 'account'),
	(16, 'ledger', 'receipt'),
	(17, 'ledger', 'transfer'),
	(18, 'ledger', 'seal'),
	(19, 'ledger', 'entry'),
	(20, 'clubs', 'player'),
	(21, 'clubs', 'signincount'),
	(22, 'clubs', 'club'),
	(23, 'clubs', 'housebot'),
	(24, 'clubs', 'mail'),
	(25, 'clubs', 'member'),
	(26, 'clubs', 'invitation'),
	(27, 'clubs', 'night'),
	(28, 'clubs', 'attendance'),
	(29, 'clubs', 'nightlink'),
	(30, 'clubs', 'nightdeed'),
	(31, 'clubs', 'nightround'),
	(32, 'clubs', 'nighttable'),
	(33, 'clubs', 'nightplace'),
	(34, 'clubs', 'nightwish'),
	(35, 'clubs', 'partnership'),
	(36, 'clubs', 'partner'),
	(37, 'clubs', 'rulesrevision'),
	(38, 'clubs', 'rulesremoval'),
	(39, 'clubs', 'token'),
	(40, 'clubs', 'wishperson'),
	(41, 'clubs', 'freetable'),
	(42, 'games', 'heartbeat'),
	(43, 'games', 'sign'),
	(44, 'games', 'seat'),
	(45, 'games', 'formerstack'),
	(46, 'games', 'table'),
	(47, 'games', 'entropystring'),
	(48, 'games', 'deal'),
	(49, 'games', 'totalsentry'),
	(50, 'games', 'action'),
	(51, 'games', 'dealresult'),
	(52, 'games', 'rating'),
	(53, 'games', 'resultentry'),
	(54, 'tournaments', 'entrant'),
	(55, 'tournaments', 'stage'),
	(56, 'tournaments', 'entrantmember'),
	(57, 'tournaments', 'rounddraw'),
	(58, 'tournaments', 'round'),
	(59, 'tournaments', 'roundtable'),
	(60, 'tournaments', 'roundseat'),
	(61, 'tournaments', 'seatingplan'),
	(62, 'tournaments', 'penalty'),
	(63, 'tournaments', 'tournament'),
	(64, 'tournaments', 'news'),
	(65, 'tournaments', 'tournamentdeed'),
	(66, 'tournaments', 'prize'),
	(67, 'tournaments', 'bye');
INSERT INTO public.auth_permission VALUES
	(1, 'Can add log entry', 1, 'add_logentry'),
	(2, 'Can change log entry', 1, 'change_logentry'),
	(3, 'Can delete log entry', 1, 'delete_logentry'),
	(4, 'Can view log entry', 1, 'view_logentry'),
	(5, 'Can add permission', 2, 'add_permission'),
	(6, 'Can change permission', 2, 'change_permission'),
	(7, 'Can delete permission', 2, 'delete_permission'),
	(8, 'Can view permission', 2, 'view_permission'),
	(9, 'Can add group', 3, 'add_group'),
	(10, 'Can change group', 3, 'change_group'),
	(11, 'Can delete group', 3, 'delete_group'),
	(12, 'Can view group', 3, 'view_group'),
	(13, 'Can add content type', 4, 'add_contenttype'),
	(14, 'Can change content type', 4, 'change_contenttype'),
	(15, 'Can delete content type', 4, 'delete_contenttype'),
	(16, 'Can view content type', 4, 'view_contenttype'),
	(17, 'Can add session', 5, 'add_session'),
	(18, 'Can change session', 5, 'change_session'),
	(19, 'Can delete session', 5, 'delete_session'),
	(20, 'Can view session', 5, 'view_session'),
	(21, 'Can add auth token', 6, 'add_authtoken'),
	(22, 'Can change auth token', 6, 'change_authtoken'),
	(23, 'Can delete auth token', 6, 'delete_authtoken'),
	(24, 'Can view auth token', 6, 'view_authtoken'),
	(25, 'Can add email address', 7, 'add_emailaddress'),
	(26, 'Can change email address', 7, 'change_emailaddress'),
	(27, 'Can delete email address', 7, 'delete_emailaddress'),
	(28, 'Can view email address', 7, 'view_emailaddress'),
	(29, 'Can add email confirmation', 8, 'add_emailconfirmation'),
	(30, 'Can change email confirmation', 8, 'change_emailconfirmation'),
	(31, 'Can delete email confirmation', 8, 'delete_emailconfirmation'),
	(32, 'Can view email confirmation', 8, 'view_emailconfirmation'),
	(33, 'Can add authenticator', 9, 'add_authenticator'),
	(34, 'Can change authenticator', 9, 'change_authenticator'),
	(35, 'Can delete authenticator', 9, 'delete_authenticator'),
	(36, 'Can view authenticator', 9, 'view_authenticator'),
	(37, 'Can add user session', 10, 'add_usersession'),
	(38, 'Can change user session', 10, 'change_usersession'),
	(39, 'Can delete user session', 10, 'delete_usersession'),
	(40, 'Can view user session', 10, 'view_usersession'),
	(41, 'Can add audit', 11, 'add_audit'),
	(42, 'Can change audit', 11, 'change_audit'),
	(43, 'Can delete audit', 11, 'delete_audit'),
	(44, 'Can view audit', 11, 'view_audit'),
	(45, 'Can add sealing', 12, 'add_sealing'),
	(46, 'Can change sealing', 12, 'change_sealing'),
	(47, 'Can delete sealing', 12, 'delete_sealing'),
	(48, 'Can view sealing', 12, 'view_sealing'),
	(49, 'Can add transfer reason', 13, 'add_transferreason'),
	(50, 'Can change transfer reason', 13, 'change_transferreason'),
	(51, 'Can delete transfer reason', 13, 'delete_transferreason'),
	(52, 'Can view transfer reason', 13, 'view_transferreason'),
	(53, 'Can add book', 14, 'add_book'),
	(54, 'Can change book', 14, 'change_book'),
	(55, 'Can delete book', 14, 'delete_book'),
	(56, 'Can view book', 14, 'view_book'),
	(57, 'Can add account', 15, 'add_account'),
	(58, 'Can change account', 15, 'change_account'),
	(59, 'Can delete account', 15, 'delete_account'),
	(60, 'Can view account', 15, 'view_account'),
	(61, 'Can add receipt', 16, 'add_receipt'),
	(62, 'Can change receipt', 16, 'change_receipt'),
	(63, 'Can delete receipt', 16, 'delete_receipt'),
	(64, 'Can view receipt', 16, 'view_receipt'),
	(65, 'Can add transfer', 17, 'add_transfer'),
	(66, 'Can change transfer', 17, 'change_transfer'),
	(67, 'Can delete transfer', 17, 'delete_transfer'),
	(68, 'Can view transfer', 17, 'view_transfer'),
	(69, 'Can add seal', 18, 'add_seal'),
	(70, 'Can change seal', 18, 'change_seal'),
	(71, 'Can delete seal', 18, 'delete_seal'),
	(72, 'Can view seal', 18, 'view_seal'),
	(73, 'Can add entry', 19, 'add_entry'),
	(74, 'Can change entry', 19, 'change_entry'),
	(75, 'Can delete entry', 19, 'delete_entry'),
	(76, 'Can view entry', 19, 'view_entry'),
	(77, 'Can add player', 20, 'add_player'),
	(78, 'Can change player', 20, 'change_player'),
	(79, 'Can delete player', 20, 'delete_player'),
	(80, 'Can view player', 20, 'view_player'),
	(81, 'Can add sign in count', 21, 'add_signincount'),
	(82, 'Can change sign in count', 21, 'change_signincount'),
	(83, 'Can delete sign in count', 21, 'delete_signincount'),
	(84, 'Can view sign in count', 21, 'view_signincount'),
	(85, 'Can add club', 22, 'add_club'),
	(86, 'Can change club', 22, 'change_club'),
	(87, 'Can delete club', 22, 'delete_club'),
	(88, 'Can view club', 22, 'view_club'),
	(89, 'Can add house bot', 23, 'add_housebot'),
	(90, 'Can change house bot', 23, 'change_housebot'),
	(91, 'Can delete house bot', 23, 'delete_housebot'),
	(92, 'Can view house bot', 23, 'view_housebot'),
	(93, 'Can add mail', 24, 'add_mail'),
	(94, 'Can change mail', 24, 'change_mail'),
	(95, 'Can delete mail', 24, 'delete_mail'),
	(96, 'Can view mail', 24, 'view_mail'),
	(97, 'Can add member', 25, 'add_member'),
	(98, 'Can change member', 25, 'change_member'),
	(99, 'Can delete member', 25, 'delete_member'),
	(100, 'Can view member', 25, 'view_member'),
	(101, 'Can add invitation', 26, 'add_invitation'),
	(102, 'Can change invitation', 26, 'change_invitation'),
	(103, 'Can delete invitation', 26, 'delete_invitation'),
	(104, 'Can view invitation', 26, 'view_invitation'),
	(105, 'Can add night', 27, 'add_night'),
	(106, 'Can change night', 27, 'change_night'),
	(107, 'Can delete night', 27, 'delete_night'),
	(108, 'Can view night', 27, 'view_night'),
	(109, 'Can add attendance', 28, 'add_attendance'),
	(110, 'Can change attendance', 28, 'change_attendance'),
	(111, 'Can delete attendance', 28, 'delete_attendance'),
	(112, 'Can view attendance', 28, 'view_attendance'),
	(113, 'Can add night link', 29, 'add_nightlink'),
	(114, 'Can change night link', 29, 'change_nightlink'),
	(115, 'Can delete night link', 29, 'delete_nightlink'),
	(116, 'Can view night link', 29, 'view_nightlink'),
	(117, 'Can add night deed', 30, 'add_nightdeed'),
	(118, 'Can change night deed', 30, 'change_nightdeed'),
	(119, 'Can delete night deed', 30, 'delete_nightdeed'),
	(120, 'Can view night deed', 30, 'view_nightdeed'),
	(121, 'Can add night round', 31, 'add_nightround'),
	(122, 'Can change night round', 31, 'change_nightround'),
	(123, 'Can delete night round', 31, 'delete_nightround'),
	(124, 'Can view night round', 31, 'view_nightround'),
	(125, 'Can add night table', 32, 'add_nighttable'),
	(126, 'Can change night table', 32, 'change_nighttable'),
	(127, 'Can delete night table', 32, 'delete_nighttable'),
	(128, 'Can view night table', 32, 'view_nighttable'),
	(129, 'Can add night place', 33, 'add_nightplace'),
	(130, 'Can change night place', 33, 'change_nightplace'),
	(131, 'Can delete night place', 33, 'delete_nightplace'),
	(132, 'Can view night place', 33, 'view_nightplace'),
	(133, 'Can add night wish', 34, 'add_nightwish'),
	(134, 'Can change night wish', 34, 'change_nightwish'),
	(135, 'Can delete night wish', 34, 'delete_nightwish'),
	(136, 'Can view night wish', 34, 'view_nightwish'),
	(137, 'Can add partnership', 35, 'add_partnership'),
	(138, 'Can change partnership', 35, 'change_partnership'),
	(139, 'Can delete partnership', 35, 'delete_partnership'),
	(140, 'Can view partnership', 35, 'view_partnership'),
	(141, 'Can add partner', 36, 'add_partner'),
	(142, 'Can change partner', 36, 'change_partner'),
	(143, 'Can delete partner', 36, 'delete_partner'),
	(144, 'Can view partner', 36, 'view_partner'),
	(145, 'Can add rules revision', 37, 'add_rulesrevision'),
	(146, 'Can change rules revision', 37, 'change_rulesrevision'),
	(147, 'Can delete rules revision', 37, 'delete_rulesrevision'),
	(148, 'Can view rules revision', 37, 'view_rulesrevision'),
	(149, 'Can add rules removal', 38, 'add_rulesremoval'),
	(150, 'Can change rules removal', 38, 'change_rulesremoval'),
	(151, 'Can delete rules removal', 38, 'delete_rulesremoval'),
	(152, 'Can view rules removal', 38, 'view_rulesremoval'),
	(153, 'Can add token', 39, 'add_token'),
	(154, 'Can change token', 39, 'change_token'),
	(155, 'Can delete token', 39, 'delete_token'),
	(156, 'Can view token', 39, 'view_token'),
	(157, 'Can add wish person', 40, 'add_wishperson'),
	(158, 'Can change wish person', 40, 'change_wishperson'),
	(159, 'Can delete wish person', 40, 'delete_wishperson'),
	(160, 'Can view wish person', 40, 'view_wishperson'),
	(161, 'Can add free table', 41, 'add_freetable'),
	(162, 'Can change free table', 41, 'change_freetable'),
	(163, 'Can delete free table', 41, 'delete_freetable'),
	(164, 'Can view free table', 41, 'view_freetable'),
	(165, 'Can add heartbeat', 42, 'add_heartbeat'),
	(166, 'Can change heartbeat', 42, 'change_heartbeat'),
	(167, 'Can delete heartbeat', 42, 'delete_heartbeat'),
	(168, 'Can view heartbeat', 42, 'view_heartbeat'),
	(169, 'Can add sign', 43, 'add_sign'),
	(170, 'Can change sign', 43, 'change_sign'),
	(171, 'Can delete sign', 43, 'delete_sign'),
	(172, 'Can view sign', 43, 'view_sign'),
	(173, 'Can add seat', 44, 'add_seat'),
	(174, 'Can change seat', 44, 'change_seat'),
	(175, 'Can delete seat', 44, 'delete_seat'),
	(176, 'Can view seat', 44, 'view_seat'),
	(177, 'Can add former stack', 45, 'add_formerstack'),
	(178, 'Can change former stack', 45, 'change_formerstack'),
	(179, 'Can delete former stack', 45, 'delete_formerstack'),
	(180, 'Can view former stack', 45, 'view_formerstack'),
	(181, 'Can add table', 46, 'add_table'),
	(182, 'Can change table', 46, 'change_table'),
	(183, 'Can delete table', 46, 'delete_table'),
	(184, 'Can view table', 46, 'view_table'),
	(185, 'Can add entropy string', 47, 'add_entropystring'),
	(186, 'Can change entropy string', 47, 'change_entropystring'),
	(187, 'Can delete entropy string', 47, 'delete_entropystring'),
	(188, 'Can view entropy string', 47, 'view_entropystring'),
	(189, 'Can add deal', 48, 'add_deal'),
	(190, 'Can change deal', 48, 'change_deal'),
	(191, 'Can delete deal', 48, 'delete_deal'),
	(192, 'Can view deal', 48, 'view_deal'),
	(193, 'Can add totals entry', 49, 'add_totalsentry'),
	(194, 'Can change totals entry', 49, 'change_totalsentry'),
	(195, 'Can delete totals entry', 49, 'delete_totalsentry'),
	(196, 'Can view totals entry', 49, 'view_totalsentry'),
	(197, 'Can add action', 50, 'add_action'),
	(198, 'Can change action', 50, 'change_action'),
	(199, 'Can delete action', 50, 'delete_action'),
	(200, 'Can view action', 50, 'view_action'),
	(201, 'Can add deal result', 51, 'add_dealresult'),
	(202, 'Can change deal result', 51, 'change_dealresult'),
	(203, 'Can delete deal result', 51, 'delete_dealresult'),
	(204, 'Can view deal result', 51, 'view_dealresult'),
	(205, 'Can add rating', 52, 'add_rating'),
	(206, 'Can change rating', 52, 'change_rating'),
	(207, 'Can delete rating', 52, 'delete_rating'),
	(208, 'Can view rating', 52, 'view_rating'),
	(209, 'Can add result entry', 53, 'add_resultentry'),
	(210, 'Can change result entry', 53, 'change_resultentry'),
	(211, 'Can delete result entry', 53, 'delete_resultentry'),
	(212, 'Can view result entry', 53, 'view_resultentry'),
	(213, 'Can add entrant', 54, 'add_entrant'),
	(214, 'Can change entrant', 54, 'change_entrant'),
	(215, 'Can delete entrant', 54, 'delete_entrant'),
	(216, 'Can view entrant', 54, 'view_entrant'),
	(217, 'Can add stage', 55, 'add_stage'),
	(218, 'Can change stage', 55, 'change_stage'),
	(219, 'Can delete stage', 55, 'delete_stage'),
	(220, 'Can view stage', 55, 'view_stage'),
	(221, 'Can add entrant member', 56, 'add_entrantmember'),
	(222, 'Can change entrant member', 56, 'change_entrantmember'),
	(223, 'Can delete entrant member', 56, 'delete_entrantmember'),
	(224, 'Can view entrant member', 56, 'view_entrantmember'),
	(225, 'Can add round draw', 57, 'add_rounddraw'),
	(226, 'Can change round draw', 57, 'change_rounddraw'),
	(227, 'Can delete round draw', 57, 'delete_rounddraw'),
	(228, 'Can view round draw', 57, 'view_rounddraw'),
	(229, 'Can add round', 58, 'add_round'),
	(230, 'Can change round', 58, 'change_round'),
	(231, 'Can delete round', 58, 'delete_round'),
	(232, 'Can view round', 58, 'view_round'),
	(233, 'Can add round table', 59, 'add_roundtable'),
	(234, 'Can change round table', 59, 'change_roundtable'),
	(235, 'Can delete round table', 59, 'delete_roundtable'),
	(236, 'Can view round table', 59, 'view_roundtable'),
	(237, 'Can add round seat', 60, 'add_roundseat'),
	(238, 'Can change round seat', 60, 'change_roundseat'),
	(239, 'Can delete round seat', 60, 'delete_roundseat'),
	(240, 'Can view round seat', 60, 'view_roundseat'),
	(241, 'Can add seating plan', 61, 'add_seatingplan'),
	(242, 'Can change seating plan', 61, 'change_seatingplan'),
	(243, 'Can delete seating plan', 61, 'delete_seatingplan'),
	(244, 'Can view seating plan', 61, 'view_seatingplan'),
	(245, 'Can add penalty', 62, 'add_penalty'),
	(246, 'Can change penalty', 62, 'change_penalty'),
	(247, 'Can delete penalty', 62, 'delete_penalty'),
	(248, 'Can view penalty', 62, 'view_penalty'),
	(249, 'Can add tournament', 63, 'add_tournament'),
	(250, 'Can change tournament', 63, 'change_tournament'),
	(251, 'Can delete tournament', 63, 'delete_tournament'),
	(252, 'Can view tournament', 63, 'view_tournament'),
	(253, 'Can add news', 64, 'add_news'),
	(254, 'Can change news', 64, 'change_news'),
	(255, 'Can delete news', 64, 'delete_news'),
	(256, 'Can view news', 64, 'view_news'),
	(257, 'Can add tournament deed', 65, 'add_tournamentdeed'),
	(258, 'Can change tournament deed', 65, 'change_tournamentdeed'),
	(259, 'Can delete tournament deed', 65, 'delete_tournamentdeed'),
	(260, 'Can view tournament deed', 65, 'view_tournamentdeed'),
	(261, 'Can add prize', 66, 'add_prize'),
	(262, 'Can change prize', 66, 'change_prize'),
	(263, 'Can delete prize', 66, 'delete_prize'),
	(264, 'Can view prize', 66, 'view_prize'),
	(265, 'Can add bye', 67, 'add_bye'),
	(266, 'Can change bye', 67, 'change_bye'),
	(267, 'Can delete bye', 67, 'delete_bye'),
	(268, 'Can view bye', 67, 'view_bye');
INSERT INTO public.django_migrations VALUES
	(1, 'contenttypes', '0001_initial', now()),
	(2, 'contenttypes', '0002_remove_content_type_name', now()),
	(3, 'auth', '0001_initial', now()),
	(4, 'auth', '0002_alter_permission_name_max_length', now()),
	(5, 'auth', '0003_alter_user_email_max_length', now()),
	(6, 'auth', '0004_alter_user_username_opts', now()),
	(7, 'auth', '0005_alter_user_last_login_null', now()),
	(8, 'auth', '0006_require_contenttypes_0002', now()),
	(9, 'auth', '0007_alter_validators_add_error_messages', now()),
	(10, 'auth', '0008_alter_user_username_max_length', now()),
	(11, 'auth', '0009_alter_user_last_name_max_length', now()),
	(12, 'auth', '0010_alter_group_name_max_length', now()),
	(13, 'auth', '0011_update_proxy_permissions', now()),
	(14, 'auth', '0012_alter_user_first_name_max_length', now()),
	(15, 'clubs', '0001_player', now()),
	(16, 'account', '0001_initial', now()),
	(17, 'account', '0002_email_max_length', now()),
	(18, 'account', '0003_alter_emailaddress_create_unique_verified_email', now()),
	(19, 'account', '0004_alter_emailaddress_drop_unique_email', now()),
	(20, 'account', '0005_emailaddress_idx_upper_email', now()),
	(21, 'account', '0006_emailaddress_lower', now()),
	(22, 'account', '0007_emailaddress_idx_email', now()),
	(23, 'account', '0008_emailaddress_unique_primary_email_fixup', now()),
	(24, 'account', '0009_emailaddress_unique_primary_email', now()),
	(25, 'admin', '0001_initial', now()),
	(26, 'admin', '0002_logentry_remove_auto_add', now()),
	(27, 'admin', '0003_logentry_add_action_flag_choices', now()),
	(28, 'ledger', '0001_checks', now()),
	(29, 'ledger', '0002_rows', now()),
	(30, 'ledger', '0003_guards', now()),
	(31, 'games', '0001_rows', now()),
	(32, 'games', '0002_triggers', now()),
	(33, 'clubs', '0002_rows', now()),
	(34, 'clubs', '0003_triggers', now()),
	(35, 'clubs', '0004_cache', now()),
	(36, 'knox', '0001_initial', now()),
	(37, 'knox', '0002_auto_20150916_1425', now()),
	(38, 'knox', '0003_auto_20150916_1526', now()),
	(39, 'knox', '0004_authtoken_expires', now()),
	(40, 'knox', '0005_authtoken_token_key', now()),
	(41, 'knox', '0006_auto_20160818_0932', now()),
	(42, 'knox', '0007_auto_20190111_0542', now()),
	(43, 'knox', '0008_remove_authtoken_salt', now()),
	(44, 'knox', '0009_extend_authtoken_field', now()),
	(45, 'mfa', '0001_initial', now()),
	(46, 'mfa', '0002_authenticator_timestamps', now()),
	(47, 'mfa', '0003_authenticator_type_uniq', now()),
	(48, 'sessions', '0001_initial', now()),
	(49, 'tournaments', '0001_rows', now()),
	(50, 'tournaments', '0002_triggers', now()),
	(51, 'tournaments', '0003_baseline_195fa3ef', now()),
	(52, 'usersessions', '0001_initial', now());
SELECT pg_catalog.setval('public.auth_permission_id_seq', 268, true);
SELECT pg_catalog.setval('public.django_content_type_id_seq', 67, true);
SELECT pg_catalog.setval('public.django_migrations_id_seq', 52, true);
