-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS "users_phone_key";
CREATE UNIQUE INDEX CONCURRENTLY "users_phone_key" ON "users"("phone");
