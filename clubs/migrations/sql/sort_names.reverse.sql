DROP FUNCTION clubs_sort_name(text);
