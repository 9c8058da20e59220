DROP TRIGGER clubs_partner_of_night ON clubs_partner;
DROP FUNCTION clubs_compare_partner();
