-- The tables of a night are numbered on from round to round; of each person the last place stays.

UPDATE clubs_nighttable SET night_id = told.night_id, number = told.number
FROM (
    SELECT night_table.id, round.night_id, row_number() OVER (
        PARTITION BY round.night_id ORDER BY round.number, night_table.number
    ) AS number
    FROM clubs_nighttable AS night_table
    JOIN clubs_nightround AS round ON round.id = night_table.round_id
) AS told
WHERE told.id = clubs_nighttable.id;

UPDATE clubs_attendance SET night_table_id = last.table_id, seat = last.seat
FROM (
    SELECT DISTINCT ON (place.attendance_id) place.attendance_id, place.table_id,
        coalesce(place.place, seat.number) AS seat
    FROM clubs_nightplace AS place
    JOIN clubs_nightround AS round ON round.id = place.round_id
    LEFT JOIN games_seat AS seat ON seat.id = place.seat_id
    WHERE place.left_at IS NULL
    ORDER BY place.attendance_id, round.status = 'drafted', round.number DESC
) AS last
WHERE last.attendance_id = clubs_attendance.id AND clubs_attendance.checked_in_at IS NOT NULL;

SET CONSTRAINTS ALL IMMEDIATE;
