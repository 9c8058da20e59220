-- Guard 6, second half: the application's role does everything with the rows of its tables, but
-- only looks at the ledger's, and only adds to a table whose comment says so (`db_table_comment`).
-- Run after every migration, as the owner; safe to repeat.

DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'spoil_five_app') THEN
        CREATE ROLE spoil_five_app NOLOGIN;  -- One for all databases of the cluster.
        EXECUTE format('GRANT spoil_five_app TO %I', current_user);
    END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
    NULL;  -- Another database of the cluster was migrated at the same moment.
END
$$;

DO $$
DECLARE
    it record;
BEGIN
    GRANT USAGE ON SCHEMA public TO spoil_five_app;
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO spoil_five_app;
    FOR it IN
        SELECT tablename AS name, CASE
            WHEN tablename IN ('ledger_book', 'ledger_account', 'ledger_transfer', 'ledger_transferreason',
                'ledger_entry', 'ledger_seal', 'django_migrations') THEN 'SELECT'
            WHEN tablename = 'ledger_audit' THEN 'SELECT, INSERT'
            WHEN tablename = 'ledger_sealing' THEN 'SELECT, INSERT, UPDATE'
            WHEN obj_description(format('public.%I', tablename)::regclass, 'pg_class') = 'Rows are only added.'
                THEN 'SELECT, INSERT'
            ELSE 'SELECT, INSERT, UPDATE, DELETE'
        END AS rights
        FROM pg_tables WHERE schemaname = 'public' AND tableowner = current_user
    LOOP
        EXECUTE format('REVOKE ALL ON %I FROM spoil_five_app', it.name);
        EXECUTE format('GRANT %s ON %I TO spoil_five_app', it.rights, it.name);
    END LOOP;
    FOR it IN
        SELECT oid::regprocedure AS name FROM pg_proc
        WHERE proname IN ('ledger_post', 'ledger_open', 'ledger_open_book', 'ledger_close',
            'ledger_seal_transfers')
    LOOP
        EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO spoil_five_app', it.name);
    END LOOP;
END
$$;
