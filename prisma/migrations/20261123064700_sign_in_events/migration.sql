-- Sign-ins, refusals, lock-outs, ends of sessions and changes of passwords. Never a password or a token. The worker deletes what is older than 90 days.
CREATE TABLE "sign_in_events" (
    "id" BIGSERIAL NOT NULL,
    -- Null for an e-mail that no account has; the e-mail is not kept.
    "user_id" BIGINT,
    "kind" TEXT NOT NULL,
    "session_id" UUID,
    "ip" TEXT,
    "user_agent" TEXT,
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sign_in_events_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "sign_in_events_kind_check" CHECK (
      "kind" IN ('signed_in', 'refused', 'locked_out', 'session_ended', 'password_changed')),
    CONSTRAINT "sign_in_events_bounded_check" CHECK (
      length("ip") <= 64 AND length("user_agent") <= 256 AND length("reason") <= 64)
);
CREATE INDEX "sign_in_events_user_id_id_idx" ON "sign_in_events"("user_id", "id");
CREATE INDEX "sign_in_events_created_at_idx" ON "sign_in_events"("created_at");
CREATE TRIGGER "sign_in_events_unchanged" BEFORE UPDATE ON "sign_in_events"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();

-- Whoever opens or ends a session, or changes a password, is recorded in the same transaction. As the owner: no part writes these by itself.
CREATE FUNCTION "record_session_event"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET "search_path" = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "sign_in_events" ("user_id", "kind", "session_id", "ip", "user_agent")
      VALUES (NEW."user_id", 'signed_in', NEW."id", left(NEW."ip", 64), left(NEW."user_agent", 256));
  ELSE
    INSERT INTO "sign_in_events" ("user_id", "kind", "session_id", "reason")
      VALUES (NEW."user_id", 'session_ended', NEW."id", left(NEW."end_reason", 64));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "sessions_opened_recorded" AFTER INSERT ON "sessions"
  FOR EACH ROW WHEN (NOT "is_restoring"()) EXECUTE FUNCTION "record_session_event"();
CREATE TRIGGER "sessions_ended_recorded" AFTER UPDATE OF "ended_at" ON "sessions"
  FOR EACH ROW WHEN (OLD."ended_at" IS NULL AND NEW."ended_at" IS NOT NULL) EXECUTE FUNCTION "record_session_event"();

CREATE FUNCTION "record_password_event"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET "search_path" = public, pg_temp AS $$
BEGIN
  INSERT INTO "sign_in_events" ("user_id", "kind") VALUES (NEW."id", 'password_changed');
  RETURN NULL;
END $$;
CREATE TRIGGER "users_password_recorded" AFTER UPDATE OF "password_hash" ON "users"
  FOR EACH ROW WHEN (OLD."password_hash" <> NEW."password_hash") EXECUTE FUNCTION "record_password_event"();
