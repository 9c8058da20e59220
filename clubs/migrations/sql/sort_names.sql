-- By what people sort names: as they say them, whatever accents and capitals they have. `Mc` and
-- `Mac`, `O'` and `Ó`, stand together, with or without a blank.

CREATE FUNCTION clubs_sort_name(name text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN regexp_replace(
    regexp_replace(
        regexp_replace(
            lower(translate(
                replace(replace(replace(replace(replace(replace(
                    regexp_replace(normalize(name, NFD), '[\u0300-\u036f''’ʼ`´]', '', 'g'),
                    'Æ', 'ae'), 'æ', 'ae'), 'Œ', 'oe'), 'œ', 'oe'), 'þ', 'th'), 'ß', 'ss'),
                'ØøŁłĐđÐðı-‐', 'oollddddi  '
            )),
            '\m(o|mc|mac) +(?=[[:alpha:]])', '\1', 'g'
        ),
        '\mmc(?=[[:alpha:]])', 'mac', 'g'
    ),
    ' +', ' ', 'g'
);
