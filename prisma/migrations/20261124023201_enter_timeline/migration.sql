-- Makes the floor of the server's timeline where there is none. A server that was restored or promoted may lack the newest ids, which banks,
-- providers and networks know: each sequence goes up by a million. Again it changes nothing.
CREATE FUNCTION "enter_timeline"() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET "search_path" = public, pg_temp AS $$
DECLARE
    present TEXT := substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8);
    is_first BOOLEAN;
    numbers RECORD;
BEGIN
    -- Two processes that notice it at once make one floor.
    PERFORM pg_advisory_xact_lock(hashtextextended('enter_timeline', 0));
    IF (SELECT timeline FROM address_floors ORDER BY first_index DESC LIMIT 1) = present THEN
        RETURN;
    END IF;
    is_first := NOT EXISTS (SELECT FROM address_floors);
    IF NOT is_first THEN
        FOR numbers IN SELECT sequencename AS name, least(max_value, coalesce(last_value, 0) + 1000000) AS value
            FROM pg_sequences WHERE schemaname = 'public'
        LOOP
            PERFORM setval(format('public.%I', numbers.name)::regclass, numbers.value);
        END LOOP;
    END IF;
    -- A second of time has a million indexes: floors of two restores are apart by more than is made between them.
    INSERT INTO address_floors (first_index, timeline, first_withdrawal)
    SELECT greatest(floor(extract(epoch FROM clock_timestamp()))::bigint * 1000000,
            (SELECT coalesce(max(derivation_index), 0) + 1 FROM deposit_addresses),
            (SELECT coalesce(max(first_index), 0) + 1 FROM address_floors)),
        present,
        CASE WHEN is_first THEN 0 ELSE (SELECT last_value + 1 FROM withdrawals_id_seq) END;
END $$;
