-- Who is an operator stays one, with all permissions, under the first part of the e-mail where that is a name of one operator.
WITH "named" AS (
  SELECT "id", lower(split_part("email", '@', 1)) AS "name",
    count(*) OVER (PARTITION BY lower(split_part("email", '@', 1))) AS "count"
    FROM "users" WHERE "role" = 'operator')
UPDATE "users" SET
    "operator_name" = CASE WHEN "named"."count" = 1 AND "name" ~ '^[a-z][a-z0-9._-]{1,31}$' AND "name" !~ '^operator-[0-9]+$'
      THEN "name" ELSE 'operator-' || "users"."id" END,
    "permissions" = '{accounts,kyc,money,listings,system,records,operators}'
  FROM "named" WHERE "named"."id" = "users"."id";

ALTER TABLE "users" ADD CONSTRAINT "users_operator_check" CHECK (
  ("role" = 'operator') = ("operator_name" IS NOT NULL) AND ("role" = 'operator' OR "permissions" = '{}')
) NOT VALID;
