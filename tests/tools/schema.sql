-- Everything that makes a schema, as (kind, name, what it is); the order of columns is left out.

SELECT 'schema', nspname, concat_ws(' ', nspacl::text, obj_description(oid, 'pg_namespace'))
FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'

UNION ALL
SELECT 'extension', extname, extversion FROM pg_extension

UNION ALL
SELECT 'relation', oid::regclass::text, concat_ws(
    ' ', relkind, relpersistence, relrowsecurity, reloptions::text, relacl::text,
    obj_description(oid, 'pg_class'), CASE relkind WHEN 'v' THEN pg_get_viewdef(oid) END)
FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v', 'm', 'p')

UNION ALL
SELECT 'column', attrelid::regclass || '.' || attname, concat_ws(
    ' ', format_type(atttypid, atttypmod), attcollation::regcollation::text, attnotnull,
    attidentity, attgenerated, attstorage, attacl::text, pg_get_expr(adbin, adrelid),
    col_description(attrelid, attnum))
FROM pg_attribute
JOIN pg_class ON pg_class.oid = attrelid
LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v', 'm', 'p')
    AND attnum > 0 AND NOT attisdropped

UNION ALL
SELECT 'sequence', seqrelid::regclass::text, concat_ws(
    ' ', seqtypid::regtype, seqstart, seqincrement, seqmin, seqmax, seqcache, seqcycle,
    pg_class.relacl::text, owner.refobjid::regclass, owner.deptype, attname)
FROM pg_sequence
JOIN pg_class ON pg_class.oid = seqrelid
LEFT JOIN pg_depend AS owner ON owner.objid = seqrelid AND owner.deptype IN ('a', 'i')
    AND owner.classid = 'pg_class'::regclass AND owner.refclassid = 'pg_class'::regclass
LEFT JOIN pg_attribute ON attrelid = owner.refobjid AND attnum = owner.refobjsubid

UNION ALL
SELECT 'constraint', conrelid::regclass || '.' || conname, concat_ws(
    ' ', pg_get_constraintdef(oid), condeferrable, condeferred, convalidated,
    obj_description(oid, 'pg_constraint'))
FROM pg_constraint WHERE connamespace = 'public'::regnamespace

UNION ALL
SELECT 'index', indexrelid::regclass::text, concat_ws(
    ' ', pg_get_indexdef(indexrelid), indisvalid, obj_description(indexrelid, 'pg_class'))
FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
WHERE relnamespace = 'public'::regnamespace

UNION ALL
SELECT 'statistics', stxname, pg_get_statisticsobjdef(oid)
FROM pg_statistic_ext WHERE stxnamespace = 'public'::regnamespace

UNION ALL
SELECT 'function', oid::regprocedure::text, concat_ws(
    ' ', CASE WHEN prokind IN ('f', 'p') THEN pg_get_functiondef(oid) END, proacl::text,
    obj_description(oid, 'pg_proc'))
FROM pg_proc WHERE pronamespace = 'public'::regnamespace

UNION ALL
SELECT 'trigger', tgrelid::regclass || '.' || tgname, concat_ws(
    ' ', pg_get_triggerdef(oid), tgenabled, tgdeferrable, tginitdeferred,
    obj_description(oid, 'pg_trigger'))
FROM pg_trigger WHERE NOT tgisinternal

UNION ALL
SELECT 'type', typname, concat_ws(' ', typtype, format_type(typbasetype, typtypmod), labels)
FROM pg_type
LEFT JOIN LATERAL (
    SELECT string_agg(enumlabel, ',' ORDER BY enumsortorder) AS labels
    FROM pg_enum WHERE enumtypid = pg_type.oid
) AS enum ON true
WHERE typnamespace = 'public'::regnamespace AND typtype IN ('d', 'e')

UNION ALL
SELECT 'default rights', concat_ws(' ', defaclrole::regrole, defaclobjtype), defaclacl::text
FROM pg_default_acl

UNION ALL
SELECT 'content type', app_label || '.' || model, '' FROM django_content_type

UNION ALL
SELECT 'permission', concat_ws('.', app_label, model, codename), name
FROM auth_permission JOIN django_content_type AS kind ON kind.id = content_type_id
