-- concurrently
-- Records are searched for by the beginning of an actor, whatever the collation of the database is.
DROP INDEX CONCURRENTLY IF EXISTS "audit_records_actor_begin_idx";
CREATE INDEX CONCURRENTLY "audit_records_actor_begin_idx" ON "audit_records"("actor" text_pattern_ops, "id");
