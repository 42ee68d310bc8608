-- Until now a transfer was adopted when its key began with 'adopted:', and a client could choose such a key. Settlement wrote the
-- row and its first entry in one transaction, so at one time; a client's row is older than every entry of settlement for it.
UPDATE "transfers" SET "adopted" = true
  WHERE "idempotency_key" = 'adopted:' || "id" AND EXISTS (
    SELECT 1 FROM "ledger_entries" WHERE "ledger_entries"."created_at" = "transfers"."created_at"
      AND "ledger_entries"."idempotency_key" IN (
        'transfer:' || "transfers"."id" || ':left', 'transfer:' || "transfers"."id" || ':settled'));

-- Keys of the exchange itself get a space, which no client's key has: a repeated credit finds its transfer. The credit and the
-- transfer were written in one transaction.
UPDATE "transfers" SET "idempotency_key" = 'exchange ' || "idempotency_key"
  WHERE "idempotency_key" ~ '^(ops:credit|fund|demo):' AND EXISTS (
    SELECT 1 FROM "ledger_entries" WHERE "ledger_entries"."created_at" = "transfers"."created_at"
      AND "ledger_entries"."idempotency_key" IN ("transfers"."idempotency_key",
        'demo:' || "transfers"."user_id" || substr("transfers"."idempotency_key", 5) || ':main',
        'demo:futures:' || "transfers"."user_id"));
