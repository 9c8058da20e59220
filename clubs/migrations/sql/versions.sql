-- Counts a row's version up by one when a column changes that people edit: the arguments of the
-- trigger name them. Nobody sets a version: whatever else writes the row leaves it as it is. House
-- rules have revisions of their own: another one counts nothing up in the row that has them.

CREATE FUNCTION clubs_count_version() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE TRIGGER clubs_club_version BEFORE UPDATE ON clubs_club
FOR EACH ROW EXECUTE FUNCTION clubs_count_version(
    'name', 'slug', 'time_zone', 'opening_chips', 'allows_gifts', 'hosts_seat_bots',
    'bot_buy_in_chips', 'bot_rebuys', 'bot_stake_limit', 'bot_extra_limit', 'bot_jink_limit',
    'bot_loss_limit');

CREATE TRIGGER clubs_member_version BEFORE UPDATE ON clubs_member
FOR EACH ROW EXECUTE FUNCTION clubs_count_version('role');

CREATE TRIGGER clubs_night_version BEFORE UPDATE ON clubs_night
FOR EACH ROW EXECUTE FUNCTION clubs_count_version(
    'starts_at', 'venue', 'capacity', 'table_size', 'mode', 'deals_limit', 'buy_in_chips',
    'turn_seconds', 'time_bank_seconds', 'pause_seconds', 'reveals_each_deal',
    'spectator_delay_seconds');

CREATE TRIGGER clubs_player_version BEFORE UPDATE ON clubs_player
FOR EACH ROW EXECUTE FUNCTION clubs_count_version(
    'username', 'name', 'email', 'is_bot', 'is_active', 'is_superuser');
