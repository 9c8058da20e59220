-- Everything in the schema that no extension brought, gone with what hangs on it. The names are
-- gathered first, because dropping one may take others along.
SET LOCAL lock_timeout = '10s';
SET LOCAL client_min_messages = warning;

DO $empty$
DECLARE
    statements text[];
    statement text;
BEGIN
    SELECT array_agg(format('DROP %s IF EXISTS %s CASCADE', kind, name) ORDER BY step)
    INTO statements
    FROM (
        SELECT 1 AS step, 'pg_class'::regclass AS class, oid, oid::regclass::text AS name,
            CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW'
                WHEN 'f' THEN 'FOREIGN TABLE' ELSE 'TABLE' END AS kind
        FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')
        UNION ALL
        SELECT 2, 'pg_proc'::regclass, oid, oid::regprocedure::text, 'ROUTINE'
        FROM pg_proc WHERE pronamespace = 'public'::regnamespace
        UNION ALL
        SELECT 3, 'pg_type'::regclass, type.oid, type.oid::regtype::text, 'TYPE'
        FROM pg_type AS type LEFT JOIN pg_class ON pg_class.oid = typrelid
        WHERE typnamespace = 'public'::regnamespace AND (typtype IN ('d', 'e', 'r') OR relkind = 'c')
        UNION ALL
        SELECT 4, 'pg_class'::regclass, oid, oid::regclass::text, 'SEQUENCE'
        FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'S'
    ) AS object
    WHERE NOT EXISTS (
        SELECT FROM pg_depend WHERE classid = class AND objid = object.oid AND deptype = 'e'
    );
    FOREACH statement IN ARRAY coalesce(statements, '{}') LOOP
        EXECUTE statement;
    END LOOP;
END
$empty$;
