-- Jobs of the release before. Those that run get no owner: a user may have several that run.
UPDATE "jobs" SET "payload" = "jobs"."payload" || jsonb_build_object('userId', "exports"."user_id")
  FROM "exports" WHERE "exports"."job_id" = "jobs"."id" AND "jobs"."name" = 'exports.write' AND "jobs"."state" IN ('waiting', 'running');
UPDATE "jobs" SET "owner" = ("payload"->>'userId')::bigint
  WHERE "name" IN ('exports.write', 'tax.count') AND "state" = 'waiting' AND "payload" ? 'userId';
