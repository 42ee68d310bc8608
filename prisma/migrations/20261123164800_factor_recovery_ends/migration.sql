-- A factor recovery that has ended stays as it is, and none is approved without a decision: the parts that may end one (API, worker) have the right to
-- write `status` and `ended_at`, and must not be able to open one again whose waiting time is over.
CREATE FUNCTION "check_factor_recovery_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."ended_at" IS NOT NULL THEN
    RAISE EXCEPTION 'factor recovery % has ended', OLD."id" USING ERRCODE = 'check_violation';
  END IF;
  IF NEW."status" <> OLD."status" AND NOT (
    OLD."status" = 'waiting' AND (NEW."status" IN ('refused', 'stopped')
      OR NEW."status" = 'approved' AND NEW."effective_at" IS DISTINCT FROM OLD."effective_at")
    OR OLD."status" = 'approved' AND NEW."status" IN ('done', 'refused', 'stopped')
  ) THEN
    RAISE EXCEPTION 'factor recovery % cannot go from % to %', OLD."id", OLD."status", NEW."status" USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "factor_recoveries_ended" BEFORE UPDATE OF "user_id", "status", "effective_at", "ended_at" ON "factor_recoveries"
  FOR EACH ROW EXECUTE FUNCTION "check_factor_recovery_change"();
