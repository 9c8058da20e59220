-- Reasons are rows that every migration writes as the apps declare them (ledger/declarations.py), so
-- that a new one changes no function here. What is declared by now is needed by later migrations
-- that move chips; its words follow at the end of this one.
INSERT INTO ledger_transferreason (name, sentence, gained, gave, gained_in_part, undone_by, is_by_hand)
SELECT name, '', '', '', '', '', false FROM unnest(ARRAY[
    'issue', 'redeem', 'buy_in', 'cash_out', 'stake', 'top_up', 'pool_won', 'jink', 'pool_shared',
    'entry_fee', 'prize', 'gift', 'adjustment', 'reversal'
]) AS name;

-- Guard 1: a reason that chips moved for stays; only its words are written anew.
CREATE TRIGGER ledger_transferreason_kept BEFORE UPDATE OF name OR DELETE OR TRUNCATE ON ledger_transferreason
FOR EACH STATEMENT EXECUTE FUNCTION ledger_guard_append_only();

-- Guard 2: no foreign key, which would lock the row of the reason in every transfer; and no CHECK,
-- which is asked before a restore has filled all tables. Looked up in one query with the legs.
CREATE OR REPLACE FUNCTION ledger_guard_transfer_balanced() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
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

-- What is done by hand needs a name and a word of why.
CREATE OR REPLACE FUNCTION ledger_fits_reason(reason text, actor_id bigint, memo text, reverses_id bigint)
RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN coalesce(CASE
        WHEN (reason = 'reversal') <> (reverses_id IS NOT NULL) THEN false
        WHEN reason IN ('adjustment', 'reversal') THEN actor_id IS NOT NULL AND memo <> ''
        ELSE reason IS NOT NULL
    END, false);
END
$$;
