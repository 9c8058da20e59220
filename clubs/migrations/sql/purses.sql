-- A purse is its holder's: whoever writes these rows, chips come from nobody else's and go home to
-- nobody else.

-- Whether a purse is of this book and belongs to a player; NULL is nobody, as with a house purse.
-- Who has claimed a row holds what was held in its name: the ledger never changes whose a purse is.
CREATE FUNCTION clubs_is_purse_of(purse bigint, book bigint, player bigint)
RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
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

CREATE FUNCTION clubs_guard_purse_of_member() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
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

CREATE TRIGGER clubs_member_purse BEFORE INSERT OR UPDATE OF club_id, player_id, purse_id ON clubs_member
FOR EACH ROW EXECUTE FUNCTION clubs_guard_purse_of_member();

CREATE FUNCTION clubs_guard_house_purse() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
    IF NOT clubs_is_purse_of(NEW.house_purse_id, NEW.book_id, NULL) THEN
        RAISE 'purse % is not the house purse of club %', NEW.house_purse_id, NEW.id
        USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER clubs_club_purse BEFORE INSERT OR UPDATE OF book_id, house_purse_id ON clubs_club
FOR EACH ROW EXECUTE FUNCTION clubs_guard_house_purse();

-- Where the chips of a seat come from and go home to. Bots of the house play with its chips.
CREATE FUNCTION clubs_guard_purse_of_seat() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
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

CREATE TRIGGER clubs_seat_purse
BEFORE INSERT OR UPDATE OF player_id, stack_id, purse_id, is_house ON games_seat
FOR EACH ROW EXECUTE FUNCTION clubs_guard_purse_of_seat();
