-- The parts of a name, by which it is found and compared, as `deploy.names.parts` gives them: small
-- letters without accents, with a blank between. Apostrophes, hyphens and brackets part a name, and
-- so does a capital within it. `Mc` and `Mac` are one.

CREATE FUNCTION clubs_name_parts(name text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN regexp_replace(
    btrim(regexp_replace(
        translate(
            replace(replace(replace(replace(
                lower(regexp_replace(
                    regexp_replace(
                        normalize(name, NFKD),
                        '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200c\u200d\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\U000e0030-\U000e007f\U000e0100-\U000e01ef]',
                        '', 'g'
                    ),
                    '(?<=[a-z])(?=[A-Z])|(?<=(^|[^A-Za-z])O)(?=[A-Z][a-z])', ' ', 'g'
                )),
                'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ß', 'ss'),
            'øłđðıς', 'olddiσ'
        ),
        '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u02b9-\u02bf\u05f3\u05f4\u1680\u2000-\u206f\u3000-\u3003\u30fb\ua78b\ua78c]+',
        ' ', 'g'
    )),
    '(?<![^ ])mc', 'mac', 'g'
);
