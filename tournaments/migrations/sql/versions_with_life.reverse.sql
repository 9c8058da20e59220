DROP TRIGGER tournaments_tournament_version ON tournaments_tournament;
CREATE TRIGGER tournaments_tournament_version BEFORE UPDATE ON tournaments_tournament
FOR EACH ROW EXECUTE FUNCTION clubs_count_version(
    'name', 'starts_at', 'is_public', 'entry_chips', 'members_count', 'prize_percents',
    'stages_changes',
    'turn_seconds', 'time_bank_seconds', 'reveals_each_deal', 'spectator_delay_seconds');
