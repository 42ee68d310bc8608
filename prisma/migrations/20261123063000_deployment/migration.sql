-- What kind of exchange this is. Written by the owner of the database when it is prepared, read by everybody else.
CREATE TABLE "deployment" (
    "id" INTEGER NOT NULL,
    "two_persons" BOOLEAN NOT NULL,
    "demo" BOOLEAN NOT NULL,

    CONSTRAINT "deployment_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "deployment_one_row_check" CHECK ("id" = 1)
);

-- Each change is an audit record in the same transaction, whoever makes it; a restore brings its records along. AFTER, because a
-- BEFORE trigger also fires for an insert that ON CONFLICT turns into nothing.
CREATE FUNCTION "record_deployment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('pelican.restoring', true) = 'on' THEN RETURN NULL; END IF;
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'what an exchange is stays on record' USING ERRCODE = 'restrict_violation';
  END IF;
  IF TG_OP = 'UPDATE' AND NEW."demo" AND NOT OLD."demo" THEN
    RAISE EXCEPTION 'this exchange is no demo, and does not become one' USING ERRCODE = 'restrict_violation';
  END IF;
  INSERT INTO "audit_records" ("actor", "action", "subject", "details") VALUES (
    'deployment:' || session_user, 'deployment.set', 'deployment',
    jsonb_build_object('twoPersons', NEW."two_persons", 'demo', NEW."demo"));
  RETURN NULL;
END $$;
CREATE TRIGGER "deployment_recorded" AFTER INSERT OR UPDATE OR DELETE ON "deployment"
  FOR EACH ROW EXECUTE FUNCTION "record_deployment"();
