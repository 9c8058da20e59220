-- The one seating of each night becomes its first round, and where people sat there their places.

INSERT INTO clubs_nightround (night_id, number, status, finished_at)
SELECT id, 1, CASE WHEN status IN ('playing', 'closed') AND opened THEN
        CASE status WHEN 'playing' THEN 'playing' ELSE 'finished' END ELSE 'drafted' END,
    CASE WHEN opened THEN closed_at END
FROM clubs_night, LATERAL (
    SELECT count(*) > 0 AS seated, bool_or(table_id IS NOT NULL) AS opened
    FROM clubs_nighttable WHERE night_id = clubs_night.id
) AS tables
WHERE seated;

UPDATE clubs_nighttable SET round_id = clubs_nightround.id
FROM clubs_nightround WHERE clubs_nightround.night_id = clubs_nighttable.night_id;

INSERT INTO clubs_nightplace (round_id, table_id, attendance_id, place, seat_id)
SELECT night_table.round_id, night_table.id, attendance.id,
    CASE WHEN seat.id IS NULL THEN attendance.seat END, seat.id
FROM clubs_attendance AS attendance
JOIN clubs_nighttable AS night_table ON night_table.id = attendance.night_table_id
LEFT JOIN games_seat AS seat
    ON seat.table_id = night_table.table_id AND seat.number = attendance.seat;

SET CONSTRAINTS ALL IMMEDIATE;  -- The tables are altered next.
