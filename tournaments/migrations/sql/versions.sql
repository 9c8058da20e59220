-- What is announced of a tournament counts up its version, as in clubs.

CREATE TRIGGER tournaments_tournament_version BEFORE UPDATE ON tournaments_tournament
FOR EACH ROW EXECUTE FUNCTION clubs_count_version(
    'name', 'starts_at', 'opens_at', 'check_in_minutes', 'check_in_grace_minutes',
    'payout_minutes', 'draw_minutes',
    'capacity', 'starts_when_full', 'needs_approval', 'is_members_only', 'least_rating',
    'most_rating', 'invitation_code', 'late_until_round', 'no_show_minutes', 'bots_limit',
    'bots_level', 'breaks', 'is_public', 'entry_chips', 'members_count', 'prize_percents',
    'fixed_prizes', 'prize_categories', 'prize_ties', 'odd_chips', 'prizes_for_who_left',
    'stages_changes',
    'turn_seconds', 'time_bank_seconds', 'pause_seconds', 'reveals_each_deal',
    'spectator_delay_seconds');
