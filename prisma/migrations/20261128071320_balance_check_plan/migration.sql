-- The check of an entry's legs runs for each leg. Its partition is known from the leg's time, so Postgres takes a plan for this one time
-- to be cheaper than a kept one, and plans each run anew: several times what the run costs. A kept plan passes the other months over when it starts.
ALTER FUNCTION "check_entry_balanced"() SET plan_cache_mode = force_generic_plan;
