-- House rules have revisions of their own: another one counts nothing up in the row that has them.

DROP TRIGGER clubs_club_version ON clubs_club;
CREATE TRIGGER clubs_club_version BEFORE UPDATE ON clubs_club
FOR EACH ROW EXECUTE FUNCTION clubs_count_version(
    'name', 'slug', 'time_zone', 'opening_chips', 'allows_gifts', 'hosts_seat_bots',
    'bot_buy_in_chips', 'bot_stake_limit', 'bot_extra_limit', 'bot_jink_limit', 'bot_loss_limit');

DROP TRIGGER clubs_night_version ON clubs_night;
CREATE TRIGGER clubs_night_version BEFORE UPDATE ON clubs_night
FOR EACH ROW EXECUTE FUNCTION clubs_count_version(
    'starts_at', 'venue', 'capacity', 'table_size', 'mode', 'deals_limit', 'buy_in_chips',
    'turn_seconds', 'time_bank_seconds', 'reveals_each_deal', 'spectator_delay_seconds');
