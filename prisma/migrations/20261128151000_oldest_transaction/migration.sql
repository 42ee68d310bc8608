-- When the oldest transaction that is under way on another connection of this database has begun; null when there is none. Postgres shows this of other roles'
-- connections only to who may read its statistics, as its superuser may: without that right the function refuses, rather than overlook one.
CREATE FUNCTION "oldest_transaction"() RETURNS TIMESTAMPTZ LANGUAGE plpgsql SECURITY DEFINER SET "search_path" = public, pg_temp AS $$
BEGIN
    IF NOT pg_has_role(current_user, 'pg_read_all_stats', 'USAGE') THEN
        RAISE EXCEPTION 'the owner of the database is no member of pg_read_all_stats' USING ERRCODE = 'insufficient_privilege';
    END IF;
    -- What is shown of connections is read once a transaction; a later call is to see those of its own time.
    PERFORM pg_stat_clear_snapshot();
    RETURN (SELECT min(xact_start) FROM pg_stat_activity
        WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid());
END $$;
