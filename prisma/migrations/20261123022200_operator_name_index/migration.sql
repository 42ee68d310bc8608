-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS "users_operator_name_key";
CREATE UNIQUE INDEX CONCURRENTLY "users_operator_name_key" ON "users"("operator_name");
