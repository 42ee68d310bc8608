-- concurrently
-- Records are searched for by the beginning of a subject, whatever the collation of the database is.
DROP INDEX CONCURRENTLY IF EXISTS "audit_records_subject_begin_idx";
CREATE INDEX CONCURRENTLY "audit_records_subject_begin_idx" ON "audit_records"("subject" text_pattern_ops, "id");
