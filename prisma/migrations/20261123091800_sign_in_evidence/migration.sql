-- Sign-ins, ends of sessions and changes of passwords are written by the triggers alone, which run as the owner of the table; nobody writes them
-- by hand. Nor does anybody, the owner included, delete what is younger than 90 days.
CREATE FUNCTION "guard_sign_in_event"() RETURNS trigger LANGUAGE plpgsql SET "search_path" = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD."created_at" >= now() - interval '90 days' THEN
      RAISE EXCEPTION 'sign-in events are kept for 90 days' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN OLD;
  END IF;
  IF NEW."kind" NOT IN ('refused', 'locked_out')
    AND NOT pg_has_role((SELECT "relowner" FROM pg_class WHERE "oid" = TG_RELID), 'USAGE') THEN
    RAISE EXCEPTION 'a sign-in event of the kind % is written by its trigger', NEW."kind" USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "sign_in_events_guarded" BEFORE INSERT OR DELETE ON "sign_in_events"
  FOR EACH ROW EXECUTE FUNCTION "guard_sign_in_event"();

-- Who may empty the tables may restore them; to the others the setting, which anybody can set, says nothing.
CREATE OR REPLACE FUNCTION "is_restoring"() RETURNS BOOLEAN LANGUAGE sql STABLE AS $$
  SELECT coalesce(current_setting('pelican.restoring', true), '') = 'on' AND has_table_privilege('public.ledger_holds', 'TRUNCATE')
$$;
