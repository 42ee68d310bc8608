-- What operators work on at the moment. A claim that has expired is anybody's.
CREATE TABLE "operator_claims" (
    "queue" TEXT NOT NULL,
    "id" BIGINT NOT NULL,
    "operator" TEXT NOT NULL,
    "claimed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "operator_claims_pkey" PRIMARY KEY ("queue", "id")
);

-- What operators write down about users. Only added to.
CREATE TABLE "operator_notes" (
    "id" BIGSERIAL NOT NULL,
    "user_id" BIGINT NOT NULL,
    "author" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "operator_notes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "operator_notes_bounded_check" CHECK (length("text") BETWEEN 1 AND 2000)
);
CREATE INDEX "operator_notes_user_id_id_idx" ON "operator_notes"("user_id", "id");
CREATE TRIGGER "operator_notes_append_only" BEFORE UPDATE OR DELETE ON "operator_notes"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();

-- Who could block people sees them as before; who could do everything still can.
UPDATE "users" SET "permissions" = "permissions" || ARRAY['users', 'support']
  WHERE "role" = 'operator' AND "permissions" @> ARRAY['accounts', 'kyc', 'money', 'listings', 'system', 'records', 'operators'];
UPDATE "users" SET "permissions" = "permissions" || ARRAY['users']
  WHERE "role" = 'operator' AND 'accounts' = ANY ("permissions") AND NOT 'users' = ANY ("permissions");
