DROP TRIGGER tournaments_tournament_version ON tournaments_tournament;
CREATE TRIGGER tournaments_tournament_version BEFORE UPDATE ON tournaments_tournament
FOR EACH ROW EXECUTE FUNCTION clubs_count_version(
    'name', 'starts_at', 'entry_chips', 'prize_percents', 'format', 'format_settings',
    'starting_stack', 'rounds_count', 'deals_a_round', 'table_size',
    'turn_seconds', 'time_bank_seconds', 'reveals_each_deal', 'spectator_delay_seconds');
