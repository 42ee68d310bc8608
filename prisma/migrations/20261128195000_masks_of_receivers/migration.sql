-- Accounts at payment providers from before their numbers were masked: packages/shared/src/contracts/fiat/receivers.ts has the rule.
CREATE FUNCTION pg_temp.masked(given text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  WITH account AS (SELECT regexp_replace(given, '\D', '', 'g') AS digits)
  SELECT CASE WHEN length(digits) >= 6 AND position('@' IN given) = 0
      -- The check digit of a card.
      OR length(digits) BETWEEN 13 AND 19 AND (
        SELECT sum(CASE WHEN place % 2 = 1 AND digit > 4 THEN digit * 2 - 9 WHEN place % 2 = 1 THEN digit * 2 ELSE digit END) % 10 = 0
          FROM generate_series(0, length(digits) - 1) AS place, LATERAL (SELECT substr(reverse(digits), place + 1, 1)::int AS digit) AS one)
    THEN repeat('*', greatest(0, length(given) - 4)) || right(given, 4) ELSE given END FROM account
$$;
CREATE TEMPORARY TABLE masked_methods ON COMMIT DROP AS SELECT "id" FROM "payment_methods"
  WHERE "kind" = 'provider' AND "key" IN ('FCHANGE', 'PRRUB', 'YAMRUB', 'WIRETRY', 'LATAMEX', 'PAYSOFT', 'CWD');
-- One receiver that was saved under both names: the first one stays.
DELETE FROM "saved_addresses" twice USING "saved_addresses" first
  WHERE twice."method_id" IN (SELECT "id" FROM masked_methods) AND first."user_id" = twice."user_id" AND first."method_id" = twice."method_id"
    AND first."memo" = twice."memo" AND first."id" < twice."id" AND pg_temp.masked(first."address") = pg_temp.masked(twice."address");
UPDATE "saved_addresses" SET "address" = pg_temp.masked("address")
  WHERE "method_id" IN (SELECT "id" FROM masked_methods) AND "address" <> pg_temp.masked("address");
UPDATE "notices" SET "payload" = jsonb_set("payload", '{address}', to_jsonb(pg_temp.masked("payload" ->> 'address')))
  WHERE "kind" LIKE 'withdrawal\_%' AND "payload" ->> 'address' <> pg_temp.masked("payload" ->> 'address')
    AND ("payload" ->> 'id')::bigint IN (SELECT "id" FROM "withdrawals" WHERE "method_id" IN (SELECT "id" FROM masked_methods));
UPDATE "withdrawals" SET "address" = pg_temp.masked("address")
  WHERE "method_id" IN (SELECT "id" FROM masked_methods) AND "address" <> pg_temp.masked("address");
