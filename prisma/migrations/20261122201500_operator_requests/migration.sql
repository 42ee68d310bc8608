-- Audit records are only added to.
CREATE TRIGGER "audit_records_append_only" BEFORE UPDATE OR DELETE ON "audit_records"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
CREATE INDEX "audit_records_actor_id_idx" ON "audit_records"("actor", "id");

CREATE TABLE "operator_requests" (
    "id" BIGSERIAL NOT NULL,
    "action" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "payload_hash" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "maker" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "checker" TEXT,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "operator_requests_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "operator_requests_status_check" CHECK ("status" IN ('pending', 'done', 'rejected')),
    CONSTRAINT "operator_requests_decided_check" CHECK (
      ("status" = 'pending') = ("checker" IS NULL) AND ("status" = 'pending') = ("decided_at" IS NULL)),
    -- A maker may withdraw a request, and never approve it.
    CONSTRAINT "operator_requests_two_persons_check" CHECK ("status" <> 'done' OR "checker" <> "maker"),
    CONSTRAINT "operator_requests_in_time_check" CHECK ("status" <> 'done' OR "decided_at" <= "expires_at")
);
CREATE INDEX "operator_requests_status_id_idx" ON "operator_requests"("status", "id");

CREATE FUNCTION "decide_request_once"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD."status" <> 'pending'
    OR (NEW."id", NEW."action", NEW."payload", NEW."payload_hash", NEW."reason", NEW."maker", NEW."created_at", NEW."expires_at")
      IS DISTINCT FROM
       (OLD."id", OLD."action", OLD."payload", OLD."payload_hash", OLD."reason", OLD."maker", OLD."created_at", OLD."expires_at")
  THEN
    RAISE EXCEPTION 'a request keeps its content and its decision' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "operator_requests_decided_once" BEFORE UPDATE OR DELETE ON "operator_requests"
  FOR EACH ROW EXECUTE FUNCTION "decide_request_once"();
