-- A function of a trigger runs with the search path of who writes: a temporary table of a name that it reads would be read in its place.
DO $$
DECLARE
  trigger_function regprocedure;
BEGIN
  FOR trigger_function IN
    SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prorettype = 'trigger'::regtype
      AND NOT coalesce(array_to_string(proconfig, ',') LIKE '%search_path=%', false)
  LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = public, pg_temp', trigger_function);
  END LOOP;
END $$;
