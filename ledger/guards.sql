-- What keeps the books, as the catalogue of PostgreSQL has it: (kind, name, definition) of all that
-- the migrations made for the ledger, and of what anybody else may do with it. Read by
-- `ledger.guards` with an empty search path, so that every name says its schema.

WITH part AS (
    SELECT oid, relname::text AS name, relkind, relowner, relacl, relpersistence, relrowsecurity
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname ~ '^ledger_' AND relkind <> 'i'
), routine AS (
    SELECT oid, proowner, proacl,
        format('%s(%s)', proname, pg_get_function_identity_arguments(oid)) AS name
    FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proname ~ '^ledger_'
), owner AS (
    SELECT relowner AS oid FROM part WHERE name = 'ledger_transfer'
), service AS (
    SELECT oid FROM pg_roles WHERE rolname = 'spoil_five_app'
), privilege AS (
    SELECT relowner AS owner, name AS of, acl.* FROM part, aclexplode(relacl) AS acl
    UNION ALL
    SELECT relowner, format('%s.%s', name, attname), acl.*
    FROM part JOIN pg_attribute ON attrelid = part.oid, aclexplode(attacl) AS acl
    UNION ALL
    SELECT proowner, name, acl.* FROM routine, aclexplode(coalesce(proacl, acldefault('f', proowner))) AS acl
    UNION ALL
    SELECT owner.oid, 'tables, functions and sequences to come', acl.*
    FROM pg_default_acl JOIN owner ON owner.oid = defaclrole, aclexplode(defaclacl) AS acl
    WHERE defaclnamespace IN (0, 'public'::regnamespace)
    UNION ALL
    SELECT owner.oid, 'schema public', acl.* FROM owner, pg_namespace, aclexplode(nspacl) AS acl
    WHERE nspname = 'public' AND privilege_type = 'CREATE'
        AND grantee NOT IN (nspowner, 'pg_database_owner'::regrole)
    UNION ALL
    SELECT owner.oid, parname, acl.* FROM owner, pg_parameter_acl, aclexplode(paracl) AS acl
    WHERE parname = 'session_replication_role'
)
SELECT 'table', name, concat_ws(' ', relkind, relpersistence, relrowsecurity) FROM part
UNION ALL
SELECT 'column', format('%s.%s', name, attname), concat_ws(' ', format_type(atttypid, atttypmod),
    CASE WHEN attnotnull THEN 'NOT NULL' END, attidentity, attgenerated, pg_get_expr(adbin, adrelid))
FROM part JOIN pg_attribute ON attrelid = part.oid
LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
WHERE attnum > 0 AND NOT attisdropped AND relkind <> 'S'
UNION ALL
SELECT 'constraint', conname, pg_get_constraintdef(pg_constraint.oid)
FROM pg_constraint JOIN part ON part.oid = conrelid WHERE contype IN ('c', 'f', 'p', 'u', 'x')
UNION ALL
SELECT 'index', pg_class.relname, concat_ws(' ', pg_get_indexdef(indexrelid),
    CASE WHEN NOT (indisvalid AND indisready AND indislive AND indimmediate) THEN 'not kept' END)
FROM pg_index JOIN part ON part.oid = indrelid JOIN pg_class ON pg_class.oid = indexrelid
WHERE indisunique
UNION ALL
SELECT 'trigger', tgname, concat_ws(' ', pg_get_triggerdef(pg_trigger.oid, true), translate(tgenabled, 'A', 'O'))
FROM pg_trigger JOIN part ON part.oid = tgrelid WHERE NOT tgisinternal
UNION ALL
SELECT DISTINCT 'foreign key', conname, 'switched off'
FROM pg_trigger JOIN pg_constraint ON pg_constraint.oid = tgconstraint
JOIN part ON part.oid IN (conrelid, confrelid) WHERE tgisinternal AND tgenabled NOT IN ('O', 'A')
UNION ALL
SELECT 'function', name, concat_ws(' ', prokind, pg_get_function_arguments(routine.oid), '->',
    pg_get_function_result(routine.oid), lanname, provolatile, prosecdef, proisstrict, proconfig::text,
    prosrc, pg_get_function_sqlbody(routine.oid))
FROM routine JOIN pg_proc ON pg_proc.oid = routine.oid JOIN pg_language ON pg_language.oid = prolang
UNION ALL
SELECT 'rule', format('%s of %s', rulename, name), '' FROM pg_rewrite JOIN part ON part.oid = ev_class
UNION ALL
SELECT 'policy', format('%s of %s', polname, name), '' FROM pg_policy JOIN part ON part.oid = polrelid
UNION ALL
SELECT 'child', format('%s of %s', inhrelid::regclass, name), '' FROM pg_inherits JOIN part ON part.oid = inhparent
UNION ALL
SELECT 'owner', pg_get_userbyid(belongs.oid), 'owns ' || belongs.name
FROM (
    SELECT relowner AS oid, name FROM part UNION SELECT proowner, name FROM routine
    UNION SELECT relowner, relname FROM pg_class WHERE oid = 'public.django_migrations'::regclass
) AS belongs, owner LEFT JOIN service USING (oid)
WHERE belongs.oid <> owner.oid OR service.oid IS NOT NULL
UNION ALL
SELECT DISTINCT 'grant', format('%s%s on %s to %s', privilege_type,
    CASE WHEN is_grantable THEN ' with grant option' END, of,
    CASE grantee WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(grantee) END), ''
FROM privilege WHERE grantee <> owner
UNION ALL
SELECT 'grant', format('%s to %s', pg_get_userbyid(roleid), 'spoil_five_app'), ''
FROM pg_auth_members JOIN service ON service.oid = member
UNION ALL
-- The role that serves is a member of the application's role and can become no role that may write.
SELECT DISTINCT 'grant', format('%s to %s', pg_get_userbyid(higher.oid), rolname), ''
FROM pg_roles JOIN pg_auth_members AS serves ON serves.member = pg_roles.oid
JOIN service ON service.oid = serves.roleid, owner,
LATERAL (SELECT owner.oid UNION ALL SELECT 'pg_write_all_data'::regrole) AS higher
WHERE pg_has_role(pg_roles.oid, higher.oid, 'MEMBER') AND pg_roles.oid <> owner.oid AND NOT rolsuper
UNION ALL
SELECT 'role', rolname, 'is more than a role that may look and post' FROM pg_roles JOIN service USING (oid)
WHERE rolsuper OR rolcreaterole OR rolbypassrls OR rolreplication
UNION ALL
SELECT 'setting', coalesce(rolname, 'every role'), 'switches the triggers off'
FROM pg_db_role_setting LEFT JOIN pg_roles ON pg_roles.oid = setrole
WHERE 'session_replication_role=replica' = ANY (setconfig)
    AND setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
UNION ALL
SELECT 'setting', 'this session', 'switches the triggers off'
WHERE current_setting('session_replication_role') = 'replica'
