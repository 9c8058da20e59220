-- A place is of the round of its table, so nobody is at two tables of one round.

ALTER TABLE clubs_nighttable ADD CONSTRAINT clubs_night_table_of_round UNIQUE (id, round_id);
ALTER TABLE clubs_nightplace ADD CONSTRAINT clubs_place_of_round
FOREIGN KEY (table_id, round_id) REFERENCES clubs_nighttable (id, round_id)
DEFERRABLE INITIALLY DEFERRED;
