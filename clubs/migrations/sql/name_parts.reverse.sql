DROP FUNCTION clubs_name_parts(text);
